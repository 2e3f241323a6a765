//! What another solver says of a board.

use crate::board::{Board, Move};

/// An answer, as it was read; nothing in it is believed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// These moves lead to the goal, in as few moves as can be.
    Path(Vec<Move>),
    /// The boards on such a path, with or without the first.
    Boards(Vec<Board>),
    /// The same, and that they are so many moves.
    BoardsAndLength {
        /// The boards.
        boards: Vec<Board>,
        /// How many moves they are said to be.
        length: u32,
    },
    /// So many moves are needed.
    Length(u32),
    /// These moves lead to the goal, and are so many.
    PathAndLength {
        /// The moves.
        moves: Vec<Move>,
        /// How many they are said to be.
        length: u32,
    },
    /// These moves lead to the goal, and the goal can't be reached: a program that prints both contradicts itself.
    PathAndUnsolvable {
        /// The moves.
        moves: Vec<Move>,
    },
    /// The goal can be reached.
    Solvable,
    /// The goal can't be reached.
    Unsolvable,
    /// A heuristic's estimate.
    Estimate(u32),
}
