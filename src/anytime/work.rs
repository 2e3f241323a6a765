//! What the search for better paths has come to, and who is told of it.

use std::ops::ControlFlow;

use super::answer::Answer;
use super::task::Task;
use crate::board::Move;

/// How far the search for better paths has got.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'a> {
    /// The best path so far.
    pub answer: &'a Answer,
    /// Is this path better than that of the call before?
    pub is_better: bool,
    /// States whose successors were made since the first path.
    pub expanded: u64,
}

/// Whoever is told of progress, and may end the work.
pub(super) type Told<'a> = &'a mut dyn FnMut(&Progress<'_>) -> ControlFlow<()>;

/// The best path, and the work that went into it.
pub(super) struct Work<'a> {
    best: Answer,
    expanded: u64,
    told: Told<'a>,
}

impl<'a> Work<'a> {
    /// After so many states somebody is asked whether to go on.
    const ASK_EVERY: u64 = 1 << 13;

    /// Begins with a path.
    pub(super) fn begin(task: &Task, moves: Vec<Move>, told: Told<'a>) -> (Self, ControlFlow<()>) {
        let mut work = Self { best: Answer { moves, at_least: task.at_least() }, expanded: 0, told };
        let goes_on = work.tell(true);
        (work, goes_on)
    }

    pub(super) const fn best(&self) -> &Answer {
        &self.best
    }

    pub(super) fn into_best(self) -> Answer {
        self.best
    }

    /// Takes a path, if it is better than the best.
    pub(super) fn offer(&mut self, moves: &[Move]) -> ControlFlow<()> {
        if moves.len() >= self.best.moves.len() {
            return ControlFlow::Continue(());
        }
        self.best.moves = moves.to_vec();
        self.tell(true)
    }

    /// It was proved that nothing is shorter than the best path.
    pub(super) fn prove(&mut self) -> ControlFlow<()> {
        self.best.at_least = u32::try_from(self.best.moves.len()).unwrap_or(u32::MAX);
        self.tell(true)
    }

    /// Counts a state. May the work go on?
    pub(super) fn expand(&mut self) -> ControlFlow<()> {
        self.expanded += 1;
        if self.expanded.is_multiple_of(Self::ASK_EVERY) {
            self.tell(false)
        } else {
            ControlFlow::Continue(())
        }
    }

    /// A path that is known to be a shortest one ends the work as well.
    fn tell(&mut self, is_better: bool) -> ControlFlow<()> {
        let progress = Progress { answer: &self.best, is_better, expanded: self.expanded };
        (self.told)(&progress)?;
        if self.best.is_optimal() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
