//! Compound pattern databases: tables of one goal whose patterns share tiles, and the largest of
//! their sums.
//!
//! Tables of disjoint patterns may be added up even if they don't contain all tiles: the others
//! count with their Manhattan distance. So a few tables give many sums
//! (`disjoint_subsets`), since each is looked up for the board and,
//! where possible, for the reflected board. A state is pruned if any sum is too large.
//!
//! Sixteen tables have 264 sums, of which a search maintains sixteen move by move: at first those
//! that are best for random boards, and below the roots of a long iteration those that are best for
//! these roots (`Evaluator::suited_to`). All threads and processes have the same roots, so they
//! choose the same sums.
//!
//! # Performance
//!
//! All sums share the Manhattan distance. A table only adds the amount by which an entry exceeds
//! the distance of its tiles, counted in halves. A slide changes this *half excess* by at most one,
//! and one bit tells whether it does ([`ExcessBits`]). So a state has one Manhattan distance and
//! several sums of half excesses, one byte each, eight to a word.
//!
//! A slide can make a sum too large only if that sum was *tight*: as large as the bound allows. So
//! for a successor, only the lookups of tight sums are read at once. These are few, and prune more
//! than half of all successors. A tight sum without the tile prunes a successor without any lookup
//! if the tile moved away from its goal cell. The other lookups are read when the state is taken
//! from the stack; by then, their data has been prefetched.
//!
//! A *lookup* is a table applied to the board or to the reflected board. For each lookup, a state
//! stores a number to which a slide adds a constant. It contains the index of the placement, and
//! the set of cells with tiles, from which the blank's region follows.

mod disjoint_subsets;
mod evaluator;
mod layout_file;
mod state;

use std::sync::Arc;

use self::disjoint_subsets::{HalfExcesses, LOOKUPS, LookupSet, choose, disjoint_subsets_of, each, sum_of};
use self::state::{MAX_SUMS, SumSet, WORDS};
use crate::board::{Board, Cell, Goal, MAX_CELLS, Move, Tile};
use crate::interrupt::Interrupt;
use crate::search::heuristics::{Heuristic, Manhattan};
use crate::search::pdb::MAX_TABLES;
use crate::search::pdb::entries::PatternEntries;
use crate::search::pdb::error::PdbSetError;
use crate::search::pdb::layout::excess_bits::ExcessBits;
use crate::search::pdb::reflection::Reflection;
use crate::space::{Pattern, PatternSpace};
use crate::table::TableError;

/// Number of boards in the sample from which the sums are chosen.
const SAMPLE: usize = 1024;

/// Tables, and the sums maintained from them.
#[derive(Clone, Debug)]
pub(super) struct CompoundPdb {
    goal: Goal,
    manhattan: Manhattan,
    excesses: Arc<ExcessBits>,
    /// Whether the reflected board is looked up.
    is_reflected: bool,
    /// `weights[tile][lookup]`: the weight of the tile's cell in the lookup's index.
    weights: Vec<[u32; LOOKUPS]>,
    /// `slides[tile][move][lookup]`: the change of the lookup's index when the tile slides. The
    /// move is the blank's.
    slides: Vec<[[i32; LOOKUPS]; 4]>,
    /// `cell_in_view[cell][view]`: the cell on the board to be looked up, regular or reflected.
    cell_in_view: [[Cell; 2]; 32],
    /// `lookups_of[tile]`: the lookups that contain the tile.
    lookups_of: [LookupSet; 32],
    /// `lookups_of_sums[word][sums]`: the lookups in any of these sums, a set of bits within a word
    /// of sums.
    lookups_of_sums: [[LookupSet; 256]; WORDS],
    /// `sums_without[tile]`: the sums that do not contain the tile.
    sums_without: [SumSet; 32],
    /// Tile lists, indexed by lookup; empty for unused lookups.
    lookups: Vec<Lookup>,
    /// All disjoint subsets of lookups that are considered.
    disjoint_subsets: Vec<LookupSet>,
    /// The sums maintained.
    sums: Vec<LookupSet>,
    /// The lookups in use: all at first, later those of the sums chosen for a search.
    used: LookupSet,
}

