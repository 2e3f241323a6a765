//! [`LevelCounts`]: the result of a count.

use crate::board::{Board, Distance};

/// The number of states at each distance from a goal, and the deepest states or some of them.
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

    /// Returns the number of states at each distance, from 0 to the deepest.
    #[must_use]
    pub fn histogram(&self) -> &[u64] {
        &self.histogram
    }

    /// Whether all levels were counted. If not, the count was [limited](super::Counter::up_to), and
    /// states may lie beyond its last level.
    #[must_use]
    pub const fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// Returns the largest distance that was counted.
    #[must_use]
    pub const fn deepest(&self) -> Distance {
        self.deepest
    }

    /// Returns the boards farthest from the goal, sorted.
    ///
    /// If there are more than requested, this is a subset, which is always the same. The last
    /// number of the [`histogram`](Self::histogram) is their total.
    #[must_use]
    pub fn deepest_boards(&self) -> &[Board] {
        &self.deepest_boards
    }
}
