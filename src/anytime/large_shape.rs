//! Shapes of boards of up to a hundred cells.

use std::fmt;
use std::str::FromStr;

use crate::board::{Move, Shape};

/// Maximum number of cells of a [`LargeShape`]: those of 10x10.
pub const MOST_CELLS: usize = 100;

/// The rows and columns of a board of up to [`MOST_CELLS`] cells. Each side is at least 2.
///
/// ```
/// use tilebase::anytime::LargeShape;
///
/// let shape: LargeShape = "10x10".parse()?;
/// assert_eq!((shape.rows(), shape.columns(), shape.cells()), (10, 10, 100));
/// # Ok::<(), tilebase::anytime::LargeShapeError>(())
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
    /// [`LargeShapeError::Size`] if a side is below 2, or if there are more than [`MOST_CELLS`]
    /// cells.
    pub fn new(rows: usize, columns: usize) -> Result<Self, LargeShapeError> {
        match (u8::try_from(rows), u8::try_from(columns)) {
            (Ok(r @ 2..), Ok(c @ 2..)) if rows * columns <= MOST_CELLS => Ok(Self { rows: r, columns: c }),
            _ => Err(LargeShapeError::Size { rows, columns }),
        }
    }

    /// Returns the most likely shape of a board with this many cells: the squarest one, with at
    /// least as many columns as rows. Returns `None` if no shape has this many cells.
    ///
    /// ```
    /// use tilebase::anytime::LargeShape;
    ///
    /// assert_eq!(LargeShape::squarest(36), LargeShape::new(6, 6).ok());
    /// assert_eq!(LargeShape::squarest(30), LargeShape::new(5, 6).ok());
    /// assert_eq!(LargeShape::squarest(31), None);
    /// ```
    #[must_use]
    pub fn squarest(cells: usize) -> Option<Self> {
        let rows = (2..=cells.isqrt()).rev().find(|rows| cells.is_multiple_of(*rows))?;
        Self::new(rows, cells / rows).ok()
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

    /// Converts to a [`Shape`] for exact searches, or returns `None` if there are too many cells.
    #[must_use]
    pub fn exact(self) -> Option<Shape> {
        Shape::new(self.rows(), self.columns()).ok()
    }

    /// The cell that the blank reaches from `cell` by a move, or `None` if that leaves the board.
    pub(super) fn neighbour(self, cell: u8, step: Move) -> Option<u8> {
        let (row, column) = (cell / self.columns, cell % self.columns);
        match step {
            Move::Up => (row > 0).then(|| cell - self.columns),
            Move::Down => (row + 1 < self.rows).then(|| cell + self.columns),
            Move::Left => (column > 0).then(|| cell - 1),
            Move::Right => (column + 1 < self.columns).then(|| cell + 1),
        }
    }

    /// The number of steps between two cells along rows and columns.
    pub(super) const fn steps_between(self, one: u8, other: u8) -> u8 {
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
    type Err = LargeShapeError;

    /// Parses `ROWSxCOLUMNS`, such as `6x6`.
    fn from_str(text: &str) -> Result<Self, LargeShapeError> {
        let sides = text
            .split_once(['x', 'X'])
            .and_then(|(rows, columns)| Some((rows.trim().parse().ok()?, columns.trim().parse().ok()?)));
        match sides {
            Some((rows, columns)) => Self::new(rows, columns),
            None => Err(LargeShapeError::Text { found: text.chars().take(40).collect() }),
        }
    }
}

/// Why something is not a shape of up to [`MOST_CELLS`] cells.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LargeShapeError {
    /// A side below 2, or too many cells.
    #[error(
        "{rows}x{columns} is not a board shape: each side has 2 cells or more, and a board at most \
         {MOST_CELLS} cells"
    )]
    Size {
        /// The requested rows.
        rows: usize,
        /// The requested columns.
        columns: usize,
    },
    /// Text that is not of the form `6x6`.
    #[error("expected a shape such as 3x3 (rows x columns), found {found:?}")]
    Text {
        /// The text, or its beginning.
        found: String,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_and_sizes_are_checked() {
        for (rows, columns) in [(1, 3), (3, 1), (0, 0), (10, 11), (51, 2), (300, 300), (usize::MAX, 2)] {
            assert_eq!(LargeShape::new(rows, columns), Err(LargeShapeError::Size { rows, columns }));
        }
        for text in ["", "3", "3x", "x3", "3x3x3", "-3x3"] {
            assert!(matches!(text.parse::<LargeShape>(), Err(LargeShapeError::Text { .. })), "{text:?}");
        }
        assert_eq!(LargeShape::new(6, 6).unwrap().exact(), None);
        assert_eq!(LargeShape::new(5, 5).unwrap().exact(), Shape::new(5, 5).ok());
    }

    #[test]
    fn neighbours_are_one_step_away_and_mutual() {
        for (rows, columns) in [(2, 2), (2, 50), (50, 2), (10, 10), (7, 3)] {
            let shape = LargeShape::new(rows, columns).unwrap();
            let cells = u8::try_from(shape.cells()).unwrap();
            let mut ways = 0;
            for (cell, step) in (0..cells).flat_map(|cell| Move::ALL.map(|step| (cell, step))) {
                if let Some(next) = shape.neighbour(cell, step) {
                    ways += 1;
                    assert_eq!(shape.neighbour(next, step.inverse()), Some(cell));
                    assert_eq!(shape.steps_between(cell, next), 1);
                }
            }
            assert_eq!(ways, 2 * (rows * (columns - 1) + columns * (rows - 1)));
        }
    }
}
