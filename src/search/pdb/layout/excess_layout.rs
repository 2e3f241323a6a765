//! Fills the search layout of a table with its half excesses: two bits for each placement of its
//! tiles.
//!
//! A table orders its entries by set of cells, blank region, and arrangement of the tiles on the
//! set. A search uses the cells of the tiles, read as digits. So entries that are adjacent in one
//! are far apart in the other. The outer loop runs over the two highest digits: for each pair,
//! writes stay within a part that fits in a cache (98 KB for six tiles on 5x5). The other cells of
//! a set are split into low and high ones. The contributions of all tiles on either half to the
//! index are computed in advance, so a placement takes two additions.

use super::blank_regions::largest;
use super::prefetch;
use super::set_numbers::SetNumbers;
use crate::board::{Cell, Shape};
use crate::search::pdb::entries::PatternEntries;
use crate::search::pdb::error::PdbSetError;
use crate::space::lehmer::{factorial, unrank};
use crate::space::{CellSet, PatternSpace};

/// Number of placements per byte.
pub(in crate::search::pdb) const PAIRS_PER_BYTE: usize = 4;

/// Number of highest digits of the index in the outer loop, if there are that many tiles.
const OUTER: usize = 2;

/// Number of sets whose entries are prefetched before those of the first are read.
const SETS_PREFETCHED: usize = 16;

/// The contribution of tiles on some cells to the index of a placement and, in the upper half, to
/// its Manhattan distance.
type Contribution = u64;

/// The regions outside a set.
#[derive(Clone, Copy)]
struct RegionCounts {
    /// The number of regions of all sets before it.
    before: u32,
    count: u8,
    largest: u8,
}

/// The placements on a set with the outer tiles on given cells.
struct Placements<'a> {
    regions: RegionCounts,
    /// The contribution of the outer tiles.
    contribution: Contribution,
    /// The contributions of tiles on the low and the high ones of the other cells, by labels.
    low: &'a [Contribution],
    high: &'a [Contribution],
    arrangements: &'a [Arrangement],
}

/// Fills `pairs` with the half excesses of a table: two bits per placement, the first in the lowest
/// bits. All must be 0 at first. Returns the placements for which two bits are not enough: their
/// indexes, with one bit per region.
///
/// # Errors
/// [`PdbSetError::Memory`] if there is no memory to extract bit 1 from byte entries, and
/// [`PdbSetError::Interrupted`] if `may_continue` returns false.
pub(in crate::search::pdb) fn fill_pairs(
    space: &PatternSpace,
    entries: &PatternEntries,
    pairs: &mut [u8],
    may_continue: &dyn Fn() -> bool,
) -> Result<Vec<(u32, u32)>, PdbSetError> {
    let found = if let Some(bits) = entries.bit_entries() {
        fill_pairs_from_bits(space, bits, pairs, may_continue)
    } else {
        let bits = entries.copy_bit_entries()?;
        fill_pairs_from_bits(space, &bits, pairs, may_continue)
    };
    found.ok_or(PdbSetError::Interrupted)
}

/// Like [`fill_pairs`], given bit 1 of each entry. Returns `None` if `may_continue`
/// returns false; it is asked for each placement of the outer tiles, every millisecond.
fn fill_pairs_from_bits(
    space: &PatternSpace,
    bit_entries: &[u8],
    pairs: &mut [u8],
    may_continue: &dyn Fn() -> bool,
) -> Option<Vec<(u32, u32)>> {
    let (shape, tiles) = (space.shape(), space.pattern().tiles().len());
    let of_tiles = contributions(space);
    let (of_inner, of_outer) = of_tiles.split_at(tiles - OUTER.min(tiles));
    let inner_sets = InnerSets::new(of_inner, shape);
    let arrangements = arrangements_by_outer(of_inner.len(), of_outer.len());
    let tables = SetTables::new(space);
    let mut many_regions = Vec::new();
    let mut next = Vec::with_capacity(SETS_PREFETCHED);
    for cells in sequences(of_outer.len(), shape) {
        if !may_continue() {
            return None;
        }
        let outer = Outer::new(cells, of_outer);
        for some in inner_sets.sets.chunks(SETS_PREFETCHED) {
            let free = some.iter().filter(|inner| inner.cells.is_disjoint(outer.set));
            next.extend(free.map(|inner| {
                let set = inner.cells.union(outer.set);
                let regions = tables.regions_outside(set);
                tables.prefetch_entries(bit_entries, regions);
                let [low, high] = inner_sets.contributions(inner);
                let arrangements = &arrangements[outer.places_number(set, tiles)];
                Placements { regions, contribution: outer.contribution, low, high, arrangements }
            }));
            for placements in next.drain(..) {
                write(pairs, &placements, tables.arrangements, bit_entries, &mut many_regions);
            }
        }
    }
    Some(many_regions)
}

