//! What an answer comes to.

use std::fmt;

use crate::board::{Board, Goal, Move};

/// What was found when an answer was replayed and compared with the truth.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Finding {
    /// A path to the goal, or a length, that none is shorter than.
    Optimal {
        /// Its moves.
        length: u32,
    },
    /// The board can be solved, and no more was said.
    Solvable,
    /// The board can't be solved, and that was said.
    Unsolvable,
    /// An estimate that is not above the distance.
    Admissible {
        /// The estimate.
        estimate: u32,
        /// The distance; none if the board can't be solved, so that no estimate is too large.
        distance: Option<u32>,
    },
    /// It leads to the goal, but takes more moves than needed.
    Longer {
        /// Its moves.
        length: u32,
        /// How many could be saved.
        by: u32,
    },
    /// A move that can't be made.
    IllegalMove {
        /// Which, from 1.
        step: usize,
        /// Why not.
        why: IllegalMove,
    },
    /// The moves are legal, but don't end at the goal.
    EndsElsewhere {
        /// Where they end.
        at: Board,
        /// How far that is from the goal.
        distance: u32,
    },
    /// A list of boards that does not begin with the board.
    StartsElsewhere {
        /// Its first board.
        at: Board,
    },
    /// The path is not as long as it is said to be.
    LengthDisagrees {
        /// Its moves.
        path: u32,
        /// The length that was said.
        said: u32,
    },
    /// A length that is more than the shortest path has.
    TooLong {
        /// The length that was said.
        said: u32,
        /// The distance.
        distance: u32,
    },
    /// A length that is less than any path has.
    TooShort {
        /// The length that was said.
        said: u32,
        /// The distance.
        distance: u32,
    },
    /// Said to be unsolvable, but it isn't: here is a path.
    SaysUnsolvable {
        /// An optimal path.
        proof: Vec<Move>,
    },
    /// Said to be solvable, but it isn't.
    SaysSolvable,
    /// Said to be unsolvable, with a path beside it.
    SaysBoth {
        /// The moves of the path.
        length: u32,
        /// Can the board be solved?
        is_solvable: bool,
    },
    /// As many moves as a shortest path has, and the same ones, but in another order.
    WrongOrder {
        /// The moves.
        length: u32,
        /// Which of them, from 1, can't be made; none if all can, and lead elsewhere.
        step: Option<usize>,
    },
    /// Right if moves are named by what the other convention names them by.
    OtherConvention {
        /// The moves of the path.
        length: u32,
        /// How many could be saved.
        by: u32,
    },
    /// Right if the moves are made in the opposite order: as a path from the goal to the board.
    Reversed {
        /// The moves of the path.
        length: u32,
    },
    /// The path leads to another goal that is in use.
    OtherGoal {
        /// That goal.
        goal: Goal,
    },
    /// The length is right if sliding several tiles at once counts as one move.
    MultiTile {
        /// The length that was said.
        said: u32,
        /// The length in single-tile moves.
        length: u32,
    },
    /// An estimate above the distance.
    Inadmissible {
        /// The estimate.
        estimate: u32,
        /// The distance.
        distance: u32,
    },
    /// Estimates that differ by more than one between neighbours.
    Inconsistent {
        /// The estimate.
        estimate: u32,
        /// A neighbour of the board.
        neighbour: Board,
        /// That neighbour's estimate.
        neighbours_estimate: u32,
    },
    /// It could not be read as an answer.
    Malformed {
        /// Why not.
        reason: String,
    },
}

/// Why a move can't be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IllegalMove {
    /// The blank would leave the board.
    OffTheBoard {
        /// The move of the blank.
        step: Move,
        /// The board on which it was to be made.
        on: Board,
    },
    /// The next board of a list is not one slide away.
    NotOneSlide {
        /// The board before.
        before: Board,
        /// The board after.
        after: Board,
    },
}

impl Finding {
    /// Is the answer right? A path that is longer than need be is right for a judge who asks for no more; so is its length,
    /// told without the path, if a path can have it: paths between two boards are all of even or all of odd length.
    #[must_use]
    pub const fn is_right(&self, accepts_longer: bool) -> bool {
        match self {
            Self::Optimal { .. } | Self::Solvable | Self::Unsolvable | Self::Admissible { .. } => true,
            Self::Longer { .. } => accepts_longer,
            Self::TooLong { said, distance } => accepts_longer && (*said - *distance).is_multiple_of(2),
            _ => false,
        }
    }

