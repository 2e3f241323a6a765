//! Questions and answers over HTTP: how `pdb-solve serve` listens, whom it hears, and what it lets nobody take.
//!
//! What is asked and answered is [`tilebase_api`]'s. Here are the connections (`server`, `listener`, `connection`, `waiting`, `wire`, `patience`), who may ask
//! (`gate`), what is asked (`route`, `intake`), who answers (`desk`, `questions`, `batches`, `pool`), and what is told of it
//! (`reply`, `metrics`). Everything that a client can make larger has a bound: connections, heads, bodies, searches and
//! those that wait, and the time that each may take.

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
