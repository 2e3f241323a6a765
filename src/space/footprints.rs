//! Footprints, and the slides between them.
//!
//! A *footprint* is the part of a state that is not its arrangement. For the full puzzle, it is the
//! blank's cell. For a pattern, it is the set of cells that the pattern's tiles occupy and the
//! connected region of the other cells that contains the blank. The blank moves within its region
//! at no cost, so only the region matters. A *slide* leads from one footprint to another, and
//! either rotates the arrangement or leaves it unchanged.
//!
//! A footprint's *color* is 0 or 1, like that of a checkerboard cell, and every slide changes it.
//! So the footprints of a level of the breadth-first search have one color, and those of the next
//! level have the other.
//!
//! A *block* is a set of footprints that share the entries of a table. In a plain pattern database
//! these are the footprints that differ only in the blank's region, since an entry is the minimum
//! over the regions. In a zero-aware one, each footprint is a block of its own. On a 2x3 board:
//!
//! ```text
//! a a 3    Tiles 3 and 5 occupy cells 2 and 4, and divide the other cells into the regions a and b.
//! a 5 b    These are two footprints: one block, or two blocks in a zero-aware pattern database.
//! ```
//!
//! In the full puzzle, the arrangements at a footprint all have the same parity. In a pattern, both
//! parities occur: the other tiles adjust the parity of the board.
//!
//! In a zero-aware database, a move of a tile outside the pattern changes no entry, and a move of a
//! pattern tile changes the entry by exactly one. So sums of zero-aware databases are consistent.

use std::ops::Range;

use super::cell_set::CellSet;
use super::full_space::{FullSpace, parity_is_odd};
use super::pattern_space::PatternSpace;
use super::rotation::Rotation;
use crate::board::{Cell, Move, Shape};

/// The footprints of a space, and the slides between them.
#[derive(Clone, Debug)]
pub(crate) struct Footprints {
    /// The number of elements of an arrangement.
    pub(crate) places: usize,
    /// The parities of the arrangements that occur.
    pub(crate) parities: Parities,
    /// Footprints that share entries, in the order of the entries. Footprints are numbered in the
    /// order of the blocks.
    pub(crate) blocks: Vec<Block>,
    /// Whether a block may have several footprints. If so, a newly reached state may have an entry
    /// already.
    pub(crate) share_entries: bool,
    /// `first_slides[f]..first_slides[f + 1]` are the positions in `slides` of the slides into
    /// footprint `f`.
    pub(crate) first_slides: Vec<u32>,
    /// The slides into each footprint, in the order of the footprints.
    pub(crate) slides: Vec<Slide>,
    /// The goal's footprint.
    pub(crate) goal: u32,
}

/// The parities of the arrangements that occur at a footprint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Parities {
    /// One parity per footprint; true if it is odd.
    One(Vec<bool>),
    /// Both parities.
    Both,
}

/// Footprints that share their entries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Block {
    /// 0 or 1. Every slide changes it; the goal's color is 0.
    pub(crate) color: usize,
    /// The footprints.
    pub(crate) footprints: Range<u32>,
}

impl Block {
    /// Splits the block into one for each of its footprints.
    fn each_alone(self) -> impl Iterator<Item = Self> {
        let Self { color, footprints } = self;
        footprints.map(move |footprint| Self { color, footprints: footprint..footprint + 1 })
    }
}

/// A slide into a footprint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Slide {
    /// The footprint before the slide.
    pub(crate) from: u32,
    /// The rotation of the arrangement.
    pub(crate) rotation: Rotation,
}

/// Number of cell sets to process between two calls of `goes_on`: about a millisecond of work.
const SETS_BETWEEN_CHECKS: usize = 1 << 9;

impl Footprints {
    /// Creates the footprints of the full puzzle: one per cell of the blank, each a block of its
    /// own.
    pub(crate) fn of_full_board(space: &FullSpace) -> Self {
        let (goal, shape) = (space.goal(), space.shape());
        let block = |blank: Cell| {
            let number = number(blank.index());
            Block { color: shape.steps_between(goal.blank(), blank) % 2, footprints: number..number + 1 }
        };
        let mut slides = Vec::new();
        let mut first_slides = vec![0];
        for blank in shape.all_cells() {
            slides.extend(slides_into_blank_cell(shape, blank));
            first_slides.push(number(slides.len()));
        }
        Self {
            places: shape.tiles(),
            parities: Parities::One(shape.all_cells().map(|blank| parity_is_odd(goal, blank)).collect()),
            blocks: shape.all_cells().map(block).collect(),
            share_entries: false,
            first_slides,
            slides,
            goal: number(goal.blank().index()),
        }
    }