/// The outer tiles on given cells.
struct Outer {
    cells: Vec<Cell>,
    set: CellSet,
    contribution: Contribution,
}

impl Outer {
    fn new(cells: Vec<Cell>, of_outer: &[Vec<Contribution>]) -> Self {
        let set = cells.iter().copied().collect();
        let contribution = cells.iter().zip(of_outer).map(|(cell, of_tile)| of_tile[cell.index()]).sum();
        Self { cells, set, contribution }
    }

    /// The [number](places_number) of the positions of these tiles within the whole set of cells.
    #[inline]
    fn places_number(&self, set: CellSet, tiles: usize) -> usize {
        let places = self.cells.iter().map(|cell| usize::from(set.count_before(*cell)));
        places_number(places, tiles)
    }
}

/// The location of a table's entries, by set of cells.
struct SetTables {
    numbers: SetNumbers,
    /// Indexed by number of the set.
    regions: Vec<RegionCounts>,
    /// The number of arrangements of the tiles on a set: that of the entries for each region.
    arrangements: usize,
}

impl SetTables {
    fn new(space: &PatternSpace) -> Self {
        let (shape, tiles) = (space.shape(), space.pattern().tiles().len());
        Self {
            numbers: SetNumbers::new(tiles, shape.cells()),
            regions: regions_of_sets(space),
            arrangements: factorial(tiles) as usize,
        }
    }

    #[inline]
    fn regions_outside(&self, set: CellSet) -> RegionCounts {
        self.regions[self.numbers.number(set) as usize]
    }

    /// Prefetches the entries of the first region. They may span two cache lines, so both ends are
    /// prefetched.
    #[inline]
    fn prefetch_entries(&self, bit_entries: &[u8], regions: RegionCounts) {
        let first = regions.before as usize * self.arrangements;
        for place in [first, first + self.arrangements - 1] {
            prefetch::byte(bit_entries, place / 8);
        }
    }
}

#[inline(always)]
fn write(
    pairs: &mut [u8],
    placements: &Placements<'_>,
    of_set: usize,
    bit_entries: &[u8],
    many_regions: &mut Vec<(u32, u32)>,
) {
    let RegionCounts { before, count, largest } = placements.regions;
    for arrangement in placements.arrangements {
        let of_halves =
            placements.low[usize::from(arrangement.low)] + placements.high[usize::from(arrangement.high)];
        let contribution = placements.contribution + of_halves;
        let (index, manhattan) = (contribution as u32, (contribution >> 32) as u32);
        let first = before as usize * of_set + usize::from(arrangement.rank);
        // Entry and distance have the same parity, so whether half their difference is odd is
        // the XOR of bit 1 of each.
        let is_odd = |region: u8| {
            let place = first + usize::from(region) * of_set;
            u32::from(bit_entries[place / 8] >> (place % 8) & 1) ^ (manhattan >> 1 & 1)
        };
        let bits = (0..count).fold(0, |bits, region| bits | is_odd(region) << region);
        let pair = pair_of(bits, count, largest).unwrap_or_else(|| {
            many_regions.push((index, bits));
            2 - (bits >> largest & 1)
        });
        let index = index as usize;
        pairs[index / PAIRS_PER_BYTE] |= (pair as u8) << (2 * (index % PAIRS_PER_BYTE));
    }
}

/// The contributions, indexed by label and cell.
fn contributions(space: &PatternSpace) -> Vec<Vec<Contribution>> {
    let shape = space.shape();
    let of_label = |(label, goal): (u32, Cell)| {
        let digit = |cell: Cell| (cell.index() * shape.cells().pow(label)) as Contribution;
        shape
            .all_cells()
            .map(|cell| digit(cell) | (shape.steps_between(cell, goal) as Contribution) << 32)
            .collect()
    };
    (0..).zip(space.goal_cells().cells()).map(of_label).collect()
}

/// The regions, indexed by number of the set.
fn regions_of_sets(space: &PatternSpace) -> Vec<RegionCounts> {
    let (shape, tiles) = (space.shape(), space.pattern().tiles().len());
    let mut end = 0;
    let of_set = CellSet::all(tiles, shape.cells()).map(|set| {
        let regions = set.regions_outside(shape);
        let before = end;
        end += regions.len() as u32;
        RegionCounts { before, count: regions.len() as u8, largest: largest(&regions) as u8 }
    });
    of_set.collect()
}

/// All sequences of `len` different cells.
fn sequences(len: usize, shape: Shape) -> impl Iterator<Item = Vec<Cell>> {
    let cells = shape.cells();
    (0..cells.pow(len as u32)).filter_map(move |number| {
        let cell = |place: u32| Cell::new((number / cells.pow(place) % cells) as u8);
        let sequence: Vec<Cell> = (0..len as u32).map(cell).collect();
        (sequence.iter().copied().collect::<CellSet>().len() as usize == len).then_some(sequence)
    })
}

