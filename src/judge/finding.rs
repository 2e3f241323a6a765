//! Findings: the results of judging a claim.

use std::fmt;

use crate::board::{Board, Goal, Move};

/// The result of replaying a claim and comparing it with the truth.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Finding {
    /// A path to the goal of minimum length, or that length.
    Optimal {
        /// The number of moves.
        length: u32,
    },
    /// All optimal paths, each once.
    AllPaths {
        /// Their number of moves.
        length: u32,
        /// The number of paths.
        count: u128,
    },
    /// A cheapest path to the goal, or its cost.
    Cheapest {
        /// The cost.
        cost: u64,
        /// The number of moves; `None` without a path.
        length: Option<u32>,
    },
    /// The board can be solved, as claimed.
    Solvable,
    /// The board can't be solved, as claimed.
    Unsolvable,
    /// The estimate is at most the distance.
    Admissible {
        /// The estimate.
        estimate: u32,
        /// The distance; `None` if the board can't be solved, so that no estimate is too large.
        distance: Option<u32>,
    },
    /// The paths are optimal and distinct, but others are optimal, too.
    MissingPaths {
        /// The number of paths in the answer.
        found: usize,
        /// The number of optimal paths.
        count: u128,
        /// An optimal path that is missing.
        missing: Vec<Move>,
    },
    /// A path is the same as an earlier one.
    RepeatedPath {
        /// The number of the path in the answer, from 1.
        number: usize,
    },
    /// The path leads to the goal, but is too long.
    Longer {
        /// The number of moves.
        length: u32,
        /// The number of moves more than needed.
        excess: u32,
    },
    /// The path leads to the goal, but costs too much.
    Costlier {
        /// The cost.
        cost: u64,
        /// The number of moves.
        length: u32,
        /// The cost beyond the least.
        excess: u64,
    },
    /// The blank would leave the board.
    IllegalMove {
        /// The number of the move, from 1. Every slide counts, in both metrics.
        number: usize,
        /// The move of the blank.
        step: Move,
        /// The board before the move.
        on: Board,
    },
    /// The next board of a list is not one move away in the metric, which makes the move illegal.
    NotOneMove {
        /// The number of the move, from 1. If the list omits the start, this is also the position
        /// of `after` in the list.
        number: usize,
        /// The board before.
        before: Board,
        /// The board after.
        after: Board,
    },
    /// The moves are legal, but do not end at the goal.
    EndsElsewhere {
        /// The last board.
        at: Board,
        /// The last board's distance from the goal.
        distance: u32,
    },
    /// The list of boards does not begin with the given board.
    StartsElsewhere {
        /// The first board of the list.
        at: Board,
    },
    /// The path does not have the stated length.
    LengthDisagrees {
        /// The number of moves.
        path: u32,
        /// The stated length.
        stated: u32,
    },
    /// The path does not have the stated cost.
    CostDisagrees {
        /// The cost.
        path: u64,
        /// The stated cost.
        stated: u64,
    },
    /// The stated cost is not the least.
    OtherCost {
        /// The stated cost.
        stated: u64,
        /// The least cost.
        least: u64,
    },
    /// The answer can't be judged: either costs are unknown, and the stated cost of a path is not
    /// its number of moves; or moves have costs, and the answer states only a number of moves.
    WhichCost {
        /// The number of moves.
        length: u32,
        /// The stated cost, if any.
        stated: Option<u64>,
    },
    /// The stated length is above the distance.
    TooLong {
        /// The stated length.
        stated: u32,
        /// The distance.
        distance: u32,
        /// Whether a longer path can have this length. In the single-tile metric, the lengths of
        /// all paths between two boards have the same parity; in the multi-tile metric, this holds
        /// only for 2x2.
        is_possible: bool,
    },
    /// The stated length is below the distance.
    TooShort {
        /// The stated length.
        stated: u32,
        /// The distance.
        distance: u32,
    },
    /// The board can be solved, contrary to the claim.
    SaysUnsolvable {
        /// An optimal path.
        proof: Vec<Move>,
        /// Its length.
        length: u32,
    },
    /// The board can't be solved, contrary to the claim.
    SaysSolvable,
    /// The claim contains both a path and the statement that no path exists.
    SaysBoth {
        /// The number of moves of the path.
        length: u32,
        /// Whether the board can be solved.
        is_solvable: bool,
    },
    /// The moves of an optimal path, but in another order.
    WrongOrder {
        /// The number of moves.
        length: u32,
        /// The number of the first illegal move, from 1; `None` if all are legal and lead
        /// elsewhere.
        step: Option<usize>,
    },
    /// A path to the goal if directions are read under the other convention.
    OtherConvention {
        /// The number of moves.
        length: u32,
        /// The cost, where moves have costs.
        cost: Option<u64>,
        /// The number of moves more than needed; where moves have costs, the cost beyond the least.
        excess: u64,
    },
    /// A path from the goal to the board, or a path with its moves in reverse order.
    Reversed {
        /// The number of moves.
        length: u32,
    },
    /// The path leads to another common goal.
    OtherGoal {
        /// That goal.
        goal: Goal,
    },
    /// The stated length is correct if sliding several tiles at once counts as one move.
    MultiTile {
        /// The stated length.
        stated: u32,
        /// The length in single-tile moves.
        length: u32,
    },
    /// The stated length is wrong in the multi-tile metric, but correct if each tile that slides
    /// counts as one move.
    SingleTile {
        /// The stated length.
        stated: u32,
        /// The length in multi-tile moves.
        length: u32,
    },
    /// The estimate is above the distance.
    Inadmissible {
        /// The estimate.
        estimate: u32,
        /// The distance.
        distance: u32,
    },
    /// The estimates of two neighbors differ by more than one.
    Inconsistent {
        /// The estimate.
        estimate: u32,
        /// A neighbor of the board.
        neighbor: Board,
        /// The neighbor's estimate.
        neighbors_estimate: u32,
    },
    /// The answer could not be parsed.
    Malformed {
        /// The reason.
        reason: String,
    },
}

