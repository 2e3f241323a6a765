//! What a build gives.

use crate::board::Goal;
use crate::space::{SpaceTooLarge, StateIndex, StateSpace};

/// An entry that no level has reached yet. A finished build has none.
pub const UNSET: u8 = u8::MAX;

/// The distance of every board that can reach a goal, by index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Distances {
    goal: Goal,
    entries: Vec<u8>,
    histogram: Vec<u64>,
}

impl Distances {
    pub(super) const fn new(goal: Goal, entries: Vec<u8>, histogram: Vec<u64>) -> Self {
        Self { goal, entries, histogram }
    }

    /// The goal that the distances lead to.
    #[must_use]
    pub const fn goal(&self) -> &Goal {
        &self.goal
    }

    /// Distances in moves, by [`StateIndex`].
    #[must_use]
    pub fn entries(&self) -> &[u8] {
        &self.entries
    }

    /// How many boards there are at each distance, from 0 to the deepest.
    #[must_use]
    pub fn histogram(&self) -> &[u64] {
        &self.histogram
    }

    /// The numbering of the entries.
    ///
    /// # Errors
    /// None in practice: a build of a space that is too large never came to an end.
    pub fn space(&self) -> Result<StateSpace, SpaceTooLarge> {
        StateSpace::new(&self.goal)
    }

    /// The entry of an index, if there is one.
    #[must_use]
    pub fn get(&self, index: StateIndex) -> Option<u8> {
        self.entries.get(usize::try_from(index.number()).ok()?).copied()
    }
}