/// The sets of cells of the inner tiles, and the contributions of tiles on either half of a set.
struct InnerSets {
    sets: Vec<InnerSet>,
    contributions_of_low: Vec<Contribution>,
    contributions_of_high: Vec<Contribution>,
}

/// A set, and the starts of the contributions of its low and high cells.
struct InnerSet {
    cells: CellSet,
    low: u32,
    high: u32,
}

impl InnerSets {
    /// Prepares the sets of tiles with these contributions.
    fn new(of_tiles: &[Vec<Contribution>], shape: Shape) -> Self {
        let tiles = of_tiles.len();
        let first_contribution = |cells: &[Cell]| {
            let number = cells
                .iter()
                .rev()
                .fold(0, |number, cell| number * shape.cells() as u32 + cell.index() as u32);
            number * (tiles as u32).pow(cells.len() as u32)
        };
        let sets = CellSet::all(tiles, shape.cells()).map(|set| {
            let cells: Vec<Cell> = set.cells().collect();
            let (low, high) = cells.split_at(tiles / 2);
            InnerSet { cells: set, low: first_contribution(low), high: first_contribution(high) }
        });
        Self {
            sets: sets.collect(),
            contributions_of_low: Self::contributions_of_all(of_tiles, tiles / 2, shape),
            contributions_of_high: Self::contributions_of_all(of_tiles, tiles - tiles / 2, shape),
        }
    }

    /// Returns the contributions for all sequences of `len` cells, and for all labels on them. Both
    /// are read as digits, the first lowest.
    fn contributions_of_all(of_tiles: &[Vec<Contribution>], len: usize, shape: Shape) -> Vec<Contribution> {
        let mut contributions = vec![0];
        let mut of_cells = 1;
        for _ in 0..len {
            let shorter = contributions.chunks_exact(of_cells);
            let longer = |cell: Cell| {
                let and_one = move |rest| of_tiles.iter().map(move |of_tile| (of_tile[cell.index()], rest));
                shorter.clone().flat_map(and_one)
            };
            let sums = |(of_one, rest): (Contribution, &[Contribution])| {
                rest.iter().map(|rest| of_one + rest).collect::<Vec<_>>()
            };
            contributions = shape.all_cells().flat_map(longer).flat_map(sums).collect();
            of_cells *= of_tiles.len();
        }
        contributions
    }

    /// The contributions of labels on the low cells of a set, and on the high ones.
    fn contributions(&self, set: &InnerSet) -> [&[Contribution]; 2] {
        [&self.contributions_of_low[set.low as usize..], &self.contributions_of_high[set.high as usize..]]
    }
}

/// An arrangement: its rank, and the labels on the low and on the high inner cells, read as digits.
#[derive(Clone, Copy)]
struct Arrangement {
    rank: u16,
    low: u16,
    high: u16,
}

/// Returns all arrangements of a pattern's tiles on the cells of a set, indexed by the
/// [number](places_number) of the positions of the outer tiles.
fn arrangements_by_outer(inner: usize, outer: usize) -> Vec<Vec<Arrangement>> {
    let tiles = inner + outer;
    let mut by_outer = vec![Vec::new(); tiles.pow(outer as u32)];
    let mut labels = vec![0; tiles];
    let number =
        |labels: &[usize]| labels.iter().rev().fold(0, |number, label| number * inner + label) as u16;
    for rank in 0..factorial(tiles) {
        unrank(rank, tiles, &mut labels);
        let labels = || labels.iter().copied().map(usize::from);
        let places = (inner..tiles).map(|outer| labels().position(|label| label == outer).unwrap_or(0));
        let of_inner: Vec<usize> = labels().filter(|label| *label < inner).collect();
        let (low, high) = of_inner.split_at(inner / 2);
        let arrangement = Arrangement { rank: rank as u16, low: number(low), high: number(high) };
        by_outer[places_number(places, tiles)].push(arrangement);
    }
    by_outer
}

/// Reads positions among the tiles as digits, the first lowest.
fn places_number(places: impl DoubleEndedIterator<Item = usize>, tiles: usize) -> usize {
    places.rev().fold(0, |number, place| number * tiles + place)
}

/// Returns the two bits that represent the bits of several regions, or `None` if all but the
/// largest do not agree.
#[inline]
const fn pair_of(bits: u32, regions: u8, largest: u8) -> Option<u32> {
    if regions == 1 {
        return Some(3 * bits);
    }
    let (of_largest, others) = (bits >> largest & 1, bits & !(1 << largest));
    if others == 0 {
        Some(of_largest)
    } else if others | 1 << largest == (1 << regions) - 1 {
        Some(of_largest | 2)
    } else {
        None
    }
}
