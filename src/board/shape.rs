//! Rows and columns of a board.

use std::fmt;
use std::str::FromStr;

use super::{Cell, Move};

/// Maximum number of cells of a board. Boards are stored inline and copied freely.
pub(crate) const MAX_CELLS: usize = 25;

/// `RECIPROCALS[c]` is `256 / c`, rounded up. For every cell of a board with `c` columns,
/// `cell * RECIPROCALS[c] / 256` equals `cell / c`, both rounded down; a test checks all cases.
const RECIPROCALS: [usize; MAX_CELLS] = {
    let mut reciprocals = [0; MAX_CELLS];
    let mut columns = 1;
    while columns < MAX_CELLS {
        reciprocals[columns] = 256_usize.div_ceil(columns);
        columns += 1;
    }
    reciprocals
};

/// The number of rows and columns: each at least 2, with at most 25 cells in all.
///
/// ```
/// use tilebase::board::Shape;
///
/// let shape: Shape = "3x4".parse()?;
/// assert_eq!((shape.rows(), shape.columns(), shape.cells()), (3, 4, 12));
/// assert_eq!(shape.to_string(), "3x4");
/// # Ok::<(), tilebase::board::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Shape {
    rows: u8,
    columns: u8,
}

impl Shape {
    /// The shape of the 8-puzzle.
    pub const THREE_BY_THREE: Self = Self { rows: 3, columns: 3 };

    /// Creates a shape.
    ///
    /// # Errors
    /// [`ShapeError::Size`] if a side is below 2 or there would be more than 25 cells.
    pub fn new(rows: usize, columns: usize) -> Result<Self, ShapeError> {
        let [rows, columns] = checked_sides(rows, columns, MAX_CELLS)?;
        Ok(Self { rows, columns })
    }

    /// Returns the most likely shape of a board with this many cells: the squarest one that is at
    /// least as wide as high (9 cells are 3x3, 12 are 3x4, 8 are 2x4). Returns `None` if no shape
    /// has that many cells.
    ///
    /// ```
    /// use tilebase::board::Shape;
    ///
    /// assert_eq!(Shape::squarest(12), Shape::new(3, 4).ok());
    /// assert_eq!(Shape::squarest(7), None);
    /// ```
    #[must_use]
    pub fn squarest(cells: usize) -> Option<Self> {
        let (rows, columns) = squarest_sides(cells)?;
        Self::new(rows, columns).ok()
    }

    /// Transposes the shape: rows become columns.
    pub(crate) const fn transposed(self) -> Self {
        Self { rows: self.columns, columns: self.rows }
    }

    /// Returns the cell to which a cell goes when the shape is transposed.
    pub(crate) fn transposed_cell(self, cell: Cell) -> Cell {
        self.transposed().cell(self.column(cell), self.row(cell))
    }

    /// The number of rows.
    #[must_use]
    pub const fn rows(self) -> usize {
        self.rows as usize
    }

    /// The number of rows and columns as bytes, for file headers.
    pub(crate) const fn sides(self) -> [u8; 2] {
        [self.rows, self.columns]
    }

    /// The number of columns.
    #[must_use]
    pub const fn columns(self) -> usize {
        self.columns as usize
    }

    /// The number of cells: rows times columns.
    #[must_use]
    pub const fn cells(self) -> usize {
        self.rows() * self.columns()
    }

    /// The number of tiles, without the blank: one less than the number of cells.
    #[must_use]
    pub const fn tiles(self) -> usize {
        self.cells() - 1
    }

    /// The last cell: the bottom right corner.
    pub(crate) const fn last_cell(self) -> Cell {
        Cell::new(self.rows * self.columns - 1)
    }

    /// Iterates over all cells in order.
    pub fn all_cells(self) -> impl Iterator<Item = Cell> {
        (0..self.rows * self.columns).map(Cell::new)
    }

    /// Returns the cell at a row and column, both counted from 0.
    ///
    /// # Panics
    /// If the shape has no such row or column.
    #[must_use]
    #[track_caller]
    pub fn cell(self, row: usize, column: usize) -> Cell {
        assert!(row < self.rows() && column < self.columns(), "no row {row}, column {column} on {self}");
        #[expect(clippy::cast_possible_truncation, reason = "below MAX_CELLS, by the line above")]
        Cell::new((row * self.columns() + column) as u8)
    }

    /// The row of a cell, from 0.
    #[must_use]
    pub const fn row(self, cell: Cell) -> usize {
        // A multiplication instead of a division, which would cost ten times as much in every move.
        (cell.index() * RECIPROCALS[self.columns()]) >> 8
    }

    /// The column of a cell, from 0.
    #[must_use]
    pub const fn column(self, cell: Cell) -> usize {
        cell.index() - self.row(cell) * self.columns()
    }

