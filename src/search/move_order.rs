//! In which order the successors of a state are generated.

use crate::board::{Cell, MAX_CELLS, Move, Shape};

/// An order of moves: one for the blank in the first column, one for it elsewhere. Moves that would leave the board are
/// passed over, so it serves all shapes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveOrder {
    elsewhere: [Move; 4],
    in_first_column: [Move; 4],
}

impl MoveOrder {
    /// The house order: U, D, L, R.
    pub const HOUSE: Self = Self::everywhere(Move::ALL);

    /// One order for all cells.
    #[must_use]
    pub const fn everywhere(order: [Move; 4]) -> Self {
        Self { elsewhere: order, in_first_column: order }
    }

    /// The same, but for the blank in the first column.
    #[must_use]
    pub const fn but_in_first_column(self, order: [Move; 4]) -> Self {
        Self { in_first_column: order, ..self }
    }

    /// The legal moves of the blank on a cell, with the cells that they lead to.
    pub fn from(&self, shape: Shape, cell: Cell) -> impl Iterator<Item = (Move, Cell)> {
        let order = if shape.column(cell) == 0 { self.in_first_column } else { self.elsewhere };
        order.into_iter().filter_map(move |step| Some((step, shape.neighbour(cell, step)?)))
    }
}

/// The legal moves by cell, worked out once for a search.
#[derive(Clone, Debug)]
pub(super) struct StepsByCell {
    /// So many of each list count.
    lens: [u8; MAX_CELLS],
    steps: [[(Move, Cell); 4]; MAX_CELLS],
}

impl StepsByCell {
    pub(super) fn new(shape: Shape, order: &MoveOrder) -> Self {
        let mut lens = [0; MAX_CELLS];
        let mut steps = [[(Move::Up, Cell::new(0)); 4]; MAX_CELLS];
        for cell in shape.all_cells() {
            for (place, step) in steps[cell.index()].iter_mut().zip(order.from(shape, cell)) {
                *place = step;
                lens[cell.index()] += 1;
            }
        }
        Self { lens, steps }
    }

    #[inline]
    pub(super) fn from(&self, cell: Cell) -> &[(Move, Cell)] {
        &self.steps[cell.index()][..usize::from(self.lens[cell.index()])]
    }
}
