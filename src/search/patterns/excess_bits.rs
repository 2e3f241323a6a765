//! Tables that keep the region of the blank, at one bit an entry, laid out for search.
//!
//! An entry is the Manhattan distance of the pattern's tiles and an even number of moves more, its *excess*. When a tile
//! of the pattern slides, entry and distance change by one each, so a half of the excess stays as it is or changes by
//! one, and which way is known from the distance: it falls where the distance rises. Other slides change nothing, as
//! long as the region is kept. So whoever knows the half excess before a slide finds that after it by one bit, whether
//! it is odd. (Breyer and Korf, *1.6-Bit Pattern Databases*, AAAI 2010, do so with the entry modulo 3, which needs no
//! consistent tables.)
//!
//! The index of a placement is the cells of its tiles, read as digits, after those of the tables before. A placement has
//! two bits: that of the largest of the regions, and that of the others. Where they are equal, as mostly they are, it
//! need not be known in which region the blank is.

use std::sync::Mutex;

use memmap2::MmapMut;

use super::blank_regions::{BlankRegions, Region, largest};
use super::entries::PatternEntries;
use super::error::CatalogueError;
use super::large_pages;
use super::prefetch;
use super::way_down::{At, Residues, WaysDown};
use crate::board::Cell;
use crate::space::lehmer::{factorial, unrank};
use crate::space::{CellSet, PatternSpace};
use crate::threads;

/// The most tiles of a pattern.
const MOST_TILES: usize = 6;

/// Half excesses of tables of one goal, modulo 2.
#[derive(Debug)]
pub(super) struct ExcessBits {
    /// Two bits a placement, the first lowest.
    pairs: MmapMut,
    tables: Vec<Placed>,
    /// By number of tiles.
    regions: Vec<Option<BlankRegions>>,
}

/// Where a table's pairs lie.
#[derive(Debug)]
struct Placed {
    first: u32,
    told_apart: ToldApart,
    ways_down: WaysDown,
    /// The cells of a board.
    cells: u32,
}

/// The placements with three regions or more whose bits are not told by two, by index from the table's first.
#[derive(Debug, Default)]
struct ToldApart {
    /// Span by span: what the index is beyond the first of its span, and above that, by region, the bits.
    bits: Vec<u32>,
    /// By span of indexes: how many there are before.
    before: Vec<u32>,
}

impl ToldApart {
    /// A span has so many bits of an index. Of six tiles of 5x5 some five of its placements are told apart, so few that
    /// they are looked through: they are in one line of the processor's cache or two.
    const SPAN: u32 = 9;

    /// Of these indexes, and by region the bits, below a limit.
    fn new(found: &[(u32, u32)], end: u32) -> Self {
        let span = |index: u32| (index >> Self::SPAN) as usize;
        let mut before = vec![0; span(end) + 2];
        for (index, _) in found {
            before[span(*index) + 1] += 1;
        }
        for span in 1..before.len() {
            before[span] += before[span - 1];
        }
        let mut next = before.clone();
        let mut all = vec![0; found.len()];
        for (index, bits) in found {
            let place = &mut next[span(*index)];
            all[*place as usize] = Self::beyond(*index) | bits << Self::SPAN;
            *place += 1;
        }
        Self { bits: all, before }
    }

    fn get(&self, index: u32) -> Option<u32> {
        let span = (index >> Self::SPAN) as usize;
        let near = &self.bits[self.before[span] as usize..self.before[span + 1] as usize];
        near.iter().find(|bits| Self::beyond(**bits) == Self::beyond(index)).map(|bits| bits >> Self::SPAN)
    }

    const fn beyond(number: u32) -> u32 {
        number % (1 << Self::SPAN)
    }
}

/// Placements that one byte has.
const A_BYTE: usize = 4;

/// The bits of a placement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pair(u8);

impl Pair {
    /// Does it matter in which region the blank is?
    #[inline]
    pub(super) const fn differs(self) -> bool {
        (self.0 ^ self.0 >> 1) & 1 == 1
    }

    /// The bit of the largest region.
    #[inline]
    pub(super) const fn largest(self) -> bool {
        self.0 & 1 == 1
    }
}

