//! A shortest path, by the best means there is.

use serde::{Deserialize, Serialize};
use tilebase::notation::{MoveConvention, write_moves};
use tilebase::solve::SolveError;
use tilebase::{Interrupt, Solver};

use crate::failure::Failure;
use crate::means::Means;
use crate::question::Question;
use crate::statistics::SearchStatistics;

/// Which board.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema, utoipa::IntoParams))]
pub(crate) struct SolveArguments {
    /// The board, in any notation.
    board: String,
    /// The goal: `blank-last` (as if left out), `blank-first`, `snail`, or a board.
    goal: Option<String>,
    /// Rows and columns, where the board leaves them open.
    shape: Option<String>,
    /// Give up after so many seconds, or when the server does, whichever comes first.
    seconds: Option<f64>,
}

/// A path.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(crate) struct Solution {
    /// The board, row by row, 0 for the blank.
    pub(crate) board: String,
    /// The goal, row by row.
    pub(crate) goal: String,
    /// Can the goal be reached?
    pub(crate) solvable: bool,
    /// The moves of the blank, a letter each; null if the goal can't be reached, or a limit came first.
    pub(crate) moves: Option<String>,
    /// How many moves.
    pub(crate) length: Option<usize>,
    /// Is it sure that no path is shorter?
    pub(crate) optimal: bool,
    /// No path has fewer moves; null if there is none.
    pub(crate) at_least: Option<u32>,
    /// How it was found: `table`, or a search.
    pub(crate) algorithm: &'static str,
    /// What the search went by; null if by nothing.
    pub(crate) heuristic: Option<&'static str>,
    /// What ended the search before its time; null if nothing did.
    pub(crate) limit: Option<&'static str>,
    /// What it took; null if the goal can't be reached.
    pub(crate) statistics: Option<SearchStatistics>,
}

/// A shortest path.
pub(crate) fn solve(
    means: &Means,
    arguments: &SolveArguments,
    interrupt: &Interrupt,
) -> Result<Solution, Failure> {
    let SolveArguments { board, goal, shape, seconds } = arguments;
    let question = Question::read(board, goal.as_deref(), shape.as_deref())?;
    let solver = means.solvers.of(&question.goal, interrupt)?;
    let solver = solver.with_limits(means.bounds.limits(*seconds, interrupt));
    let found = solver.solve(&question.board);
    Solution::of(&question, &solver, found)
}

impl Solution {
    /// What a solver found.
    pub(crate) fn of(
        question: &Question,
        solver: &Solver,
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
            algorithm: solver.algorithm().name(),
            heuristic: solver.heuristic().map(tilebase::solve::HeuristicName::name),
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
