//! Finds an optimal path, using the fastest method available.

use serde::{Deserialize, Serialize};
use tilebase::notation::{MoveConvention, write_moves};
use tilebase::solve::{Algorithm, HeuristicName, SolveError};
use tilebase::{Interrupt, Solver};

use crate::failure::Failure;
use crate::means::Means;
use crate::question::Question;
use crate::statistics::SearchStatistics;

/// The board and the goal.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema, utoipa::IntoParams))]
pub(crate) struct SolveArguments {
    /// The board, in any notation.
    board: String,
    /// The goal: `blank-last` (the default), `blank-first`, `snail`, or a board.
    goal: Option<String>,
    /// Rows and columns, if the board does not determine them.
    shape: Option<String>,
    /// Stop after this many seconds, or at the server's own limit if that is earlier.
    seconds: Option<f64>,
}

/// An optimal path, or the result of a search that reached a limit.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(crate) struct Solution {
    /// The board row by row, with 0 for the blank.
    pub(crate) board: String,
    /// The goal row by row.
    pub(crate) goal: String,
    /// Whether the goal can be reached.
    pub(crate) solvable: bool,
    /// The moves of the blank, one letter each; null if the goal can't be reached or a limit was
    /// reached.
    pub(crate) moves: Option<String>,
    /// The number of moves.
    pub(crate) length: Option<usize>,
    /// Whether the path is proven optimal.
    pub(crate) optimal: bool,
    /// A lower bound on the length of a path; null if there is no path.
    pub(crate) at_least: Option<u32>,
    /// The algorithm: `table`, or a search.
    pub(crate) algorithm: &'static str,
    /// The heuristic; null if the algorithm uses none.
    pub(crate) heuristic: Option<&'static str>,
    /// The limit that ended the search; null if it finished.
    pub(crate) limit: Option<&'static str>,
    /// The statistics; null if the goal can't be reached.
    pub(crate) statistics: Option<SearchStatistics>,
}

/// Finds an optimal path.
pub(crate) fn solve(
    means: &Means,
    arguments: &SolveArguments,
    interrupt: &Interrupt,
) -> Result<Solution, Failure> {
    let SolveArguments { board, goal, shape, seconds } = arguments;
    let question = Question::read(board, goal.as_deref(), shape.as_deref())?;
    let limits = means.bounds.limits(*seconds, interrupt);
    match means.solvers.for_search(&question.goal, None, limits) {
        Ok(solver) => Solution::of(&question, FoundBy::from(&solver), solver.solve(&question.board)),
        Err(error) => {
            let error = error.or_bound(&question.board, &question.goal);
            Solution::of(&question, FoundBy::IDA_BY_PATTERNS, Err(error))
        }
    }
}

/// The method of a search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FoundBy {
    pub(crate) algorithm: Algorithm,
    pub(crate) heuristic: Option<HeuristicName>,
}

impl FoundBy {
    /// The default search for goals without a table.
    const IDA_BY_PATTERNS: Self =
        Self { algorithm: Algorithm::Ida, heuristic: Some(HeuristicName::Patterns) };
}

impl From<&Solver> for FoundBy {
    fn from(solver: &Solver) -> Self {
        Self { algorithm: solver.algorithm(), heuristic: solver.heuristic() }
    }
}

impl Solution {
    /// The result of a solver.
    pub(crate) fn of(
        question: &Question,
        found_by: FoundBy,
        found: Result<tilebase::search::Outcome, SolveError>,
    ) -> Result<Self, Failure> {
        let none = Self {
            board: question.board.to_string(),
            goal: question.goal.to_string(),
            solvable: question.goal.is_reachable_from(&question.board),
            moves: None,
            length: None,
            optimal: false,
            at_least: None,
            algorithm: found_by.algorithm.name(),
            heuristic: found_by.heuristic.map(HeuristicName::name),
            limit: None,
            statistics: None,
        };
        match found {
            Ok(outcome) => Ok(Self {
                moves: Some(write_moves(&outcome.moves, MoveConvention::Blank)),
                length: Some(outcome.moves.len()),
                optimal: outcome.is_optimal(),
                at_least: outcome.is_optimal().then_some(outcome.moves.len() as u32),
                statistics: Some((&outcome.statistics).into()),
                ..none
            }),
            Err(SolveError::Board(_)) => Ok(none),
            Err(SolveError::Limit(reached)) => Ok(Self {
                at_least: Some(reached.at_least),
                limit: Some(reached.limit.name()),
                statistics: Some((&reached.statistics).into()),
                ..none
            }),
            Err(error) => Err(error.into()),
        }
    }
}
