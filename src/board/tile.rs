//! What a cell holds.

use std::fmt;

/// A tile, `1..n` on a board of `n` cells, or the blank.
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
    /// The empty place, written 0.
    pub const BLANK: Self = Self(0);

    /// The tile with this number; 0 is the blank.
    #[must_use]
    pub const fn new(number: u8) -> Self {
        Self(number)
    }

    /// The number painted on the tile; 0 for the blank.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The number, for indexing.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Is this the blank?
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
