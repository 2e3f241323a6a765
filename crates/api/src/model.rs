//! Answers as JSON. The server, the page, and the programs all write this one form.
//!
//! A field of an [`Answer`] is null if it does not apply to the board or is unknown. Fields
//! written only on request, such as all paths or lookup statistics, are otherwise left out.

use serde::{Serialize, Serializer};
use tilebase::board::Metric;
use tilebase::notation::MoveConvention;
use tilebase::search::{
    CostLimitReached, CostOutcome, Expansion, Generated, Guarantee, LimitReached, Outcome, Side, Statistics,
};
use tilebase::solve::{Algorithm, HeuristicName, Method};
use tilebase::{Board, Distance, Goal, Solver};

/// The answer for one board: a path, or what a search learned before it reached a limit.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Answer {
    /// The board row by row, with 0 for the blank.
    pub board: String,
    /// The goal row by row.
    pub goal: String,
    /// Whether the goal can be reached.
    pub solvable: bool,
    /// The number of moves in the metric; null without a path.
    pub length: Option<usize>,
    /// The cost of the path, where moves have costs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost: Option<u32>,
    /// A lower bound on the cost of any path, where moves have costs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost_lower_bound: Option<u32>,
    /// The moves, one letter each; null if the goal can't be reached or a limit was reached.
    pub moves: Option<String>,
    /// Whether a letter names the direction of the `blank` or of the `tile`.
    pub move_convention: &'static str,
    /// The move metric of lengths: `stm` counts single-tile moves, `mtm` multi-tile moves. The
    /// moves are written as single-tile moves.
    pub metric: &'static str,
    /// The algorithm: `table`, or a search; null if parity alone gave the answer.
    pub algorithm: Option<&'static str>,
    /// The heuristic; null if the algorithm uses none.
    pub heuristic: Option<&'static str>,
    /// Whether the path is proven optimal: the shortest, or the cheapest where moves have costs;
    /// null without a path.
    pub optimal: Option<bool>,
    /// An upper bound on the length divided by the optimal length; null if unknown.
    pub suboptimality_bound: Option<f64>,
    /// A lower bound on the length of any path; null if none is known.
    pub lower_bound: Option<u32>,
    /// The limit that ended the search; null if it finished.
    pub limit: Option<&'static str>,
    /// The origin of the checkpoint from which the search resumed, if it did: `here`,
    /// `without-key`, or `elsewhere`. The answer relies on the checkpoint.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resumed: Option<&'static str>,
    /// The number of optimal paths.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub optimal_paths: Option<u128>,
    /// All optimal paths.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub all_paths: Option<Vec<String>>,
    /// The statistics of the search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub statistics: Option<SearchStatistics>,
    /// The first expanded states, in order.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trace: Option<Vec<TracedState>>,
}

impl Answer {
    /// The answer for a board that can't reach the goal.
    #[must_use]
    pub fn unsolvable(board: &Board, goal: &Goal, convention: MoveConvention) -> Self {
        Self::without_path(board.to_string(), goal.to_string(), convention)
    }

    /// An answer without a path for a board and a goal as text, in which everything else is
    /// unknown.
    #[must_use]
    pub const fn without_path(board: String, goal: String, convention: MoveConvention) -> Self {
        Self {
            board,
            goal,
            solvable: false,
            length: None,
            cost: None,
            cost_lower_bound: None,
            moves: None,
            move_convention: convention.name(),
            metric: Distance::METRIC,
            algorithm: None,
            heuristic: None,
            optimal: None,
            suboptimality_bound: None,
            lower_bound: None,
            limit: None,
            resumed: None,
            optimal_paths: None,
            all_paths: None,
            statistics: None,
            trace: None,
        }
    }

    /// The answer for a board with a path.
    #[must_use]
    pub fn solved(
        board: &Board,
        goal: &Goal,
        found_by: FoundBy,
        outcome: &Outcome,
        metric: Metric,
        convention: MoveConvention,
    ) -> Self {
        let length = metric.length_of(&outcome.moves);
        Self {
            length: Some(length as usize),
            metric: metric.name(),
            moves: Some(convention.write(&outcome.moves)),
            optimal: Some(outcome.is_optimal()),
            suboptimality_bound: match outcome.guarantee {
                Guarantee::Optimal => Some(1.0),
                Guarantee::AtMostTimes(weight) => Some(weight.value()),
                Guarantee::None => None,
            },
            lower_bound: outcome.is_optimal().then_some(length).or_else(|| outcome.lower_bound()),
            ..Self::searched(board, goal, found_by, convention)
        }
    }

    /// The answer of a search that reached a limit.
    #[must_use]
    pub fn at_limit(
        board: &Board,
        goal: &Goal,
        found_by: FoundBy,
        reached: &LimitReached,
        convention: MoveConvention,
    ) -> Self {
        Self {
            lower_bound: Some(reached.lower_bound),
            limit: Some(reached.limit.name()),
            ..Self::searched(board, goal, found_by, convention)
        }
    }

    /// The answer for a board with a cheapest path, where moves have costs.
    #[must_use]
    pub fn cheapest(
        board: &Board,
        goal: &Goal,
        found_by: FoundBy,
        found: &CostOutcome,
        convention: MoveConvention,
    ) -> Self {
        Self {
            length: Some(found.moves.len()),
            cost: Some(found.cost),
            cost_lower_bound: Some(found.cost),
            moves: Some(convention.write(&found.moves)),
            optimal: Some(true),
            ..Self::searched(board, goal, found_by, convention)
        }
    }

