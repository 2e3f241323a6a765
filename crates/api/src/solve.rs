//! Finds an optimal path, using the fastest method available.

use serde::Deserialize;
use tilebase::Interrupt;
use tilebase::board::Metric;
use tilebase::notation::MoveConvention;
use tilebase::search::Outcome;
use tilebase::solve::SolveError;

use crate::context::Context;
use crate::costs::{cheapest, cost_solver};
use crate::failure::Failure;
use crate::instance::Instance;
use crate::large_builds::HAS_THREADS;
use crate::metric::{MetricName, solve_in_multi_tile_metric};
use crate::model::{Answer, FoundBy};
use crate::search_while_building;

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
    /// The cost of a move: `unit`, `tile` for the number on the tile, or `U=1,D=3,L=2,R=2` for the
    /// direction of the blank. If given, the path is a cheapest one.
    cost: Option<String>,
    /// The metric of the length: `stm` (the default) or `mtm`, in which sliding several tiles at
    /// once is one move; for boards of up to 10 cells, and without `cost`.
    metric: Option<MetricName>,
}

/// Finds an optimal path.
pub(crate) fn solve(
    context: &Context,
    arguments: &SolveArguments,
    interrupt: &Interrupt,
) -> Result<Answer, Failure> {
    let SolveArguments { board, goal, shape, seconds, cost, .. } = arguments;
    let instance = Instance::read(board, goal.as_deref(), shape.as_deref())?;
    let limits = context.limits.for_search_within(*seconds, interrupt)?;
    if let Some(metric) = arguments.metric {
        metric.check(cost.as_deref(), instance.goal.shape())?;
        if metric == MetricName::Mtm {
            return solve_in_multi_tile_metric(&instance, &limits);
        }
    }
    if let Some(cost) = cost {
        let solver = cost_solver(&instance.goal, cost, MoveConvention::Blank, limits)?;
        return cheapest(&instance, &solver);
    }
    // An unsolvable board needs no tables, whose preparation may take long.
    if !instance.is_solvable() {
        return Ok(Answer::unsolvable(&instance.board, &instance.goal, MoveConvention::Blank));
    }
    if HAS_THREADS && context.solvers.may_take_long(&instance.goal) {
        let (found_by, found) = search_while_building::solve(&context.solvers, &instance, &limits);
        return answer_of(&instance, found_by, found);
    }
    match context.solvers.for_search(&instance.goal, None, &limits) {
        Ok(solver) => answer_of(&instance, FoundBy::from(&solver), solver.solve(&instance.board)),
        Err(error) => {
            let error = error.for_board(&instance.board, &instance.goal);
            answer_of(&instance, FoundBy::WITHOUT_TABLE, Err(error))
        }
    }
}

/// The answer from the result of a solver.
pub(crate) fn answer_of(
    instance: &Instance,
    found_by: FoundBy,
    found: Result<Outcome, SolveError>,
) -> Result<Answer, Failure> {
    let Instance { board, goal } = instance;
    let convention = MoveConvention::Blank;
    let (answer, statistics) = match found {
        Ok(outcome) => {
            let metric = Metric::SingleTile;
            (Answer::solved(board, goal, found_by, &outcome, metric, convention), outcome.statistics)
        }
        Err(SolveError::Limit(reached)) => {
            (Answer::at_limit(board, goal, found_by, &reached, convention), reached.statistics)
        }
        Err(SolveError::Board(_)) => return Ok(Answer::unsolvable(board, goal, convention)),
        Err(error) => return Err(error.into()),
    };
    Ok(Answer { statistics: Some((&statistics).into()), ..answer })
}
