//! Tables for solvers: from the folder, and as many as the machine has memory for.

use std::sync::Arc;

use tilebase::board::Goal;
use tilebase::oracle::Oracle;
use tilebase::solve::{Notice, SolveError, Solver, SolverBuilder};
use tilebase::table::Folder;

use crate::shell::available_memory_in_bytes;

/// Boards of up to so many cells have pattern tables of a few megabytes: what is free need not be asked for.
const SMALL_IN_CELLS: usize = 12;

/// A solver for a goal that takes tables from the folder. To search by patterns three quarters of the memory that is free
/// may be taken: the rest is for the states of the search.
pub(crate) fn with_tables<'a>(builder: SolverBuilder<'a>, goal: &Goal, folder: &Folder) -> SolverBuilder<'a> {
    let builder = builder.folder(folder);
    if goal.shape().cells() <= SMALL_IN_CELLS {
        return builder;
    }
    match available_memory_in_bytes() {
        Some(bytes) => builder.tables_in_bytes(bytes / 4 * 3),
        None => builder,
    }
}

/// The table of a goal, from the folder, or built and kept there.
///
/// # Errors
/// [`SolveError`] if there is none, or it is damaged.
pub(crate) fn oracle_for(
    goal: &Goal,
    folder: &Folder,
    notify: impl Fn(Notice),
) -> Result<Arc<Oracle>, SolveError> {
    Solver::builder(goal).folder(folder).save_tables().on_notice(notify).oracle()
}