impl ExcessBits {
    pub(super) fn new(tables: &[(PatternSpace, PatternEntries)]) -> Result<Self, CatalogueError> {
        let mut placed = Vec::new();
        let mut lens = Vec::new();
        let mut first = 0_u32;
        for (space, _) in tables {
            let (shape, tiles) = (space.shape(), space.pattern().tiles().len());
            let len = (shape.cells() as u32).checked_pow(tiles as u32);
            let len = len.filter(|_| tiles <= MOST_TILES).ok_or(CatalogueError::TooLarge)?;
            let (told_apart, ways_down) = (ToldApart::default(), WaysDown::new(space));
            placed.push(Placed { first, told_apart, ways_down, cells: shape.cells() as u32 });
            let len = len.checked_next_multiple_of(A_BYTE as u32).ok_or(CatalogueError::TooLarge)?;
            lens.push(len as usize / A_BYTE);
            first = first.checked_add(len).ok_or(CatalogueError::TooLarge)?;
        }
        let mut pairs = large_pages::zeros(first as usize / A_BYTE).map_err(CatalogueError::Memory)?;
        let mut rest = &mut pairs[..];
        let mut parts = Vec::new();
        for (((space, entries), placed), len) in tables.iter().zip(&mut placed).zip(lens) {
            let (pairs, behind) = rest.split_at_mut(len);
            let layout = Layout { space, entries, pairs };
            parts.push(Mutex::new(Some((layout, &mut placed.told_apart))));
            rest = behind;
        }
        threads::work_through(parts.len(), true, &|number| {
            let part = parts[number].lock().map(|mut part| part.take());
            if let Ok(Some((layout, told_apart))) = part {
                *told_apart = layout.fill();
            }
            true
        });
        drop(parts);
        for (_, entries) in tables {
            entries.check_unchanged()?;
        }
        let shape = tables[0].0.shape();
        let regions = (0..=MOST_TILES).map(|size| {
            let is_there = placed.iter().any(|placed| placed.ways_down.tiles() == size);
            is_there.then(|| BlankRegions::outside_sets_of(size, shape))
        });
        Ok(Self { pairs, regions: regions.collect(), tables: placed })
    }

    /// The index of a placement whose digits are all 0.
    pub(super) fn first_index(&self, table: usize) -> u32 {
        self.tables[table].first
    }

    /// The bits at an index.
    #[inline]
    pub(super) fn pair(&self, index: u32) -> Pair {
        Pair(self.pairs[index as usize / A_BYTE] >> (2 * (index as usize % A_BYTE)))
    }

    /// Has the bits at an index brought to the processor.
    #[inline]
    pub(super) fn prefetch(&self, index: u32) {
        prefetch::byte(&self.pairs, index as usize / A_BYTE);
    }

    /// The bit of a table at an index whose pair differs, of the region with a cell, where the tiles are on a set of cells.
    pub(super) fn of_region(&self, table: usize, index: u32, pair: Pair, set: CellSet, cell: Cell) -> bool {
        let Placed { first, told_apart, ways_down, .. } = &self.tables[table];
        let place = match self.regions[ways_down.tiles()].as_ref().map(|regions| regions.of(cell, set)) {
            None | Some(Region::Largest) => return pair.largest(),
            Some(Region::OtherOfTwo) => return !pair.largest(),
            Some(Region::OfMany(place)) => place,
        };
        told_apart.get(index - first).map_or(!pair.largest(), |bits| bits >> place & 1 == 1)
    }

    /// The half excess with a table's tiles on these cells, by label, and the blank on another: how many moves of theirs
    /// it takes to the goal is counted, along a way on which each is one less.
    pub(super) fn half_excess(&self, table: usize, cells: &[Cell], blank: Cell) -> u8 {
        let placed = &self.tables[table];
        let digits = cells.iter().rev();
        let index = placed.first + digits.fold(0, |index, cell| index * placed.cells + cell.index() as u32);
        let moves = placed.ways_down.moves(&OfTable { bits: self, table }, index, cells, blank);
        (u32::from(moves).saturating_sub(placed.ways_down.manhattan(cells)) / 2) as u8
    }
}

/// One of the tables.
struct OfTable<'a> {
    bits: &'a ExcessBits,
    table: usize,
}

impl OfTable<'_> {
    fn placed(&self) -> &Placed {
        &self.bits.tables[self.table]
    }
}

impl Residues for OfTable<'_> {
    fn index_after(&self, index: u32, label: usize, from: Cell, to: Cell) -> u32 {
        let weight = self.placed().cells.pow(label as u32);
        index.wrapping_add((to.index() as u32).wrapping_sub(from.index() as u32).wrapping_mul(weight))
    }

    fn are_connected(&self, set: CellSet, one: Cell, other: Cell) -> bool {
        let regions = self.bits.regions[self.placed().ways_down.tiles()].as_ref();
        regions.is_none_or(|regions| regions.of(one, set) == regions.of(other, set))
    }

    /// An entry is the distance and twice the half excess.
    fn residue(&self, at: &At) -> u8 {
        let pair = self.bits.pair(at.index);
        let is_odd = match pair.differs() {
            true => self.bits.of_region(self.table, at.index, pair, at.set, at.blank),
            false => pair.largest(),
        };
        ((at.manhattan + 2 * u32::from(is_odd)) % 4) as u8
    }
}

/// A table that is laid out.
struct Layout<'a> {
    space: &'a PatternSpace,
    entries: &'a PatternEntries,
    pairs: &'a mut [u8],
}

/// What tiles on some cells add to the index of a placement, and, in the upper half, to its Manhattan distance.
type Worth = u64;