/// A table applied to the board or to the reflected board.
#[derive(Clone, Debug)]
struct Lookup {
    /// `tiles[label]`: the tile of the board that takes the place of the label.
    tiles: Vec<u8>,
    /// A 1 in the byte of each sum that contains this lookup.
    increments: [u64; WORDS],
}

/// The cell of each tile.
fn cell_of(board: &Board) -> [Cell; 32] {
    let mut cell_of = [Cell::new(0); 32];
    for (cell, tile) in board.shape().all_cells().zip(board.tiles()) {
        cell_of[tile.index() % 32] = cell;
    }
    cell_of
}

/// The view of a lookup: 0 for the board, 1 for the reflected board.
const fn view_of(lookup: usize) -> usize {
    lookup / MAX_TABLES
}

impl CompoundPdb {
    /// Combines tables. With a reflection, the reflected board is looked up as well.
    pub(super) fn new(
        goal: &Goal,
        tables: &[(PatternSpace, PatternEntries)],
        reflection: Option<&Reflection>,
        interrupt: &Interrupt,
    ) -> Result<Self, PdbSetError> {
        if tables.len() > MAX_TABLES {
            return Err(PdbSetError::TooLarge);
        }
        if let Some((space, _)) = tables.iter().find(|(space, _)| !space.is_zero_aware()) {
            return Err(PdbSetError::NotZeroAware { pattern: space.pattern().to_string() });
        }
        let spaces: Vec<&PatternSpace> = tables.iter().map(|(space, _)| space).collect();
        let compound = Self::without_sums(goal, &spaces, ExcessBits::new(tables, interrupt)?, reflection);
        let sample = compound.half_excesses_of_random_boards();
        let sums = choose(&compound.disjoint_subsets, &sample, MAX_SUMS);
        Ok(compound.with_all_lookups(sums))
    }

    /// Prepares the lookups of tables with a search layout.
    fn without_sums(
        goal: &Goal,
        spaces: &[&PatternSpace],
        excesses: ExcessBits,
        reflection: Option<&Reflection>,
    ) -> Self {
        let mut compound = Self {
            goal: *goal,
            manhattan: Manhattan::new(goal),
            excesses: Arc::new(excesses),
            is_reflected: reflection.is_some(),
            weights: vec![[0; LOOKUPS]; MAX_CELLS],
            slides: vec![[[0; LOOKUPS]; 4]; MAX_CELLS],
            cell_in_view: [[Cell::new(0); 2]; 32],
            lookups_of: [0; 32],
            lookups_of_sums: [[0; 256]; WORDS],
            sums_without: [0; 32],
            lookups: (0..LOOKUPS).map(|_| Lookup::none()).collect(),
            disjoint_subsets: Vec::new(),
            sums: Vec::new(),
            used: LookupSet::MAX,
        };
        let views = if reflection.is_some() { 2 } else { 1 };
        for (view, reflection) in [None, reflection].into_iter().take(views).enumerate() {
            for cell in goal.shape().all_cells() {
                compound.cell_in_view[cell.index()][view] =
                    reflection.map_or(cell, |reflection| reflection.cell(cell));
            }
            for (table, space) in spaces.iter().enumerate() {
                compound.add_lookup(view * MAX_TABLES + table, space.pattern(), reflection);
            }
        }
        compound.disjoint_subsets =
            disjoint_subsets_of(&std::array::from_fn(|number| compound.lookups[number].set()));
        compound
    }

    /// Like [`with_sums`](Self::with_sums), but keeps the half excesses of all lookups up to date,
    /// not only of those in `sums`: a root's memo must serve any later choice of sums.
    fn with_all_lookups(&self, sums: Vec<LookupSet>) -> Self {
        Self { used: LookupSet::MAX, ..self.with_sums(sums) }
    }

    pub(super) const fn goal(&self) -> &Goal {
        &self.goal
    }

    pub(super) const fn is_reflected(&self) -> bool {
        self.is_reflected
    }

