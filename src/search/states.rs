//! The states that a search has made.
//!
//! States refer to each other by their places in a list. States that are known are found through a table of such places,
//! twice to four times as long as it has entries, which takes a quarter of what a map that holds its keys would.

use super::packed_board::PackedBoard;
use crate::board::Move;

/// A state, and how it was reached.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) board: PackedBoard,
    /// The state before; its own place at the start.
    pub(super) parent: u32,
    pub(super) g: u32,
    pub(super) h: u32,
    /// The move from the state before; none at the start.
    pub(super) step: Option<Move>,
    pub(super) is_open: bool,
}

/// States, and which of them are known.
#[derive(Debug)]
pub(super) struct States {
    pub(super) nodes: Vec<Node>,
    /// Places in `nodes`, or [`VACANT`].
    slots: Vec<u32>,
    known: usize,
    /// How far a hash is shifted to be a place in `slots`, whose length is a power of two.
    shift: u32,
}

const VACANT: u32 = u32::MAX;

impl States {
    /// A power of two.
    const FIRST_SLOTS: usize = 1 << 12;

    pub(super) fn new() -> Self {
        let shift = u64::BITS - Self::FIRST_SLOTS.ilog2();
        Self { nodes: Vec::new(), slots: vec![VACANT; Self::FIRST_SLOTS], known: 0, shift }
    }

    /// Adds a state, which is not known yet.
    #[inline]
    pub(super) fn add(&mut self, node: Node) -> u32 {
        let number = u32::try_from(self.nodes.len()).expect("2^32 states take more memory than there is");
        self.nodes.push(node);
        number
    }

    /// The known state with this board, or the slot where [`States::know`] puts it.
    #[inline]
    pub(super) fn find(&self, board: PackedBoard) -> Result<u32, usize> {
        let mut slot = (board.hash() >> self.shift) as usize;
        loop {
            match self.slots[slot] {
                VACANT => return Err(slot),
                number if self.nodes[number as usize].board == board => return Ok(number),
                _ => slot = (slot + 1) & (self.slots.len() - 1),
            }
        }
    }

    /// Makes a state known, at the slot that [`States::find`] gave for its board.
    #[inline]
    pub(super) fn know(&mut self, number: u32, slot: usize) {
        self.slots[slot] = number;
        self.known += 1;
        if 2 * self.known > self.slots.len() {
            self.grow();
        }
    }

    #[cold]
    fn grow(&mut self) {
        self.shift -= 1;
        let slots = std::mem::take(&mut self.slots);
        self.slots = vec![VACANT; 2 * slots.len()];
        for number in slots.into_iter().filter(|number| *number != VACANT) {
            if let Err(slot) = self.find(self.nodes[number as usize].board) {
                self.slots[slot] = number;
            }
        }
    }

    /// The moves from the start to a state.
    pub(super) fn path_to(&self, number: u32) -> Vec<Move> {
        let mut node = &self.nodes[number as usize];
        let mut moves = Vec::new();
        while let Some(step) = node.step {
            moves.push(step);
            node = &self.nodes[node.parent as usize];
        }
        moves.reverse();
        moves
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, Goal, Shape};
    use std::collections::HashMap;

    /// As a map of boards has it, while the table grows several times.
    #[test]
    fn known_states_are_found_again() {
        let mut states = States::new();
        let mut expected: HashMap<Board, u32> = HashMap::new();
        let mut board = Goal::blank_last(Shape::new(5, 5).unwrap()).board();
        let mut random = fastrand::Rng::with_seed(5);
        while expected.len() < 20_000 {
            let packed = PackedBoard::new(&board);
            match states.find(packed) {
                Ok(number) => assert_eq!(expected.get(&board), Some(&number)),
                Err(slot) => {
                    let node = Node { board: packed, parent: 0, g: 0, h: 0, step: None, is_open: true };
                    let number = states.add(node);
                    states.know(number, slot);
                    assert_eq!(expected.insert(board, number), None);
                }
            }
            let _at_an_edge = board.slide(Move::ALL[random.usize(0..4)]);
        }
    }
}
