//! What a count gives.

use crate::board::{Board, Distance};

/// How many states lie at each distance from a goal, and those that lie farthest, or some of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LevelCounts {
    deepest: Distance,
    histogram: Vec<u64>,
    deepest_boards: Vec<Board>,
    is_complete: bool,
}

impl LevelCounts {
    pub(super) const fn new(
        deepest: Distance,
        histogram: Vec<u64>,
        deepest_boards: Vec<Board>,
        is_complete: bool,
    ) -> Self {
        Self { deepest, histogram, deepest_boards, is_complete }
    }

    /// How many states there are at each distance, from 0 to the deepest.
    #[must_use]
    pub fn histogram(&self) -> &[u64] {
        &self.histogram
    }

    /// Were all levels counted? Otherwise the count was told to go [no farther](super::Counter::up_to), and there may be
    /// states beyond the last level that it has.
    #[must_use]
    pub const fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// The distance of the states that are farthest from the goal, of those that were counted.
    #[must_use]
    pub const fn deepest(&self) -> Distance {
        self.deepest
    }

    /// The boards that are farthest from the goal, in order; of more than were asked for, some of them, and always the
    /// same ones. The last number of the [`histogram`](Self::histogram) says how many there are.
    #[must_use]
    pub fn deepest_boards(&self) -> &[Board] {
        &self.deepest_boards
    }
}