    /// Creates the footprints of a pattern.
    pub(crate) fn of_pattern(space: &PatternSpace) -> Self {
        Self::of_pattern_while(space, &|| true).expect("nothing stops it")
    }

    /// Creates the footprints of a pattern, or returns `None` once `goes_on` returns false. A
    /// pattern of six tiles of 5x5 takes a third of a second.
    pub(crate) fn of_pattern_while(space: &PatternSpace, goes_on: &dyn Fn() -> bool) -> Option<Self> {
        let (shape, places) = (space.shape(), space.pattern().tiles().len());
        let goal_cells = space.goal_cells();
        let mut regions: Vec<CellSet> = Vec::new();
        let mut blocks = Vec::new();
        for cells in CellSet::all(places, shape.cells()) {
            let first = number(regions.len());
            regions.extend(cells.regions_outside(shape));
            let color = cells.color(shape) ^ goal_cells.color(shape);
            blocks.push(Block { color, footprints: first..number(regions.len()) });
        }
        let find = |cells: CellSet, blank: Cell| {
            let Block { footprints, .. } = &blocks[cells.number() as usize];
            footprints.clone().find(|footprint| regions[*footprint as usize].contains(blank))
        };
        let mut slides = Vec::new();
        let mut first_slides = vec![0];
        for (nth, (cells, block)) in CellSet::all(places, shape.cells()).zip(&blocks).enumerate() {
            if nth.is_multiple_of(SETS_BETWEEN_CHECKS) && !goes_on() {
                return None;
            }
            for footprint in block.footprints.clone() {
                slides_into(shape, cells, regions[footprint as usize], find, &mut slides);
                first_slides.push(number(slides.len()));
            }
        }
        let goal = find(goal_cells, space.goal().blank()).unwrap_or(0);
        // Only now: `find` needs one block per cell set.
        let share_entries = !space.is_zero_aware();
        let blocks =
            if share_entries { blocks } else { blocks.into_iter().flat_map(Block::each_alone).collect() };
        Some(Self { places, parities: Parities::Both, blocks, share_entries, first_slides, slides, goal })
    }

    /// The number of footprints.
    pub(crate) const fn count(&self) -> usize {
        self.first_slides.len() - 1
    }

    /// The slides that lead into a footprint.
    pub(crate) fn slides_into(&self, footprint: u32) -> &[Slide] {
        let footprint = footprint as usize;
        &self.slides[self.first_slides[footprint] as usize..self.first_slides[footprint + 1] as usize]
    }
}

/// Computes the footprints of a single cell set, given by its number. Returns the color, the cells,
/// and, for each region of the blank, the rotations of the slides into it.
pub(crate) fn of_cell_set(space: &PatternSpace, number: u32) -> (usize, Vec<Cell>, Vec<Vec<Rotation>>) {
    let shape = space.shape();
    let cells = CellSet::from_number(number, space.pattern().tiles().len());
    let rotations = |region: CellSet| {
        let mut slides = Vec::new();
        // The rotations do not depend on the footprints that the slides come from, so any number
        // will do.
        slides_into(shape, cells, region, |_, _| Some(0), &mut slides);
        slides.into_iter().map(|slide| slide.rotation).collect()
    };
    let of_regions = cells.regions_outside(shape).into_iter().map(rotations).collect();
    (cells.color(shape) ^ space.goal_cells().color(shape), cells.cells().collect(), of_regions)
}

/// The slides of the full puzzle that end with the blank in this cell.
///
/// If the blank comes from above, a tile moves from cell `b` to cell `b - columns`. Before the
/// slide, the tiles of all cells before `b` but the blank's precede it, so it is at place `b - 1`
/// of the arrangement; afterwards it is at place `b - columns`. If the blank comes from below, the
/// tile moves from place `b` to place `b + columns - 1`.
fn slides_into_blank_cell(shape: Shape, blank: Cell) -> Vec<Slide> {
    let b = blank.index();
    let before = |step: Move| {
        let from = shape.neighbor(blank, step.inverse())?.index();
        let rotation = match step {
            Move::Down => Rotation::new(b - 1, from),
            Move::Up => Rotation::new(b, from - 1),
            Move::Left | Move::Right => Rotation::new(0, 0),
        };
        Some(Slide { from: number(from), rotation })
    };
    Move::ALL.into_iter().filter_map(before).collect()
}