    /// Returns the blank's cell after a move from `cell`, or `None` if the blank would leave the
    /// board.
    ///
    /// ```
    /// use tilebase::board::{Cell, Move, Shape};
    ///
    /// let shape = Shape::new(2, 3)?;
    /// assert_eq!(shape.neighbor(Cell::new(1), Move::Down), Some(Cell::new(4)));
    /// assert_eq!(shape.neighbor(Cell::new(1), Move::Up), None);
    /// # Ok::<(), tilebase::board::ShapeError>(())
    /// ```
    #[must_use]
    pub fn neighbor(self, cell: Cell, step: Move) -> Option<Cell> {
        let (row, column) = (self.row(cell), self.column(cell));
        match step {
            Move::Up => (row > 0).then(|| self.cell(row - 1, column)),
            Move::Down => (row + 1 < self.rows()).then(|| self.cell(row + 1, column)),
            Move::Left => (column > 0).then(|| self.cell(row, column - 1)),
            Move::Right => (column + 1 < self.columns()).then(|| self.cell(row, column + 1)),
        }
    }

    /// The number of steps between two cells along rows and columns (the Manhattan distance).
    #[must_use]
    pub const fn steps_between(self, one: Cell, other: Cell) -> usize {
        self.row(one).abs_diff(self.row(other)) + self.column(one).abs_diff(self.column(other))
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.rows, self.columns)
    }
}

impl FromStr for Shape {
    type Err = ShapeError;

    /// Parses `ROWSxCOLUMNS`, such as `3x4`.
    fn from_str(text: &str) -> Result<Self, ShapeError> {
        let (rows, columns) = read_sides(text)?;
        Self::new(rows, columns)
    }
}

/// Returns the sides as bytes if each is at least 2, with at most `max_cells` cells in all.
pub(super) fn checked_sides(rows: usize, columns: usize, max_cells: usize) -> Result<[u8; 2], ShapeError> {
    // Saturating: the sides may be any numbers, and the product must not overflow.
    let cells = rows.saturating_mul(columns);
    match (u8::try_from(rows), u8::try_from(columns)) {
        (Ok(r @ 2..), Ok(c @ 2..)) if cells <= max_cells => Ok([r, c]),
        _ => Err(ShapeError::Size { rows, columns, max_cells }),
    }
}

/// Returns the sides of the squarest board with this many cells that is at least as wide as high.
pub(super) fn squarest_sides(cells: usize) -> Option<(usize, usize)> {
    let rows = (2..=cells.isqrt()).rev().find(|rows| cells.is_multiple_of(*rows))?;
    Some((rows, cells / rows))
}

/// Parses `ROWSxCOLUMNS`.
pub(super) fn read_sides(text: &str) -> Result<(usize, usize), ShapeError> {
    let sides = text
        .split_once(['x', 'X'])
        .and_then(|(rows, columns)| Some((rows.trim().parse().ok()?, columns.trim().parse().ok()?)));
    sides.ok_or_else(|| ShapeError::Text { found: text.chars().take(40).collect() })
}

/// The reason why a size or a text is not a [`Shape`], or not a
/// [`LargeShape`](super::LargeShape).
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ShapeError {
    /// A side is below 2, or there are too many cells.
    #[error(
        "{rows}x{columns} is not a board shape: each side has 2 cells or more, and a board at most \
         {max_cells} cells"
    )]
    Size {
        /// The number of rows given.
        rows: usize,
        /// The number of columns given.
        columns: usize,
        /// The maximum number of cells.
        max_cells: usize,
    },
    /// The text is not of the form `3x4`.
    #[error("expected a shape such as 3x3 (rows x columns), found {found:?}")]
    Text {
        /// The text, truncated to 40 characters.
        found: String,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_and_sizes_are_checked() {
        for (rows, columns) in [(1, 3), (3, 1), (0, 0), (5, 6), (13, 2), (300, 300), (usize::MAX, 2)] {
            let error = ShapeError::Size { rows, columns, max_cells: 25 };
            assert_eq!(Shape::new(rows, columns), Err(error));
        }
        for text in ["", "3", "3x", "x3", "3x3x3", "3×3", "-3x3", "threexthree"] {
            assert!(matches!(text.parse::<Shape>(), Err(ShapeError::Text { .. })), "{text:?}");
        }
    }

    #[test]
    fn rows_and_columns_match_division() {
        for (rows, columns) in (2..=12).flat_map(|rows| (2..=12).map(move |columns| (rows, columns))) {
            let Ok(shape) = Shape::new(rows, columns) else { continue };
            for cell in shape.all_cells() {
                let expected = (cell.index() / columns, cell.index() % columns);
                assert_eq!((shape.row(cell), shape.column(cell)), expected, "{cell} of {shape}");
            }
        }
    }

    #[test]
    fn neighbors_are_mutual_and_one_step_away() {
        for (rows, columns) in [(2, 2), (2, 5), (3, 3), (4, 3), (5, 5), (12, 2)] {
            let shape = Shape::new(rows, columns).unwrap();
            let mut ways = 0;
            for cell in shape.all_cells() {
                for step in Move::ALL {
                    if let Some(next) = shape.neighbor(cell, step) {
                        ways += 1;
                        assert_eq!(shape.neighbor(next, step.inverse()), Some(cell));
                        assert_eq!(shape.steps_between(cell, next), 1);
                    }
                }
            }
            assert_eq!(ways, 2 * (rows * (columns - 1) + columns * (rows - 1)));
        }
    }
}
