//! Tables for solvers: from the folder, within the available memory.

use std::sync::Arc;

use tilebase::board::Goal;
use tilebase::oracle::Oracle;
use tilebase::search::Limits;
use tilebase::solve::{Notice, SolveError, Solver, SolverBuilder};
use tilebase::table::Folder;

use crate::shell::available_memory_in_bytes;

/// Number of cells up to which pattern databases need only a few megabytes, so that the available
/// memory need not be checked.
const SMALL_IN_CELLS: usize = 12;

/// Configures a builder to take tables from the folder, within limits.
pub(crate) fn with_tables<'a>(
    builder: SolverBuilder<'a>,
    goal: &Goal,
    folder: &Folder,
    limits: Limits,
) -> SolverBuilder<'a> {
    within_memory(builder.folder(folder), goal, limits)
}

/// Sets the limits of a builder, and the memory of its pattern databases.
///
/// They may use three quarters of the available memory; the rest is for the search. If the memory
/// of the search is limited, they may use twice as much.
pub(super) fn within_memory<'a>(
    builder: SolverBuilder<'a>,
    goal: &Goal,
    limits: Limits,
) -> SolverBuilder<'a> {
    let of_search = limits.memory_in_bytes.map(|bytes| bytes.saturating_mul(2));
    let builder = builder.limits(limits);
    if goal.shape().cells() <= SMALL_IN_CELLS {
        return builder;
    }
    let available = available_memory_in_bytes().map(|bytes| bytes / 4 * 3);
    match available.into_iter().chain(of_search).min() {
        Some(bytes) => builder.pdb_memory_in_bytes(bytes),
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
