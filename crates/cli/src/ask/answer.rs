//! The answer for one board.

use std::time::Duration;

use tilebase::board::{Board, Goal, Metric, Move};
use tilebase::search::{CostLimitReached, CostOutcome, LimitReached, Outcome};
use tilebase::table::Origin;
use tilebase_api::model::FoundBy;

use super::trace::{Trace, TracedState};
use crate::shell::Exit;

/// Options for what to report besides a path.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Extras {
    /// Whether to show each board along the path (text only).
    pub(crate) show: bool,
    /// Whether to report the statistics of the search.
    pub(crate) stats: bool,
    /// Whether to report every optimal path.
    pub(crate) all: bool,
    /// Whether to report the number of optimal paths.
    pub(crate) count: bool,
    /// Whether moves have costs, so that paths have a cost to report.
    pub(crate) costs: bool,
    /// The metric of lengths.
    pub(crate) metric: Metric,
    /// Whether searches may be resumed, so that CSV has a column for it.
    pub(crate) resumed: bool,
    /// Which states to report with their g, h, and f.
    pub(crate) trace: Option<Trace>,
}

/// The answer for one board.
#[derive(Clone, Debug)]
pub(crate) enum Answer {
    /// A path was found.
    Solved {
        /// The board.
        board: Board,
        /// The goal of the path.
        goal: Goal,
        /// The path, its guarantee, and the statistics of the search.
        outcome: Outcome,
        /// The method.
        found_by: FoundBy,
        /// The number of optimal paths, if requested.
        optimal_paths: Option<u128>,
        /// All optimal paths, if requested.
        all_paths: Option<Vec<Vec<Move>>>,
        /// States along the path, if requested.
        trace: Vec<TracedState>,
        /// The origin of the checkpoint from which the search resumed.
        resumed: Option<Origin>,
    },
    /// The board cannot reach the goal.
    Unsolvable {
        /// The board.
        board: Board,
        /// The goal.
        goal: Goal,
    },
    /// A limit stopped the search, or the preparation of its tables.
    LimitReached {
        /// The board.
        board: Board,
        /// The goal.
        goal: Goal,
        /// The method.
        found_by: FoundBy,
        /// The limit, and the known lower bound.
        limit: LimitReached,
        /// The time limit, if there was one.
        timeout: Option<Duration>,
        /// Expanded states, if requested.
        trace: Vec<TracedState>,
        /// The origin of the checkpoint from which the search resumed.
        resumed: Option<Origin>,
    },
    /// A cheapest path was found, where moves have costs.
    Cheapest {
        /// The board.
        board: Board,
        /// The goal of the path.
        goal: Goal,
        /// The method.
        found_by: FoundBy,
        /// The path, its cost, and the statistics of the search.
        found: CostOutcome,
        /// The number of cheapest paths, if requested.
        paths: Option<u128>,
    },
    /// A limit stopped the search for a cheapest path.
    CostLimitReached {
        /// The board.
        board: Board,
        /// The goal.
        goal: Goal,
        /// The method.
        found_by: FoundBy,
        /// The limit, and the known lower bound.
        limit: CostLimitReached,
        /// The time limit, if there was one.
        timeout: Option<Duration>,
    },
    /// There is no answer.
    Failed {
        /// The board as given.
        text: String,
        /// The reason.
        error: String,
    },
}

/// Whether the goal has the blank last and the board cannot reach it, but can reach the goal with
/// the blank first. Many publications use that goal.
pub(crate) fn reaches_only_blank_first(board: &Board, goal: &Goal) -> bool {
    let shape = goal.shape();
    *goal == Goal::blank_last(shape)
        && !goal.is_reachable_from(board)
        && Goal::blank_first(shape).is_reachable_from(board)
}

impl Answer {
    /// The exit code.
    #[must_use]
    pub(crate) const fn exit(&self) -> Exit {
        match self {
            Self::Solved { .. } | Self::Cheapest { .. } => Exit::Yes,
            Self::Unsolvable { .. } => Exit::No,
            Self::LimitReached { .. } | Self::CostLimitReached { .. } | Self::Failed { .. } => Exit::Failed,
        }
    }

    /// Whether the board [reaches only](reaches_only_blank_first) the goal with the blank first.
    pub(crate) fn is_solvable_to_blank_first(&self) -> bool {
        matches!(self, Self::Unsolvable { board, goal } if reaches_only_blank_first(board, goal))
    }

    /// The traced states.
    pub(crate) fn trace(&self) -> &[TracedState] {
        match self {
            Self::Solved { trace, .. } | Self::LimitReached { trace, .. } => trace,
            _ => &[],
        }
    }
}