    /// Adds a lookup of the board or, with a reflection, of the reflected board, with the changes
    /// of its index for all slides. A lookup with the tiles of an earlier one would have the same
    /// value, so it is skipped.
    fn add_lookup(&mut self, number: usize, pattern: &Pattern, reflection: Option<&Reflection>) {
        let (shape, goal) = (self.goal.shape(), self.goal.board());
        let of_goal = shape.all_cells().map(|cell| goal.tile_at(cell));
        let of_pattern = of_goal.filter(|tile| pattern.contains(*tile));
        let in_view = |tile: Tile| reflection.map_or(tile, |reflection| reflection.tile(tile));
        let tiles: Vec<u8> = of_pattern.map(|tile| in_view(tile).number()).collect();
        let lookup = Lookup { tiles, increments: [0; WORDS] };
        if self.lookups.iter().any(|other| other.set() == lookup.set()) {
            return;
        }
        for (label, tile) in lookup.tiles.iter().enumerate() {
            let weight = (shape.cells() as u32).pow(label as u32);
            let tile = usize::from(*tile);
            self.weights[tile][number] = weight;
            self.lookups_of[tile] |= 1 << number;
            for step in Move::ALL {
                // The tile moves against the blank; reflection swaps rows and columns.
                let columns = shape.columns() as i32;
                let cells = match (step, reflection.is_some()) {
                    (Move::Up, false) | (Move::Left, true) => columns,
                    (Move::Down, false) | (Move::Right, true) => -columns,
                    (Move::Left, false) | (Move::Up, true) => 1,
                    (Move::Right, false) | (Move::Down, true) => -1,
                };
                self.slides[tile][step as usize][number] = cells * weight as i32;
            }
        }
        self.lookups[number] = lookup;
    }

    fn half_excesses_of_random_boards(&self) -> Vec<HalfExcesses> {
        let mut random = fastrand::Rng::with_seed(0);
        let mut cell_of = std::array::from_fn(|cell| Cell::new(cell as u8));
        let half_excesses = |_| {
            random.shuffle(&mut cell_of[..self.goal.shape().cells()]);
            self.half_excesses(&cell_of, cell_of[0])
        };
        (0..SAMPLE).map(half_excesses).collect()
    }

    /// Returns the same tables, with the sums that are best for boards such as these.
    // Not inlined: runs once per search, so code size matters more than speed.
    #[inline(never)]
    fn with_sums_for(&self, sample: &[HalfExcesses]) -> Self {
        self.with_sums(choose(&self.disjoint_subsets, sample, MAX_SUMS))
    }

    /// Returns the same tables with these sums.
    fn with_sums(&self, sums: Vec<LookupSet>) -> Self {
        let used = sums.iter().fold(0, |used, subset| used | subset);
        let mut compound =
            Self { used, lookups_of_sums: [[0; 256]; WORDS], sums_without: [0; 32], ..self.clone() };
        for lookup in &mut compound.lookups {
            lookup.increments = [0; WORDS];
        }
        for (sum, subset) in sums.iter().enumerate() {
            let (word, place) = (sum / 8, sum % 8);
            for lookup in each(*subset) {
                compound.lookups[lookup].increments[word] |= 1 << (8 * place);
            }
            for (sums, lookups) in compound.lookups_of_sums[word].iter_mut().enumerate() {
                *lookups |= if sums >> place & 1 == 1 { *subset } else { 0 };
            }
            for (lookups, sums) in compound.lookups_of.iter().zip(&mut compound.sums_without) {
                *sums |= SumSet::from(lookups & subset == 0) << sum;
            }
        }
        compound.sums = sums;
        compound
    }

    /// Checks that the file of the tables, if any, has not changed since it was verified.
    pub(super) fn check_unchanged(&self) -> Result<(), Box<TableError>> {
        self.excesses.check_unchanged()
    }

    /// Returns the largest estimate over all disjoint subsets, not only those maintained.
    pub(super) fn largest_estimate(&self, board: &Board) -> u32 {
        let half_excesses = self.half_excesses(&cell_of(board), board.blank());
        let largest = self.disjoint_subsets.iter().map(|subset| sum_of(&half_excesses, *subset)).max();
        self.manhattan.estimate(board) + 2 * largest.unwrap_or(0)
    }

