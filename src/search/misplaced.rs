//! Tiles that are not in their places, alone and on top of the Manhattan distance.

use super::heuristic::Heuristic;
use super::manhattan::Manhattan;
use crate::board::{Board, Cell, Goal, Move, Tile};

/// How many tiles are not in their places (the Hamming distance without the blank).
///
/// One move takes one tile to another cell, so the count changes by at most one: it is consistent. At the goal it is 0,
/// so it is admissible.
#[derive(Clone, Debug)]
pub struct Misplaced {
    goal: Board,
    /// A cell whose tile is not looked at.
    passed_over: Option<Cell>,
}

impl Misplaced {
    /// All tiles count.
    #[must_use]
    pub const fn new(goal: &Goal) -> Self {
        Self { goal: goal.board(), passed_over: None }
    }

    /// Leaves out the tile on the cell where the goal has its blank, as one of the published programs does
    /// ([`Conventions::zhang`](super::Conventions::zhang)). Never more than the usual count, and weaker: one less
    /// wherever the blank is not at home.
    #[must_use]
    pub const fn but_the_goals_blank(goal: &Goal) -> Self {
        Self { goal: goal.board(), passed_over: Some(goal.blank()) }
    }

    fn counts(&self, tile: Tile, cell: Cell) -> bool {
        !tile.is_blank() && self.goal.tile_at(cell) != tile && self.passed_over != Some(cell)
    }
}

impl Heuristic for Misplaced {
    fn of(&self, board: &Board) -> u32 {
        let shape = board.shape();
        shape.all_cells().map(|cell| u32::from(self.counts(board.tile_at(cell), cell))).sum()
    }

    fn after(&self, before: u32, board: &Board, step: Move) -> u32 {
        let now_blank = board.blank();
        let Some(was_blank) = board.shape().neighbour(now_blank, step.inverse()) else { return before };
        let tile = board.tile_at(was_blank);
        before + u32::from(self.counts(tile, was_blank)) - u32::from(self.counts(tile, now_blank))
    }

    fn is_admissible(&self) -> bool {
        true
    }

    fn is_consistent(&self) -> bool {
        true
    }

    fn has_parity(&self) -> bool {
        false
    }

    fn name(&self) -> &'static str {
        if self.passed_over.is_none() { "misplaced" } else { "misplaced-zhang" }
    }
}

/// The Manhattan distance plus the number of misplaced tiles, as one of the published programs has it
/// ([`Conventions::akhtar`](super::Conventions::akhtar)).
///
/// Every misplaced tile is counted once too often, so it may say more than the distance: no answer found with it is
/// guaranteed to be shortest. One move from the goal it says 2.
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
    fn of(&self, board: &Board) -> u32 {
        self.manhattan.of(board) + self.misplaced.of(board)
    }

    fn after(&self, before: u32, board: &Board, step: Move) -> u32 {
        // Both change by what the moved tile adds and takes away, whatever the sum is made of.
        self.misplaced.after(self.manhattan.after(before, board, step), board, step)
    }

    fn is_admissible(&self) -> bool {
        false
    }

    fn is_consistent(&self) -> bool {
        false
    }

    fn has_parity(&self) -> bool {
        false
    }

    fn name(&self) -> &'static str {
        "manhattan-plus-misplaced"
    }
}
