//! Claims of another solver about a board.

use crate::board::{Board, Metric, Move};

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
    /// A claim about a path, which has this cost.
    WithCost {
        /// The claim.
        claim: Box<Claim>,
        /// The claimed cost.
        cost: u64,
    },
    /// A cheapest path has this cost.
    Cost(u64),
    /// A heuristic's estimate of the distance.
    Estimate(u32),
}

impl Claim {
    /// The claim without the cost of its path.
    #[must_use]
    pub fn without_cost(&self) -> &Self {
        match self {
            Self::WithCost { claim, .. } => claim.without_cost(),
            claim => claim,
        }
    }

    /// The slides of a claim about a path from a board, as stated; `None` without a path, or if its
    /// boards are not one move apart in the metric.
    pub(super) fn moves_from(&self, board: &Board, metric: Metric) -> Option<Vec<Move>> {
        match self {
            Self::Path(moves) | Self::PathAndLength { moves, .. } => Some(moves.clone()),
            Self::Boards(boards) | Self::BoardsAndLength { boards, .. } => {
                slides_along(board, boards, metric).ok()
            }
            _ => None,
        }
    }
}

/// The slides along a list of boards, with or without the start.
///
/// # Errors
/// The number of the first move, from 1, that the metric does not allow, with the boards before and after
/// it.
pub(super) fn slides_along(
    start: &Board,
    boards: &[Board],
    metric: Metric,
) -> Result<Vec<Move>, (usize, Board, Board)> {
    let rest = boards.strip_prefix(std::slice::from_ref(start)).unwrap_or(boards);
    let (mut moves, mut before) = (Vec::with_capacity(rest.len()), *start);
    for (number, after) in (1..).zip(rest) {
        moves.extend(metric.slides_between(&before, after).ok_or((number, before, *after))?);
        before = *after;
    }
    Ok(moves)
}
