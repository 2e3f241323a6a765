//! A JSON API for sliding-tile puzzles.
//!
//! An [`Api`] turns a [`Request`] (a path, and arguments in a query or a body) into a
//! [`Response`] (a status and a JSON body). It uses no network: a server passes it HTTP requests,
//! and a page the requests of its worker, so both get the same answers.
//!
//! ```
//! use tilebase_api::{Api, Interrupt, Request};
//!
//! let api = Api::default();
//! let request = Request::post("/api/v1/position", br#"{"board":"123456708"}"#);
//! let response = api.answer(&request, &Interrupt::new());
//! let position: serde_json::Value = serde_json::from_slice(&response.body)?;
//! assert_eq!((response.status, &position["distance"]), (200, &1.into()));
//! assert_eq!(position["moves"][0]["move"], "R");
//! # Ok::<(), serde_json::Error>(())
//! ```
//!
//! Each endpoint is one file of this crate, with its arguments and its answer. The answers of
//! `solve` and `search` are those of the programs as well ([`model`]).

mod api;
#[cfg(feature = "query")]
mod batch;
mod check;
mod context;
mod convert;
mod costs;
mod effort;
mod endpoint;
mod failure;
mod histogram;
mod instance;
mod large_builds;
mod metric;
pub mod model;
#[cfg(feature = "openapi")]
mod openapi;
#[cfg(feature = "page")]
pub mod page;
mod parity;
mod position;
mod request;
mod request_limits;
mod sample;
mod search;
mod search_while_building;
mod solutions;
mod solve;
mod solvers;
mod supply;
mod tables;

pub use api::Api;
#[cfg(feature = "query")]
pub use batch::{Batch, BatchFormat};
pub use effort::Effort;
pub use endpoint::Endpoint;
pub use failure::{Code, Failure};
#[cfg(feature = "openapi")]
pub use openapi::openapi;
pub use parity::{ParityFacts, SolvableGoal, opposite_rules, solvable_goals};
pub use request::{Request, Response, Verb};
pub use request_limits::RequestLimits;
pub use tilebase::Interrupt;
