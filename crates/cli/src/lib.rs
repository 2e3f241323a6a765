//! The programs `pdb-gen`, `pdb-solve` and `tilebase`, as functions that their binaries call.
//!
//! A module uses only modules above it in this list:
//!
//! - [`shell`]: the terminal, exit codes, files; [`batch`]: many lines at once
//! - [`ask`]: from a line of text to an answer
//! - [`contest`]: comparing methods; [`labels`]: labeling boards by the million; [`trial`]: running
//!   other solvers
//! - [`grading`]: grading a class of solvers
//! - [`report`]: output in all formats
//! - `serve`: the HTTP server (feature `serve`)
//! - [`pdb_gen`] and [`pdb_solve`]: the commands; options and execution of each are in one file
//! - [`tilebase`](mod@tilebase): the commands of both programs
//! - `fuzzing`: entry points for fuzz targets (feature `fuzzing`)

mod ask;
mod batch;
mod contest;
#[cfg(feature = "fuzzing")]
pub mod fuzzing;
mod grading;
mod labels;
mod pdb_gen;
mod pdb_solve;
mod report;
#[cfg(feature = "serve")]
mod serve;
mod shell;
mod tilebase;
mod trial;

use std::process::ExitCode;

use ::tilebase::exchange::Exchange;

/// Runs `pdb-gen` with the arguments of this process.
#[must_use]
pub fn pdb_gen() -> ExitCode {
    pdb_gen::main()
}

/// Runs `pdb-gen` in one of several processes, which all have to call this.
///
/// The processes build tables together. The first one does everything else alone, and is the only
/// one that prints. After a failure, the caller has to end the connection: otherwise the other
/// processes wait forever.
#[must_use]
pub fn pdb_gen_on(exchange: &mut dyn Exchange) -> ExitCode {
    pdb_gen::main_on(exchange)
}

/// Runs `pdb-solve` with the arguments of this process.
///
/// Must be called before this process starts threads. On Linux, the process may be a stage of an
/// isolated run, which enters new namespaces.
#[must_use]
pub fn pdb_solve() -> ExitCode {
    trial::run_stage().unwrap_or_else(pdb_solve::main)
}

/// Runs `pdb-solve` in one of several processes, which all have to call this.
///
/// The processes share the boards of a file, labels, and long searches. The first one reads and
/// writes, and does everything else alone. After a failure, the caller has to end the connection:
/// otherwise the other processes wait forever.
#[must_use]
pub fn pdb_solve_on(exchange: &mut dyn Exchange) -> ExitCode {
    pdb_solve::main_on(exchange)
}

/// Runs `tilebase` with the arguments of this process; see [`pdb_solve`].
#[must_use]
pub fn tilebase() -> ExitCode {
    trial::run_stage().unwrap_or_else(tilebase::main)
}
