//! The workers that do the tasks of an iteration.

use super::checkpointer::{Checkpointer, NoCheckpoints};
use super::task_list::TaskList;
use crate::threads;

/// Workers that search the subtrees of long iterations, with a [`Checkpointer`] for their progress.
///
/// Not a type parameter, for the reasons given there.
pub(in crate::search) trait Workers: Checkpointer {
    /// Does all tasks of a list, from the front, as long as they matter. `work` does one task,
    /// records its result, and returns whether later tasks matter. On return, the list knows
    /// everything that was done.
    fn work_through(&self, tasks: &TaskList<'_>, is_parallel: bool, work: &(dyn Fn(usize) -> bool + Sync)) {
        threads::work_through(tasks.len(), is_parallel, work);
    }
}

/// The threads of this process, without checkpoints.
impl Workers for NoCheckpoints {}