    /// The lookups that exist, with their indices.
    fn lookups(&self) -> impl Iterator<Item = (usize, &Lookup)> {
        self.lookups.iter().enumerate().filter(|(_, lookup)| !lookup.tiles.is_empty())
    }

    /// The cells of a lookup's tiles on the board that is looked up, by label.
    fn cells(&self, lookup: usize, cell_of: &[Cell; 32]) -> impl Iterator<Item = Cell> {
        let tiles = self.lookups[lookup].tiles.iter();
        tiles.map(move |tile| self.cells_in_views(cell_of[usize::from(*tile) % 32])[view_of(lookup)])
    }

    /// Counts the half excess of each lookup from scratch, given the cell of each tile.
    #[inline(never)]
    fn half_excesses(&self, cell_of: &[Cell; 32], blank: Cell) -> HalfExcesses {
        let mut half_excesses = [0; LOOKUPS];
        for (number, _) in self.lookups() {
            let cells: Vec<Cell> = self.cells(number, cell_of).collect();
            let blank = self.cells_in_views(blank)[view_of(number)];
            half_excesses[number] = self.excesses.half_excess(number % MAX_TABLES, &cells, blank);
        }
        half_excesses
    }

    #[inline]
    fn cells_in_views(&self, cell: Cell) -> [Cell; 2] {
        // The modulus changes nothing, but spares a bounds check, here and elsewhere.
        self.cell_in_view[cell.index() % 32]
    }
}

impl Lookup {
    const fn none() -> Self {
        Self { tiles: Vec::new(), increments: [0; WORDS] }
    }

