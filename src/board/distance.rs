//! How far a board is from the goal.

use std::fmt;

/// The fewest single-tile moves from a board to the goal (the STM metric).
///
/// The largest distance on any board whose full table fits in memory is 80 (2x6), so a byte is enough;
/// `u8::MAX` never is a distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Distance(u8);

impl Distance {
    /// The goal's distance.
    pub const ZERO: Self = Self(0);

    /// A distance of this many moves.
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
