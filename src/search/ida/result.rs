//! The result of a depth-first search: what it found, and how many states it took.

use std::ops::ControlFlow;

use crate::board::Move;
use crate::search::common::limits::Limit;

/// The number of states that a part of the search expanded and generated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::search) struct Counts {
    pub(in crate::search) expanded: u64,
    pub(in crate::search) generated: u64,
}

impl Counts {
    pub(in crate::search) fn plus(self, other: Self) -> Self {
        Self { expanded: self.expanded + other.expanded, generated: self.generated + other.generated }
    }
}

/// The result of a search within a bound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::search) enum Found {
    /// The goal was found, by this path.
    Path(Vec<Move>),
    /// Everything was searched without finding the goal.
    Nothing,
    /// Stopped before everything was searched.
    Stopped(Stop),
}

/// The reason for ending a search within a bound early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::search) enum Stop {
    /// A limit was reached.
    Limit(Limit),
    /// The result of this subtree no longer matters: an earlier one has the goal, or a limit has
    /// stopped the iteration.
    Superseded,
}

/// Continues unless a limit was reached.
#[inline]
pub(in crate::search) const fn break_if_reached(limit: Option<Limit>) -> ControlFlow<Limit> {
    match limit {
        Some(limit) => ControlFlow::Break(limit),
        None => ControlFlow::Continue(()),
    }
}
