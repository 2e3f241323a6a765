//! Many boards of one shape as consecutive bytes, the layout of arrays in other languages.

use std::error::Error;
use std::fmt;

use super::bytes::{cell_of_blank, is_valid};
use super::{Board, BoardFaults, Move, Shape};

/// Boards of one shape: the tiles of each row by row, one board after another. The boards are
/// checked once, when the batch is created, so reading one costs no more than its bytes.
///
/// ```
/// use tilebase::board::{Batch, Shape};
///
/// let tiles = [1, 2, 3, 0, /* and */ 0, 1, 3, 2];
/// let batch = Batch::new(Shape::new(2, 2)?, &tiles)?;
/// assert_eq!(batch.len(), 2);
/// assert_eq!(batch.boards().map(|board| board.to_string()).collect::<Vec<_>>(), ["1230", "0132"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Batch<'a> {
    shape: Shape,
    tiles: &'a [u8],
}

impl<'a> Batch<'a> {
    /// Creates a batch from its bytes; 0 is the blank. An empty slice is an empty batch.
    ///
    /// # Errors
    /// [`BatchError`] with the first invalid board, or with the last one if it is incomplete.
    pub fn new(shape: Shape, tiles: &'a [u8]) -> Result<Self, BatchError> {
        let boards = tiles.chunks_exact(shape.cells());
        let rest = boards.remainder();
        for (number, tiles) in boards.enumerate() {
            if !is_valid(shape, tiles) {
                return Err(BatchError { number, faults: BoardFaults::of(shape, tiles) });
            }
        }
        if rest.is_empty() {
            Ok(Self { shape, tiles })
        } else {
            Err(BatchError { number: tiles.len() / shape.cells(), faults: BoardFaults::of(shape, rest) })
        }
    }

    /// The number of rows and columns of each board.
    #[must_use]
    pub const fn shape(&self) -> Shape {
        self.shape
    }

    /// The number of boards.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.tiles.len() / self.shape.cells()
    }

    /// Whether the batch has no boards.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.tiles.is_empty()
    }

    /// Iterates over the bytes of each board.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = &'a [u8]> + use<'a> {
        self.tiles.chunks_exact(self.shape.cells())
    }

    /// Iterates over the boards.
    pub fn boards(&self) -> impl ExactSizeIterator<Item = Board> + use<'a> {
        let shape = self.shape;
        self.rows().map(move |tiles| Board::from_valid_bytes(shape, tiles))
    }

    /// Returns the board with this number, counted from 0, or `None` if it is out of range.
    #[must_use]
    pub fn get(&self, number: usize) -> Option<Board> {
        let tiles = self.rows().nth(number)?;
        Some(Board::from_valid_bytes(self.shape, tiles))
    }

    /// Makes each of the four moves on each board. Writes four boards per board, in the order of
    /// [`Move::ALL`], and whether each move is legal. An illegal move leaves the board unchanged.
    ///
    /// ```
    /// use tilebase::board::{Batch, Shape};
    ///
    /// let batch = Batch::new(Shape::new(2, 2)?, &[1, 2, 3, 0])?;
    /// let (mut boards, mut legal) = ([0; 16], [false; 4]);
    /// batch.successors(&mut boards, &mut legal);
    /// assert_eq!(legal, [true, false, true, false]);
    /// assert_eq!(boards, [1, 0, 3, 2, /* D */ 1, 2, 3, 0, /* L */ 1, 2, 0, 3, /* R */ 1, 2, 3, 0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// If `boards` is not four times as long as the batch's bytes, or `legal` does not have four flags
    /// per board.
    #[track_caller]
    pub fn successors(&self, boards: &mut [u8], legal: &mut [bool]) {
        let cells = self.shape.cells();
        assert_eq!(boards.len(), 4 * self.tiles.len(), "four boards are written for each");
        assert_eq!(legal.len(), 4 * self.len(), "four flags are written for each");
        let steps = steps_by_blank(self.shape);
        let targets = boards.chunks_exact_mut(4 * cells).zip(legal.chunks_exact_mut(4));
        for (tiles, (boards, legal)) in self.rows().zip(targets) {
            let blank = cell_of_blank(tiles);
            let next = boards.chunks_exact_mut(cells).zip(legal).zip(steps[blank]);
            for ((next, legal), to) in next {
                // No branch: an illegal move swaps the blank with itself.
                next.copy_from_slice(tiles);
                next.swap(blank, to);
                *legal = to != blank;
            }
        }
    }

    /// Makes one move on each board and writes the resulting boards.
    ///
    /// # Errors
    /// The number, from 0, of the first board on which its move is illegal. The content of `boards`
    /// is then unspecified.
    ///
    /// # Panics
    /// If there is not exactly one move per board, or `boards` is not as long as the batch's bytes.
    #[track_caller]
    pub fn after(&self, moves: &[Move], boards: &mut [u8]) -> Result<(), usize> {
        assert_eq!(moves.len(), self.len(), "one move is made on each board");
        assert_eq!(boards.len(), self.tiles.len(), "one board is written for each");
        let steps = steps_by_blank(self.shape);
        boards.copy_from_slice(self.tiles);
        for (number, (next, step)) in boards.chunks_exact_mut(self.shape.cells()).zip(moves).enumerate() {
            let blank = cell_of_blank(next);
            let to = steps[blank][*step as usize];
            if to == blank {
                return Err(number);
            }
            next.swap(blank, to);
        }
        Ok(())
    }
}

