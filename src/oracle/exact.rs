//! The exact distance as a heuristic.

use std::sync::Arc;

use super::oracle::Oracle;
use crate::board::Board;
use crate::search::Heuristic;

/// The best heuristic there is: the distance itself. A* with it expands the states of one optimal path.
#[derive(Debug)]
pub struct ExactDistance<D> {
    oracle: Arc<Oracle<D>>,
}

impl<D> ExactDistance<D> {
    /// The distances of an oracle.
    #[must_use]
    pub const fn new(oracle: Arc<Oracle<D>>) -> Self {
        Self { oracle }
    }
}

impl<D: AsRef<[u8]> + Send + Sync> Heuristic for ExactDistance<D> {
    /// A board that the table can't tell the distance of (the table is damaged there) is taken to be at the goal, which
    /// is never too much.
    fn of(&self, board: &Board) -> u32 {
        self.oracle.distance(board).map_or(0, |distance| distance.moves().into())
    }

    fn is_admissible(&self) -> bool {
        true
    }

    fn is_consistent(&self) -> bool {
        true
    }

    fn has_parity(&self) -> bool {
        true
    }

    fn name(&self) -> &'static str {
        "exact"
    }
}
