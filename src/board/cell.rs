//! Cells of a board.

use std::fmt;

/// A cell of a board, numbered row by row from 0 at the top left.
///
/// ```
/// use tilebase::board::{Cell, Shape};
///
/// let shape = Shape::new(3, 4)?;
/// assert_eq!(shape.cell(1, 2), Cell::new(6));
/// # Ok::<(), tilebase::board::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u8);

impl Cell {
    /// Creates the cell with this number, which may be out of range for a given shape.
    #[must_use]
    pub const fn new(number: u8) -> Self {
        Self(number)
    }

    /// The cell's number, as an array index.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
