//! The HTTP server: connections, access control, limits.
//!
//! Requests and answers are defined by [`tilebase_api`]. This module handles connections (`server`,
//! `listener`, `connection`, `waiting`, `wire`, `patience`), access control (`gate`), requests
//! (`route`, `intake`), answers (`desk`, `questions`, `batches`, `pool`), and output (`reply`,
//! `metrics`). Requests answered from loaded data run on the threads that serve connections;
//! searches, builds, and batches have threads of their own. Everything that a client can enlarge
//! has a limit: connections, heads, bodies, searches, queues, and the time for each.

mod answers_out;
mod batches;
mod browser;
mod connection;
mod desk;
mod gate;
mod intake;
mod lines_in;
mod listener;
mod metrics;
mod open_files;
mod page;
mod patience;
mod phase;
mod pool;
mod questions;
mod refusal;
mod reply;
mod route;
mod server;
mod settings;
mod waiting;
mod wire;

pub(crate) use server::serve;
pub(crate) use settings::Settings;
