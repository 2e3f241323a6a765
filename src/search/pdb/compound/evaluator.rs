//! The sums of a compound pattern database, updated move by move.

use super::disjoint_subsets::{HalfExcesses, LOOKUPS, LookupSet, each};
use super::state::{HIGHEST_BITS, ONES, PackedPlacement, State, SumSet, WORDS, lowest_bits};
use super::{CompoundPdb, cell_of, view_of};
use crate::board::{Board, Cell, MAX_CELLS, Shape, Tile};
use crate::search::heuristics::Heuristic;
use crate::search::ida::{BlankMove, Evaluator, Memo};
use crate::search::pdb::MAX_TABLES;
use crate::space::CellSet;

/// Number of entries to prefetch per successor. With fourteen tables, a successor had three
/// candidate entries on average, but a pruned one was rejected after reading 1.8 of them.
const PREFETCHED_LOOKUPS: usize = 2;

impl CompoundPdb {
    /// The lookups in use that contain a tile.
    #[inline]
    fn used_lookups_of(&self, tile: Tile) -> LookupSet {
        self.lookups_of[tile.index() % 32] & self.used
    }

    /// Creates a state with the board's placements, but no half excesses yet.
    fn placed(&self, board: &Board) -> State {
        let mut state = State {
            placements: [PackedPlacement(0); LOOKUPS],
            tile_on: [Tile::BLANK; 32],
            sums: [0; WORDS],
            half_excesses: [0; LOOKUPS],
            tight: 0,
            lookups_of_tight: 0,
            manhattan: self.manhattan.estimate(board) as u16,
            blank: board.blank(),
            slid: None,
            moved_away: false,
        };
        for (cell, tile) in self.goal.shape().all_cells().zip(board.tiles()) {
            state.tile_on[cell.index()] = *tile;
        }
        let cell_of = cell_of(board);
        for (number, lookup) in self.lookups() {
            let first = self.excesses.first_index(number % MAX_TABLES);
            let nothing = (first, CellSet::default());
            let tiles = lookup.tiles.iter().zip(self.cells(number, &cell_of));
            let (index, set) = tiles.fold(nothing, |(index, set), (tile, cell)| {
                let weight = self.weights[usize::from(*tile)][number];
                (index + cell.index() as u32 * weight, set.with(cell))
            });
            state.placements[number] = PackedPlacement::new(index, set);
        }
        state
    }

    /// Creates a state from a board and its half excesses.
    #[inline(never)]
    fn with_excesses(&self, board: &Board, half_excesses: HalfExcesses) -> State {
        let mut state = State { half_excesses, ..self.placed(board) };
        for (number, lookup) in self.lookups() {
            for (sum, increment) in state.sums.iter_mut().zip(lookup.increments) {
                *sum += increment * u64::from(half_excesses[number]);
            }
        }
        state
    }

    /// Returns, for each view, the change of the set of cells when a tile slides.
    #[inline]
    fn slides_of_sets(&self, from: Cell, to: Cell) -> [i64; 2] {
        let bit = |cell: Cell| 1_i64 << (32 + cell.index() % 32);
        let ([from, from_reflected], [to, to_reflected]) =
            (self.cells_in_views(from), self.cells_in_views(to));
        [bit(to) - bit(from), bit(to_reflected) - bit(from_reflected)]
    }

    /// Whether the half excess of a lookup is odd for this placement. `blank` is the blank's cell
    /// in each view.
    #[inline]
    fn is_odd(&self, lookup: usize, placement: PackedPlacement, blank: [Cell; 2]) -> bool {
        let (table, blank) = (lookup % MAX_TABLES, blank[view_of(lookup)]);
        self.excesses.is_odd(table, placement.index(), placement.set(), blank)
    }

    /// Finds the tight sums: those as large as the bound allows. None may be larger.
    #[inline]
    pub(super) fn find_tight_sums(&self, state: &mut State, max_h: u32) {
        let room = ONES * u64::from((max_h.saturating_sub(state.manhattan.into()) / 2).min(127));
        // Each byte has the distance from being tight, at most 127. Adding 127 sets its highest bit
        // unless it was 0, and never carries into the next byte.
        let tight = state.sums.map(|sums| lowest_bits(!((room - sums) + (HIGHEST_BITS - ONES)) >> 7 & ONES));
        state.tight = (0..).zip(tight).map(|(word, tight)| (tight as SumSet) << (8 * word)).sum();
        state.lookups_of_tight =
            self.lookups_of_sums.iter().zip(tight).fold(0, |all, (lookups, tight)| all | lookups[tight]);
    }
}

impl Evaluator for CompoundPdb {
    type State = State;

    // The order of the roots decides what is searched first; that of a few successors matters
    // little.
    const IS_ORDERED: bool = false;
    const MAX_PRUNED_LENGTH: usize = 12;
    const INTERLEAVED: usize = 8;

    fn shape(&self) -> Shape {
        self.goal.shape()
    }

    fn start(&self, board: &Board) -> State {
        self.with_excesses(board, self.half_excesses(&cell_of(board), board.blank()))
    }

    fn memo(&self, state: &State) -> Memo {
        state.half_excesses
    }

    fn restore(&self, board: &Board, half_excesses: Memo) -> State {
        self.with_excesses(board, half_excesses)
    }

