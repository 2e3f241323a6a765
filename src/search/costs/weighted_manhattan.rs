//! The Manhattan distance, weighted by the costs of the slides.

use crate::board::{Board, Cell, Goal, MAX_CELLS, Move, MoveCosts, Tile};

/// A lower bound on the cost of a path: the Manhattan distance, with each slide weighted by its
/// cost.
///
/// A tile that is `r` rows above its goal cell must slide down at least `r` times; likewise for the
/// other directions. The bound is the sum of the costs of these slides over all tiles.
///
/// *It is consistent:* a slide of cost c changes the share of one tile only. Toward the tile's goal
/// cell, the share falls by exactly c; away from it, the share rises. So no slide lowers the bound
/// by more than it costs. At the goal the bound is 0.
/// Along a path to the goal it falls to 0, so the path costs at least the bound: *it is
/// admissible.*
#[derive(Clone, Debug)]
pub(crate) struct WeightedManhattan {
    /// `shares[tile][cell]`: the cost of the slides from the cell to the tile's place; 0 for the
    /// blank.
    shares: [[u32; MAX_CELLS]; MAX_CELLS],
}

impl WeightedManhattan {
    /// The bound for a goal.
    pub(crate) fn new(goal: &Goal, costs: &MoveCosts) -> Self {
        let (shape, board) = (goal.shape(), goal.board());
        let mut heuristic = Self::zero();
        for place in shape.all_cells().filter(|place| *place != goal.blank()) {
            let tile = board.tile_at(place);
            for cell in shape.all_cells() {
                let rows = shape.row(place).abs_diff(shape.row(cell)) as u32;
                let columns = shape.column(place).abs_diff(shape.column(cell)) as u32;
                // A tile slides down as the blank goes up.
                let along_column = if shape.row(cell) < shape.row(place) { Move::Up } else { Move::Down };
                let along_row =
                    if shape.column(cell) < shape.column(place) { Move::Left } else { Move::Right };
                heuristic.shares[tile.index()][cell.index()] =
                    rows * costs.of(tile, along_column) + columns * costs.of(tile, along_row);
            }
        }
        heuristic
    }

    /// The bound 0 on every board.
    pub(super) const fn zero() -> Self {
        Self { shares: [[0; MAX_CELLS]; MAX_CELLS] }
    }

    /// The bound for a board of the goal's shape.
    pub(crate) fn estimate(&self, board: &Board) -> u32 {
        board.tiles().iter().enumerate().map(|(cell, tile)| self.shares[tile.index()][cell]).sum()
    }

    /// The bound after a tile slid from one cell to another.
    #[inline]
    pub(super) const fn after_slide(&self, before: u32, tile: Tile, from: Cell, to: Cell) -> u32 {
        let of_tile = &self.shares[tile.index()];
        before + of_tile[to.index()] - of_tile[from.index()]
    }
}
