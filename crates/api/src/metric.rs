//! Answers in the multi-tile metric. Each request computes the distances of all boards, which takes
//! less time than a search would.

use serde::Deserialize;
use tilebase::board::Metric;
use tilebase::generate::{BuildError, MultiTileGenerator};
use tilebase::judge::Judge;
use tilebase::notation::MoveConvention;
use tilebase::oracle::MultiTileOracle;
use tilebase::search::{Guarantee, Limit, LimitReached, Limits, Outcome, Statistics};
use tilebase::solve::{Algorithm, SolveError};
use tilebase::{Goal, Interrupt, Shape};

use crate::failure::Failure;
use crate::instance::Instance;
use crate::model::{Answer, FoundBy};

/// The metric of lengths.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(crate) enum MetricName {
    /// Each tile that slides is a move.
    #[default]
    Stm,
    /// Sliding several tiles of a row or column at once is one move.
    Mtm,
}

impl MetricName {
    /// Refuses what the metric does not support. Call this before tables are built.
    pub(crate) fn check(self, cost: Option<&str>, shape: Shape) -> Result<(), Failure> {
        let most = MultiTileOracle::MAX_BUILT_CELLS;
        match self {
            Self::Stm => Ok(()),
            // A cost is that of one tile's move.
            Self::Mtm if cost.is_some() => {
                Err(Failure::choice(&"the metric mtm cannot be used with cost", "Leave one of them out."))
            }
            Self::Mtm if shape.cells() > most => {
                let message =
                    format!("the metric mtm supports boards of up to {most} cells; this board is {shape}");
                Err(Failure::choice(&message, "Leave the metric out."))
            }
            Self::Mtm => Ok(()),
        }
    }

    /// The judge of lengths in the metric.
    pub(crate) fn judging(self, judge: Judge, limits: &Limits) -> Result<Judge, SolveError> {
        match self {
            Self::Stm => Ok(judge),
            Self::Mtm => {
                let interrupt = limits.interrupt.clone().unwrap_or_default();
                let oracle = multi_tile_oracle(judge.solver().goal(), &interrupt)?;
                Ok(judge.in_multi_tile_metric(oracle))
            }
        }
    }
}

/// The distances of all boards in the multi-tile metric.
fn multi_tile_oracle(goal: &Goal, interrupt: &Interrupt) -> Result<MultiTileOracle, BuildError> {
    // Requests are answered in parallel, so each gets one core.
    let generator = MultiTileGenerator::for_goal(goal)?.threads(1).interrupt(interrupt);
    MultiTileOracle::of(generator)
}

/// The answer with an optimal path, or the limit that ended the build.
pub(crate) fn solve_in_multi_tile_metric(instance: &Instance, limits: &Limits) -> Result<Answer, Failure> {
    let Instance { board, goal } = instance;
    let (metric, convention) = (Metric::MultiTile, MoveConvention::Blank);
    if !instance.is_solvable() {
        let unsolvable = Answer::unsolvable(board, goal, convention);
        return Ok(Answer { metric: metric.name(), ..unsolvable });
    }
    let found_by = FoundBy { algorithm: Algorithm::Table, heuristic: None };
    let interrupt = limits.interrupt.clone().unwrap_or_default();
    let in_time = limits.time.map_or_else(|| interrupt.clone(), |time| interrupt.within(time));
    let oracle = match multi_tile_oracle(goal, &in_time) {
        Err(BuildError::Interrupted { .. }) => {
            let limit = if interrupt.is_signalled() { Limit::Interrupt } else { Limit::Time };
            let lower_bound = u32::from(*board != goal.board());
            let reached = LimitReached { limit, lower_bound, statistics: Statistics::default() };
            let answer = Answer::at_limit(board, goal, found_by, &reached, convention);
            return Ok(Answer { metric: metric.name(), ..answer });
        }
        built => built.map_err(SolveError::from)?,
    };
    let moves = oracle.first_path(board).map_err(SolveError::from)?;
    let outcome = Outcome { moves, guarantee: Guarantee::Optimal, statistics: Statistics::default() };
    Ok(Answer::solved(board, goal, found_by, &outcome, metric, convention))
}
