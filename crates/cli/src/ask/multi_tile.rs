//! Answers in the multi-tile metric, which complete tables give.

use std::path::Path;

use anyhow::{anyhow, bail};
use tilebase::Interrupt;
use tilebase::board::{Board, Goal};
use tilebase::generate::{BuildError, MultiTileGenerator};
use tilebase::oracle::MultiTileOracle;
use tilebase::search::{Guarantee, Outcome, Statistics};
use tilebase::solve::Algorithm;
use tilebase::table::{Folder, Table};
use tilebase_api::model::FoundBy;

use super::answer::Answer;
use super::notice::goal_option;

/// Maximum number of cells of a board whose table is built in memory: 1,814,400 boards.
const MAX_BUILT_CELLS: usize = 10;

/// Maximum number of cells of a board that a table is suggested for: 240 MB.
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
    if let Some(file) = table {
        return Ok(MultiTileOracle::new(Table::open(file)?, goal)?);
    }
    let found = folder.map(|folder| folder.find_multi_tile(goal)).transpose()?.flatten();
    if let Some((_, table)) = found {
        return Ok(MultiTileOracle::new(table, goal)?);
    }
    let shape = goal.shape();
    if shape.cells() > MAX_TABLE_CELLS {
        bail!(
            "--metric mtm needs a complete table, and {shape} has too many boards for one; leave out --metric"
        );
    }
    if shape.cells() > MAX_BUILT_CELLS {
        bail!(
            "--metric mtm needs a complete table, and there is none of {shape}: build it with \
             `pdb-gen build {shape}{} --metric mtm`",
            goal_option(goal)
        );
    }
    let generator = MultiTileGenerator::for_goal(goal)?;
    let generator = match interrupt {
        Some(interrupt) => generator.interrupt(interrupt),
        None => generator,
    };
    let built = generator.run().map_err(|error| match error {
        BuildError::Interrupted { .. } => anyhow!("interrupted while computing the distances of all boards"),
        other => other.into(),
    })?;
    Ok(MultiTileOracle::new(built.into_table(), goal)?)
}

/// Answers one board that can reach the goal, with the number of optimal paths if asked.
///
/// # Errors
/// The reason why the table has no answer, as a message.
pub(super) fn answer(oracle: &MultiTileOracle, board: &Board, counts: bool) -> anyhow::Result<Answer> {
    let clock = std::time::Instant::now();
    let moves = oracle.first_path(board)?;
    // Reading a path expands the boards along it.
    let expanded = oracle.distance(board)?.moves().into();
    let elapsed = clock.elapsed();
    let optimal_paths = counts.then(|| oracle.count_paths(board)).transpose()?;
    // The answer is worthless if the table file was changed meanwhile.
    oracle.table().check_unchanged()?;
    let statistics = Statistics { expanded, generated: expanded + 1, elapsed, ..Statistics::default() };
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
