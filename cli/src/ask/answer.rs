//! The answer for one board.

use tilebase::board::{Board, Goal, Move};
use tilebase::search::{LimitReached, Outcome};
use tilebase::solve::{Algorithm, HeuristicName, Solver};

use super::trace::{Trace, TracedState};
use crate::shell::Exit;

/// What was asked for beside a path.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Extras {
    /// Show each board on the way (text only).
    pub(crate) show: bool,
    /// Give the statistics of the search.
    pub(crate) stats: bool,
    /// Give every optimal path.
    pub(crate) all: bool,
    /// Give the number of optimal paths.
    pub(crate) count: bool,
    /// Give states on the way with their g, h and f.
    pub(crate) trace: Option<Trace>,
}

/// What found an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FoundBy {
    /// The algorithm.
    pub(crate) algorithm: Algorithm,
    /// What it went by.
    pub(crate) heuristic: Option<HeuristicName>,
}

impl From<&Solver> for FoundBy {
    fn from(solver: &Solver) -> Self {
        Self { algorithm: solver.algorithm(), heuristic: solver.heuristic() }
    }
}

/// The answer for one board.
#[derive(Clone, Debug)]
pub(crate) enum Answer {
    /// A path.
    Solved {
        /// The board.
        board: Board,
        /// The goal that the path leads to.
        goal: Goal,
        /// The path, what is known of its length, and what it took.
        outcome: Outcome,
        /// What found it.
        found_by: FoundBy,
        /// How many optimal paths there are, if that was asked.
        optimal_paths: Option<u128>,
        /// All optimal paths, if they were asked for.
        all_paths: Option<Vec<Vec<Move>>>,
        /// States on the way, if they were asked for.
        trace: Vec<TracedState>,
    },
    /// The board can't reach the goal.
    Unsolvable {
        /// The board.
        board: Board,
        /// The goal.
        goal: Goal,
    },
    /// The search reached a limit before it had an answer.
    LimitReached {
        /// The board.
        board: Board,
        /// The goal.
        goal: Goal,
        /// What searched.
        found_by: FoundBy,
        /// What is known.
        limit: LimitReached,
        /// States on the way, if they were asked for.
        trace: Vec<TracedState>,
    },
    /// No answer.
    Failed {
        /// The board as it was given.
        text: String,
        /// Why.
        error: String,
    },
}

impl Answer {
    /// What the answer comes to.
    #[must_use]
    pub(crate) const fn exit(&self) -> Exit {
        match self {
            Self::Solved { .. } => Exit::Yes,
            Self::Unsolvable { .. } => Exit::No,
            Self::LimitReached { .. } | Self::Failed { .. } => Exit::Failed,
        }
    }

    /// The states that were asked for.
    pub(crate) fn trace(&self) -> &[TracedState] {
        match self {
            Self::Solved { trace, .. } | Self::LimitReached { trace, .. } => trace,
            Self::Unsolvable { .. } | Self::Failed { .. } => &[],
        }
    }
}
