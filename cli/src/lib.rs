//! The programs `pdb-gen`, `pdb-solve` and `tilebase`, as functions that their binaries call.
//!
//! Rooms use rooms above them in this list and no others: [`shell`] (the terminal) and [`batch`] (many lines at once);
//! [`ask`] (from a line of text to an answer); [`contest`] (methods side by side), [`labels`] (boards with their lengths, by the
//! million) and [`trial`] (other solvers); [`grading`] (a class of them); [`report`] (the pens); with the feature of that name
//! `serve` (questions and answers over HTTP); [`pdb_gen`] and [`pdb_solve`] (the commands, each with its options and its run
//! in one file). With the feature `fuzzing` there are doors for fuzz targets above all of them.

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

use ::tilebase::exchange::{Exchange, Post};

/// Runs `pdb-gen` with the arguments of this process.
#[must_use]
pub fn pdb_gen() -> ExitCode {
    pdb_gen::main()
}

/// Runs `pdb-gen` with the arguments of this process, which is a rank of several that all do so. They build tables together; the first one does
/// everything else by itself, and speaks for all.
///
/// After a failure the line is to be ended, so that the others learn of it and don't wait for ever.
#[must_use]
pub fn pdb_gen_on(exchange: &mut dyn Exchange) -> ExitCode {
    pdb_gen::main_on(exchange)
}

/// Runs `pdb-solve` with the arguments of this process.
#[must_use]
pub fn pdb_solve() -> ExitCode {
    pdb_solve::main()
}

/// Runs `pdb-solve` with the arguments of this process, which is a rank of several that all do so. They answer the boards of a
/// file together, label boards together, and share long searches: the first one reads and writes. It does everything else by itself.
///
/// After a failure the line is to be ended, so that the others learn of it and don't wait for ever.
#[must_use]
pub fn pdb_solve_on(post: &mut dyn Post) -> ExitCode {
    pdb_solve::main_on(post)
}

/// Runs `tilebase` with the arguments of this process.
#[must_use]
pub fn tilebase() -> ExitCode {
    tilebase::main()
}
