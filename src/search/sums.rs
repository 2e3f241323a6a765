//! The sums of a catalogue's entries, kept up move by move.

use super::catalogue::{Catalogue, Lookup};
use super::guide::{BlankStep, Guide};
use super::part::{Layout, TileSlide};
use crate::board::Board;

/// A catalogue as a guide; with the sum for the reflected board, or without.
#[derive(Debug)]
pub(super) struct Sums<'a, L, const REFLECTED: bool> {
    catalogue: &'a Catalogue,
    parts: &'a [L],
    /// The goal, packed as the states' boards are.
    goal: u128,
}

/// A board, its indexes, and what their entries add up to.
#[derive(Clone, Copy, Debug)]
pub(super) struct State {
    /// The slot on each cell, five bits each.
    board: u128,
    regular: Lookup,
    reflected: Lookup,
    sum: u16,
    reflected_sum: u16,
}

impl<'a, L: Layout, const REFLECTED: bool> Sums<'a, L, REFLECTED> {
    pub(super) fn new(catalogue: &'a Catalogue, parts: &'a [L]) -> Self {
        Self { catalogue, parts, goal: catalogue.pack(&catalogue.goal().board()) }
    }

    /// The pattern that a slide concerns, its index after it, and what the sum is then.
    #[inline]
    fn slide(&self, lookup: &Lookup, sum: u16, pattern: u8, slide: TileSlide) -> (usize, u32, u8, u16) {
        let pattern = usize::from(pattern);
        let part = &self.parts[pattern];
        let index = part.after(lookup.index[pattern], slide);
        let entry = part.entry(index);
        (pattern, index, entry, sum - u16::from(lookup.entry[pattern]) + u16::from(entry))
    }
}

impl<L: Layout, const REFLECTED: bool> Guide for Sums<'_, L, REFLECTED> {
    type State = State;

    fn start(&self, board: &Board) -> State {
        let (regular, reflected) = self.catalogue.look_up(board, self.parts);
        let (sum, reflected_sum) = (regular.sum(), reflected.sum());
        State { board: self.catalogue.pack(board), regular, reflected, sum, reflected_sum }
    }

    #[inline]
    fn estimate(&self, state: &State) -> u32 {
        state.sum.max(state.reflected_sum).into()
    }

    /// The larger sum, then the smaller one.
    #[inline]
    fn promise(&self, state: &State) -> u32 {
        self.estimate(state) << 16 | u32::from(state.sum.min(state.reflected_sum))
    }

    #[inline]
    fn after(&self, state: &State, step: BlankStep, most: u32) -> Option<State> {
        let BlankStep { from, to, .. } = step;
        let number = (state.board >> (5 * to)) as usize & 31;
        let slot = self.catalogue.slot(number);
        let slide = TileSlide { weight: slot.weight, from: to, to: from };
        let (pattern, index, entry, sum) = self.slide(&state.regular, state.sum, slot.pattern, slide);
        if u32::from(sum) > most {
            return None;
        }
        let mut next = State { sum, ..*state };
        (next.regular.index[pattern], next.regular.entry[pattern]) = (index, entry);
        if REFLECTED {
            let slide = TileSlide {
                weight: slot.reflected_weight,
                from: self.catalogue.mirror(to),
                to: self.catalogue.mirror(from),
            };
            let (pattern, index, entry, sum) =
                self.slide(&state.reflected, state.reflected_sum, slot.reflected_pattern, slide);
            if u32::from(sum) > most {
                return None;
            }
            next.reflected_sum = sum;
            (next.reflected.index[pattern], next.reflected.entry[pattern]) = (index, entry);
        }
        let exchange = (number ^ 31) as u128;
        next.board = state.board ^ exchange << (5 * to) ^ exchange << (5 * from);
        Some(next)
    }

    #[inline]
    fn is_goal(&self, state: &State) -> bool {
        state.board == self.goal
    }

    /// An entry has the parity of its tiles' Manhattan distance, which each of their moves changes by one. So a sum has
    /// that of the Manhattan distance of all tiles, which every move changes by one, as it does the distance.
    fn has_parity(&self) -> bool {
        true
    }
}
