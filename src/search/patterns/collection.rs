//! Several partitions of one goal, and the largest of their sums.
//!
//! Partitions share tables, and each gives two sums where the board is reflected as well: with fourteen tables of six
//! tiles seven partitions of the 24-puzzle give fourteen sums, and a state is left out if one of them is too large.
//! (The seven are those of R. Clausecker's *small-compound*; <https://github.com/clausecker/24puzzle>.)
//!
//! # How it is quick
//!
//! All sums have the Manhattan distance in common. What a table has of its own is how much an entry is above that of
//! its tiles, its *excess*, of which a half is kept ([`Excesses`]). So a state has one Manhattan distance, and sums of
//! half excesses, which take a byte each: eight to a word. A slide changes one excess in each sum, by a multiplication
//! and an addition a word, and whether one is too large is one subtraction.
//!
//! A *lane* is a table, as the board or the reflected board is looked up in it. Slides add a constant to the index of
//! each lane.

use super::MOST_TABLES;
use super::entries::PatternEntries;
use super::error::CatalogueError;
use super::excesses::{Excesses, Pair};
use crate::board::{Board, Cell, Goal, MAX_CELLS, Move, Shape};
use crate::search::deepening::{BlankStep, Guide};
use crate::search::heuristics::{Heuristic, Manhattan};
use crate::search::packed_board::PackedBoard;
use crate::space::{Pattern, PatternSpace};

/// Lanes of both kinds: that of a table's reflected board lies so many behind that of the board.
const LANES: usize = 2 * MOST_TABLES;

/// The most sums: two words of eight bytes.
const MOST_SUMS: usize = 16;

/// The most tables of one sum: eight half excesses are at most 120.
const MOST_ADDED_UP: usize = 8;

/// A byte for each of eight sums. None is above 127, so that a highest bit is left.
type Word = u64;

const ONES: Word = 0x0101_0101_0101_0101;
const HIGHEST_BITS: Word = ONES << 7;

/// Tables, and how they are added up.
#[derive(Debug)]
pub(super) struct Collection {
    goal: Goal,
    manhattan: Manhattan,
    excesses: Excesses,
    /// By cell its mirror image, if the reflected board is looked up.
    mirror: Option<Vec<Cell>>,
    /// By tile: what a cell is worth in the index of each lane.
    weights: Vec<[u32; LANES]>,
    /// By tile and the blank's step: what is added to the index of each lane.
    slides: Vec<[[u32; LANES]; 4]>,
    /// By tile: the lanes that have it.
    lanes: Vec<Vec<LaneOfTile>>,
    /// By lane: in which sums it is.
    sums: [[Word; 2]; LANES],
}

/// A lane whose table has a tile.
#[derive(Clone, Copy, Debug)]
struct LaneOfTile {
    lane: u8,
    /// A 1 for each sum that it is in.
    ones: [Word; 2],
}

/// A board, and what is known of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct State {
    index: [u32; LANES],
    /// By lane, the half excess.
    excess: [u8; LANES],
    sums: [Word; 2],
    board: PackedBoard,
    manhattan: u16,
}

