//! Where the truth comes from: a table, or a search that guarantees its answers.

use crate::board::{Board, Goal, Move};
use crate::oracle::{Oracle, OracleError};
use crate::search::{Catalogue, LimitReached, Limits, Problem, ida};

/// What answers are compared with.
pub trait Reference: Sync {
    /// The goal.
    fn goal(&self) -> &Goal;

    /// An optimal path from a board that can reach the goal.
    ///
    /// # Errors
    /// [`ReferenceError`] if the truth can't be told.
    fn shortest(&self, board: &Board) -> Result<Vec<Move>, ReferenceError>;

    /// The distance of such a board.
    ///
    /// # Errors
    /// [`ReferenceError`] if the truth can't be told.
    fn distance(&self, board: &Board) -> Result<u32, ReferenceError> {
        Ok(self.shortest(board)?.len() as u32)
    }
}

/// The truth can't be told.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReferenceError {
    /// The table is wrong, or the board is not of its shape.
    #[error(transparent)]
    Table(#[from] OracleError),
    /// The search gave up.
    #[error(transparent)]
    Search(#[from] LimitReached),
}

impl<D: AsRef<[u8]> + Sync> Reference for Oracle<D> {
    fn goal(&self) -> &Goal {
        self.goal()
    }

    fn shortest(&self, board: &Board) -> Result<Vec<Move>, ReferenceError> {
        Ok(self.first_path(board)?)
    }

    fn distance(&self, board: &Board) -> Result<u32, ReferenceError> {
        Ok(self.distance(board)?.moves().into())
    }
}

/// IDA* with pattern tables, for boards that have no table.
#[derive(Debug)]
pub struct SearchReference {
    catalogue: std::sync::Arc<Catalogue>,
    limits: Limits,
}

impl SearchReference {
    /// Searches with a catalogue, each within limits.
    #[must_use]
    pub const fn new(catalogue: std::sync::Arc<Catalogue>, limits: Limits) -> Self {
        Self { catalogue, limits }
    }
}

impl Reference for SearchReference {
    fn goal(&self) -> &Goal {
        self.catalogue.goal()
    }

    fn shortest(&self, board: &Board) -> Result<Vec<Move>, ReferenceError> {
        match Problem::new(*board, *self.catalogue.goal()) {
            Ok(problem) => Ok(ida(&problem, &self.catalogue, self.limits)?.moves),
            // Nobody asks for boards that can't reach the goal.
            Err(_unsolvable) => Ok(Vec::new()),
        }
    }
}