impl Finding {
    /// Whether the claim counts as correct. If `accepts_longer`, paths need not be optimal. A
    /// stated length is then correct if a path [can have it](Self::TooLong).
    #[must_use]
    pub const fn is_right(&self, accepts_longer: bool) -> bool {
        match self {
            Self::Optimal { .. }
            | Self::AllPaths { .. }
            | Self::Cheapest { .. }
            | Self::Solvable
            | Self::Unsolvable
            | Self::Admissible { .. } => true,
            Self::Longer { .. } | Self::Costlier { .. } => accepts_longer,
            Self::TooLong { is_possible, .. } => accepts_longer && *is_possible,
            _ => false,
        }
    }

    /// The finding's kind in lowercase, without spaces, for summaries.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::AllPaths { .. } => "all-paths",
            Self::MissingPaths { .. } => "missing-paths",
            Self::RepeatedPath { .. } => "repeated-path",
            Self::Optimal { .. } | Self::Cheapest { .. } => "optimal",
            Self::Solvable => "solvable",
            Self::Unsolvable => "unsolvable",
            Self::Admissible { .. } => "admissible",
            Self::Longer { .. } => "longer",
            Self::Costlier { .. } => "costlier",
            Self::IllegalMove { .. } | Self::NotOneMove { .. } => "illegal-move",
            Self::EndsElsewhere { .. } => "ends-elsewhere",
            Self::StartsElsewhere { .. } => "starts-elsewhere",
            Self::LengthDisagrees { .. } => "length-disagrees",
            Self::CostDisagrees { .. } => "cost-disagrees",
            Self::OtherCost { .. } => "other-cost",
            Self::WhichCost { .. } => "which-cost",
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
            Self::SingleTile { .. } => "single-tile",
            Self::Inadmissible { .. } => "inadmissible",
            Self::Inconsistent { .. } => "inconsistent",
            Self::Malformed { .. } => "malformed",
        }
    }
}

