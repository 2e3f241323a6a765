//! A path as the boards on it.

use std::io::BufRead;

use super::error::{MovesReadError, MovesReadReason};
use crate::board::{Board, Move};
use crate::notation::{Assumed, BoardOptions, BoardRead, BoardReadError, Boards, Place};

/// A path: where it begins, and its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path {
    /// The first board.
    pub start: Board,
    /// What was assumed in reading the first board.
    pub assumed: Assumed,
    /// The moves, by where the blank goes.
    pub moves: Vec<Move>,
}

/// Reads a path that is given by its boards, in any form, each one slide away from the one before.
///
/// ```
/// use tilebase::board::Move;
/// use tilebase::notation::{BoardOptions, read_path};
///
/// let text = "2\n1 2\n0 3\n\n2\n1 2\n3 0\n";
/// let path = read_path(text.as_bytes(), BoardOptions::default())?;
/// assert_eq!((path.start.to_string().as_str(), path.moves), ("1203", vec![Move::Right]));
/// # Ok::<(), tilebase::notation::MovesReadError>(())
/// ```
///
/// # Errors
/// [`MovesReadError`] names the step whose board is none or is not one slide away; step *n* leads to board *n* + 1, and
/// step 0 is the first board.
pub fn read_path(input: impl BufRead, options: BoardOptions) -> Result<Path, MovesReadError> {
    let mut boards = Boards::new(input, options);
    let faulty = |step, error: BoardReadError| MovesReadError {
        step,
        place: error.place,
        reason: MovesReadReason::Board(error),
    };
    let Some(first) = boards.next() else {
        let place = Place { line: 1, column: 1 };
        return Err(MovesReadError { step: 0, place, reason: MovesReadReason::NoPath });
    };
    let BoardRead { board: start, assumed, .. } = first.map_err(|error| faulty(0, error))?;
    let (mut board, mut moves) = (start, Vec::new());
    for read in boards {
        let step = moves.len() + 1;
        let read = read.map_err(|error| faulty(step, error))?;
        let Some(made) = board.move_to(&read.board) else {
            let place = Place { line: read.line, column: 1 };
            return Err(MovesReadError {
                step,
                place,
                reason: MovesReadReason::NotOneSlide { board, next: read.board },
            });
        };
        moves.push(made);
        board = read.board;
    }
    Ok(Path { start, assumed, moves })
}