    /// The kind, in lower case without spaces: what summaries count by.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Optimal { .. } => "optimal",
            Self::Solvable => "solvable",
            Self::Unsolvable => "unsolvable",
            Self::Admissible { .. } => "admissible",
            Self::Longer { .. } => "longer",
            Self::IllegalMove { .. } => "illegal-move",
            Self::EndsElsewhere { .. } => "ends-elsewhere",
            Self::StartsElsewhere { .. } => "starts-elsewhere",
            Self::LengthDisagrees { .. } => "length-disagrees",
            Self::TooLong { .. } => "too-long",
            Self::TooShort { .. } => "too-short",
            Self::SaysUnsolvable { .. } => "says-unsolvable",
            Self::SaysSolvable => "says-solvable",
            Self::SaysBoth { .. } => "says-both",
            Self::WrongOrder { .. } => "wrong-order",
            Self::OtherConvention { .. } => "other-convention",
            Self::Reversed { .. } => "reversed",
            Self::OtherGoal { .. } => "other-goal",
            Self::MultiTile { .. } => "multi-tile",
            Self::Inadmissible { .. } => "inadmissible",
            Self::Inconsistent { .. } => "inconsistent",
            Self::Malformed { .. } => "malformed",
        }
    }
}

/// A sentence without a full stop. Moves are those of the blank.
impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Optimal { length } => write!(f, "optimal, {}", moves(*length)),
            Self::Solvable => f.write_str("it can be solved, as it says"),
            Self::Unsolvable => f.write_str("unsolvable, as it says"),
            Self::Admissible { estimate, distance: Some(distance) } => {
                write!(f, "{estimate} is not above the distance, {distance}")
            }
            Self::Admissible { estimate, distance: None } => {
                write!(f, "{estimate} is not too large, since the board can't be solved")
            }
            Self::Longer { length, by } => write!(f, "{}, {by} more than needed", moves(*length)),
            Self::IllegalMove { step, why } => write!(f, "move {step} is illegal: {why}"),
            Self::EndsElsewhere { at, distance } => {
                write!(f, "it ends at {at}, {} from the goal", moves(*distance))
            }
            Self::StartsElsewhere { at } => write!(f, "its first board is {at}"),
            Self::LengthDisagrees { path, said } => {
                write!(f, "the path has {}, but the length is said to be {said}", moves(*path))
            }
            Self::TooLong { said, distance } => {
                let verb = |count: u32| if count == 1 { "is" } else { "are" };
                let (are, enough) = (verb(*said), verb(*distance));
                write!(f, "{} {are} said to be needed, but {distance} {enough} enough", moves(*said))
            }
            Self::TooShort { said, distance } => {
                write!(f, "no path is as short as {}: the shortest has {distance}", moves(*said))
            }
            Self::SaysUnsolvable { proof } if proof.is_empty() => {
                f.write_str("it can be solved: it is the goal itself")
            }
            Self::SaysUnsolvable { proof } => {
                let path: String = proof.iter().map(|step| step.letter()).collect();
                write!(f, "it can be solved, in {}: {path}", moves(proof.len() as u32))
            }
            Self::SaysSolvable => {
                write!(f, "the goal cannot be reached: board and goal have different parity")
            }
            Self::SaysBoth { length, is_solvable } => {
                let can = if *is_solvable { "can" } else { "can't" };
                write!(
                    f,
                    "it says that there is no path, and gives one of {}: the board {can} be solved",
                    moves(*length)
                )
            }
            Self::WrongOrder { length, step } => {
                write!(f, "the right {}, but in the wrong order", moves(*length))?;
                step.map_or(Ok(()), |step| write!(f, ": move {step} is illegal"))
            }
            Self::OtherConvention { length, by: 0 } => {
                write!(f, "optimal ({}) under the other move convention only", moves(*length))
            }
            Self::OtherConvention { length, by } => write!(
                f,
                "a path ({}, {by} more than needed) under the other move convention only",
                moves(*length)
            ),
            Self::Reversed { length } => {
                write!(
                    f,
                    "a path ({}) from the goal to the board, not from the board to the goal",
                    moves(*length)
                )
            }
            Self::OtherGoal { goal } => write!(f, "it leads to another goal, {goal}"),
            Self::MultiTile { said, length } => write!(
                f,
                "{said} is right only if sliding several tiles at once counts as one move: it is {} of single tiles",
                moves(*length)
            ),
            Self::Inadmissible { estimate, distance } => {
                write!(f, "{estimate} is above the distance, {distance}: not admissible")
            }
            Self::Inconsistent { estimate, neighbour, neighbours_estimate } => write!(
                f,
                "{estimate} here and {neighbours_estimate} on the neighbour {neighbour}: not consistent"
            ),
            Self::Malformed { reason } => f.write_str(reason),
        }
    }
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OffTheBoard { step, on } => {
                let edge = match step {
                    Move::Up => "top row",
                    Move::Down => "bottom row",
                    Move::Left => "first column",
                    Move::Right => "last column",
                };
                write!(f, "the blank of {on} is in the {edge} and can't go {step}")
            }
            Self::NotOneSlide { before, after } => write!(f, "{after} is not one slide from {before}"),
        }
    }
}

fn moves(count: u32) -> String {
    if count == 1 { "1 move".to_owned() } else { format!("{count} moves") }
}
