//! Claims of another solver about a board.

use crate::board::{Board, Move};

/// An answer of another solver, as parsed. Nothing in it has been checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// These moves are an optimal path.
    Path(Vec<Move>),
    /// These are the boards of an optimal path, with or without the first.
    Boards(Vec<Board>),
    /// These are the boards of an optimal path, which has this length.
    BoardsAndLength {
        /// The boards.
        boards: Vec<Board>,
        /// The claimed number of moves.
        length: u32,
    },
    /// An optimal path has this many moves.
    Length(u32),
    /// These moves are an optimal path, which has this length.
    PathAndLength {
        /// The moves.
        moves: Vec<Move>,
        /// The claimed number of moves.
        length: u32,
    },
    /// These moves lead to the goal, and the goal can't be reached: the program contradicts itself.
    PathAndUnsolvable {
        /// The moves.
        moves: Vec<Move>,
    },
    /// The goal can be reached.
    Solvable,
    /// The goal can't be reached.
    Unsolvable,
    /// A heuristic's estimate of the distance.
    Estimate(u32),
}
