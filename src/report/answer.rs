//! The answer for one board.

use super::algorithm::{Algorithm, HeuristicName};
use super::method::Method;
use super::trace::{Trace, TracedState};
use crate::board::{Board, Goal, Move};
use crate::search::{LimitReached, Outcome};

/// What an answer comes to, from good to bad. The worst of a batch decides the exit code.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// A path was found.
    #[default]
    Yes,
    /// There is no path.
    No,
    /// There is no answer.
    Failed,
}

/// The form of answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AnswerFormat {
    /// For people.
    #[default]
    Text,
    /// One object a line.
    Json,
    /// One record a line, under a header.
    Csv,
}

/// What was asked for beside a path.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extras {
    /// Show each board on the way (text only).
    pub show: bool,
    /// Give the statistics of the search.
    pub stats: bool,
    /// Give every optimal path.
    pub all: bool,
    /// Give the number of optimal paths.
    pub count: bool,
    /// Give states on the way with their g, h and f.
    pub trace: Option<Trace>,
}

/// What found an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FoundBy {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// What it went by.
    pub heuristic: Option<HeuristicName>,
}

impl FoundBy {
    /// The answer was read off the table.
    pub(super) const TABLE: Self = Self { algorithm: Algorithm::Table, heuristic: None };
}

impl From<&Method> for FoundBy {
    fn from(method: &Method) -> Self {
        Self { algorithm: method.algorithm(), heuristic: method.heuristic() }
    }
}

/// The answer for one board.
#[derive(Clone, Debug)]
pub enum Answer {
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
    pub const fn verdict(&self) -> Verdict {
        match self {
            Self::Solved { .. } => Verdict::Yes,
            Self::Unsolvable { .. } => Verdict::No,
            Self::LimitReached { .. } | Self::Failed { .. } => Verdict::Failed,
        }
    }

    /// The states that were asked for.
    pub(super) fn trace(&self) -> &[TracedState] {
        match self {
            Self::Solved { trace, .. } | Self::LimitReached { trace, .. } => trace,
            Self::Unsolvable { .. } | Self::Failed { .. } => &[],
        }
    }
}
