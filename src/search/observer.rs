//! What a search tells of its way: each state that it expanded, and what came of it.
//!
//! A search is compiled twice, with [`Nobody`] and with somebody who listens. Only the second gathers what is told, so that
//! the first loses nothing by it.

use std::ops::ControlFlow;

use crate::board::{Board, Move};

/// A state that was expanded, with all successors that were made. Told in the order of the expansions, from which the open
/// and the closed list follow at any time.
#[derive(Clone, Copy, Debug)]
pub struct Expansion<'a> {
    /// Expansions so far, this one included; those of all iterations, if there are several.
    pub number: u64,
    /// The state.
    pub board: &'a Board,
    /// The expansion that the state was reached from; none for the state that the search started from.
    pub parent: Option<u64>,
    /// Moves made.
    pub g: u32,
    /// The heuristic's estimate of the moves to come.
    pub h: u32,
    /// What the state was chosen by. A whole number, but in weighted A*.
    pub f: f64,
    /// The bound on f of this iteration, in a search that goes deeper and deeper.
    pub bound: Option<u32>,
    /// Which of two searches it belongs to, if they go from both ends.
    pub side: Option<Side>,
    /// The successors, in the order in which they were made; in a search that goes deeper and deeper those that it will visit
    /// come first, in the order of the visits. A successor that was not made, for taking back a move, is not there.
    pub generated: &'a [Generated],
}

/// A successor that was made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Generated {
    /// The state. Its g is one more than that of the expanded state.
    pub board: Board,
    /// The move that leads there.
    pub step: Move,
    /// The heuristic's estimate of the moves to come.
    pub h: u32,
    /// What it would be chosen by, reached in this way.
    pub f: f64,
    /// What becomes of it.
    pub fate: Fate,
}

/// What becomes of a successor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fate {
    /// It is put in the open list; a search without one will visit it.
    Opened,
    /// It waits in the open list, and was reached in fewer moves now: this way takes the place of the one before.
    Improved,
    /// It was closed, and was reached in fewer moves now: it is put in the open list again.
    Reopened,
    /// Nothing, as it was reached before; in a search that remembers its path alone: as it is on the path.
    Known,
    /// Nothing, as its f is beyond the bound.
    Cut,
    /// The search ends with it: it is the goal, or known to the search from the other end.
    Goal,
}

impl Fate {
    /// All of them.
    pub const ALL: [Self; 6] =
        [Self::Opened, Self::Improved, Self::Reopened, Self::Known, Self::Cut, Self::Goal];

    /// Its name, as `opened`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Opened => "opened",
            Self::Improved => "improved",
            Self::Reopened => "reopened",
            Self::Known => "known",
            Self::Cut => "cut",
            Self::Goal => "goal",
        }
    }
}

/// Where one of two searches that go towards each other has started. From the goal, moves and g are counted from there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// At the board that is to be solved.
    Start,
    /// At the goal.
    Goal,
}

impl Side {
    /// Its name: `start` or `goal`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::Goal => "goal",
        }
    }
}

/// Whoever is told of expansions, if anybody is.
pub(super) trait Observer {
    /// Is anybody there?
    const LISTENS: bool;

    /// May the search go on after this expansion?
    fn hear(&mut self, expansion: &Expansion<'_>) -> ControlFlow<()>;
}

/// A search that nobody observes.
#[derive(Debug)]
pub(super) struct Nobody;

impl Observer for Nobody {
    const LISTENS: bool = false;

    #[inline]
    fn hear(&mut self, _: &Expansion<'_>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// Somebody, behind one type, so that a search is compiled twice and not once for each observer.
pub(super) type Somebody<'a> = &'a mut dyn FnMut(&Expansion<'_>) -> ControlFlow<()>;

impl Observer for Somebody<'_> {
    const LISTENS: bool = true;

    fn hear(&mut self, expansion: &Expansion<'_>) -> ControlFlow<()> {
        self(expansion)
    }
}

/// A state as the search has it when it tells of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Expanded {
    pub(super) board: Board,
    pub(super) g: u32,
    pub(super) h: u32,
    pub(super) f: f64,
    pub(super) bound: Option<u32>,
    pub(super) side: Option<Side>,
}

/// Gathers what there is to tell, if anybody listens.
///
/// A search has *places* for its states, as in its list of states or by depth, and a state is expanded after the one that
/// it was reached from. So the number of a parent is the last that was told for its place.
#[derive(Debug)]
pub(super) struct Teller<O> {
    observer: O,
    number: u64,
    generated: Vec<Generated>,
    /// By place: the number of the last expansion. 8 bytes a state, which the limit of memory does not count.
    numbers: Vec<u64>,
}

impl<O: Observer> Teller<O> {
    pub(super) const fn new(observer: O) -> Self {
        Self { observer, number: 0, generated: Vec::new(), numbers: Vec::new() }
    }

    /// Notes a successor of the state that is being expanded.
    #[inline]
    pub(super) fn note(&mut self, generated: impl FnOnce() -> Generated) {
        if O::LISTENS {
            self.generated.push(generated());
        }
    }

    /// Tells of the state at a place, reached from that at another, with the successors noted. May the search go on?
    #[inline]
    pub(super) fn tell(
        &mut self,
        place: usize,
        parent: Option<usize>,
        expanded: impl FnOnce() -> Expanded,
    ) -> ControlFlow<()> {
        if !O::LISTENS {
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
        let told = Expansion { number, board: &board, parent, g, h, f, bound, side, generated };
        let goes_on = self.observer.hear(&told);
        self.generated.clear();
        goes_on
    }
}