impl Collection {
    /// Tables, each with its pattern, and by partition the places of those that are added up.
    pub(super) fn new(
        tables: &[(PatternSpace, PatternEntries)],
        partitions: &[Vec<usize>],
        mirror: Option<&[Cell]>,
    ) -> Result<Self, CatalogueError> {
        let [(first, _), ..] = tables else { return Err(CatalogueError::TooLarge) };
        let goal = *first.goal();
        let views = if mirror.is_some() { 2 } else { 1 };
        let are_too_long = partitions.iter().any(|partition| partition.len() > MOST_ADDED_UP);
        if tables.len() > MOST_TABLES || views * partitions.len() > MOST_SUMS || are_too_long {
            return Err(CatalogueError::TooLarge);
        }
        let excesses = Excesses::new(tables)?;
        let mut sums = [[0; 2]; LANES];
        for (sum, (partition, view)) in
            partitions.iter().flat_map(|partition| (0..views).map(move |view| (partition, view))).enumerate()
        {
            for table in partition {
                sums[view * MOST_TABLES + table][sum / 8] |= 1 << (8 * (sum % 8));
            }
        }
        let mut collection = Self {
            goal,
            manhattan: Manhattan::new(&goal),
            excesses,
            mirror: mirror.map(<[Cell]>::to_vec),
            weights: vec![[0; LANES]; MAX_CELLS],
            slides: vec![[[0; LANES]; 4]; MAX_CELLS],
            lanes: vec![Vec::new(); MAX_CELLS],
            sums,
        };
        for (table, (space, _)) in tables.iter().enumerate() {
            collection.add_lane(table, space.pattern(), None);
            if let Some(mirror) = mirror {
                collection.add_lane(MOST_TABLES + table, space.pattern(), Some(mirror));
            }
        }
        Ok(collection)
    }

    pub(super) const fn goal(&self) -> &Goal {
        &self.goal
    }

    pub(super) const fn is_reflected(&self) -> bool {
        self.mirror.is_some()
    }

    /// Notes for each tile what its slides do to a lane. On the reflected board that tile stands for it whose goal cell
    /// is the mirror image of its own.
    fn add_lane(&mut self, lane: usize, pattern: &Pattern, mirror: Option<&[Cell]>) {
        let (shape, goal) = (self.goal.shape(), self.goal.board());
        let ones = self.sums[lane];
        for cell in shape.all_cells() {
            let image = mirror.map_or(cell, |mirror| mirror[cell.index()]);
            let (tile, stands_for) = (goal.tile_at(cell), goal.tile_at(image));
            let in_pattern =
                pattern_cells(&self.goal, pattern).position(|other| goal.tile_at(other) == stands_for);
            let Some(label) = in_pattern else { continue };
            let weight = (shape.cells() as u32).pow(label as u32);
            self.weights[tile.index()][lane] = weight;
            self.lanes[tile.index()].push(LaneOfTile { lane: lane as u8, ones });
            for step in Move::ALL {
                // The tile goes against the blank; a transposed board has rows for columns.
                let columns = shape.columns() as u32;
                let cells = match (step, mirror.is_some()) {
                    (Move::Up, false) | (Move::Left, true) => columns,
                    (Move::Down, false) | (Move::Right, true) => columns.wrapping_neg(),
                    (Move::Left, false) | (Move::Up, true) => 1,
                    (Move::Right, false) | (Move::Down, true) => 1_u32.wrapping_neg(),
                };
                self.slides[tile.index()][step as usize][lane] = cells.wrapping_mul(weight);
            }
        }
    }
}

impl Guide for Collection {
    type State = State;

    // The order of the roots decides what is searched first; that of a few successors matters little.
    const IS_ORDERED: bool = false;
    const PREPARES: bool = true;

    fn shape(&self) -> Shape {
        self.goal.shape()
    }

    fn start(&self, board: &Board) -> State {
        let manhattan = self.manhattan.of(board) as u16;
        let packed = PackedBoard::new(board);
        let mut state =
            State { index: [0; LANES], excess: [0; LANES], sums: [0; 2], board: packed, manhattan };
        let cells = self.shape().all_cells().zip(board.tiles()).filter(|(_, tile)| !tile.is_blank());
        for (cell, tile) in cells {
            let image = self.mirror.as_ref().map_or(cell, |mirror| mirror[cell.index()]);
            let (regular, reflected) = state.index.split_at_mut(MOST_TABLES);
            let weights = self.weights[tile.index()].split_at(MOST_TABLES);
            for (indexes, weights, cell) in [(regular, weights.0, cell), (reflected, weights.1, image)] {
                for (index, weight) in indexes.iter_mut().zip(weights) {
                    *index += weight * cell.index() as u32;
                }
            }
        }
        for lane in self.all_lanes() {
            state.index[lane] += self.excesses.first_index(lane % MOST_TABLES);
            let pair = self.excesses.pair(state.index[lane]);
            let excess = self.exact(pair, lane, state.index[lane], board.blank());
            state.excess[lane] = excess;
            add(&mut state.sums, excess.into(), &self.sums[lane]);
        }
        state
    }

