//! Computes the entry of a placement by counting moves on a descent to the goal.
//!
//! Bit entries tell how an entry changes with a slide, but not the entry itself. Together with the
//! Manhattan distance, they give the entry modulo 4. A slide of a tile of the pattern changes the
//! entry by one. Unless the entry is 0, some such slide decreases it, perhaps after slides of other
//! tiles, which keep the blank in its region. So the number of moves on such a descent is the
//! entry.

use crate::board::{Cell, Shape};
use crate::search::common::move_order::{MoveOrder, MoveTable};
use crate::space::{CellSet, PatternSpace};

/// Entries of a table modulo 4.
pub(in crate::search::pdb) trait Residues {
    /// The index after a tile's slide.
    fn index_after(&self, index: u32, label: usize, from: Cell, to: Cell) -> u32;

    /// Whether two cells outside a set are in the same region.
    fn are_connected(&self, set: CellSet, one: Cell, other: Cell) -> bool;

    /// The entry modulo 4.
    fn residue(&self, at: &DescentState) -> u8;
}

/// A placement during a descent, with a cell of the blank's region.
#[derive(Clone, Copy, Debug)]
pub(in crate::search::pdb) struct DescentState {
    pub(in crate::search::pdb) index: u32,
    /// The cells of the tiles.
    pub(in crate::search::pdb) set: CellSet,
    pub(in crate::search::pdb) blank: Cell,
    /// The Manhattan distance of the tiles.
    pub(in crate::search::pdb) manhattan: u32,
}

/// Descends from placements to the goal of a pattern.
#[derive(Debug)]
pub(in crate::search::pdb) struct Descent {
    shape: Shape,
    move_table: MoveTable,
    /// Indexed by label.
    goal_cells: Vec<Cell>,
    goal_blank: Cell,
}

impl Descent {
    pub(in crate::search::pdb) fn new(space: &PatternSpace) -> Self {
        Self {
            shape: space.shape(),
            move_table: MoveTable::new(space.shape(), &MoveOrder::STANDARD),
            goal_cells: space.goal_cells().cells().collect(),
            goal_blank: space.goal().blank(),
        }
    }

    /// The Manhattan distance of the tiles on these cells, by label.
    pub(in crate::search::pdb) fn manhattan(&self, cells_by_label: &[Cell]) -> u32 {
        (0..).zip(cells_by_label).map(|(label, cell)| self.steps_of(label, *cell)).sum()
    }

    fn steps_of(&self, label: usize, cell: Cell) -> u32 {
        self.shape.steps_between(cell, self.goal_cells[label]) as u32
    }

    /// Counts the moves of the pattern's tiles from a placement, with the blank on another cell, to
    /// the goal.
    pub(in crate::search::pdb) fn moves(
        &self,
        table: &dyn Residues,
        index: u32,
        cells_by_label: &[Cell],
        blank: Cell,
    ) -> u8 {
        let mut cells = cells_by_label.to_vec();
        let set = cells.iter().copied().collect();
        let mut at = DescentState { index, set, blank, manhattan: self.manhattan(&cells) };
        let mut moves = 0;
        // An entry is a byte. Invalid entries might lead nowhere, or around in circles.
        while moves < u8::MAX
            && !(cells == self.goal_cells && table.are_connected(at.set, at.blank, self.goal_blank))
        {
            let Some(next) = self.step_down(table, &at, &mut cells) else { break };
            at = next;
            moves += 1;
        }
        moves
    }

    /// Makes a slide of one of the tiles that decreases the entry by one, and updates its cell.
    /// Usually, this is a slide toward the goal cell, so those are tried first.
    fn step_down(&self, table: &dyn Residues, at: &DescentState, cells: &mut [Cell]) -> Option<DescentState> {
        let residue = table.residue(at);
        for is_towards_goal in [true, false] {
            for (label, cell) in cells.iter_mut().enumerate() {
                let (from, before) = (*cell, self.steps_of(label, *cell));
                for &(_, to) in self.move_table.from(from) {
                    let steps = self.steps_of(label, to);
                    let is_free = !at.set.contains(to) && table.are_connected(at.set, at.blank, to);
                    if (steps < before) != is_towards_goal || !is_free {
                        continue;
                    }
                    let next = DescentState {
                        index: table.index_after(at.index, label, from, to),
                        set: at.set.without(from).with(to),
                        blank: from,
                        manhattan: at.manhattan + steps - before,
                    };
                    // Neighboring entries differ by exactly one, so modulo 4 is enough to see the
                    // direction.
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
