//! Answers in the multi-tile metric, which full tables give.

use std::path::Path;
use std::time::Duration;

use anyhow::{anyhow, bail};
use tilebase::Interrupt;
use tilebase::board::{Board, Goal, Metric, Shape};
use tilebase::generate::{BuildError, MultiTileGenerator};
use tilebase::oracle::{MultiTileOracle, OracleError};
use tilebase::search::{Guarantee, Outcome, Statistics};
use tilebase::solve::{Algorithm, SolveError};
use tilebase::table::{Folder, Table};
use tilebase_api::model::FoundBy;

use super::answer::Answer;
use super::notice::{goal_option, with_hint};

/// Maximum number of cells for which building a table is suggested: 240 MB.
const MAX_TABLE_CELLS: usize = 12;

/// Returns the distances to a goal: from a table file, or one in the folder, or for a small board
/// computed in memory.
///
/// # Errors
/// The reason why there is no table, as a message.
pub(crate) fn multi_tile_oracle(
    goal: &Goal,
    folder: Option<&Folder>,
    table: Option<&Path>,
    interrupt: Option<&Interrupt>,
) -> anyhow::Result<MultiTileOracle> {
    let hinted = |error: SolveError| anyhow!(with_hint(&error));
    let of_table = |table: Table| MultiTileOracle::new(table, goal).map_err(|error| hinted(error.into()));
    if let Some(file) = table {
        return of_table(Table::open(file).map_err(|error| hinted(Box::new(error).into()))?);
    }
    let found = folder.map(|folder| folder.find_multi_tile(goal)).transpose();
    if let Some((_, table)) = found.map_err(|error| hinted(Box::new(error).into()))?.flatten() {
        return of_table(table);
    }
    let shape = goal.shape();
    if shape.cells() > MAX_TABLE_CELLS {
        bail!("--metric mtm needs a full table, and {shape} has too many boards for one: leave out --metric");
    }
    if shape.cells() > MultiTileOracle::MAX_BUILT_CELLS {
        bail!(
            "--metric mtm needs a full table, and there is no table for {shape}: build one with \
             `pdb-gen build {shape}{} --metric mtm`",
            goal_option(goal)
        );
    }
    let generator = MultiTileGenerator::for_goal(goal)?;
    let generator = match interrupt {
        Some(interrupt) => generator.interrupt(interrupt),
        None => generator,
    };
    MultiTileOracle::of(generator).map_err(|error| match error {
        BuildError::Interrupted { .. } => anyhow!("interrupted while computing the distances of all boards"),
        other => hinted(OracleError::from(other).into()),
    })
}

/// The statistics of a path in the multi-tile metric, as with a table of single-tile moves: reading
/// it expands the boards along it, and looks up all boards that are one move away from each.
pub(crate) fn lookup_statistics(shape: Shape, length: u32, elapsed: Duration) -> Statistics {
    let expanded = u64::from(length);
    // The blank can move to every other cell of its row and column.
    let moves = (shape.rows() + shape.columns() - 2) as u64;
    Statistics { expanded, generated: 1 + expanded * moves, elapsed, ..Statistics::default() }
}

/// Answers one board that can reach the goal, with the number of optimal paths if asked.
///
/// # Errors
/// The reason why the table has no answer, as a message.
pub(super) fn answer(oracle: &MultiTileOracle, board: &Board, counts: bool) -> Result<Answer, SolveError> {
    let clock = std::time::Instant::now();
    let moves = oracle.first_path(board)?;
    let statistics = lookup_statistics(board.shape(), Metric::MultiTile.length_of(&moves), clock.elapsed());
    let optimal_paths = counts.then(|| oracle.count_paths(board)).transpose()?;
    // The answer is worthless if the table file was changed meanwhile.
    oracle.table().check_unchanged().map_err(OracleError::from)?;
    Ok(Answer::Solved {
        board: *board,
        goal: *oracle.goal(),
        outcome: Outcome { moves, guarantee: Guarantee::Optimal, statistics },
        found_by: FoundBy { algorithm: Algorithm::Table, heuristic: None },
        optimal_paths,
        all_paths: None,
        trace: Vec::new(),
        resumed: None,
    })
}
