//! Optimal paths in the multi-tile metric, from tables.

use std::collections::BTreeMap;
use std::time::Instant;

use anyhow::bail;
use tilebase::Interrupt;
use tilebase::board::{Goal, Metric};
use tilebase::oracle::MultiTileOracle;
use tilebase::solve::{Algorithm, ConventionName};
use tilebase::table::Folder;

use super::found::FoundPath;
use super::{ComparedBoard, Comparison, Measure, MethodNames, Task};
use crate::ask::{lookup_statistics, multi_tile_oracle};

/// A comparison in the multi-tile metric. Its only method is table lookup.
#[derive(Clone, Debug)]
pub(crate) struct MultiTileContest {
    /// Ends the comparison, if raised.
    pub(crate) interrupt: Option<Interrupt>,
    /// The table folder.
    pub(crate) folder: Folder,
}

impl MultiTileContest {
    /// Reads the path of each board. Calls `progress` after each board.
    ///
    /// # Errors
    /// The reason why there is no table, or a board that cannot reach its goal.
    pub(crate) fn run(&self, tasks: &[Task], mut progress: impl FnMut()) -> anyhow::Result<Comparison> {
        let mut oracles: BTreeMap<Goal, MultiTileOracle> = BTreeMap::new();
        let mut boards = Vec::new();
        for Task { board, goal } in tasks {
            goal.check_reachable(board)?;
            let interrupt = self.interrupt.as_ref();
            if interrupt.is_some_and(Interrupt::is_raised) {
                bail!("interrupted");
            }
            if !oracles.contains_key(goal) {
                oracles.insert(*goal, multi_tile_oracle(goal, Some(&self.folder), None, interrupt)?);
            }
            let clock = Instant::now();
            let length = Metric::MultiTile.length_of(&oracles[goal].first_path(board)?);
            // The path is worthless if the table file was changed meanwhile.
            oracles[goal].table().check_unchanged()?;
            let statistics = lookup_statistics(board.shape(), length, clock.elapsed());
            let found = FoundPath { length: length as usize, cost: None, is_optimal: true, statistics };
            boards.push(ComparedBoard {
                board: *board,
                goal: *goal,
                optimum: Some(length),
                runs: vec![Ok(found)],
            });
            progress();
        }
        let name = Algorithm::Table.name();
        let convention = ConventionName::Standard.name();
        let table = MethodNames { whole: name.to_owned(), algorithm: name, heuristic: None, convention };
        let (measure, metric, not_ready) = (Measure::Moves, Metric::MultiTile, BTreeMap::new());
        Ok(Comparison { measure, metric, methods: vec![table], boards, not_ready })
    }
}
