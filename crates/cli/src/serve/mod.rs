//! The HTTP server: connections, access control, limits.
//!
//! Requests and answers are defined by [`tilebase_api`]. This module handles connections (`server`,
//! `listener`, `connection`, `idle_connections`, `wire`, `write_deadline`), access control
//! (`access`), requests (`route`, `body_reader`), answers (`handler`, `dispatcher`, `batches`,
//! `pool`), and output (`reply`, `metrics`). Requests answered from loaded data run on the threads
//! that serve connections; searches, builds, and batches have threads of their own. Everything that
//! a client can enlarge has a limit: connections, heads, bodies, searches, queues, and the time for
//! each.

mod access;
mod answer_channel;
mod batches;
mod body_reader;
mod browser;
mod connection;
mod dispatcher;
mod handler;
mod idle_connections;
mod line_channel;
mod listener;
mod metrics;
mod open_files;
mod page;
mod pool;
mod refusal;
mod reply;
mod route;
mod server;
mod settings;
mod shutdown;
mod wire;
mod write_deadline;

pub(crate) use server::serve;
pub(crate) use settings::Settings;
