//! Consistency of a heuristic: its estimates of neighbors must not differ by more than one.

use super::finding::Finding;
use crate::board::{Board, Metric};

impl Finding {
    /// Compares the estimate of a board with the known ones of its neighbors, the boards one move
    /// away in the metric. Returns [`Inconsistent`](Self::Inconsistent) if one differs by more than
    /// one.
    ///
    /// ```
    /// use std::collections::HashMap;
    /// use tilebase::board::{Board, Metric, Shape};
    /// use tilebase::judge::Finding;
    ///
    /// let shape = Shape::new(2, 2)?;
    /// let known = HashMap::from([(Board::new(shape, &[1, 2, 3, 0])?, 0)]);
    /// let known = |board: &Board| known.get(board).copied();
    /// let board = Board::new(shape, &[1, 2, 0, 3])?;
    /// assert!(Finding::inconsistency(Metric::SingleTile, &board, 1, known).is_none());
    /// assert!(Finding::inconsistency(Metric::SingleTile, &board, 2, known).is_some());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn inconsistency(
        metric: Metric,
        board: &Board,
        estimate: u32,
        known: impl Fn(&Board) -> Option<u32>,
    ) -> Option<Self> {
        metric.neighbors(board).find_map(|neighbor| {
            let neighbors_estimate = known(&neighbor)?;
            let differs = estimate.abs_diff(neighbors_estimate) > 1;
            differs.then_some(Self::Inconsistent { estimate, neighbor, neighbors_estimate })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// In the multi-tile metric, boards with other boards between them are neighbors.
    #[test]
    fn neighbors_are_those_of_the_metric() {
        let [board, far]: [Board; 2] = ["123456078", "123456780"].map(|board| board.parse().unwrap());
        let known = |neighbor: &Board| (*neighbor == far).then_some(0);
        let found = |metric, estimate| Finding::inconsistency(metric, &board, estimate, known);
        assert_eq!(found(Metric::SingleTile, 2), None);
        assert_eq!(found(Metric::MultiTile, 1), None);
        let inconsistent = Finding::Inconsistent { estimate: 2, neighbor: far, neighbors_estimate: 0 };
        assert_eq!(found(Metric::MultiTile, 2), Some(inconsistent));
    }
}
