//! The sums of a catalogue's entries, updated move by move, and IDA* with them.

use super::{AdditivePdb, Layouts, Role, View};
use crate::board::{Board, Cell, Shape};
use crate::search::common::limits::LimitReached;
use crate::search::common::observer::Observer;
use crate::search::common::outcome::Outcome;
use crate::search::common::packed_board::PackedBoard;
use crate::search::ida::{AstarPrelude, BlankMove, Evaluator, Ida, PreludeEvaluator};
use crate::search::pdb::MAX_PATTERNS;
use crate::search::pdb::layout::lehmer_index::TileSlide;
use crate::search::pdb::layout::{IndexAndPlace, Layout};

impl AdditivePdb {
    /// Runs IDA* with these tables.
    pub(in crate::search::pdb) fn search<O: Observer>(
        &self,
        ida: Ida<'_, O>,
    ) -> Result<Outcome, LimitReached> {
        match self.layouts() {
            Layouts::DirectIndex(layouts) => AdditiveEvaluator::new(self, layouts).search(ida),
            Layouts::FileOrder(layouts) => AdditiveEvaluator::new(self, layouts).search(ida),
        }
    }
}

/// An evaluator with the tables of a partition.
#[derive(Debug)]
struct AdditiveEvaluator<'a, L> {
    pdb: &'a AdditivePdb,
    layouts: &'a [L],
    goal: PackedBoard,
    /// Whether the reflected board is looked up as well. Not a type parameter: that would add 6 KB
    /// of code and make no search faster.
    is_reflected: bool,
}

/// A board, its indexes, and the sums of their entries.
#[derive(Clone, Copy, Debug)]
struct State {
    board: PackedBoard,
    regular: View,
    reflected: View,
    sum: u16,
    reflected_sum: u16,
}

/// The lookup needed after a slide.
#[derive(Clone, Copy, Debug)]
struct PendingEntry {
    pattern: u8,
    index: u32,
    place: u32,
}

impl<'a, L: Layout> AdditiveEvaluator<'a, L> {
    fn search<O: Observer>(&self, ida: Ida<'_, O>) -> Result<Outcome, LimitReached> {
        // Small tables are read quickly, so the prelude would not pay.
        ida.run(self, if L::IS_LARGE { Some(self as &dyn AstarPrelude) } else { None })
    }

    fn new(pdb: &'a AdditivePdb, layouts: &'a [L]) -> Self {
        let goal = PackedBoard::new(&pdb.goal().board());
        Self { pdb, layouts, goal, is_reflected: pdb.is_reflected() }
    }

    /// Prepares the lookup after a tile's slide.
    #[inline]
    fn slide(&self, view: &View, role: &Role, from: Cell, to: Cell) -> PendingEntry {
        let layout = &self.layouts[usize::from(role.pattern)];
        // The modulus below changes nothing, but spares a bounds check.
        let slide = TileSlide { weight: role.weight, from, to };
        let IndexAndPlace { index, place } =
            layout.after(view.index[usize::from(role.pattern) % MAX_PATTERNS], slide);
        PendingEntry { pattern: role.pattern, index, place }
    }

    /// Like `slide`, on the reflected board.
    #[inline]
    fn slide_reflected(&self, view: &View, role: &Role, from: Cell, to: Cell) -> PendingEntry {
        self.slide(view, role, self.pdb.mirror(from), self.pdb.mirror(to))
    }

    #[inline]
    fn prefetch(&self, pending: PendingEntry) {
        self.layouts[usize::from(pending.pattern)].prefetch(pending.place);
    }

    /// Returns the entry after a slide, and the new sum.
    #[inline]
    fn sum_after(&self, pending: PendingEntry, view: &View, sum: u16) -> (u8, u16) {
        let before = view.entry[usize::from(pending.pattern) % MAX_PATTERNS];
        let entry = self.layouts[usize::from(pending.pattern)].entry_after(pending.place, before);
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

impl<L: Layout> Evaluator for AdditiveEvaluator<'_, L> {
    type State = State;

    fn shape(&self) -> Shape {
        self.pdb.goal().shape()
    }

    fn start(&self, board: &Board) -> State {
        let (regular, reflected) = self.pdb.look_up(board, self.layouts);
        let (sum, reflected_sum) = (regular.sum(), reflected.sum());
        State { board: PackedBoard::new(board), regular, reflected, sum, reflected_sum }
    }

    #[inline]
    fn estimate(&self, state: &State) -> u32 {
        state.sum.max(state.reflected_sum).into()
    }

    /// The larger sum, with ties broken by the smaller one.
    #[inline]
    fn sort_key(&self, state: &State) -> u32 {
        self.estimate(state) << 16 | u32::from(state.sum.min(state.reflected_sum))
    }

    /// The smaller sum: twice the mean, minus the larger one, as with more than two sums.
    fn remoteness(&self, state: &State) -> u16 {
        if self.is_reflected { state.sum.min(state.reflected_sum) } else { state.sum }
    }

    // A third of the search's instructions. Without `always`, the compiler would not inline it,
    // since the observed search calls it as well, and 13 % more instructions would be needed.
    #[inline(always)]
    fn after(&self, state: &State, step: BlankMove, most: u32) -> Option<State> {
        let BlankMove { from: blank, to, .. } = step;
        let roles = self.pdb.roles(state.board.tile_at(to));
        let pending = self.slide(&state.regular, &roles.regular, to, blank);
        let (entry, sum) = self.sum_after(pending, &state.regular, state.sum);
        if u32::from(sum) > most {
            return None;
        }
        let mut next = State { sum, ..*state };
        next.regular.update(pending, entry);
        // Not read at all if the first sum prunes the state.
        if self.is_reflected {
            let pending = self.slide_reflected(&state.reflected, &roles.reflected, to, blank);
            let (entry, sum) = self.sum_after(pending, &state.reflected, state.reflected_sum);
            if u32::from(sum) > most {
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
        state.board.board(self.pdb.goal().shape())
    }

    #[inline]
    fn is_goal(&self, state: &State) -> bool {
        state.board == self.goal
    }

    /// An entry has the parity of its tiles' Manhattan distance, since each of their moves changes
    /// both by one. So a sum has the parity of all tiles' Manhattan distance, which every move
    /// changes by one, as it does the distance.
    fn has_parity(&self) -> bool {
        true
    }

    fn has_failed(&self) -> bool {
        self.pdb.check_unchanged().is_err()
    }
}

impl<L: Layout> PreludeEvaluator for AdditiveEvaluator<'_, L> {
    type Pending = [PendingEntry; 2];

    #[inline]
    fn request(&self, state: &State, BlankMove { from: blank, to, .. }: BlankMove) -> [PendingEntry; 2] {
        let roles = self.pdb.roles(state.board.tile_at(to));
        let regular = self.slide(&state.regular, &roles.regular, to, blank);
        self.prefetch(regular);
        if !self.is_reflected {
            return [regular; 2];
        }
        let reflected = self.slide_reflected(&state.reflected, &roles.reflected, to, blank);
        self.prefetch(reflected);
        [regular, reflected]
    }

    #[inline]
    fn apply(&self, state: &mut State, step: BlankMove, pending: [PendingEntry; 2]) {
        let [regular, reflected] = pending;
        state.board = state.board.after(step.from, step.to);
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
