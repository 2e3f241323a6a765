//! Checkpoints long searches, and restores them.

use super::iteration_progress::IterationProgress;
use super::root::Root;
use crate::search::ida::result::Counts;

/// The starting point of an iteration.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::search) struct Iteration {
    pub(in crate::search) bound: u32,
    /// The counts of all iterations before it.
    pub(in crate::search) before: Counts,
    /// The states expanded by the previous iteration, and by the one before it.
    pub(in crate::search) last: [u64; 2],
}

/// Progress of an iteration that is searched by subtrees.
#[derive(Clone, Copy, Debug)]
pub(in crate::search) struct Snapshot<'a> {
    /// In search order.
    pub(in crate::search) roots: &'a [Root],
    /// The counts of the states above the roots.
    pub(in crate::search) above: Counts,
    pub(in crate::search) progress: &'a IterationProgress,
}

/// Checkpoints a long search. Called by several threads at once.
///
/// A trait object, not a type parameter: such searches take minutes, and one compiled copy is
/// enough. Never optional either: with `Option<&dyn Checkpointer>`, the linker would include the
/// checkpoints in every program.
pub(in crate::search) trait Checkpointer: Sync {
    /// The iteration to resume, if an earlier run saved one.
    fn resumed_iteration(&self) -> Option<Iteration>;

    /// Returns what an earlier run completed of an iteration with these roots. Returns `None` if it
    /// saved this iteration with other roots: then the search can't continue.
    fn begin(&self, iteration: &Iteration, roots: &[Root]) -> Option<IterationProgress>;

    /// Whether progress should be saved now. Asked after each task.
    fn is_due(&self) -> bool;

    /// Saves the progress of the iteration opened last.
    fn save(&self, snapshot: &Snapshot<'_>);

    /// Saves the final progress after a limit has stopped the search.
    fn save_final(&self, snapshot: &Snapshot<'_>);
}

/// Saves nothing.
#[derive(Debug)]
pub(in crate::search) struct NoCheckpoints;

impl Checkpointer for NoCheckpoints {
    fn resumed_iteration(&self) -> Option<Iteration> {
        None
    }

    fn begin(&self, _: &Iteration, _: &[Root]) -> Option<IterationProgress> {
        Some(IterationProgress::default())
    }

    fn is_due(&self) -> bool {
        false
    }

    fn save(&self, _: &Snapshot<'_>) {}

    fn save_final(&self, _: &Snapshot<'_>) {}
}
