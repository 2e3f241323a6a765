//! Tiles, and the blank.

use std::fmt;

/// A tile, one of `1..n` on a board of `n` cells, or the blank.
///
/// ```
/// use tilebase::board::Tile;
///
/// assert!(Tile::BLANK.is_blank());
/// assert_eq!(Tile::new(8).number(), 8);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tile(u8);

impl Tile {
    /// The blank, written 0.
    pub const BLANK: Self = Self(0);

    /// Creates the tile with this number; 0 is the blank.
    #[must_use]
    pub const fn new(number: u8) -> Self {
        Self(number)
    }

    /// The tile's number; 0 for the blank.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The number, as an array index.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Whether this is the blank.
    #[must_use]
    pub const fn is_blank(self) -> bool {
        self.0 == 0
    }
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
