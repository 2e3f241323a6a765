//! The entry of a placement, counted on a way down to the goal.
//!
//! Tables at one bit an entry tell how an entry changes with a slide, and nothing of a placement from which no slide has come. But
//! modulo 4 they tell it, with the Manhattan distance. A slide of one of the pattern's tiles changes an entry by one, and while it
//! is not 0 some slide makes it one less, perhaps after slides of other tiles, which keep the blank in its region. So there are
//! as many moves on such a way as the entry says.

use crate::board::{Cell, Shape};
use crate::search::move_order::{MoveOrder, Steps};
use crate::space::{CellSet, PatternSpace};

/// Entries modulo 4, of one table.
pub(super) trait Residues {
    /// The index after a tile's slide.
    fn index_after(&self, index: u32, label: usize, from: Cell, to: Cell) -> u32;

    /// Are two cells outside a set in the same region?
    fn are_connected(&self, set: CellSet, one: Cell, other: Cell) -> bool;

    /// The entry modulo 4.
    fn residue(&self, at: &At) -> u8;
}

/// A placement with the region of a cell.
#[derive(Clone, Copy, Debug)]
pub(super) struct At {
    pub(super) index: u32,
    /// The cells of the tiles.
    pub(super) set: CellSet,
    pub(super) blank: Cell,
    /// The Manhattan distance of the tiles.
    pub(super) manhattan: u32,
}

/// The ways down to one placement, that of a pattern's tiles in the goal.
#[derive(Debug)]
pub(super) struct WaysDown {
    shape: Shape,
    steps: Steps,
    /// By label.
    goal_cells: Vec<Cell>,
    goal_blank: Cell,
}

impl WaysDown {
    pub(super) fn new(space: &PatternSpace) -> Self {
        Self {
            shape: space.shape(),
            steps: Steps::new(space.shape(), &MoveOrder::STANDARD),
            goal_cells: space.goal_cells().cells().collect(),
            goal_blank: space.goal().blank(),
        }
    }

    /// The Manhattan distance of the tiles on these cells, by label.
    pub(super) fn manhattan(&self, cells_by_label: &[Cell]) -> u32 {
        (0..).zip(cells_by_label).map(|(label, cell)| self.steps_of(label, *cell)).sum()
    }

    fn steps_of(&self, label: usize, cell: Cell) -> u32 {
        self.shape.steps_between(cell, self.goal_cells[label]) as u32
    }

    /// How many moves of the pattern's tiles it takes from a placement, with the blank on another cell, to the goal.
    pub(super) fn moves(&self, table: &dyn Residues, index: u32, cells_by_label: &[Cell], blank: Cell) -> u8 {
        let mut cells = cells_by_label.to_vec();
        let set = cells.iter().copied().collect();
        let mut at = At { index, set, blank, manhattan: self.manhattan(&cells) };
        let mut moves = 0;
        // An entry is a byte. Only of entries that nobody computed there might be no way down.
        while moves < u8::MAX
            && !(cells == self.goal_cells && table.are_connected(at.set, at.blank, self.goal_blank))
        {
            let Some(next) = self.nearer(table, &at, &mut cells) else { break };
            at = next;
            moves += 1;
        }
        moves
    }

    /// The placement after a slide of one of the tiles, whose cells are changed, with an entry one less. Mostly it is one towards
    /// its goal cell, so these are tried first.
    fn nearer(&self, table: &dyn Residues, at: &At, cells: &mut [Cell]) -> Option<At> {
        let residue = table.residue(at);
        for is_towards_goal in [true, false] {
            for (label, cell) in cells.iter_mut().enumerate() {
                let (from, before) = (*cell, self.steps_of(label, *cell));
                for &(_, to) in self.steps.from(from) {
                    let steps = self.steps_of(label, to);
                    let is_free = !at.set.contains(to) && table.are_connected(at.set, at.blank, to);
                    if (steps < before) != is_towards_goal || !is_free {
                        continue;
                    }
                    let next = At {
                        index: table.index_after(at.index, label, from, to),
                        set: at.set.without(from).with(to),
                        blank: from,
                        manhattan: at.manhattan + steps - before,
                    };
                    if (table.residue(&next) + 1) % 4 == residue {
                        *cell = to;
                        return Some(next);
                    }
                }
            }
        }
        None
    }
}
