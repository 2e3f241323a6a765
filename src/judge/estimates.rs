//! Is a heuristic consistent? Its estimates on neighbours must not differ by more than one.

use rustc_hash::FxHashMap;

use super::finding::Finding;
use crate::board::Board;

/// The estimates of a heuristic on boards, collected as they come.
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
    /// Takes an estimate down.
    pub fn note(&mut self, board: &Board, estimate: u32) {
        self.of.insert(*board, estimate);
    }

    /// A neighbour among the boards so far whose estimate differs from this board's by more than one.
    #[must_use]
    pub fn inconsistency(&self, board: &Board, estimate: u32) -> Option<Finding> {
        board.successors().find_map(|(_, neighbour)| {
            let neighbours_estimate = *self.of.get(&neighbour)?;
            let differs = estimate.abs_diff(neighbours_estimate) > 1;
            differs.then_some(Finding::Inconsistent { estimate, neighbour, neighbours_estimate })
        })
    }
}
