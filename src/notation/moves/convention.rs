//! What the direction of a move is that of.

use std::fmt;

use crate::board::Move;

/// What a move's letter tells the direction of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MoveConvention {
    /// Of the blank. The house's own.
    #[default]
    Blank,
    /// Of the tile that slides: the opposite.
    Tile,
}

impl MoveConvention {
    /// `blank` or `tile`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Blank => "blank",
            Self::Tile => "tile",
        }
    }

    /// The letter of a move under this convention.
    #[must_use]
    pub const fn letter(self, step: Move) -> char {
        match self {
            Self::Blank => step.letter(),
            Self::Tile => step.inverse().letter(),
        }
    }
}

impl fmt::Display for MoveConvention {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
