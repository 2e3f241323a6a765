//! The four moves.

use std::fmt;

/// A move, named by the direction of the blank.
///
/// [`Move::Up`] moves the blank up, so the tile above it moves down. In the other common
/// convention, a move is named by the direction of the *tile*; its letters are the
/// [`inverse`](Move::inverse) of these. Only parsing and printing support that convention;
/// everywhere else in the library a move is the blank's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// The blank moves one row up.
    Up,
    /// The blank moves one row down.
    Down,
    /// The blank moves one column left.
    Left,
    /// The blank moves one column right.
    Right,
}

impl Move {
    /// The moves in standard order: U, D, L, R. Only IDA\* tries them in another order.
    pub const ALL: [Self; 4] = [Self::Up, Self::Down, Self::Left, Self::Right];

    /// The move that undoes this one.
    ///
    /// ```
    /// use tilebase::board::Move;
    ///
    /// assert_eq!(Move::Up.inverse(), Move::Down);
    /// ```
    #[must_use]
    pub const fn inverse(self) -> Self {
        match self {
            Self::Up => Self::Down,
            Self::Down => Self::Up,
            Self::Left => Self::Right,
            Self::Right => Self::Left,
        }
    }

    /// The letter `U`, `D`, `L`, or `R`.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Up => 'U',
            Self::Down => 'D',
            Self::Left => 'L',
            Self::Right => 'R',
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}