    fn suited_to(&self, sample: impl Fn() -> Vec<Memo>) -> Option<Self> {
        Some(self.with_sums_for(&sample()))
    }

    #[inline]
    fn estimate(&self, state: &State) -> u32 {
        let largest = state.sums.iter().flat_map(|word| word.to_le_bytes()).max().unwrap_or(0);
        u32::from(state.manhattan) + 2 * u32::from(largest)
    }

    /// In sixteenths of a move: twice the mean estimate, minus the largest estimate.
    ///
    /// All roots have nearly the same f, so the largest estimate tells how many moves each may
    /// still use, and differs little. The more it exceeds the mean, the more likely it is that a
    /// short enough path exists. The smaller the mean, the fewer states lie in between.
    fn root_key(&self, state: &State) -> u16 {
        let sums = state.sums.iter().flat_map(|word| word.to_le_bytes()).map(u32::from);
        let (total, largest) = sums.fold((0, 0), |(total, most), sum| (total + sum, most.max(sum)));
        // 64 = 16 * 2 * 2 turns the mean half excess into twice the mean estimate. 127 is added to
        // keep the result from becoming negative.
        let sixteenths = 16 * u32::from(state.manhattan)
            + 64 * total / (self.sums.len() as u32).max(1)
            + 32 * (127 - largest);
        sixteenths as u16
    }

    #[inline]
    fn prefetch_successor(&self, state: &State, BlankMove { step, to, .. }: BlankMove) {
        let tile = state.tile_on[to.index() % 32].index() % 32;
        for lookup in each(self.lookups_of[tile] & state.lookups_of_tight).take(PREFETCHED_LOOKUPS) {
            let slide = self.slides[tile][step as usize][lookup];
            self.excesses.prefetch(state.placements[lookup].index().wrapping_add_signed(slide));
        }
    }

    fn after(&self, state: &State, blank_move: BlankMove, max_h: u32) -> Option<State> {
        let mut next = None;
        self.push_after(state, blank_move, max_h, || next.insert(*state));
        next
    }

    #[inline(always)]
    fn push_after<'n>(
        &self,
        state: &State,
        BlankMove { step, from: blank, to }: BlankMove,
        max_h: u32,
        slot: impl FnOnce() -> &'n mut State,
    ) {
        let tile = state.tile_on[to.index() % 32];
        let manhattan = self.manhattan.after_slide(state.manhattan, tile, to, blank);
        if u32::from(manhattan) > max_h {
            return;
        }
        // If the tile moves away from its goal cell, the bound on half excesses falls by one, while
        // its lookups' half excesses fall by one or stay. Otherwise, that bound stays, and they
        // stay or rise by one.
        let moved_away = manhattan > state.manhattan;
        // A tight sum without the tile can't fall, so it now exceeds the bound.
        if moved_away && self.sums_without[tile.index() % 32] & state.tight != 0 {
            return;
        }
        let lookups = self.used_lookups_of(tile);
        let slides = &self.slides[tile.index()][step as usize];
        let of_sets = self.slides_of_sets(to, blank);
        let blank_after = self.cells_in_views(to);
        for lookup in each(lookups & state.lookups_of_tight) {
            let placement = state.placements[lookup].after(slides[lookup], of_sets[view_of(lookup)]);
            let changes = self.is_odd(lookup, placement, blank_after) != state.is_odd(lookup);
            if changes != moved_away {
                return;
            }
        }
        let next = slot();
        (next.manhattan, next.blank, next.slid, next.moved_away) = (manhattan, to, Some(tile), moved_away);
        for lookup in each(lookups) {
            let placement = next.placements[lookup].after(slides[lookup], of_sets[view_of(lookup)]);
            next.placements[lookup] = placement;
            self.excesses.prefetch(placement.index());
        }
        next.tile_on[blank.index() % 32] = tile;
        next.tile_on[to.index() % 32] = Tile::BLANK;
    }

    #[inline]
    fn complete(&self, state: &mut State, max_h: u32) {
        if let Some(tile) = state.slid.take() {
            let lookups = self.used_lookups_of(tile);
            // Known without reading: `push_after` prunes the state unless these have fallen.
            let mut changed = if state.moved_away { lookups & state.lookups_of_tight } else { 0 };
            let blank = self.cells_in_views(state.blank);
            for lookup in each(lookups & !state.lookups_of_tight) {
                let changes = self.is_odd(lookup, state.placements[lookup], blank) != state.is_odd(lookup);
                changed |= LookupSet::from(changes) << lookup;
            }
            for lookup in each(changed) {
                state.change(lookup, &self.lookups[lookup].increments);
            }
        }
        self.find_tight_sums(state, max_h);
    }

    fn board(&self, state: &State) -> Board {
        let mut tiles = [Tile::BLANK; MAX_CELLS];
        tiles.copy_from_slice(&state.tile_on[..MAX_CELLS]);
        Board::from_valid(self.shape(), tiles, state.blank)
    }

    // At Manhattan distance 0, every tile is on its goal cell. No table is involved.
    #[inline]
    fn is_goal(&self, state: &State) -> bool {
        state.manhattan == 0
    }

    fn has_parity(&self) -> bool {
        true
    }

    fn has_failed(&self) -> bool {
        self.check_unchanged().is_err()
    }
}
