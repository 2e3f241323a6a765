//! The sums of a partition's entries, updated move by move.

use super::{AdditivePdb, Role, View};
use crate::board::{Board, Cell, Shape};
use crate::search::common::packed_board::PackedBoard;
use crate::search::ida::{BlankMove, Evaluator, PreludeEvaluator};
use crate::search::pdb::MAX_PATTERNS;
use crate::search::pdb::layout::IndexedEntries;
use crate::search::pdb::layout::file_order::FileOrder;

/// A board, its indexes, and the sums of their entries.
#[derive(Clone, Copy, Debug)]
pub(in crate::search::pdb) struct State {
    board: PackedBoard,
    regular: View,
    reflected: View,
    sum: u16,
    reflected_sum: u16,
}

/// The lookup needed after a slide.
#[derive(Clone, Copy, Debug)]
pub(in crate::search::pdb) struct PendingEntry {
    pattern: u8,
    index: u32,
    offset: u32,
}

impl<L: IndexedEntries> AdditivePdb<L> {
    /// Prepares the lookup after a tile's slide.
    #[inline]
    fn slide(&self, view: &View, role: &Role, from: Cell, to: Cell) -> PendingEntry {
        let entries = &self.entries[usize::from(role.pattern)];
        // The modulus changes nothing, but spares a bounds check.
        let before = view.index[usize::from(role.pattern) % MAX_PATTERNS];
        let (index, offset) = entries.after(before, role.weight, from, to);
        PendingEntry { pattern: role.pattern, index, offset }
    }

    /// Like `slide`, on the reflected board.
    #[inline]
    fn slide_reflected(&self, view: &View, role: &Role, from: Cell, to: Cell) -> PendingEntry {
        self.slide(view, role, self.mirror(from), self.mirror(to))
    }

    /// Returns the entry after a slide, and the new sum.
    #[inline]
    fn sum_after(&self, pending: PendingEntry, view: &View, sum: u16) -> (u8, u16) {
        let before = view.entry[usize::from(pending.pattern) % MAX_PATTERNS];
        let entry = self.entries[usize::from(pending.pattern)].entry_after(pending.offset, before);
        (entry, sum - u16::from(before) + u16::from(entry))
    }
}

impl View {
    #[inline]
    fn update(&mut self, pending: PendingEntry, entry: u8) {
        let pattern = usize::from(pending.pattern) % MAX_PATTERNS;
        (self.index[pattern], self.entry[pattern]) = (pending.index, entry);
    }
}

impl<L: IndexedEntries> Evaluator for AdditivePdb<L> {
    type State = State;

    fn shape(&self) -> Shape {
        self.goal().shape()
    }

    fn start(&self, board: &Board) -> State {
        let (regular, reflected) = self.look_up(board);
        let (sum, reflected_sum) = (regular.sum(), reflected.sum());
        State { board: PackedBoard::new(board), regular, reflected, sum, reflected_sum }
    }

    #[inline]
    fn estimate(&self, state: &State) -> u32 {
        state.sum.max(state.reflected_sum).into()
    }

    /// The larger sum, with ties broken by the smaller one.
    #[inline]
    fn successor_key(&self, state: &State) -> u32 {
        self.estimate(state) << 16 | u32::from(state.sum.min(state.reflected_sum))
    }

    /// The smaller sum. It equals twice the mean minus the larger sum, the formula that compound
    /// databases use.
    fn root_key(&self, state: &State) -> u16 {
        if self.is_reflected { state.sum.min(state.reflected_sum) } else { state.sum }
    }

    // A third of the search's instructions. Without `always`, the compiler would not inline it,
    // since the observed search calls it as well, and 13 % more instructions would be needed.
    #[inline(always)]
    fn after(&self, state: &State, blank_move: BlankMove, max_h: u32) -> Option<State> {
        let BlankMove { from: blank, to, .. } = blank_move;
        let [role, mirror_role] = self.roles(state.board.tile_at(to));
        let pending = self.slide(&state.regular, role, to, blank);
        let (entry, sum) = self.sum_after(pending, &state.regular, state.sum);
        if u32::from(sum) > max_h {
            return None;
        }
        let mut next = State { sum, ..*state };
        next.regular.update(pending, entry);
        // Not read at all if the first sum prunes the state.
        if self.is_reflected {
            let pending = self.slide_reflected(&state.reflected, mirror_role, to, blank);
            let (entry, sum) = self.sum_after(pending, &state.reflected, state.reflected_sum);
            if u32::from(sum) > max_h {
                return None;
            }
            next.reflected_sum = sum;
            next.reflected.update(pending, entry);
        }
        next.board = state.board.after(blank, to);
        Some(next)
    }

    fn packed(&self, state: &State) -> PackedBoard {
        state.board
    }

    fn board(&self, state: &State) -> Board {
        state.board.board(self.goal().shape())
    }

    #[inline]
    fn is_goal(&self, state: &State) -> bool {
        state.board == self.packed_goal
    }

    /// An entry has the parity of its tiles' Manhattan distance, since each of their moves changes
    /// both by one. So a sum has the parity of all tiles' Manhattan distance, which every move
    /// changes by one, as it does the distance.
    fn has_parity(&self) -> bool {
        true
    }

    fn has_failed(&self) -> bool {
        self.check_unchanged().is_err()
    }
}

impl AdditivePdb<FileOrder> {
    #[inline]
    fn prefetch(&self, pending: PendingEntry) {
        self.entries[usize::from(pending.pattern)].prefetch(pending.offset);
    }
}

/// Large tables take long to read, so a search begins with A*.
impl PreludeEvaluator for AdditivePdb<FileOrder> {
    type Pending = [PendingEntry; 2];

    #[inline]
    fn request(&self, state: &State, BlankMove { from: blank, to, .. }: BlankMove) -> [PendingEntry; 2] {
        let [role, mirror_role] = self.roles(state.board.tile_at(to));
        let regular = self.slide(&state.regular, role, to, blank);
        self.prefetch(regular);
        if !self.is_reflected {
            return [regular; 2];
        }
        let reflected = self.slide_reflected(&state.reflected, mirror_role, to, blank);
        self.prefetch(reflected);
        [regular, reflected]
    }

    #[inline]
    fn apply(&self, state: &mut State, blank_move: BlankMove, pending: [PendingEntry; 2]) {
        let [regular, reflected] = pending;
        state.board = state.board.after(blank_move.from, blank_move.to);
        let (entry, sum) = self.sum_after(regular, &state.regular, state.sum);
        state.sum = sum;
        state.regular.update(regular, entry);
        if self.is_reflected {
            let (entry, sum) = self.sum_after(reflected, &state.reflected, state.reflected_sum);
            state.reflected_sum = sum;
            state.reflected.update(reflected, entry);
        }
    }
}
