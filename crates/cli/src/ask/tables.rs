//! Tables for solvers: from the folder, within the available memory.

use std::sync::Arc;

use tilebase::board::Goal;
use tilebase::oracle::Oracle;
use tilebase::solve::{Notice, SolveError, Solver, SolverBuilder};
use tilebase::table::Folder;

use crate::shell::available_memory_in_bytes;

/// Number of cells up to which pattern databases need only a few megabytes, so that the available
/// memory need not be checked.
const SMALL_IN_CELLS: usize = 12;

/// Configures a builder to take tables from the folder.
pub(crate) fn with_tables<'a>(builder: SolverBuilder<'a>, goal: &Goal, folder: &Folder) -> SolverBuilder<'a> {
    within_memory(builder.folder(folder), goal)
}

/// Limits the pattern databases of a builder to three quarters of the available memory; the rest is
/// for the search.
pub(super) fn within_memory<'a>(builder: SolverBuilder<'a>, goal: &Goal) -> SolverBuilder<'a> {
    if goal.shape().cells() <= SMALL_IN_CELLS {
        return builder;
    }
    match available_memory_in_bytes() {
        Some(bytes) => builder.tables_in_bytes(bytes / 4 * 3),
        None => builder,
    }
}

/// Returns the table for a goal, from the folder, or built and saved there.
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
