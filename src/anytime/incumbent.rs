//! Progress of an anytime search, and its callback.

use std::ops::ControlFlow;

use super::answer::Answer;
use super::task::Task;
use crate::board::Move;

/// Progress of an anytime search.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'a> {
    /// The best path so far.
    pub answer: &'a Answer,
    /// Whether the path or its bound is better than in the previous call.
    pub is_better: bool,
    /// States expanded since the first path.
    pub expanded: u64,
}

/// The best path so far, and the number of states expanded.
pub(super) struct Incumbent<'a> {
    best: Answer,
    expanded: u64,
    /// The callback that receives progress, and may stop the work.
    on_progress: &'a mut dyn FnMut(&Progress<'_>) -> ControlFlow<()>,
}

impl<'a> Incumbent<'a> {
    /// Number of states between two calls of the callback.
    const ASK_EVERY: u64 = 1 << 13;

    /// Starts with a first path.
    pub(super) fn begin(
        task: &Task,
        moves: Vec<Move>,
        on_progress: &'a mut dyn FnMut(&Progress<'_>) -> ControlFlow<()>,
    ) -> (Self, ControlFlow<()>) {
        let mut incumbent =
            Self { best: Answer { moves, lower_bound: task.lower_bound() }, expanded: 0, on_progress };
        let goes_on = incumbent.tell(true);
        (incumbent, goes_on)
    }

    pub(super) const fn best(&self) -> &Answer {
        &self.best
    }

    pub(super) fn into_best(self) -> Answer {
        self.best
    }

    /// Adopts a path if it is better than the best.
    pub(super) fn offer(&mut self, moves: &[Move]) -> ControlFlow<()> {
        if moves.len() >= self.best.moves.len() {
            return ControlFlow::Continue(());
        }
        self.best.moves = moves.to_vec();
        self.tell(true)
    }

    /// Records that the best path is optimal.
    pub(super) fn prove(&mut self) -> ControlFlow<()> {
        self.best.lower_bound = u32::try_from(self.best.moves.len()).unwrap_or(u32::MAX);
        self.tell(true)
    }

    /// Counts a state, and calls the callback now and then.
    pub(super) fn count_expanded(&mut self) -> ControlFlow<()> {
        self.expanded += 1;
        if self.expanded.is_multiple_of(Self::ASK_EVERY) {
            self.tell(false)
        } else {
            ControlFlow::Continue(())
        }
    }

    /// Calls the callback. Also stops the work when the best path is known to be optimal.
    fn tell(&mut self, is_better: bool) -> ControlFlow<()> {
        let progress = Progress { answer: &self.best, is_better, expanded: self.expanded };
        (self.on_progress)(&progress)?;
        if self.best.is_optimal() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
