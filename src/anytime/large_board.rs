//! A board of up to a hundred cells.

use std::fmt;

use super::large_shape::{LargeShape, MOST_CELLS};
use crate::board::{Board, Move};

/// An arrangement of all tiles and the blank on the cells of a [`LargeShape`], always valid: each
/// tile appears exactly once.
///
/// ```
/// use tilebase::anytime::{LargeBoard, LargeShape};
/// use tilebase::board::Move;
///
/// let board = LargeBoard::read("1 2 3 4 0 5", None)?;
/// assert_eq!(board.shape(), LargeShape::new(2, 3)?);
/// let next = board.after(Move::Right).expect("the blank is in the middle");
/// assert_eq!(next, LargeBoard::blank_last(board.shape()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct LargeBoard {
    shape: LargeShape,
    blank: u8,
    /// The tile on each cell; zero past the last cell, so that derived equality is right.
    tiles: [u8; MOST_CELLS],
}

impl LargeBoard {
    /// Creates a board from its tiles, row by row, 0 for the blank.
    ///
    /// # Errors
    /// [`LargeBoardError`] if there are more or fewer tiles than cells, or if a tile is repeated or
    /// does not exist on this shape.
    pub fn new(shape: LargeShape, numbers: &[u32]) -> Result<Self, LargeBoardError> {
        let cells = shape.cells();
        if numbers.len() != cells {
            return Err(LargeBoardError::Count { shape, found: numbers.len() });
        }
        let mut tiles = [0; MOST_CELLS];
        let mut places: [Option<u8>; MOST_CELLS] = [None; MOST_CELLS];
        for (place, (tile, &number)) in (0..).zip(tiles.iter_mut().zip(numbers)) {
            let known = usize::try_from(number).ok().filter(|number| *number < cells);
            let (Some(index), Ok(byte)) = (known, u8::try_from(number)) else {
                return Err(LargeBoardError::NoSuchTile { shape, number, place: usize::from(place) + 1 });
            };
            if places[index].replace(place).is_some() {
                return Err(LargeBoardError::Repeated { shape, number });
            }
            *tile = byte;
        }
        Ok(Self { shape, blank: places[0].unwrap_or_default(), tiles })
    }

    /// Parses numbers row by row, 0 for the blank, separated by spaces, commas, or both. `/` or a
    /// line break may separate rows. Without a shape, it follows from rows of equal length, or else
    /// from the number of tiles ([`LargeShape::squarest`]).
    ///
    /// # Errors
    /// [`LargeBoardError`] for the first fault found.
    pub fn read(text: &str, shape: Option<LargeShape>) -> Result<Self, LargeBoardError> {
        let is_gap = |letter: char| letter.is_whitespace() || letter == ',';
        let mut numbers = Vec::new();
        let mut rows = Vec::new();
        for row in text.split(['/', '\n']) {
            let before = numbers.len();
            for word in row.split(is_gap).filter(|word| !word.is_empty()) {
                let number = word.parse().map_err(|_no_number: std::num::ParseIntError| {
                    LargeBoardError::NoNumber { found: word.chars().take(40).collect() }
                })?;
                numbers.push(number);
            }
            if numbers.len() > before {
                rows.push(numbers.len() - before);
            }
        }
        let written = match rows.as_slice() {
            [_] | [] => None,
            [first, others @ ..] if others.iter().all(|row| row == first) => {
                LargeShape::new(rows.len(), *first).ok()
            }
            _ => return Err(LargeBoardError::Rows { rows }),
        };
        let shape = shape.or(written).or_else(|| LargeShape::squarest(numbers.len()));
        match (shape, written) {
            (Some(shape), Some(written)) if shape != written => Err(LargeBoardError::Rows { rows }),
            (Some(shape), _) => Self::new(shape, &numbers),
            (None, _) => Err(LargeBoardError::NoShape { found: numbers.len() }),
        }
    }

    /// The tiles in order, with the blank in the last cell.
    #[must_use]
    pub fn blank_last(shape: LargeShape) -> Self {
        Self::along(shape, 0..shape.cells())
    }

