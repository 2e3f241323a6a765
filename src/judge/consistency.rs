//! Consistency of a heuristic: its estimates of neighbors must not differ by more than one.

use super::finding::Finding;
use crate::board::Board;

impl Finding {
    /// Compares the estimate of a board with the known ones of its neighbors. Returns
    /// [`Inconsistent`](Self::Inconsistent) if one differs by more than one.
    ///
    /// ```
    /// use std::collections::HashMap;
    /// use tilebase::board::{Board, Shape};
    /// use tilebase::judge::Finding;
    ///
    /// let shape = Shape::new(2, 2)?;
    /// let known = HashMap::from([(Board::new(shape, &[1, 2, 3, 0])?, 0)]);
    /// let known = |board: &Board| known.get(board).copied();
    /// let board = Board::new(shape, &[1, 2, 0, 3])?;
    /// assert!(Finding::inconsistency(&board, 1, known).is_none());
    /// assert!(Finding::inconsistency(&board, 2, known).is_some());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn inconsistency(
        board: &Board,
        estimate: u32,
        known: impl Fn(&Board) -> Option<u32>,
    ) -> Option<Self> {
        board.successors().find_map(|(_, neighbour)| {
            let neighbours_estimate = known(&neighbour)?;
            let differs = estimate.abs_diff(neighbours_estimate) > 1;
            differs.then_some(Self::Inconsistent { estimate, neighbour, neighbours_estimate })
        })
    }
}