impl Layout<'_> {
    /// Writes the pairs, which are 0, and gives those that are not told by two bits. The last digit of the index is on
    /// the outside, so that what is written lies together.
    fn fill(self) -> ToldApart {
        let entries = self.entries;
        match (entries.as_slice(), entries.second_bits()) {
            (Some(bytes), _) => self.fill_by(|place| u32::from(bytes[place] >> 1 & 1)),
            (None, bits) => {
                let bits = bits.unwrap_or_default();
                self.fill_by(|place| u32::from(bits[place / 8] >> (place % 8) & 1))
            }
        }
    }

    /// By the second bits of the entries.
    fn fill_by(self, second_bit: impl Fn(usize) -> u32) -> ToldApart {
        let (shape, tiles) = (self.space.shape(), self.space.pattern().tiles().len());
        let arrangements = Arrangements::of(tiles);
        let of_set = factorial(tiles) as usize;
        let worth = self.worths();
        // By set: how many regions there are, how many of the sets before, and which is the largest.
        let mut end = 0;
        let regions = CellSet::all(tiles, shape.cells()).map(|set| {
            let regions = set.regions_outside(shape);
            end += regions.len();
            (set, end - regions.len(), regions.len(), largest(&regions))
        });
        let regions: Vec<_> = regions.collect();
        let mut told_apart = Vec::new();
        let [mut low, mut high] = [Vec::new(), Vec::new()];
        for last in shape.all_cells() {
            for &(set, before, regions, largest) in regions.iter().filter(|(set, ..)| set.contains(last)) {
                let cells: Vec<Cell> = set.cells().collect();
                let (of_low, of_high) = cells.split_at(tiles / 2);
                arrangements.worths(of_low, &worth, &mut low);
                arrangements.worths(of_high, &worth, &mut high);
                for arrangement in &arrangements.with_last_at[usize::from(set.count_before(last))] {
                    let worth = low[usize::from(arrangement.low)] + high[usize::from(arrangement.high)];
                    let (index, manhattan) = (worth as u32 as usize, (worth >> 32) as u32);
                    // Both have the same parity: so that of half their difference is told by the second bits alone.
                    let first = before * of_set + arrangement.rank as usize;
                    let bit = |region: usize| second_bit(first + region * of_set) ^ (manhattan >> 1 & 1);
                    let pair = if regions == 1 {
                        3 * bit(0)
                    } else {
                        let bits = (0..regions).fold(0, |bits, region| bits | bit(region) << region);
                        pair_of(bits, regions, largest).unwrap_or_else(|| {
                            told_apart.push((index as u32, bits));
                            2 - (bits >> largest & 1)
                        })
                    };
                    self.pairs[index / A_BYTE] |= (pair as u8) << (2 * (index % A_BYTE));
                }
            }
        }
        ToldApart::new(&told_apart, (self.pairs.len() * A_BYTE) as u32)
    }

    /// By label and cell.
    fn worths(&self) -> Vec<Vec<Worth>> {
        let shape = self.space.shape();
        let of_label = |(label, goal): (u32, Cell)| {
            let digit = |cell: Cell| (cell.index() * shape.cells().pow(label)) as Worth;
            shape
                .all_cells()
                .map(|cell| digit(cell) | (shape.steps_between(cell, goal) as Worth) << 32)
                .collect()
        };
        (0..).zip(self.space.goal_cells().cells()).map(of_label).collect()
    }
}

/// All arrangements of the tiles of a pattern on the cells of a set, of which some cells are low and the others high: so
/// what they are worth is the sum of two numbers, of which there are far fewer.
struct Arrangements {
    tiles: usize,
    /// By place of the last tile.
    with_last_at: Vec<Vec<Arrangement>>,
}

/// The labels on the low and on the high cells are read as digits.
#[derive(Clone, Copy)]
struct Arrangement {
    rank: u32,
    low: u16,
    high: u16,
}

impl Arrangements {
    fn of(tiles: usize) -> Self {
        let mut with_last_at = vec![Vec::new(); tiles];
        let mut labels = vec![0; tiles];
        let number = |labels: &[u8]| {
            labels.iter().rev().fold(0, |number, label| number * tiles as u16 + u16::from(*label))
        };
        for rank in 0..factorial(tiles) {
            unrank(rank, tiles, &mut labels);
            let (low, high) = labels.split_at(tiles / 2);
            let place = labels.iter().position(|label| usize::from(*label) == tiles - 1).unwrap_or(0);
            with_last_at[place].push(Arrangement { rank: rank as u32, low: number(low), high: number(high) });
        }
        Self { tiles, with_last_at }
    }

    /// What labels on some cells are worth, by the number that they are read as.
    fn worths(&self, cells: &[Cell], worth: &[Vec<Worth>], worths: &mut Vec<Worth>) {
        worths.clear();
        worths.push(0);
        for cell in cells.iter().rev() {
            // The digit of this cell is below those of the cells behind it.
            let behind = worths.len();
            worths.resize(behind * self.tiles, 0);
            for number in (0..worths.len()).rev() {
                worths[number] = worths[number / self.tiles] + worth[number % self.tiles][cell.index()];
            }
        }
    }
}

/// The pair that stands for the bits of so many regions; none where those of all but the largest are not the same.
const fn pair_of(bits: u32, regions: usize, largest: usize) -> Option<u32> {
    let (of_largest, others) = (bits >> largest & 1, bits & !(1 << largest));
    if others == 0 {
        Some(of_largest)
    } else if others | 1 << largest == (1 << regions) - 1 {
        Some(of_largest | 2)
    } else {
        None
    }
}
