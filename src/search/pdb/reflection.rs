//! The reflection of boards about the main diagonal.
//!
//! On a square whose goal has the blank on the main diagonal, reflect a board and rename its tiles:
//! tile *a* becomes tile *b* if the goal cell of *b* is the mirror image of the goal cell of *a*.
//! The result is as far from the goal as the original board: the goal becomes itself, and a path
//! stays a path if rows and columns are exchanged in every move.

use crate::board::{Cell, Goal, MAX_CELLS, Shape, Tile};

/// The mirror image of each cell and each tile of a goal.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reflection {
    cells: [Cell; MAX_CELLS],
    tiles: [Tile; MAX_CELLS],
}

impl Reflection {
    /// Returns the reflection for a goal; `None` if its boards can't be reflected.
    pub(super) fn of(goal: &Goal) -> Option<Self> {
        let (shape, board) = (goal.shape(), goal.board());
        if shape.rows() != shape.columns() || mirrored(shape, goal.blank()) != goal.blank() {
            return None;
        }
        let mut reflection = Self { cells: [Cell::new(0); MAX_CELLS], tiles: [Tile::BLANK; MAX_CELLS] };
        for cell in shape.all_cells() {
            let image = mirrored(shape, cell);
            reflection.cells[cell.index()] = image;
            reflection.tiles[board.tile_at(cell).index()] = board.tile_at(image);
        }
        Some(reflection)
    }

    /// The mirror image of a cell.
    pub(super) const fn cell(&self, cell: Cell) -> Cell {
        self.cells[cell.index()]
    }

    /// The new name of a tile.
    pub(super) const fn tile(&self, tile: Tile) -> Tile {
        self.tiles[tile.index()]
    }
}

/// The cell's mirror image about the main diagonal of a square.
fn mirrored(shape: Shape, cell: Cell) -> Cell {
    shape.cell(shape.column(cell), shape.row(cell))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::oracle::Oracle;
    use crate::space::StateIndex;

    #[test]
    fn reflected_boards_are_as_far_from_the_goal() {
        let shape = Shape::THREE_BY_THREE;
        let goal = Goal::snail(shape);
        let (reflection, oracle) = (Reflection::of(&goal).unwrap(), Oracle::build(&goal).unwrap());
        for number in (0..oracle.space().states()).step_by(997) {
            let board = oracle.space().board_at(StateIndex::new(number)).unwrap();
            let tile_on = |cell| u32::from(reflection.tile(board.tile_at(reflection.cell(cell))).number());
            let tiles: Vec<u32> = shape.all_cells().map(tile_on).collect();
            let reflected = Board::new(shape, &tiles).unwrap();
            assert_eq!(oracle.distance(&reflected).unwrap(), oracle.distance(&board).unwrap(), "{board}");
        }
    }

    #[test]
    fn only_squares_with_the_blank_on_the_diagonal_are_reflected() {
        let is_reflected = |goal: &Goal| Reflection::of(goal).is_some();
        let (square, wide) = (Shape::THREE_BY_THREE, Shape::new(3, 4).unwrap());
        assert!(is_reflected(&Goal::blank_first(square)) && is_reflected(&Goal::blank_last(square)));
        assert!(!is_reflected(&Goal::in_order_with_blank_at(square, Cell::new(1))));
        assert!(!is_reflected(&Goal::blank_first(wide)));
    }
}
