//! [`LevelCounts`]: the result of a count.

use super::states_by_cell::StatesByCell;
use crate::board::{Board, Cell, Distance, Shape};

/// The number of states at each distance from a goal, and the deepest states or some of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LevelCounts {
    deepest: Distance,
    histogram: Vec<u64>,
    /// The histogram of the states with the blank in each cell.
    by_cell: Vec<Vec<u64>>,
    deepest_boards: Vec<Board>,
    is_complete: bool,
}

impl LevelCounts {
    /// Creates the counts of a board of this shape. `sizes` are by the cells of the upright board.
    pub(super) fn new(
        shape: Shape,
        sizes: &[StatesByCell],
        deepest: Distance,
        deepest_boards: Vec<Board>,
        is_complete: bool,
    ) -> Self {
        let is_transposed = shape.columns() > shape.rows();
        let upright = |cell: Cell| if is_transposed { shape.transposed_cell(cell) } else { cell };
        let histogram_of =
            |cell: Cell| sizes.iter().map(|size| size.states()[upright(cell).index()]).collect();
        let histogram = sizes.iter().map(StatesByCell::total).collect();
        let by_cell = shape.all_cells().map(histogram_of).collect();
        Self { deepest, histogram, by_cell, deepest_boards, is_complete }
    }

    /// Returns the number of states at each distance, from 0 to the deepest.
    #[must_use]
    pub fn histogram(&self) -> &[u64] {
        &self.histogram
    }

    /// Returns the number of states with the blank in this cell, at each distance from 0 to the
    /// deepest.
    ///
    /// If goal and state are exchanged and the tiles renumbered, the distance stays the same. So a
    /// goal with the blank in cell *a* has as many states at each distance with the blank in *b* as
    /// a goal with the blank in *b* has with the blank in *a*. This checks one count against
    /// another. One of the two lists may be longer, with zeros at its end.
    ///
    /// ```
    /// use tilebase::board::{Goal, Shape};
    /// use tilebase::count::Counter;
    ///
    /// let (first, last) = (Goal::blank_first(Shape::new(2, 3)?), Goal::blank_last(Shape::new(2, 3)?));
    /// let (to_first, to_last) = (Counter::for_goal(&first)?.run()?, Counter::for_goal(&last)?.run()?);
    /// let with_first = to_last.histogram_with_blank_at(first.blank());
    /// assert_eq!(with_first[..6], [0, 0, 0, 3, 0, 1]);
    /// assert_eq!(with_first, to_first.histogram_with_blank_at(last.blank()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// If the cell is outside the board.
    #[must_use]
    pub fn histogram_with_blank_at(&self, cell: Cell) -> &[u64] {
        &self.by_cell[cell.index()]
    }

    /// Whether all levels were counted. If not, the count was [limited](super::Counter::up_to), and
    /// states may lie beyond its last level.
    #[must_use]
    pub const fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// Returns the largest distance that was counted.
    #[must_use]
    pub const fn deepest(&self) -> Distance {
        self.deepest
    }

    /// Returns the boards farthest from the goal, sorted.
    ///
    /// If there are more than requested, this is a subset, which is always the same. The last
    /// number of the [`histogram`](Self::histogram) is their total.
    #[must_use]
    pub fn deepest_boards(&self) -> &[Board] {
        &self.deepest_boards
    }
}