/// Writes a sentence without a period. Moves are named by the blank's direction.
impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Optimal { length } => write!(f, "optimal, {}", moves(*length)),
            Self::AllPaths { length, count: 1 } => {
                write!(f, "the only optimal path, {}", moves(*length))
            }
            Self::AllPaths { length, count } => {
                write!(f, "all {count} optimal paths, {} each", moves(*length))
            }
            Self::MissingPaths { found, count, missing } => {
                write!(f, "{found} of {count} optimal paths: {} is missing", letters(missing))
            }
            Self::RepeatedPath { number } => write!(f, "path {number} repeats an earlier one"),
            Self::Cheapest { cost, length: Some(length) } => {
                write!(f, "optimal, cost {cost} in {}", moves(*length))
            }
            Self::Cheapest { cost, length: None } => write!(f, "optimal, cost {cost}"),
            Self::Solvable => f.write_str("solvable, as stated"),
            Self::Unsolvable => f.write_str("unsolvable, as stated"),
            Self::Admissible { estimate, distance: Some(distance) } => {
                write!(f, "{estimate} is not above the distance, {distance}")
            }
            Self::Admissible { estimate, distance: None } => {
                write!(f, "{estimate} is not too large, since the board can't be solved")
            }
            Self::Longer { length, excess } => write!(f, "{}, {excess} more than needed", moves(*length)),
            Self::Costlier { cost, length, excess } => {
                write!(f, "cost {cost} in {}, {excess} more than the least cost", moves(*length))
            }
            Self::IllegalMove { number, step, on } => write_illegal_move(f, *number, *step, on),
            Self::NotOneMove { number, before, after } => {
                write!(f, "move {number} is illegal: {after} is not one move from {before}")
            }
            Self::EndsElsewhere { at, distance } => {
                write!(f, "it ends at {at}, {} from the goal", moves(*distance))
            }
            Self::StartsElsewhere { at } => write!(f, "its first board is {at}"),
            Self::LengthDisagrees { path, stated } => {
                write!(f, "the path has {}, but its stated length is {stated}", moves(*path))
            }
            Self::CostDisagrees { path, stated } => {
                write!(f, "the path costs {path}, but its stated cost is {stated}")
            }
            Self::OtherCost { stated, least } => {
                write!(f, "the stated cost is {stated}, but the least cost is {least}")
            }
            Self::WhichCost { length, stated: Some(stated) } => {
                write!(f, "the stated cost is {stated} for a path of {}", moves(*length))
            }
            Self::WhichCost { length, stated: None } => {
                write!(f, "it states only a length, {}", moves(*length))
            }
            Self::TooLong { stated, distance, .. } => write_too_long(f, *stated, *distance),
            Self::TooShort { stated, distance } => {
                write!(f, "no path is as short as {}: the shortest has {distance}", moves(*stated))
            }
            Self::SaysUnsolvable { proof, .. } if proof.is_empty() => {
                f.write_str("it can be solved: it is the goal itself")
            }
            Self::SaysUnsolvable { proof, length } => {
                write!(f, "it can be solved, in {}: {}", moves(*length), letters(proof))
            }
            Self::SaysSolvable => {
                write!(f, "the goal cannot be reached: board and goal have different parity")
            }
            Self::SaysBoth { length, is_solvable } => write_says_both(f, *length, *is_solvable),
            Self::WrongOrder { length, step } => {
                write!(f, "the right {}, but in the wrong order", moves(*length))?;
                step.map_or(Ok(()), |step| write!(f, ": move {step} is illegal"))
            }
            Self::OtherConvention { length, cost, excess } => {
                write_other_convention(f, *length, *cost, *excess)
            }
            Self::Reversed { length } => {
                write!(
                    f,
                    "a path ({}) from the goal to the board, not from the board to the goal",
                    moves(*length)
                )
            }
            Self::OtherGoal { goal } => write!(f, "it leads to another goal, {goal}"),
            Self::MultiTile { stated, length } => write!(
                f,
                "{stated} is right only if sliding several tiles at once counts as one move: \
                 it is {} of single tiles",
                moves(*length)
            ),
            Self::SingleTile { stated, length } => write!(
                f,
                "{stated} is the length in single-tile moves; in the multi-tile metric, it is {}",
                moves(*length)
            ),
            Self::Inadmissible { estimate, distance } => {
                write!(f, "{estimate} is above the distance, {distance}: not admissible")
            }
            Self::Inconsistent { estimate, neighbor, neighbors_estimate } => write!(
                f,
                "{estimate} here and {neighbors_estimate} on the neighbor {neighbor}: not consistent"
            ),
            Self::Malformed { reason } => f.write_str(reason),
        }
    }
}

fn write_illegal_move(f: &mut fmt::Formatter<'_>, number: usize, step: Move, on: &Board) -> fmt::Result {
    let edge = match step {
        Move::Up => "top row",
        Move::Down => "bottom row",
        Move::Left => "first column",
        Move::Right => "last column",
    };
    write!(f, "move {number} is illegal: the blank of {on} is in the {edge} and can't go {step}")
}

fn write_too_long(f: &mut fmt::Formatter<'_>, stated: u32, distance: u32) -> fmt::Result {
    let are = if distance == 1 { "is" } else { "are" };
    write!(f, "the stated length is {stated}, but {} {are} enough", moves(distance))
}

fn write_says_both(f: &mut fmt::Formatter<'_>, length: u32, is_solvable: bool) -> fmt::Result {
    let can = if is_solvable { "can" } else { "can't" };
    let length = moves(length);
    write!(f, "it says that there is no path, and gives one of {length}: the board {can} be solved")
}

fn write_other_convention(
    f: &mut fmt::Formatter<'_>,
    length: u32,
    cost: Option<u64>,
    excess: u64,
) -> fmt::Result {
    f.write_str(if excess == 0 { "optimal (" } else { "a path (" })?;
    match cost {
        Some(cost) => write!(f, "cost {cost} in {}", moves(length))?,
        None => f.write_str(&moves(length))?,
    }
    match (excess, cost) {
        (0, _) => {}
        (excess, Some(_)) => write!(f, ", {excess} more than the least cost")?,
        (excess, None) => write!(f, ", {excess} more than needed")?,
    }
    f.write_str(") under the other move convention only")
}

/// The letters of moves of the blank.
fn letters(moves: &[Move]) -> String {
    moves.iter().map(|step| step.letter()).collect()
}

fn moves(count: u32) -> String {
    if count == 1 { "1 move".to_owned() } else { format!("{count} moves") }
}
