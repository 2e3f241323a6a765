//! The Manhattan distance as a heuristic.

use super::{Claims, Heuristic, Slide, last_slide};
use crate::board::{Board, Cell, Goal, MAX_CELLS, Move, Tile};

/// The number of steps of all tiles to their places, without the blank. It never exceeds the
/// distance (admissible), and a move changes it by exactly one (consistent).
#[derive(Clone, Debug)]
pub struct Manhattan {
    /// `steps[tile][cell]`: the steps from the cell to the tile's place; 0 for the blank.
    steps: [[u8; MAX_CELLS]; MAX_CELLS],
}

impl Manhattan {
    /// The heuristic for a goal.
    #[must_use]
    pub fn new(goal: &Goal) -> Self {
        let (shape, board) = (goal.shape(), goal.board());
        let mut steps = [[0; MAX_CELLS]; MAX_CELLS];
        for place in shape.all_cells().filter(|place| *place != goal.blank()) {
            for cell in shape.all_cells() {
                steps[board.tile_at(place).index()][cell.index()] = shape.steps_between(cell, place) as u8;
            }
        }
        Self { steps }
    }
}

impl Manhattan {
    /// The value after a tile moved from one cell to another.
    #[inline]
    pub(in crate::search) fn after_slide(&self, before: u16, tile: Tile, from: Cell, to: Cell) -> u16 {
        let of_tile = &self.steps[tile.index()];
        before + u16::from(of_tile[to.index()]) - u16::from(of_tile[from.index()])
    }
}

impl Heuristic for Manhattan {
    fn estimate(&self, board: &Board) -> u32 {
        board.tiles().iter().enumerate().map(|(cell, tile)| u32::from(self.steps[tile.index()][cell])).sum()
    }

    /// Updates the distance of the tile that moved.
    #[inline]
    fn estimate_after(&self, before: u32, board: &Board, step: Move) -> u32 {
        let Some(Slide { tile, from, to }) = last_slide(board, step) else { return before };
        let of_tile = &self.steps[tile.index()];
        before + u32::from(of_tile[to.index()]) - u32::from(of_tile[from.index()])
    }

    fn claims(&self) -> Claims {
        Claims::ALL
    }
}
