//! The number of misplaced tiles, alone and added to the Manhattan distance.

use super::manhattan::Manhattan;
use super::{Claims, Heuristic, Slide, last_slide};
use crate::board::{Board, Cell, Goal, Move, Tile};

/// The number of misplaced tiles (the Hamming distance without the blank).
///
/// A move takes one tile to another cell, so the count changes by at most one: it is consistent. At
/// the goal it is 0, so it is admissible.
#[derive(Clone, Debug)]
pub struct Misplaced {
    goal: Board,
}

impl Misplaced {
    /// The heuristic for a goal.
    #[must_use]
    pub const fn new(goal: &Goal) -> Self {
        Self { goal: goal.board() }
    }

    fn counts(&self, tile: Tile, cell: Cell) -> bool {
        !tile.is_blank() && self.goal.tile_at(cell) != tile
    }
}

impl Heuristic for Misplaced {
    fn estimate(&self, board: &Board) -> u32 {
        let shape = board.shape();
        shape.all_cells().map(|cell| u32::from(self.counts(board.tile_at(cell), cell))).sum()
    }

    fn estimate_after(&self, before: u32, board: &Board, step: Move) -> u32 {
        let Some(Slide { tile, from, to }) = last_slide(board, step) else { return before };
        before + u32::from(self.counts(tile, to)) - u32::from(self.counts(tile, from))
    }

    fn claims(&self) -> Claims {
        Claims { parity: false, ..Claims::ALL }
    }
}

/// The Manhattan distance plus the number of misplaced tiles, as in a published program.
///
/// Every misplaced tile is counted once too often, so the estimate may exceed the distance: it is 2
/// one move from the goal. No path found with it is guaranteed to be shortest.
#[derive(Clone, Debug)]
pub struct ManhattanPlusMisplaced {
    manhattan: Manhattan,
    misplaced: Misplaced,
}

impl ManhattanPlusMisplaced {
    /// The heuristic for a goal.
    #[must_use]
    pub fn new(goal: &Goal) -> Self {
        Self { manhattan: Manhattan::new(goal), misplaced: Misplaced::new(goal) }
    }
}

impl Heuristic for ManhattanPlusMisplaced {
    fn estimate(&self, board: &Board) -> u32 {
        self.manhattan.estimate(board) + self.misplaced.estimate(board)
    }

    fn estimate_after(&self, before: u32, board: &Board, step: Move) -> u32 {
        // Each `after` adds the moved tile's difference, whatever the rest of the sum is.
        self.misplaced.estimate_after(self.manhattan.estimate_after(before, board, step), board, step)
    }

    fn claims(&self) -> Claims {
        Claims::NONE
    }
}
