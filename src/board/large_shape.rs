//! Shapes of boards of up to a hundred cells.

use std::fmt;
use std::str::FromStr;

use super::shape::{checked_sides, read_sides, squarest_sides};
use super::{Move, Shape, ShapeError};

/// Maximum number of cells of a [`LargeShape`]: those of 10x10.
pub(crate) const MAX_LARGE_CELLS: usize = 100;

/// The rows and columns of a board of up to 100 cells. Each side is at least 2.
///
/// ```
/// use tilebase::board::LargeShape;
///
/// let shape: LargeShape = "10x10".parse()?;
/// assert_eq!((shape.rows(), shape.columns(), shape.cells()), (10, 10, 100));
/// # Ok::<(), tilebase::board::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LargeShape {
    rows: u8,
    columns: u8,
}

impl LargeShape {
    /// Creates a shape.
    ///
    /// # Errors
    /// [`ShapeError::Size`] if a side is below 2, or if there are more than 100 cells.
    pub fn new(rows: usize, columns: usize) -> Result<Self, ShapeError> {
        let [rows, columns] = checked_sides(rows, columns, MAX_LARGE_CELLS)?;
        Ok(Self { rows, columns })
    }

    /// Returns the most likely shape of a board with this many cells: the squarest one, with at
    /// least as many columns as rows. Returns `None` if no shape has this many cells.
    ///
    /// ```
    /// use tilebase::board::LargeShape;
    ///
    /// assert_eq!(LargeShape::squarest(36), LargeShape::new(6, 6).ok());
    /// assert_eq!(LargeShape::squarest(30), LargeShape::new(5, 6).ok());
    /// assert_eq!(LargeShape::squarest(31), None);
    /// ```
    #[must_use]
    pub fn squarest(cells: usize) -> Option<Self> {
        let (rows, columns) = squarest_sides(cells)?;
        Self::new(rows, columns).ok()
    }

    /// The number of rows.
    #[must_use]
    pub const fn rows(self) -> usize {
        self.rows as usize
    }

    /// The number of columns.
    #[must_use]
    pub const fn columns(self) -> usize {
        self.columns as usize
    }

    /// The number of cells.
    #[must_use]
    pub const fn cells(self) -> usize {
        self.rows() * self.columns()
    }

    /// The number of rows and columns as bytes.
    pub(super) const fn sides(self) -> [u8; 2] {
        [self.rows, self.columns]
    }

    /// Iterates over all cells in order.
    pub(super) fn all_cells(self) -> impl Iterator<Item = u8> {
        0..self.rows * self.columns
    }

    /// Converts to a [`Shape`] for exact searches, or returns `None` if there are too many cells.
    #[must_use]
    pub fn exact(self) -> Option<Shape> {
        Shape::new(self.rows(), self.columns()).ok()
    }

    /// The cell that the blank reaches from `cell` by a move, or `None` if that leaves the board.
    pub(crate) fn neighbor(self, cell: u8, step: Move) -> Option<u8> {
        let (row, column) = (cell / self.columns, cell % self.columns);
        match step {
            Move::Up => (row > 0).then(|| cell - self.columns),
            Move::Down => (row + 1 < self.rows).then(|| cell + self.columns),
            Move::Left => (column > 0).then(|| cell - 1),
            Move::Right => (column + 1 < self.columns).then(|| cell + 1),
        }
    }

    /// The number of steps between two cells along rows and columns.
    pub(crate) const fn steps_between(self, one: u8, other: u8) -> u8 {
        let rows = (one / self.columns).abs_diff(other / self.columns);
        rows + (one % self.columns).abs_diff(other % self.columns)
    }
}

impl From<Shape> for LargeShape {
    fn from(shape: Shape) -> Self {
        let [rows, columns] = shape.sides();
        Self { rows, columns }
    }
}

impl fmt::Display for LargeShape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.rows, self.columns)
    }
}

impl FromStr for LargeShape {
    type Err = ShapeError;

    /// Parses `ROWSxCOLUMNS`, such as `6x6`.
    fn from_str(text: &str) -> Result<Self, ShapeError> {
        let (rows, columns) = read_sides(text)?;
        Self::new(rows, columns)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_and_sizes_are_checked() {
        for (rows, columns) in [(1, 3), (3, 1), (0, 0), (10, 11), (51, 2), (300, 300), (usize::MAX, 2)] {
            let error = ShapeError::Size { rows, columns, max_cells: 100 };
            assert_eq!(LargeShape::new(rows, columns), Err(error));
        }
        for text in ["", "3", "3x", "x3", "3x3x3", "-3x3"] {
            assert!(matches!(text.parse::<LargeShape>(), Err(ShapeError::Text { .. })), "{text:?}");
        }
        assert_eq!(LargeShape::new(6, 6).unwrap().exact(), None);
        assert_eq!(LargeShape::new(5, 5).unwrap().exact(), Shape::new(5, 5).ok());
    }

    #[test]
    fn neighbors_are_one_step_away_and_mutual() {
        for (rows, columns) in [(2, 2), (2, 50), (50, 2), (10, 10), (7, 3)] {
            let shape = LargeShape::new(rows, columns).unwrap();
            let cells = u8::try_from(shape.cells()).unwrap();
            let mut ways = 0;
            for (cell, step) in (0..cells).flat_map(|cell| Move::ALL.map(|step| (cell, step))) {
                if let Some(next) = shape.neighbor(cell, step) {
                    ways += 1;
                    assert_eq!(shape.neighbor(next, step.inverse()), Some(cell));
                    assert_eq!(shape.steps_between(cell, next), 1);
                }
            }
            assert_eq!(ways, 2 * (rows * (columns - 1) + columns * (rows - 1)));
        }
    }
}
