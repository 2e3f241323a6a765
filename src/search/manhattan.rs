//! The Manhattan distance as a heuristic.

use super::heuristic::Heuristic;
use crate::board::{Board, Cell, Goal, MAX_CELLS, Move, Shape};
use crate::space::manhattan;

/// Steps of all tiles to their places, the blank left out. Never more than the distance (admissible), and a
/// move changes it by exactly one (consistent).
#[derive(Clone, Debug)]
pub struct Manhattan {
    goal: Goal,
    /// By tile and cell: the steps from the cell to the tile's place.
    steps: [[u8; MAX_CELLS]; MAX_CELLS],
}

impl Manhattan {
    /// The heuristic for a goal.
    #[must_use]
    pub fn new(goal: &Goal) -> Self {
        let shape = goal.shape();
        let mut steps = [[0; MAX_CELLS]; MAX_CELLS];
        for place in shape.all_cells() {
            let tile = goal.board().tile_at(place);
            for cell in shape.all_cells() {
                steps[tile.index()][cell.index()] = steps_between(shape, cell, place);
            }
        }
        Self { goal: *goal, steps }
    }
}

impl Heuristic for Manhattan {
    fn of(&self, board: &Board) -> u32 {
        manhattan::distance(board, &self.goal)
    }

    /// One tile has moved.
    #[inline]
    fn after(&self, before: u32, board: &Board, step: Move) -> u32 {
        let now_blank = board.blank();
        let Some(was_blank) = board.shape().neighbour(now_blank, step.inverse()) else { return before };
        let of_tile = &self.steps[board.tile_at(was_blank).index()];
        before + u32::from(of_tile[was_blank.index()]) - u32::from(of_tile[now_blank.index()])
    }

    fn is_admissible(&self) -> bool {
        true
    }

    fn is_consistent(&self) -> bool {
        true
    }

    fn has_parity(&self) -> bool {
        true
    }

    fn name(&self) -> &'static str {
        "manhattan"
    }
}

fn steps_between(shape: Shape, cell: Cell, place: Cell) -> u8 {
    u8::try_from(shape.steps_between(cell, place)).unwrap_or(u8::MAX)
}
