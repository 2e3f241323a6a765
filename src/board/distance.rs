//! Distances from the goal.

use std::fmt;

use super::metric::Metric;

/// The minimum number of single-tile moves from a board to the goal (the STM metric).
///
/// A byte is enough: the largest distance counted so far is 108, on 2x7. `u8::MAX` is never a
/// distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Distance(u8);

impl Distance {
    /// The name of the metric: single-tile moves, which speedsolvers call `stm`.
    pub const METRIC: &str = Metric::SingleTile.name();

    /// The distance of the goal itself.
    pub const ZERO: Self = Self(0);

    /// Creates a distance of `moves` moves.
    #[must_use]
    pub const fn new(moves: u8) -> Self {
        Self(moves)
    }

    /// The number of moves.
    #[must_use]
    pub const fn moves(self) -> u8 {
        self.0
    }
}

impl fmt::Display for Distance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
