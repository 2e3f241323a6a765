//! [`OracleError`]: the reasons why there is no exact answer.

use crate::board::{Board, Goal, Metric, Unreachable};
use crate::generate::BuildError;
use crate::table::TableError;

/// The reason why an oracle has no answer for a board, or why there is no oracle or no proof.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OracleError {
    /// The board can't reach the goal. If it has the goal's shape, this is an exact answer.
    #[error(transparent)]
    Unreachable(#[from] Unreachable),
    /// The table contradicts itself: it is damaged, even if its checksums match.
    #[error("the table is wrong: its entries do not lead from {board} to the goal")]
    Inconsistent {
        /// The board from which the entries do not lead to the goal.
        board: Board,
    },
    /// The file is not a usable table, is damaged at the entry, or has changed since it was opened.
    #[error(transparent)]
    Table(#[from] Box<TableError>),
    /// The table is for another goal, so it can't serve as an oracle.
    #[error(
        "a table to the goal {table} does not serve the goal {goal}: it must be a full table, \
         and the shapes and the blank's cells must be the same"
    )]
    Mismatch {
        /// The table's goal.
        table: Goal,
        /// The requested goal.
        goal: Goal,
    },
    /// The table has distances in another metric.
    #[error("the distances of the table are in the metric {found}; expected {expected}")]
    OtherMetric {
        /// The requested metric.
        expected: Metric,
        /// The table's metric.
        found: Metric,
    },
    /// The entries can't be computed again for a [proof](crate::prove).
    #[error(transparent)]
    Build(#[from] Box<BuildError>),
}

/// The reason why a path can't be followed. Unlike [`OracleError`], it fits in a register, which
/// matters in the innermost loops.
#[derive(Debug)]
pub(super) enum WalkError {
    /// No neighbor has an entry that is one smaller, or the goal's entry is not 0.
    Inconsistent,
    /// An entry can't be read.
    Table(Box<TableError>),
}

impl WalkError {
    /// The error for a path from `board`.
    #[cold]
    pub(super) fn on_path_from(self, board: Board) -> OracleError {
        match self {
            Self::Inconsistent => OracleError::Inconsistent { board },
            Self::Table(error) => OracleError::Table(error),
        }
    }
}

impl From<Box<TableError>> for WalkError {
    fn from(error: Box<TableError>) -> Self {
        Self::Table(error)
    }
}

impl From<TableError> for OracleError {
    fn from(error: TableError) -> Self {
        Self::Table(Box::new(error))
    }
}

impl From<BuildError> for OracleError {
    fn from(error: BuildError) -> Self {
        Self::Build(Box::new(error))
    }
}