    /// The answer of a search for a cheapest path that reached a limit.
    #[must_use]
    pub fn at_cost_limit(
        board: &Board,
        goal: &Goal,
        found_by: FoundBy,
        reached: &CostLimitReached,
        convention: MoveConvention,
    ) -> Self {
        Self {
            cost_lower_bound: Some(reached.lower_bound),
            limit: Some(reached.limit.name()),
            ..Self::searched(board, goal, found_by, convention)
        }
    }

    fn searched(board: &Board, goal: &Goal, found_by: FoundBy, convention: MoveConvention) -> Self {
        Self {
            solvable: true,
            algorithm: Some(found_by.algorithm.name()),
            heuristic: found_by.heuristic.map(HeuristicName::name),
            ..Self::unsolvable(board, goal, convention)
        }
    }
}

/// The method that found an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FoundBy {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// The heuristic, if it uses one.
    pub heuristic: Option<HeuristicName>,
}

impl FoundBy {
    /// The search that is used for goals without a table.
    pub const WITHOUT_TABLE: Self =
        Self { algorithm: Algorithm::Ida, heuristic: Some(HeuristicName::Patterns) };
}

impl From<&Solver> for FoundBy {
    fn from(solver: &Solver) -> Self {
        Self { algorithm: solver.algorithm(), heuristic: solver.heuristic() }
    }
}

impl From<&Method> for FoundBy {
    fn from(method: &Method) -> Self {
        Self { algorithm: method.algorithm(), heuristic: method.heuristic() }
    }
}

/// The statistics of a search.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SearchStatistics {
    /// Expanded states: those whose successors were generated.
    pub expanded: u64,
    /// Generated states, including the start.
    pub generated: u64,
    /// The length of the longest open list; 0 for searches without one.
    pub peak_open: u64,
    /// Closed states that were reopened.
    pub reopened: u64,
    /// The time in seconds.
    pub seconds: f64,
}

impl From<&Statistics> for SearchStatistics {
    fn from(statistics: &Statistics) -> Self {
        let Statistics { expanded, generated, peak_open, reopened, elapsed, .. } = *statistics;
        Self { expanded, generated, peak_open, reopened, seconds: elapsed.as_secs_f64() }
    }
}

/// A state of a search, or of a path. Fields without a meaning for it are left out.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TracedState {
    /// The number of this state's expansion, from 1, across all iterations; absent on a path.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expansion: Option<u64>,
    /// The move that led to it on a path; not for the start.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub r#move: Option<char>,
    /// The state.
    pub board: String,
    /// The number of its parent's expansion; not for a start state.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parent: Option<u64>,
    /// Moves made so far (g).
    pub g: u32,
    /// The heuristic's estimate of the remaining moves (h).
    pub h: u32,
    /// The value (f) by which this state was chosen.
    #[serde(serialize_with = "as_short_number")]
    pub f: f64,
    /// The bound on f of its iteration, in `iterative-deepening` and `ida`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bound: Option<u32>,
    /// In `bidirectional`, whether the search from the `start` or from the `goal` expanded it, and
    /// g counts from there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side: Option<&'static str>,
    /// The successors in the order of generation; in `iterative-deepening` and `ida`, those that
    /// will be visited come first, in the order of the visits. Only in server answers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub generated: Option<Vec<Successor>>,
}

impl From<&Expansion<'_>> for TracedState {
    fn from(expansion: &Expansion<'_>) -> Self {
        let Expansion { number, board, parent, g, h, f, bound, side, generated } = *expansion;
        Self {
            expansion: Some(number),
            r#move: None,
            board: board.to_string(),
            parent,
            g,
            h,
            f,
            bound,
            side: side.map(Side::name),
            generated: Some(generated.iter().map(Successor::from).collect()),
        }
    }
}

/// A generated successor. Its g is one more than that of the expanded state.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Successor {
    /// The state.
    pub board: String,
    /// The move of the blank that leads there: `U`, `D`, `L`, or `R`.
    pub r#move: char,
    /// The heuristic's estimate of the remaining moves (h).
    pub h: u32,
    /// The value by which it would be chosen on this path (f).
    #[serde(serialize_with = "as_short_number")]
    pub f: f64,
    /// The outcome: `opened` (added to the open list, or will be visited), `improved` (already
    /// open, but via a longer path), `reopened` (already closed, but via a longer path), `known`
    /// (reached before, or already on the path), `cut` (beyond the bound), or `goal` (ends the
    /// search).
    pub fate: &'static str,
}

impl From<&Generated> for Successor {
    fn from(generated: &Generated) -> Self {
        let Generated { board, step, h, f, fate } = *generated;
        Self { board: board.to_string(), r#move: step.letter(), h, f, fate: fate.name() }
    }
}

/// Writes a number without a decimal point if it is whole.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "values of f that are whole are small"
)]
#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde calls")]
fn as_short_number<S: Serializer>(number: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    if number.fract() == 0.0 {
        serializer.serialize_u64(*number as u64)
    } else {
        serializer.serialize_f64(*number)
    }
}