/// The slides that end with a pattern's tiles on these cells and the blank in this region.
///
/// The tile that slid is now on one of the cells, `to`. It came from a neighboring cell, `from`,
/// which is empty now and so belongs to the blank's region. Before the slide, the blank was on
/// `to`.
fn slides_into(
    shape: Shape,
    cells: CellSet,
    region: CellSet,
    find: impl Fn(CellSet, Cell) -> Option<u32>,
    slides: &mut Vec<Slide>,
) {
    for to in cells.cells() {
        for from in Move::ALL.into_iter().filter_map(|step| shape.neighbor(to, step)) {
            if !region.contains(from) {
                continue;
            }
            let before = cells.without(to).with(from);
            let rotation = Rotation { from: before.count_before(from), to: cells.count_before(to) };
            // All identities are equal, wherever the tile is.
            let rotation = if rotation.is_identity() { Rotation { from: 0, to: 0 } } else { rotation };
            slides.extend(find(before, to).map(|from| Slide { from, rotation }));
        }
    }
}

/// Converts a number of footprints or slides. There are at most some hundred million.
fn number(count: usize) -> u32 {
    u32::try_from(count)
        .expect("footprints and slides are below 2^32: cell sets are, and all are kept in memory")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Goal, Tile};
    use crate::space::{Pattern, StateIndex, lehmer};

    /// Applies every slide to every seventh state of small shapes, and compares the arrangement
    /// with the rotation's.
    #[test]
    fn slides_are_the_moves_of_boards() {
        for (rows, columns) in [(2, 2), (2, 3), (3, 2), (2, 4), (3, 3)] {
            let shape = Shape::new(rows, columns).unwrap();
            let space = FullSpace::new(&Goal::snail(shape)).unwrap();
            let footprints = Footprints::of_full_board(&space);
            let Parities::One(odd) = &footprints.parities else { panic!("one parity for each blank cell") };
            for state in (0..space.states()).step_by(7) {
                let board = space.board_at(StateIndex::new(state)).unwrap();
                for (_, next) in board.successors() {
                    let (from, to) = (board.blank().index(), next.blank().index());
                    let slides = footprints.slides_into(number(to));
                    let slide = slides.iter().find(|slide| slide.from == number(from)).unwrap();
                    let half = space.states_per_blank_cell();
                    let mut labels = vec![0; shape.tiles()];
                    lehmer::unrank_half(state % half, odd[from], &mut labels);
                    slide.rotation.apply(&mut labels);
                    let expected = to as u64 * half + lehmer::rank(&labels, shape.tiles()) / 2;
                    assert_eq!(space.index_of_reachable(&next), StateIndex::new(expected));
                    assert_eq!(odd[from] ^ slide.rotation.is_odd(), odd[to]);
                    assert_ne!(footprints.blocks[from].color, footprints.blocks[to].color);
                }
            }
        }
    }

    /// The counts are those of an independent program.
    #[test]
    fn numbers_of_footprints_and_slides_are_known() {
        let count = |rows, columns, tiles: &[u8]| {
            let shape = Shape::new(rows, columns).unwrap();
            let pattern = Pattern::new(shape, tiles.iter().copied().map(Tile::new)).unwrap();
            let space = PatternSpace::new(&Goal::blank_last(shape), pattern).unwrap();
            let footprints = Footprints::of_pattern(&space);
            let rotated = footprints.slides.iter().filter(|slide| !slide.rotation.is_identity()).count();
            (footprints.count(), footprints.slides.len(), rotated)
        };
        assert_eq!(count(4, 4, &[1, 2, 3, 4, 5, 6, 7, 8]), (35_347, 164_736, 74_448));
        assert_eq!(count(5, 5, &[1, 2, 3, 4, 5, 6]).0, 251_400);
    }

    /// A zero-aware space has the same footprints, order, and slides, but each footprint has its
    /// own entries.
    #[test]
    fn zero_aware_footprints_are_blocks_of_their_own() {
        let shape = Shape::new(3, 4).unwrap();
        let (goal, pattern) = (Goal::snail(shape), Pattern::new(shape, [2, 5, 6, 9].map(Tile::new)).unwrap());
        let plain = Footprints::of_pattern(&PatternSpace::new(&goal, pattern.clone()).unwrap());
        let space = PatternSpace::zero_aware(&goal, pattern).unwrap();
        let zero_aware = Footprints::of_pattern(&space);
        assert_eq!((&zero_aware.slides, &zero_aware.first_slides), (&plain.slides, &plain.first_slides));
        assert_eq!(
            (zero_aware.goal, zero_aware.share_entries, plain.share_entries),
            (plain.goal, false, true)
        );
        assert_eq!(
            (zero_aware.blocks.len(), zero_aware.count() as u32),
            (zero_aware.count(), space.blocks())
        );
        assert!(plain.blocks.len() < zero_aware.blocks.len());
        for (footprint, block) in (0..).zip(&zero_aware.blocks) {
            assert_eq!(block.footprints, footprint..footprint + 1);
            let shared = plain.blocks.iter().find(|block| block.footprints.contains(&footprint)).unwrap();
            assert_eq!(block.color, shared.color);
        }
    }
}
