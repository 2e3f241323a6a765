//! Placements of the tiles of a board of up to a hundred cells.

use std::fmt;

use super::large_shape::MAX_LARGE_CELLS;
use super::spiral::spiral;
use super::{Board, BoardFaults, LargeShape, Move};

/// A placement of all tiles and the blank on the cells of a [`LargeShape`]. Always valid: each tile
/// appears exactly once. [`read`](Self::read) parses it.
///
/// ```
/// use tilebase::board::{LargeBoard, LargeShape, Move};
///
/// let board = LargeBoard::new(LargeShape::new(2, 3)?, &[1, 2, 3, 4, 0, 5])?;
/// let next = board.after(Move::Right).expect("the blank is in the middle");
/// assert_eq!(next, LargeBoard::blank_last(board.shape()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct LargeBoard {
    shape: LargeShape,
    blank: u8,
    /// The tile on each cell; zero past the last cell, so that derived equality is right.
    tiles: [u8; MAX_LARGE_CELLS],
}

impl LargeBoard {
    /// Creates a board from its tiles, row by row; 0 is the blank.
    ///
    /// # Errors
    /// [`BoardFaults`], like [`Board::new`].
    pub fn new(shape: LargeShape, numbers: &[u32]) -> Result<Self, BoardFaults> {
        BoardFaults::check(shape, numbers)?;
        let mut tiles = [0; MAX_LARGE_CELLS];
        let mut blank = 0;
        for (cell, (tile, number)) in (0..).zip(tiles.iter_mut().zip(numbers)) {
            #[expect(clippy::cast_possible_truncation, reason = "below MAX_LARGE_CELLS")]
            let byte = *number as u8;
            *tile = byte;
            if byte == 0 {
                blank = cell;
            }
        }
        Ok(Self { shape, blank, tiles })
    }

    /// The tiles in order, with the blank in the last cell.
    #[must_use]
    pub fn blank_last(shape: LargeShape) -> Self {
        Self::along(shape, shape.all_cells())
    }

    /// The blank in the first cell, then the tiles in order.
    #[must_use]
    pub fn blank_first(shape: LargeShape) -> Self {
        Self::along(shape, shape.all_cells().skip(1).chain([0]))
    }

    /// The tiles in order along a clockwise spiral from the top left, with the blank at its end.
    ///
    /// ```
    /// use tilebase::board::{LargeBoard, LargeShape};
    ///
    /// assert_eq!(LargeBoard::snail(LargeShape::new(3, 3)?).to_string(), "1,2,3,8,0,4,7,6,5");
    /// # Ok::<(), tilebase::board::ShapeError>(())
    /// ```
    #[must_use]
    pub fn snail(shape: LargeShape) -> Self {
        Self::along(shape, spiral(shape))
    }

    /// The tiles in order along these cells, which must be all cells, with the blank in the last
    /// one.
    fn along(shape: LargeShape, cells: impl IntoIterator<Item = u8>) -> Self {
        let mut tiles = [0; MAX_LARGE_CELLS];
        let mut blank = 0;
        for (cell, tile) in cells.into_iter().zip(1..) {
            tiles[usize::from(cell)] = tile;
            blank = cell;
        }
        tiles[usize::from(blank)] = 0;
        Self { shape, blank, tiles }
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
    pub(crate) const fn blank(&self) -> u8 {
        self.blank
    }

    /// The board after a move, or `None` if the blank would leave the board.
    #[must_use]
    pub fn after(&self, step: Move) -> Option<Self> {
        let to = self.shape.neighbor(self.blank, step)?;
        let mut next = *self;
        next.tiles.swap(self.blank.into(), to.into());
        next.blank = to;
        Some(next)
    }
}

impl From<&Board> for LargeBoard {
    fn from(board: &Board) -> Self {
        let mut tiles = [0; MAX_LARGE_CELLS];
        for (tile, known) in tiles.iter_mut().zip(board.tiles()) {
            *tile = known.number();
        }
        #[expect(clippy::cast_possible_truncation, reason = "a Board has at most 25 cells")]
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Goal, Shape};

    fn shape(rows: usize, columns: usize) -> LargeShape {
        LargeShape::new(rows, columns).unwrap()
    }

    #[test]
    fn all_faults_are_listed() {
        let faults = |rows, columns, numbers: &[u32]| {
            LargeBoard::new(shape(rows, columns), numbers).unwrap_err().to_string()
        };
        assert_eq!(
            faults(2, 2, &[1, 2, 2]),
            "not a 2x2 board: expected 4 tiles, found 3; tile 2 appears twice; the blank (0) is missing; \
             tile 3 is missing"
        );
        let mut numbers: Vec<u32> = (0..100).collect();
        numbers[5] = u32::MAX;
        assert_eq!(
            faults(10, 10, &numbers),
            "not a 10x10 board: tile 4294967295 at place 6 is not one of 0 to 99; tile 5 is missing"
        );
    }

    #[test]
    fn goals_are_those_of_small_boards() {
        for (rows, columns) in [(2, 2), (3, 3), (2, 7), (4, 3), (5, 5)] {
            let small = Shape::new(rows, columns).unwrap();
            let large = shape(rows, columns);
            let of_goal = |goal: Goal| LargeBoard::from(&goal.board());
            assert_eq!(LargeBoard::blank_last(large), of_goal(Goal::blank_last(small)));
            assert_eq!(LargeBoard::blank_first(large), of_goal(Goal::blank_first(small)));
            assert_eq!(LargeBoard::snail(large), of_goal(Goal::snail(small)), "{large}");
        }
    }
}