    #[inline]
    fn estimate(&self, state: &State) -> u32 {
        let largest = state.sums.iter().flat_map(|word| word.to_le_bytes()).max().unwrap_or(0);
        u32::from(state.manhattan) + 2 * u32::from(largest)
    }

    #[inline]
    fn prepare(&self, state: &State, BlankStep { step, to, .. }: BlankStep) {
        let tile = state.board.tile_at(to).index();
        let slides = &self.slides[tile][step as usize];
        for LaneOfTile { lane, .. } in &self.lanes[tile] {
            let lane = usize::from(*lane) % LANES;
            self.excesses.prefetch(state.index[lane].wrapping_add(slides[lane]));
        }
    }

    #[inline(always)]
    fn after(&self, state: &State, step: BlankStep, most: u32) -> Option<State> {
        let BlankStep { step, from: blank, to } = step;
        let tile = state.board.tile_at(to);
        let manhattan = self.manhattan.after_slide(state.manhattan, tile, to, blank);
        let room = most.checked_sub(manhattan.into())? / 2;
        let (slides, lanes) = (&self.slides[tile.index()][step as usize], &self.lanes[tile.index()]);
        let (mut sums, mut pairs, mut excesses) = (state.sums, [Pair::default(); LANES], [0; LANES]);
        let mut differ = false;
        for ((pair, excess), of_tile) in pairs.iter_mut().zip(&mut excesses).zip(lanes) {
            let lane = usize::from(of_tile.lane) % LANES;
            *pair = self.excesses.pair(state.index[lane].wrapping_add(slides[lane]));
            differ |= pair.differs();
            *excess = pair.least();
            add(&mut sums, i16::from(*excess) - i16::from(state.excess[lane]), &of_tile.ones);
        }
        if !are_within(&sums, room) {
            return None;
        }
        if differ {
            // Most states are left out before it is asked in which region the blank is.
            for ((pair, excess), of_tile) in pairs.iter().zip(&mut excesses).zip(lanes) {
                if pair.differs() {
                    let lane = usize::from(of_tile.lane) % LANES;
                    let exact = self.exact(*pair, lane, state.index[lane].wrapping_add(slides[lane]), to);
                    add(&mut sums, i16::from(exact) - i16::from(*excess), &of_tile.ones);
                    *excess = exact;
                }
            }
            if !are_within(&sums, room) {
                return None;
            }
        }
        let mut next = State { sums, manhattan, board: state.board.after(blank, to), ..*state };
        for (index, slide) in next.index.iter_mut().zip(slides) {
            *index = index.wrapping_add(*slide);
        }
        for (excess, of_tile) in excesses.iter().zip(lanes) {
            next.excess[usize::from(of_tile.lane) % LANES] = *excess;
        }
        Some(next)
    }

    fn packed(&self, state: &State) -> PackedBoard {
        state.board
    }

    fn board(&self, state: &State) -> Board {
        state.board.board(self.shape())
    }

    #[inline]
    fn is_goal(&self, state: &State) -> bool {
        state.manhattan == 0
    }

    fn has_parity(&self) -> bool {
        true
    }

    fn has_failed(&self) -> bool {
        false
    }
}

impl Collection {
    fn all_lanes(&self) -> impl Iterator<Item = usize> {
        let tables = self.excesses.tables();
        let reflected = if self.mirror.is_some() { tables } else { 0 };
        (0..tables).chain(MOST_TABLES..MOST_TABLES + reflected)
    }

