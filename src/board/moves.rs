//! The four moves.

use std::fmt;

/// A move, named by where the blank goes.
///
/// [`Move::Up`] means that the blank goes up, so the tile above it comes down. The other convention, in
/// which a move is named by where the *tile* goes, is the [`inverse`](Move::inverse) letter by letter; it
/// is a question of reading and writing, and does not occur inside the library.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// The blank goes one row up.
    Up,
    /// The blank goes one row down.
    Down,
    /// The blank goes one column left.
    Left,
    /// The blank goes one column right.
    Right,
}

impl Move {
    /// The moves in the standard order: U, D, L, R. Whatever depends on an order uses this one.
    pub const ALL: [Self; 4] = [Self::Up, Self::Down, Self::Left, Self::Right];

    /// The move that takes this one back.
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

    /// `U`, `D`, `L` or `R`.
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