    /// The set of its tiles, one bit each.
    fn set(&self) -> u32 {
        self.tiles.iter().map(|tile| 1 << tile).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::state::{PackedPlacement, State};
    use super::*;
    use crate::board::{Shape, Tile};
    use crate::generate::Generator;
    use crate::oracle::Oracle;
    use crate::search::Search;
    use crate::search::common::problem::Problem;
    use crate::search::ida::{BlankMove, Evaluator};
    use crate::search::pdb::pdb_set::Tables;
    use crate::search::pdb::{PdbSet, PdbSetError};
    use crate::space::{Space, StateIndex};
    use crate::table::Encoding;

    fn compound_of(pdb_set: &PdbSet) -> &CompoundPdb {
        let Tables::Compound(compound, _) = &pdb_set.0 else { panic!("not a compound PDB") };
        compound
    }

    fn pattern(goal: &Goal, tiles: &[u8]) -> Pattern {
        Pattern::new(goal.shape(), tiles.iter().copied().map(Tile::new)).unwrap()
    }

    fn table(goal: &Goal, pattern: &Pattern, is_zero_aware: bool) -> (PatternSpace, PatternEntries) {
        let of = if is_zero_aware { Space::zero_aware } else { Space::new };
        let space = of(goal, pattern).unwrap();
        let built = Generator::new(space).distances().unwrap().into_entries();
        let of = if is_zero_aware { PatternSpace::zero_aware } else { PatternSpace::new };
        (of(goal, pattern.clone()).unwrap(), built.into())
    }

    /// Like `table`, with bit entries only.
    fn table_of_bits(goal: &Goal, pattern: &Pattern) -> (PatternSpace, PatternEntries) {
        let built = Generator::new(Space::zero_aware(goal, pattern).unwrap()).distances().unwrap();
        let table = built.into_table(Encoding::Bit).unwrap();
        let entries = PatternEntries::from_table(table).unwrap();
        assert!(entries.as_slice().is_none());
        (PatternSpace::zero_aware(goal, pattern.clone()).unwrap(), entries)
    }

    const WAYS: [[&[u8]; 2]; 3] =
        [[&[1, 2, 3, 4], &[5, 6, 7, 8]], [&[1, 4, 7], &[2, 3, 5, 6, 8]], [&[1, 2, 3, 4, 5], &[6, 7, 8]]];

    fn pdb_set(goal: &Goal, patterns: &[&[u8]]) -> PdbSet {
        let tables: Vec<_> = patterns.iter().map(|tiles| table(goal, &pattern(goal, tiles), true)).collect();
        PdbSet::compound(&tables).unwrap()
    }

    /// On states of the 8-puzzle, with and without reflection, the estimate lies between the
    /// largest sum of the ordinary tables and the distance. It is the same when maintained move by
    /// move.
    #[test]
    fn the_largest_sum_is_maintained_move_by_move() {
        for goal in [
            Goal::blank_last(Shape::THREE_BY_THREE),
            Goal::snail(Shape::THREE_BY_THREE),
            Goal::in_order_with_blank_at(Shape::THREE_BY_THREE, Cell::new(1)),
        ] {
            let oracle = Oracle::build(&goal).unwrap();
            let zero_aware = pdb_set(&goal, &WAYS.concat());
            let single = WAYS.map(|way| {
                let tables = way.map(|tiles| table(&goal, &pattern(&goal, tiles), false));
                PdbSet::new(tables.into()).unwrap()
            });
            let compound = compound_of(&zero_aware);
            let some = |step| (0..oracle.space().states()).step_by(step).map(StateIndex::new);
            let memo_of = |number| compound.memo(&compound.start(&oracle.space().board_at(number).unwrap()));
            let suited = compound.suited_to(|| some(9001).map(memo_of).collect()).unwrap();
            let mut are_larger = 0;
            for number in (0..oracle.space().states()).step_by(61) {
                let board = oracle.space().board_at(StateIndex::new(number)).unwrap();
                let largest = single.iter().map(|pdb_set| pdb_set.estimate(&board)).max().unwrap();
                let (of_kept, distance) =
                    (zero_aware.estimate(&board), u32::from(oracle.distance(&board).unwrap().moves()));
                assert!((largest..=distance).contains(&of_kept) && of_kept % 2 == distance % 2, "{board}");
                are_larger += u32::from(of_kept > largest);
                for evaluator in [compound, &suited] {
                    assert!(evaluator.estimate(&evaluator.start(&board)) <= of_kept, "{board}");
                    assert_is_kept_up(evaluator, &board);
                }
                // After moves with the first evaluator, the second resumes as if it had started
                // there.
                let (state, moved) = after_moves(compound, &board);
                let resumed = suited.restore(&moved, compound.memo(&state));
                assert_eq!(known_by(&suited, &resumed), known_by(&suited, &suited.start(&moved)), "{board}");
            }
            assert!(are_larger > 0);
        }
    }

    /// The sums, half excesses, and placements of the lookups in use.
    fn known_by(evaluator: &CompoundPdb, state: &State) -> ([u64; WORDS], Vec<(u8, PackedPlacement)>) {
        let lookups = (0..LOOKUPS).filter(|lookup| evaluator.used >> lookup & 1 == 1);
        (state.sums, lookups.map(|lookup| (state.half_excesses[lookup], state.placements[lookup])).collect())
    }

    /// Makes eight moves, updating the state by slides only.
    fn after_moves(evaluator: &CompoundPdb, board: &Board) -> (State, Board) {
        let (mut state, mut board) = (evaluator.start(board), *board);
        for number in 0..8 {
            let successors: Vec<(Move, Board)> = board.successors().collect();
            let (step, next) = successors[number % successors.len()];
            let blank_move = BlankMove { step, from: board.blank(), to: next.blank() };
            evaluator.complete(&mut state, 101 - number as u32);
            state = evaluator.after(&state, blank_move, 100 - number as u32).unwrap();
            board = next;
        }
        evaluator.complete(&mut state, 93);
        (state, board)
    }

    /// After each slide, the maintained state equals one computed from scratch if the sums are
    /// within the bound. Otherwise, it is pruned.
    fn assert_is_kept_up(evaluator: &CompoundPdb, board: &Board) {
        let start = evaluator.start(board);
        let of_board = evaluator.estimate(&start);
        assert!(evaluator.root_key(&start).abs_diff(root_key(evaluator, &start)) <= 1, "{board}");
        for (step, next) in board.successors() {
            let blank_move = BlankMove { step, from: board.blank(), to: next.blank() };
            let expected = evaluator.start(&next);
            let of_next = evaluator.estimate(&expected);
            for max_h in (of_board.max(of_next + 1) - 1..).step_by(2).take(3) {
                let mut state = start;
                evaluator.complete(&mut state, max_h + 1);
                let mut after = evaluator.after(&state, blank_move, max_h).unwrap();
                evaluator.complete(&mut after, max_h);
                let known = |state| known_by(evaluator, state);
                assert_eq!(known(&after), known(&expected), "{board} {max_h}");
                let resumed = evaluator.restore(&next, evaluator.memo(&after));
                assert_eq!(known(&resumed), known(&expected), "{board} {max_h}");
            }
            if of_next > of_board {
                let mut state = start;
                evaluator.complete(&mut state, of_board);
                assert!(evaluator.after(&state, blank_move, of_board - 1).is_none(), "{board}");
            }
        }
    }

    /// Computes the key of a root by its definition, with the same offset.
    fn root_key(compound: &CompoundPdb, state: &State) -> u16 {
        let half_excesses = state.sums.iter().flat_map(|word| word.to_le_bytes());
        let estimates: Vec<f64> = half_excesses
            .take(compound.sums.len())
            .map(|excess| f64::from(state.manhattan) + 2.0 * f64::from(excess))
            .collect();
        let mean = estimates.iter().sum::<f64>() / estimates.len() as f64;
        let largest = estimates.into_iter().fold(0.0, f64::max);
        (16.0 * (2.0 * mean - largest)) as u16 + 32 * 127
    }

    #[test]
    fn its_paths_are_optimal() {
        let goal = Goal::blank_last(Shape::THREE_BY_THREE);
        let oracle = Oracle::build(&goal).unwrap();
        let pdb_set = pdb_set(&goal, &WAYS.concat());
        for number in (0..oracle.space().states()).step_by(101) {
            let board = oracle.space().board_at(StateIndex::new(number)).unwrap();
            let outcome = Search::ida_with_pdbs(&pdb_set).run(&Problem::new(board, goal).unwrap()).unwrap();
            assert_eq!(outcome.moves.len(), usize::from(oracle.distance(&board).unwrap().moves()));
        }
    }

    /// Tables of a partition sum to at most the distance. As a pattern set they give no less, since
    /// lookups of both views are added up too. Bit entries give the same values as bytes.
    #[test]
    fn one_partition_may_be_zero_aware() {
        for goal in [Goal::blank_last(Shape::THREE_BY_THREE), Goal::snail(Shape::THREE_BY_THREE)] {
            let oracle = Oracle::build(&goal).unwrap();
            let way = WAYS[0].map(|tiles| pattern(&goal, tiles));
            let tables = || way.iter().map(|pattern| table(&goal, pattern, true)).collect::<Vec<_>>();
            let of_bits = || way.iter().map(|pattern| table_of_bits(&goal, pattern)).collect::<Vec<_>>();
            let (one, overlapping) = (PdbSet::new(tables()).unwrap(), PdbSet::compound(&tables()).unwrap());
            let (one_of_bits, overlapping_of_bits) =
                (PdbSet::new(of_bits()).unwrap(), PdbSet::compound(&of_bits()).unwrap());
            for number in (0..oracle.space().states()).step_by(97) {
                let board = oracle.space().board_at(StateIndex::new(number)).unwrap();
                let distance = u32::from(oracle.distance(&board).unwrap().moves());
                assert!((one.estimate(&board)..=distance).contains(&overlapping.estimate(&board)), "{board}");
                assert_eq!(one.estimate(&board), one_of_bits.estimate(&board), "{board}");
                assert_eq!(overlapping.estimate(&board), overlapping_of_bits.estimate(&board), "{board}");
                let outcome = Search::ida_with_pdbs(&one).run(&Problem::new(board, goal).unwrap()).unwrap();
                assert_eq!(outcome.moves.len() as u32, distance, "{board}");
            }
        }
    }

    #[test]
    fn incompatible_tables_are_rejected() {
        let goal = Goal::blank_last(Shape::THREE_BY_THREE);
        let patterns = WAYS[0].map(|tiles| pattern(&goal, tiles));
        let [zero_aware, plain] = [true, false]
            .map(|is_zero_aware| patterns.each_ref().map(|pattern| table(&goal, pattern, is_zero_aware)));
        let refused = PdbSet::compound(&plain).unwrap_err();
        assert_eq!(
            refused.to_string(),
            "the pattern database 1,2,3,4 is not zero-aware; overlapping patterns and bit entries require \
             zero-aware ones"
        );
        assert!(matches!(PdbSet::compound(&[]), Err(PdbSetError::Empty)));
        let [first, _] = zero_aware;
        let [_, second] = plain;
        let mixed = PdbSet::new(vec![first, second]).unwrap_err();
        assert!(
            mixed.to_string().starts_with("the pattern database 1,2,3,4 is zero-aware, but another is not")
        );
    }

    /// Tiles in no table count with their Manhattan distance. A table whose pattern is its own
    /// mirror image is one lookup.
    #[test]
    fn one_table_is_enough() {
        let goal = Goal::blank_first(Shape::THREE_BY_THREE);
        let oracle = Oracle::build(&goal).unwrap();
        for (tiles, lookups) in [(&[1, 3, 4][..], 1), (&[1, 2, 4], 2)] {
            let one = pdb_set(&goal, &[tiles]);
            let compound = compound_of(&one);
            assert_eq!(compound.lookups().count(), lookups);
            for number in (0..oracle.space().states()).step_by(1009) {
                let board = oracle.space().board_at(StateIndex::new(number)).unwrap();
                let distance = u32::from(oracle.distance(&board).unwrap().moves());
                let manhattan = Manhattan::new(&goal).estimate(&board);
                assert!((manhattan..=distance).contains(&one.estimate(&board)), "{board}");
                let outcome = Search::ida_with_pdbs(&one).run(&Problem::new(board, goal).unwrap()).unwrap();
                assert_eq!(outcome.moves.len() as u32, distance, "{board}");
            }
        }
    }

    /// Finds tight sums and their lookups in each byte, whatever the neighboring bytes hold.
    #[test]
    fn tight_sums_are_seen_one_by_one() {
        let goal = Goal::blank_last(Shape::THREE_BY_THREE);
        let pdb_set = pdb_set(&goal, &WAYS.concat());
        let compound = compound_of(&pdb_set);
        // Such that there are sums in each word.
        let mut random = fastrand::Rng::with_seed(6);
        let sample: Vec<HalfExcesses> = (0..100).map(|_| std::array::from_fn(|_| random.u8(..4))).collect();
        let compound = compound.with_sums_for(&sample);
        let start = compound.start(&goal.board());
        let sums = compound.sums.len();
        assert!(sums > 8);
        for most in [1, 2, 60, 127] {
            for (place, sum) in (0..sums).flat_map(|place| (0..=most).map(move |sum| (place, sum))) {
                for others in [0, most - 1] {
                    let mut bytes = [others; MAX_SUMS];
                    bytes[place] = sum;
                    let word =
                        |word: usize| u64::from_le_bytes(std::array::from_fn(|byte| bytes[8 * word + byte]));
                    let mut state = State { sums: std::array::from_fn(word), ..start };
                    compound.find_tight_sums(&mut state, 2 * u32::from(most));
                    let is_tight = sum == most;
                    assert_eq!(state.tight, SumSet::from(is_tight) << place);
                    let has_lookup =
                        |lookup: &Lookup| lookup.increments[place / 8] >> (8 * (place % 8)) & 1 == 1;
                    let lookups = compound.lookups().filter(|(_, lookup)| is_tight && has_lookup(lookup));
                    assert_eq!(
                        state.lookups_of_tight,
                        lookups.fold(0, |lookups, (number, _)| lookups | 1 << number)
                    );
                }
            }
        }
    }
}
