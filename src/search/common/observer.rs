//! Reporting expanded states to an observer.
//!
//! A search is compiled twice: observed, and not. Only the first collects data to report, so the
//! second is not slowed down. The observer itself is a trait object, so there is no third.
//!
//! An [`Expansion`] is reported once it is complete, with the outcome of each successor. An
//! observed IDA\* stays on one thread and searches long iterations depth-first, without a frontier.
//! Its path is as long as that of other searches. It is the same path unless the unobserved search
//! begins with A\* or splits an iteration into subtrees.

use std::ops::ControlFlow;

use crate::board::{Board, Move};
use crate::names::names;

/// An expanded state with all its generated successors. The open and the closed list at any time
/// follow from the sequence of expansions.
#[derive(Clone, Copy, Debug)]
pub struct Expansion<'a> {
    /// The number of expansions so far, including this one, over all iterations.
    pub number: u64,
    /// The state.
    pub board: &'a Board,
    /// The number of the expansion that generated the state; `None` for a state from which the
    /// search started.
    pub parent: Option<u64>,
    /// The number of moves made.
    pub g: u32,
    /// The heuristic's estimate of the remaining moves.
    pub h: u32,
    /// The value by which the state was chosen. An integer, except in weighted A*.
    pub f: f64,
    /// The current bound on f, in iterative deepening.
    pub bound: Option<u32>,
    /// The side of the search, if it goes from both ends.
    pub side: Option<Side>,
    /// The successors, in the order of generation. In iterative deepening, those to be visited come
    /// first, in the order of the visits. Successors that were not generated, such as by undoing a
    /// move, are not included.
    pub generated: &'a [Generated],
}

/// A generated successor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Generated {
    /// The state. Its g is one more than that of the expanded state.
    pub board: Board,
    /// The move that leads there.
    pub step: Move,
    /// The heuristic's estimate of the remaining moves.
    pub h: u32,
    /// The value by which it would be chosen, when reached this way.
    pub f: f64,
    /// The outcome for this successor.
    pub fate: Fate,
}

/// The outcome for a successor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fate {
    /// It is put in the open list; a search without one will visit it.
    Opened,
    /// It is in the open list, and was now reached in fewer moves: the new path replaces the old
    /// one.
    Improved,
    /// It was closed, and was now reached in fewer moves: it returns to the open list.
    Reopened,
    /// It is discarded because it was reached before. In a search that only remembers its path:
    /// because it is on the path.
    Known,
    /// It is discarded because its f is above the bound.
    Cut,
    /// The search ends with it: it is the goal, or known to the search from the other end.
    Goal,
}

names! {
    /// All variants.
    Fate {
        Opened = "opened",
        Improved = "improved",
        Reopened = "reopened",
        Known = "known",
        Cut = "cut",
        Goal = "goal",
    }
}

/// The starting point of one of two searches toward each other. On the goal's side, moves and g are
/// counted from the goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The board to be solved.
    Start,
    /// The goal.
    Goal,
}

names! {
    /// Both sides.
    Side {
        Start = "start",
        Goal = "goal",
    }
}

/// An expanded state as the search describes it.
#[derive(Clone, Copy, Debug)]
pub(in crate::search) struct Expanded {
    pub(in crate::search) board: Board,
    pub(in crate::search) g: u32,
    pub(in crate::search) h: u32,
    pub(in crate::search) f: f64,
    pub(in crate::search) bound: Option<u32>,
    pub(in crate::search) side: Option<Side>,
}

/// Collects expansions for the observer, if there is one.
///
/// A search identifies its states by *places*, such as an index or a depth. A state is expanded
/// after its parent, so the parent's number is the last one reported for its place.
pub(in crate::search) struct Reporter<'a, const OBSERVED: bool> {
    /// Returns whether the search may continue.
    observer: &'a mut dyn FnMut(&Expansion<'_>) -> ControlFlow<()>,
    number: u64,
    generated: Vec<Generated>,
    /// The number of the last expansion at each place. These 8 bytes per state do not count toward
    /// the memory limit.
    numbers: Vec<u64>,
}

impl<'a, const OBSERVED: bool> Reporter<'a, OBSERVED> {
    /// Creates a reporter. Unless `OBSERVED`, the observer is never called.
    pub(in crate::search) const fn new(
        observer: &'a mut dyn FnMut(&Expansion<'_>) -> ControlFlow<()>,
    ) -> Self {
        Self { observer, number: 0, generated: Vec::new(), numbers: Vec::new() }
    }

    /// Returns a reporter that calls the observer.
    pub(in crate::search) fn observed(self) -> Reporter<'a, true> {
        let Self { observer, number, generated, numbers } = self;
        Reporter { observer, number, generated, numbers }
    }

    /// Adds a successor of the state being expanded.
    #[inline]
    pub(in crate::search) fn add_successor(&mut self, generated: impl FnOnce() -> Generated) {
        if OBSERVED {
            self.generated.push(generated());
        }
    }

    /// Reports the state at a place, reached from the one at `parent`, with the successors added.
    /// Returns whether the search may continue.
    #[inline]
    pub(in crate::search) fn report(
        &mut self,
        place: usize,
        parent: Option<usize>,
        expanded: impl FnOnce() -> Expanded,
    ) -> ControlFlow<()> {
        if !OBSERVED {
            return ControlFlow::Continue(());
        }
        self.number += 1;
        if self.numbers.len() <= place {
            self.numbers.resize(place + 1, 0);
        }
        self.numbers[place] = self.number;
        let Expanded { board, g, h, f, bound, side } = expanded();
        let (number, parent) = (self.number, parent.map(|parent| self.numbers[parent]));
        let generated = &self.generated;
        let expansion = Expansion { number, board: &board, parent, g, h, f, bound, side, generated };
        let may_continue = (self.observer)(&expansion);
        self.generated.clear();
        may_continue
    }
}