    /// The blank in the first cell, then the tiles in order.
    #[must_use]
    pub fn blank_first(shape: LargeShape) -> Self {
        Self::along(shape, (1..shape.cells()).chain([0]))
    }

    /// The tiles in order along a clockwise spiral from the top left, with the blank where it ends.
    ///
    /// ```
    /// use tilebase::anytime::{LargeBoard, LargeShape};
    ///
    /// assert_eq!(LargeBoard::snail(LargeShape::new(3, 3)?).to_string(), "1,2,3,8,0,4,7,6,5");
    /// # Ok::<(), tilebase::anytime::LargeShapeError>(())
    /// ```
    #[must_use]
    pub fn snail(shape: LargeShape) -> Self {
        let (rows, columns) = (shape.rows(), shape.columns());
        // Sorts cells by their ring, counted from the border, and by their place within it.
        let place = |cell: &usize| {
            let (row, column) = (cell / columns, cell % columns);
            let (last_row, last_column) = (rows - 1 - row, columns - 1 - column);
            let ring = row.min(column).min(last_row).min(last_column);
            let place = if row == ring {
                column - ring
            } else if last_column == ring {
                columns + row
            } else if last_row == ring {
                columns + rows + last_column
            } else {
                2 * columns + rows + last_row
            };
            (ring, place)
        };
        let mut cells: Vec<usize> = (0..shape.cells()).collect();
        cells.sort_by_key(place);
        Self::along(shape, cells)
    }

    /// The tiles in order along these cells, which must be all cells, with the blank in the last
    /// one.
    #[expect(clippy::cast_possible_truncation, reason = "tiles and cells are below MOST_CELLS")]
    fn along(shape: LargeShape, cells: impl IntoIterator<Item = usize>) -> Self {
        let mut tiles = [0; MOST_CELLS];
        let mut last = 0;
        for (cell, tile) in cells.into_iter().zip(1..) {
            tiles[cell] = tile;
            last = cell;
        }
        tiles[last] = 0;
        Self { shape, blank: last as u8, tiles }
    }

    /// The shape.
    #[must_use]
    pub const fn shape(&self) -> LargeShape {
        self.shape
    }

    /// The tiles row by row, 0 for the blank.
    #[must_use]
    pub fn tiles(&self) -> &[u8] {
        &self.tiles[..self.shape.cells()]
    }

    /// The cell of the blank, counted row by row from 0.
    pub(super) const fn blank(&self) -> u8 {
        self.blank
    }

    /// The board after a move, or `None` if the blank would leave the board.
    #[must_use]
    pub fn after(&self, step: Move) -> Option<Self> {
        let to = self.shape.neighbour(self.blank, step)?;
        let mut next = *self;
        next.tiles.swap(self.blank.into(), to.into());
        next.blank = to;
        Some(next)
    }
}

impl From<&Board> for LargeBoard {
    fn from(board: &Board) -> Self {
        let mut tiles = [0; MOST_CELLS];
        for (tile, known) in tiles.iter_mut().zip(board.tiles()) {
            *tile = known.number();
        }
        #[expect(clippy::cast_possible_truncation, reason = "a Board has 25 cells at the most")]
        let blank = board.blank().index() as u8;
        Self { shape: board.shape().into(), blank, tiles }
    }
}

impl fmt::Display for LargeBoard {
    /// Writes the numbers separated by commas.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, tile) in self.tiles().iter().enumerate() {
            write!(f, "{}{tile}", if place == 0 { "" } else { "," })?;
        }
        Ok(())
    }
}

impl fmt::Debug for LargeBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "LargeBoard({} {self})", self.shape)
    }
}

