//! Distances in the multi-tile metric: those that claims are compared with, and those that explain
//! a wrong length in the single-tile metric.

use std::collections::VecDeque;
use std::fmt;

use rustc_hash::FxHashMap;

use crate::board::{Board, Goal, Metric, Move};
use crate::oracle::MultiTileOracle;
use crate::solve::SolveError;

/// Exact distances and paths. Used as a trait object, so that a program that never judges in the
/// multi-tile metric, such as the WebAssembly module, contains no code of the oracle.
pub(super) trait Exact: fmt::Debug + Send + Sync {
    /// Returns the distance of a board from the goal, in multi-tile moves.
    fn distance(&self, board: &Board) -> Result<u32, SolveError>;
    /// Returns an optimal path, as moves of the blank by one cell.
    fn first_path(&self, board: &Board) -> Result<Vec<Move>, SolveError>;
}

/// Checks after each read that the table file is unchanged, since a changed file makes answers
/// worthless.
impl Exact for MultiTileOracle {
    fn distance(&self, board: &Board) -> Result<u32, SolveError> {
        let distance = self.distance(board)?;
        self.table().check_unchanged()?;
        Ok(distance.moves().into())
    }

    fn first_path(&self, board: &Board) -> Result<Vec<Move>, SolveError> {
        let path = self.first_path(board)?;
        self.table().check_unchanged()?;
        Ok(path)
    }
}

/// Returns the multi-tile distances of all boards from a goal. The breadth-first search takes about
/// a second for the 8-puzzle. It only runs after a wrong answer, to explain it. It needs no
/// generator, which would make the WebAssembly module larger.
pub(super) fn multi_tile_distances(goal: &Goal) -> FxHashMap<Board, u32> {
    let mut distances = FxHashMap::from_iter([(goal.board(), 0)]);
    let mut queue = VecDeque::from([goal.board()]);
    while let Some(board) = queue.pop_front() {
        let distance = distances[&board] + 1;
        for next in Metric::MultiTile.neighbors(&board) {
            distances.entry(next).or_insert_with(|| {
                queue.push_back(next);
                distance
            });
        }
    }
    distances
}
