//! Why a text is not moves, and at which step.

use super::form::MoveForm;
use crate::board::{Board, Tile};
use crate::notation::{BoardReadError, Place};

/// Why a text is not a sequence of moves.
///
/// ```
/// use tilebase::notation::{MoveOptions, read_moves};
///
/// let error = read_moves("UL\nUx", &MoveOptions::default()).unwrap_err();
/// assert_eq!(error.to_string(), "step 4 (line 2, column 2): expected a move, found \"x\"");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("step {step} ({place}): {reason}")]
pub struct MovesReadError {
    /// The step, from 1.
    pub step: usize,
    /// Where it stands.
    pub place: Place,
    /// What is wrong with it.
    pub reason: MovesReadReason,
}

/// What is wrong with a step.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MovesReadReason {
    /// It is no move in any form.
    #[error("expected a move, found {found:?}")]
    NoMove {
        /// What stands there, cut if it is long.
        found: String,
    },
    /// It is a move in another form than was told, or than the steps before it.
    #[error("expected a move in the form {expected}, found {found:?}")]
    OtherForm {
        /// The form that was expected.
        expected: MoveForm,
        /// What stands there, cut if it is long.
        found: String,
    },
    /// It is repeated more often than any board is wide.
    #[error("expected 1 to {most} repetitions, found {found}")]
    Count {
        /// The most that a board allows.
        most: usize,
        /// The number that stands there.
        found: String,
    },
    /// Numbers of tiles say nothing without a board.
    #[error("the numbers of tiles are moves on a board only, and the board is not known")]
    NoBoard,
    /// Numbers of tiles that may have two digits have no gaps between them.
    #[error("{found} may be one tile or several of a board of {} tiles: put gaps between the numbers", board.shape().tiles())]
    AmbiguousNumber {
        /// The number that stands there.
        found: String,
        /// The board.
        board: Board,
    },
    /// The blank would leave the board.
    #[error("the blank of {board} can't go {direction}: that is over the edge")]
    OverTheEdge {
        /// The board before the step.
        board: Board,
        /// Where the blank would go.
        direction: &'static str,
    },
    /// The tile is not beside the blank.
    #[error("tile {tile} can't slide: it is not beside the blank of {board}")]
    NotBeside {
        /// The board before the step.
        board: Board,
        /// The tile.
        tile: Tile,
    },
    /// The board has no such tile.
    #[error("there is no tile {found} on {board}")]
    NoSuchTile {
        /// The board before the step.
        board: Board,
        /// The number that stands there.
        found: String,
    },
    /// One of the boards of a path is none.
    #[error("{}", .0.reason)]
    Board(BoardReadError),
    /// Two boards of a path are not one slide apart.
    #[error("{next} is not one slide away from {board}")]
    NotOneSlide {
        /// The board before the step.
        board: Board,
        /// The board after it.
        next: Board,
    },
    /// A path has no board.
    #[error("expected the boards of a path, found none")]
    NoPath,
}
