//! [`IndexedBoard`]: a board with the index of its entry.

use super::OracleError;
use crate::board::{Board, Goal, Metric};
use crate::space::{FullSpace, StateIndex};
use crate::table::Table;

/// A board with its index.
#[derive(Clone, Copy, Debug)]
pub(super) struct IndexedBoard {
    pub(super) board: Board,
    pub(super) index: StateIndex,
}

impl IndexedBoard {
    /// Computes the index of a board.
    ///
    /// # Errors
    /// [`OracleError::Unreachable`] if the board can't reach the goal of the space.
    #[inline]
    pub(super) fn new(space: &FullSpace, board: &Board) -> Result<Self, OracleError> {
        let index = space.index_of(board).ok_or_else(|| space.goal().unreachable_from(board))?;
        Ok(Self { board: *board, index })
    }
}

/// Returns the space of a table's entries for a goal, if the table serves the goal in this metric.
pub(super) fn space_for(table: &Table, goal: &Goal, expected: Metric) -> Result<FullSpace, OracleError> {
    let (of_table, found) = (table.header().goal(), table.header().metric());
    let serves = of_table.shape() == goal.shape() && of_table.blank() == goal.blank();
    if !serves || !table.header().pattern().is_full() {
        return Err(OracleError::Mismatch { table: *of_table, goal: *goal });
    }
    if found != expected {
        return Err(OracleError::OtherMetric { expected, found });
    }
    Ok(FullSpace::new(goal).expect("the table has a full space of this shape"))
}