/// `steps[cell][move]`: the blank's cell after the move, or `cell` itself if the move is illegal.
fn steps_by_blank(shape: Shape) -> Vec<[usize; 4]> {
    let to = |cell, step| shape.neighbor(cell, step).unwrap_or(cell).index();
    shape.all_cells().map(|cell| Move::ALL.map(|step| to(cell, step))).collect()
}

/// An invalid board in a batch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BatchError {
    /// The board's number, from 0.
    pub number: usize,
    /// The faults of the board.
    pub faults: BoardFaults,
}

impl fmt::Display for BatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "board {}, counted from 0: {}", self.number, self.faults)
    }
}

impl Error for BatchError {}

#[cfg(test)]
mod tests {
    use super::super::BoardFault;
    use super::*;

    /// All permutations of the tiles of a shape, as bytes.
    fn all_boards(shape: Shape) -> Vec<u8> {
        fn add(rest: &mut Vec<u8>, chosen: &mut Vec<u8>, boards: &mut Vec<u8>) {
            if rest.is_empty() {
                boards.extend_from_slice(chosen);
            }
            for place in 0..rest.len() {
                let tile = rest.remove(place);
                chosen.push(tile);
                add(rest, chosen, boards);
                chosen.pop();
                rest.insert(place, tile);
            }
        }
        let mut boards = Vec::new();
        add(&mut (0..).take(shape.cells()).collect(), &mut Vec::new(), &mut boards);
        boards
    }

    #[test]
    fn batch_successors_match_board_successors() {
        for (rows, columns) in [(2, 2), (2, 3), (3, 2), (2, 4)] {
            let shape = Shape::new(rows, columns).unwrap();
            let tiles = all_boards(shape);
            let batch = Batch::new(shape, &tiles).unwrap();
            let (mut next, mut legal) = (vec![9; 4 * tiles.len()], vec![true; 4 * batch.len()]);
            batch.successors(&mut next, &mut legal);
            let next = Batch::new(shape, &next).unwrap();
            for (number, board) in batch.boards().enumerate() {
                assert_eq!(batch.get(number), Some(board));
                for (step, place) in Move::ALL.into_iter().zip(4 * number..) {
                    assert_eq!(next.get(place), Some(board.after(step).unwrap_or(board)));
                    assert_eq!(legal[place], board.after(step).is_some());
                    let mut after = vec![0; shape.cells()];
                    let one = Batch::new(shape, batch.rows().nth(number).unwrap()).unwrap();
                    match one.after(&[step], &mut after) {
                        Ok(()) => assert_eq!(Board::from_bytes(shape, &after).ok(), board.after(step)),
                        Err(number) => assert_eq!((number, board.after(step)), (0, None)),
                    }
                }
            }
            assert_eq!(batch.get(batch.len()), None);
        }
    }

    /// Changes each byte of a board to each other value, and compares with the slow check, which
    /// lists the faults.
    #[test]
    fn every_faulty_board_is_found() {
        let shape = Shape::THREE_BY_THREE;
        let good = [6, 3, 8, 5, 4, 1, 7, 2, 0];
        for place in 0..9 {
            for value in 0..=u8::MAX {
                let mut tiles = [good, good, good].concat();
                tiles[9 + place] = value;
                let numbers: Vec<u32> = tiles[9..18].iter().map(|tile| (*tile).into()).collect();
                let expected =
                    Board::new(shape, &numbers).map(|_| 3).map_err(|faults| BatchError { number: 1, faults });
                assert_eq!(Batch::new(shape, &tiles).map(|batch| batch.len()), expected);
                assert_eq!(value == good[place], expected.is_ok());
            }
        }
        let error = Batch::new(shape, &[&good[..], &good[..4]].concat()).unwrap_err();
        assert_eq!(
            (error.number, &error.faults.faults()[0]),
            (1, &BoardFault::WrongCount { expected: 9, found: 4 })
        );
        assert!(Batch::new(shape, &[]).unwrap().is_empty());
    }
}