/// Why something is not a board of up to [`MOST_CELLS`] cells.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LargeBoardError {
    /// Something in the text is not a number.
    #[error("expected numbers with spaces or commas between them, found {found:?}")]
    NoNumber {
        /// The text in place of a number, or its beginning.
        found: String,
    },
    /// No shape has this many tiles.
    #[error(
        "no board has {found} cells: both sides are 2 or more, and there are at most {MOST_CELLS} \
         cells, as in 10x10"
    )]
    NoShape {
        /// How many numbers were found.
        found: usize,
    },
    /// The rows have different lengths, or not those of the shape.
    #[error("expected equal rows of the shape, found rows of {rows:?} tiles")]
    Rows {
        /// The number of tiles in each row.
        rows: Vec<usize>,
    },
    /// More or fewer tiles than cells.
    #[error("a {shape} board has {} cells, found {found} numbers", shape.cells())]
    Count {
        /// The shape.
        shape: LargeShape,
        /// How many numbers were found.
        found: usize,
    },
    /// A number that is not a tile of the shape.
    #[error("tile {number} at place {place} is not one of 0 to {} of a {shape} board", shape.cells() - 1)]
    NoSuchTile {
        /// The shape.
        shape: LargeShape,
        /// The number.
        number: u32,
        /// Its place, from 1.
        place: usize,
    },
    /// A tile that appears more than once, so that another one is missing.
    #[error(
        "tile {number} appears more than once on the {shape} board; expected each of 0 to {} once",
        shape.cells() - 1
    )]
    Repeated {
        /// The shape.
        shape: LargeShape,
        /// The number; 0 is the blank.
        number: u32,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(rows: usize, columns: usize) -> LargeShape {
        LargeShape::new(rows, columns).unwrap()
    }

    #[test]
    fn texts_are_read_with_and_without_rows() {
        let board = LargeBoard::new(shape(3, 2), &[1, 2, 3, 4, 5, 0]).unwrap();
        for text in ["1 2/3 4/5 0", "1,2\n3,4\n5,0\n", " 1, 2 / 3, 4 / 5, 0 "] {
            assert_eq!(LargeBoard::read(text, None), Ok(board), "{text:?}");
        }
        assert_eq!(LargeBoard::read("1 2 3 4 5 0", Some(shape(3, 2))), Ok(board));
        assert_eq!(LargeBoard::read(&board.to_string(), None).unwrap().shape(), shape(2, 3));
        let large = LargeBoard::blank_first(shape(10, 10));
        assert_eq!(LargeBoard::read(&large.to_string(), None), Ok(large));
    }

    #[test]
    fn every_fault_has_its_error() {
        let read = |text: &str, shape| LargeBoard::read(text, shape).unwrap_err();
        assert_eq!(read("1 x 3 0", None), LargeBoardError::NoNumber { found: "x".to_owned() });
        assert_eq!(read("1 -2 3 0", None), LargeBoardError::NoNumber { found: "-2".to_owned() });
        assert_eq!(read("", None), LargeBoardError::NoShape { found: 0 });
        assert_eq!(read("1 2 3 4 5 6 0", None), LargeBoardError::NoShape { found: 7 });
        assert_eq!(read("1 2/3", None), LargeBoardError::Rows { rows: vec![2, 1] });
        assert_eq!(read("1 2/3 4/5 0", Some(shape(2, 3))), LargeBoardError::Rows { rows: vec![2, 2, 2] });
        let two = shape(2, 2);
        assert_eq!(read("1 2 3", Some(two)), LargeBoardError::Count { shape: two, found: 3 });
        let unknown = LargeBoardError::NoSuchTile { shape: two, number: 4, place: 3 };
        assert_eq!(read("1 2 4 0", None), unknown);
        assert_eq!(read("1 2 2 0", None), LargeBoardError::Repeated { shape: two, number: 2 });
        assert!(matches!(read("1 2 3 4294967295", None), LargeBoardError::NoSuchTile { .. }));
        assert!(matches!(read("1 2 3 4294967296", None), LargeBoardError::NoNumber { .. }));
    }

    #[test]
    fn goals_are_those_of_small_boards() {
        for (rows, columns) in [(2, 2), (3, 3), (2, 7), (4, 3), (5, 5)] {
            let small = crate::board::Shape::new(rows, columns).unwrap();
            let large = shape(rows, columns);
            let of_goal = |goal: crate::Goal| LargeBoard::from(&goal.board());
            assert_eq!(LargeBoard::blank_last(large), of_goal(crate::Goal::blank_last(small)));
            assert_eq!(LargeBoard::blank_first(large), of_goal(crate::Goal::blank_first(small)));
            assert_eq!(LargeBoard::snail(large), of_goal(crate::Goal::snail(small)), "{large}");
        }
    }
}
