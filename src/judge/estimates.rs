//! Consistency of a heuristic: its estimates of neighbors must not differ by more than one.

use rustc_hash::FxHashMap;

use super::finding::Finding;
use crate::board::Board;

/// The estimates collected so far.
///
/// ```
/// use tilebase::board::{Board, Shape};
/// use tilebase::judge::Estimates;
///
/// let shape = Shape::new(2, 2)?;
/// let mut estimates = Estimates::default();
/// estimates.note(&Board::new(shape, &[1, 2, 3, 0])?, 0);
/// assert!(estimates.inconsistency(&Board::new(shape, &[1, 2, 0, 3])?, 1).is_none());
/// assert!(estimates.inconsistency(&Board::new(shape, &[1, 2, 0, 3])?, 2).is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Estimates {
    of: FxHashMap<Board, u32>,
}

impl Estimates {
    /// Adds an estimate.
    pub fn note(&mut self, board: &Board, estimate: u32) {
        self.of.insert(*board, estimate);
    }

    /// Returns an inconsistency with an earlier estimate: that of a neighbor which differs by more
    /// than one.
    #[must_use]
    pub fn inconsistency(&self, board: &Board, estimate: u32) -> Option<Finding> {
        board.successors().find_map(|(_, neighbour)| {
            let neighbours_estimate = *self.of.get(&neighbour)?;
            let differs = estimate.abs_diff(neighbours_estimate) > 1;
            differs.then_some(Finding::Inconsistent { estimate, neighbour, neighbours_estimate })
        })
    }
}
