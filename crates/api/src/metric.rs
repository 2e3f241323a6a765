//! Answers in the multi-tile metric. Each request computes the distances of all boards, which takes
//! less time than a search would.

use tilebase::board::Metric;
use tilebase::generate::MultiTileGenerator;
use tilebase::oracle::{MultiTileOracle, OracleError};
use tilebase::search::{Guarantee, Outcome, Statistics};
use tilebase::solve::{Algorithm, SolveError};
use tilebase::{Goal, Interrupt};

use crate::failure::Failure;
use crate::model::{Answer, FoundBy};
use crate::question::Question;

/// Maximum number of cells of a board: 1,814,400 boards.
const MAX_CELLS: usize = 10;

/// Reads the metric of a request: `stm`, the default, or `mtm`. Costs are those of single-tile moves.
pub(crate) fn read_metric(metric: Option<&str>, cost: Option<&str>) -> Result<Metric, Failure> {
    let Some(name) = metric else { return Ok(Metric::SingleTile) };
    let found = Metric::ALL.into_iter().find(|metric| metric.name() == name);
    match found {
        Some(Metric::MultiTile) if cost.is_some() => {
            Err(Failure::choice(&"the metric mtm cannot be used with cost", "Leave one of them out."))
        }
        Some(metric) => Ok(metric),
        None => {
            let message = format!("expected the metric stm or mtm, found {name:?}");
            Err(Failure::choice(&message, "Write stm or mtm."))
        }
    }
}

/// The distances of all boards in the multi-tile metric.
pub(crate) fn multi_tile_oracle(goal: &Goal, interrupt: &Interrupt) -> Result<MultiTileOracle, Failure> {
    let shape = goal.shape();
    if shape.cells() > MAX_CELLS {
        let message = format!("the metric mtm is for boards of up to {MAX_CELLS} cells, found {shape}");
        return Err(Failure::choice(&message, "Leave the metric out."));
    }
    let build = MultiTileGenerator::for_goal(goal).map_err(tilebase::generate::BuildError::from);
    // Requests are answered in parallel, so each gets one core.
    let built = build.and_then(|build| build.threads(1).interrupt(interrupt).run());
    let oracle =
        built.map_err(OracleError::from).and_then(|built| MultiTileOracle::new(built.into_table(), goal));
    oracle.map_err(|error| SolveError::from(error).into())
}

/// The answer with an optimal path.
pub(crate) fn solve_in_multi_tile_metric(
    question: &Question,
    interrupt: &Interrupt,
) -> Result<Answer, Failure> {
    let (Question { board, goal }, metric) = (question, Metric::MultiTile);
    let convention = tilebase::notation::MoveConvention::Blank;
    if !question.is_solvable() {
        return Ok(Answer { metric: metric.name(), ..Answer::unsolvable(board, goal, convention) });
    }
    let moves = multi_tile_oracle(goal, interrupt)?.first_path(board).map_err(SolveError::from)?;
    let outcome = Outcome { moves, guarantee: Guarantee::Optimal, statistics: Statistics::default() };
    let found_by = FoundBy { algorithm: Algorithm::Table, heuristic: None };
    Ok(Answer::solved(board, goal, found_by, &outcome, metric, convention))
}