    /// The half excess of the blank's region.
    #[inline]
    fn exact(&self, pair: Pair, lane: usize, index: u32, blank: Cell) -> u8 {
        if !pair.differs() {
            return pair.least();
        }
        let image = match &self.mirror {
            Some(mirror) if lane >= MOST_TABLES => mirror[blank.index()],
            _ => blank,
        };
        self.excesses.of_region(pair, lane % MOST_TABLES, index, image)
    }
}

/// Adds a number to the sums that have a 1. No sum falls below 0 or rises above 127, so none touches the next.
#[inline]
fn add(sums: &mut [Word; 2], difference: i16, ones: &[Word; 2]) {
    for (sum, ones) in sums.iter_mut().zip(ones) {
        *sum = sum.wrapping_add(ones.wrapping_mul(i64::from(difference) as Word));
    }
}

/// Is each sum at most so large?
#[inline]
fn are_within(sums: &[Word; 2], most: u32) -> bool {
    // The highest bit of a byte stays if nothing larger is taken from the rest.
    let most = (ONES * Word::from(most.min(127))) | HIGHEST_BITS;
    (most - sums[0]) & (most - sums[1]) & HIGHEST_BITS == HIGHEST_BITS
}

/// The goal cells of a pattern's tiles, by label.
fn pattern_cells<'a>(goal: &'a Goal, pattern: &'a Pattern) -> impl Iterator<Item = Cell> + 'a {
    let board = goal.board();
    goal.shape().all_cells().filter(move |cell| pattern.contains(board.tile_at(*cell)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Tile;
    use crate::generate::Generator;
    use crate::oracle::Oracle;
    use crate::search::limits::Limits;
    use crate::search::patterns::{Catalogue, CatalogueError, ida};
    use crate::search::problem::Problem;
    use crate::space::{Space, StateIndex};

    fn pattern(goal: &Goal, tiles: &[u8]) -> Pattern {
        Pattern::new(goal.shape(), tiles.iter().copied().map(Tile::new)).unwrap()
    }

    fn table(goal: &Goal, pattern: &Pattern, keeps_regions: bool) -> (PatternSpace, PatternEntries) {
        let of = if keeps_regions { Space::with_regions } else { Space::new };
        let space = of(goal, pattern).unwrap();
        let built = Generator::new(space).run().unwrap().into_entries();
        let of = if keeps_regions { PatternSpace::with_regions } else { PatternSpace::new };
        (of(goal, pattern.clone()).unwrap(), built.into())
    }

    const WAYS: [[&[u8]; 2]; 3] =
        [[&[1, 2, 3, 4], &[5, 6, 7, 8]], [&[1, 4, 7], &[2, 3, 5, 6, 8]], [&[1, 2, 3, 4, 5], &[6, 7, 8]]];

    fn catalogue(goal: &Goal, ways: &[[&[u8]; 2]], keeps_regions: bool) -> Catalogue {
        let ways: Vec<Vec<Pattern>> =
            ways.iter().map(|way| way.map(|tiles| pattern(goal, tiles)).to_vec()).collect();
        let tables: Vec<_> =
            ways.iter().flatten().map(|pattern| table(goal, pattern, keeps_regions)).collect();
        Catalogue::of_several(&tables, &ways).unwrap()
    }

    /// On all states of the 8-puzzle, with the reflected board and without: the largest sum of the ordinary tables, or,
    /// where regions are kept, one between that and the distance; and it is the same when it is kept up move by move.
    #[test]
    fn the_largest_sum_is_found_and_kept_up() {
        for goal in [
            Goal::blank_last(Shape::THREE_BY_THREE),
            Goal::snail(Shape::THREE_BY_THREE),
            Goal::in_order_with_blank_at(Shape::THREE_BY_THREE, Cell::new(1)),
        ] {
            let oracle = Oracle::build(&goal).unwrap();
            let kept = catalogue(&goal, &WAYS, true);
            let plain = catalogue(&goal, &WAYS, false);
            let single = WAYS.map(|way| {
                let tables = way.map(|tiles| table(&goal, &pattern(&goal, tiles), false));
                Catalogue::new(tables.into()).unwrap()
            });
            let super::super::catalogue::Tables::Several(collection) = kept.tables() else {
                panic!("several partitions")
            };
            let mut are_larger = 0;
            for number in (0..oracle.space().states()).step_by(7) {
                let board = oracle.space().board_at(StateIndex::new(number)).unwrap();
                let largest = single.iter().map(|catalogue| catalogue.of(&board)).max().unwrap();
                assert_eq!(plain.of(&board), largest, "{board}");
                let (of_kept, distance) =
                    (kept.of(&board), u32::from(oracle.distance(&board).unwrap().moves()));
                assert!((largest..=distance).contains(&of_kept) && of_kept % 2 == distance % 2, "{board}");
                are_larger += u32::from(of_kept > largest);
                let state = collection.start(&board);
                for (step, next) in board.successors() {
                    let step = BlankStep { step, from: board.blank(), to: next.blank() };
                    let of_next = kept.of(&next);
                    let after = collection.after(&state, step, of_next).unwrap();
                    assert_eq!(collection.estimate(&after), of_next);
                    assert_eq!(after.excess, collection.start(&next).excess);
                    assert!(of_next == 0 || collection.after(&state, step, of_next - 1).is_none());
                }
            }
            assert!(are_larger > 0);
        }
    }

    #[test]
    fn its_paths_are_optimal() {
        let goal = Goal::blank_last(Shape::THREE_BY_THREE);
        let oracle = Oracle::build(&goal).unwrap();
        let catalogue = catalogue(&goal, &WAYS, true);
        for number in (0..oracle.space().states()).step_by(101) {
            let board = oracle.space().board_at(StateIndex::new(number)).unwrap();
            let outcome = ida(&Problem::new(board, goal).unwrap(), &catalogue, &Limits::default()).unwrap();
            assert_eq!(outcome.moves.len(), usize::from(oracle.distance(&board).unwrap().moves()));
        }
    }

    #[test]
    fn what_does_not_go_together_is_refused() {
        let goal = Goal::blank_last(Shape::THREE_BY_THREE);
        let ways = [vec![pattern(&goal, &[1, 2, 3, 4]), pattern(&goal, &[5, 6, 7, 8])]];
        let tables: Vec<_> = ways[0].iter().map(|pattern| table(&goal, pattern, true)).collect();
        let refused = |error: CatalogueError| error.to_string();
        let missing = Catalogue::of_several(&tables[..1], &ways).unwrap_err();
        assert_eq!(
            refused(missing),
            "there is no table of the pattern 5,6,7,8, which one of the partitions has"
        );
        let twice = [vec![ways[0][0].clone(), ways[0][0].clone()]];
        let twice = Catalogue::of_several(&tables, &twice).unwrap_err();
        assert!(refused(twice).starts_with("tile 1 is in 2 of the patterns"));
        let singles: Vec<Pattern> = (1..=8).map(|tile| pattern(&goal, &[tile])).collect();
        let of_singles: Vec<_> = singles.iter().map(|pattern| table(&goal, pattern, false)).collect();
        assert!(Catalogue::of_several(&of_singles, &[singles]).is_ok());
        let kept = Catalogue::new(tables).unwrap_err();
        assert!(refused(kept).starts_with("the table of 1,2,3,4 keeps the region of the blank"));
    }

    /// Byte by byte, whatever stands beside.
    #[test]
    fn sums_are_compared_one_by_one() {
        for most in [0, 1, 60, 127] {
            for (place, sum) in (0..16).flat_map(|place| (0..=127_u8).map(move |sum| (place, sum))) {
                for others in [0, most as u8] {
                    let mut bytes = [others; 16];
                    bytes[place] = sum;
                    let word =
                        |half: usize| Word::from_le_bytes(bytes[8 * half..8 * half + 8].try_into().unwrap());
                    assert_eq!(are_within(&[word(0), word(1)], most), u32::from(sum) <= most);
                }
            }
        }
    }
}
