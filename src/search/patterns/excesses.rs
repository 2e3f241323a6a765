//! What the entries of pattern tables are above the Manhattan distance of the pattern's tiles, laid out for search.
//!
//! An entry and that distance have one parity, so a half of the difference says all. With six tiles of 5x5 it is at
//! most 6: two of them fit in a byte. Of tables that keep the region of the blank (that part of the cells without a
//! tile of the pattern in which it can move about) a byte has the half excess of the region with the first of these
//! cells, and the least of the other regions. Where they are equal, as mostly they are, it need not be known in which
//! the blank is.
//!
//! The index of a placement is the cells of its tiles, read as digits, after those of the tables before.

use std::io;

use memmap2::MmapMut;
use rayon::prelude::*;

use super::entries::PatternEntries;
use super::error::CatalogueError;
use super::prefetch;
use crate::board::{Cell, Shape};
use crate::space::lehmer::{factorial, unrank};
use crate::space::{CellSet, PatternSpace};
use crate::threads;

/// The most tiles of a pattern.
const MOST_TILES: usize = 6;

/// Four bits of a byte.
const MOST_HALF_EXCESS: u32 = 15;

/// Half excesses of tables of one goal.
#[derive(Debug)]
pub(super) struct Excesses {
    pairs: MmapMut,
    tables: Vec<Placed>,
    /// By number of tiles.
    regions: Vec<Regions>,
}

/// Where a table's pairs lie.
#[derive(Clone, Copy, Debug)]
struct Placed {
    first: u32,
    tiles: u8,
}

/// Two half excesses: the low half of the byte is that of the region with the first cell, the high half that of the others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Pair(u8);

impl Pair {
    const fn new(first: u8, others: u8) -> Self {
        Self(first | others << 4)
    }

    /// Does it matter in which region the blank is?
    #[inline]
    pub(super) const fn differs(self) -> bool {
        self.0 & 15 != self.0 >> 4
    }

    /// The least of both.
    #[inline]
    pub(super) fn least(self) -> u8 {
        (self.0 & 15).min(self.0 >> 4)
    }
}

impl Excesses {
    pub(super) fn new(tables: &[(PatternSpace, PatternEntries)]) -> Result<Self, CatalogueError> {
        let mut placed = Vec::new();
        let mut lens = Vec::new();
        let mut first = 0_u32;
        for (space, _) in tables {
            let tiles = space.pattern().tiles().len();
            let len = (space.shape().cells() as u32).checked_pow(tiles as u32);
            let len = len.filter(|_| tiles <= MOST_TILES).ok_or(CatalogueError::TooLarge)?;
            placed.push(Placed { first, tiles: tiles as u8 });
            lens.push(len as usize);
            first = first.checked_add(len).ok_or(CatalogueError::TooLarge)?;
        }
        let mut pairs = in_large_pages(first as usize).map_err(CatalogueError::Memory)?;
        let mut rest = &mut pairs[..];
        let mut parts = Vec::new();
        for ((space, entries), len) in tables.iter().zip(lens) {
            let (part, behind) = rest.split_at_mut(len);
            parts.push((space, entries.as_slice(), part));
            rest = behind;
        }
        let fill = |(space, entries, part): (&PatternSpace, &[u8], &mut [u8])| fill(space, entries, part);
        if threads::CAN_BE {
            threads::ensure();
            parts.into_par_iter().for_each(fill);
        } else {
            parts.into_iter().for_each(fill);
        }
        for (_, entries) in tables {
            entries.check_unchanged()?;
        }
        let shape = tables[0].0.shape();
        let regions = (0..=MOST_TILES).map(|tiles| {
            let is_there = placed.iter().any(|placed| usize::from(placed.tiles) == tiles);
            if is_there { Regions::of_sets(tiles, shape) } else { Regions::default() }
        });
        Ok(Self { pairs, regions: regions.collect(), tables: placed })
    }

    /// How many tables there are.
    pub(super) const fn tables(&self) -> usize {
        self.tables.len()
    }

    /// The index of a placement whose digits are all 0.
    pub(super) fn first_index(&self, table: usize) -> u32 {
        self.tables[table].first
    }

    /// The half excesses at an index.
    #[inline]
    pub(super) fn pair(&self, index: u32) -> Pair {
        Pair(self.pairs[index as usize])
    }

    /// Has the pair at an index brought to the processor.
    #[inline]
    pub(super) fn prefetch(&self, index: u32) {
        prefetch::byte(&self.pairs, index as usize);
    }

    /// The half excess at an index with the blank in a cell.
    pub(super) fn of_region(&self, pair: Pair, table: usize, index: u32, blank: Cell) -> u8 {
        let Placed { first, tiles } = self.tables[table];
        let is_first = self.regions[usize::from(tiles)].is_in_first((index - first) as usize, blank);
        if is_first { pair.0 & 15 } else { pair.0 >> 4 }
    }
}

/// Zeros, in large pages where the system has them: a search reads here and there, and with small ones it would look
/// for the pages most of the time.
fn in_large_pages(len: usize) -> io::Result<MmapMut> {
    let map = MmapMut::map_anon(len)?;
    // What can't be had is not missed but by its speed.
    #[cfg(target_os = "linux")]
    let _is_advised = map.advise(memmap2::Advice::HugePage);
    Ok(map)
}

/// Writes a table's pairs.
fn fill(space: &PatternSpace, entries: &[u8], pairs: &mut [u8]) {
    let (shape, tiles) = (space.shape(), space.pattern().tiles().len());
    let (cells, arrangements) = (shape.cells(), factorial(tiles) as usize);
    let mut labels = vec![0; arrangements * tiles];
    for (rank, labels) in labels.chunks_exact_mut(tiles).enumerate() {
        unrank(rank as u64, tiles, labels);
    }
    // By label and cell: what the cell adds to the index, and to the Manhattan distance.
    let goal_cells: Vec<Cell> = space.goal_cells().cells().collect();
    let worth: Vec<Vec<(usize, u32)>> = (0..)
        .zip(&goal_cells)
        .map(|(label, goal)| {
            let at = |cell: Cell| (cell.index() * cells.pow(label), shape.steps_between(cell, *goal) as u32);
            shape.all_cells().map(at).collect()
        })
        .collect();
    let mut rest = entries;
    for set in CellSet::all(tiles, cells) {
        let regions = if space.keeps_regions() { set.regions_outside(shape).len() } else { 1 };
        let (of_set, behind) = rest.split_at(regions * arrangements);
        rest = behind;
        let places: Vec<usize> = set.cells().map(Cell::index).collect();
        for (rank, labels) in labels.chunks_exact(tiles).enumerate() {
            let worths = places.iter().zip(labels).map(|(cell, label)| worth[usize::from(*label)][*cell]);
            let (index, manhattan) = worths.fold((0, 0), |sum, worth| (sum.0 + worth.0, sum.1 + worth.1));
            let half =
                |entry: &u8| (u32::from(*entry).saturating_sub(manhattan) / 2).min(MOST_HALF_EXCESS) as u8;
            let mut of_regions = of_set[rank..].iter().step_by(arrangements).map(half);
            let first = of_regions.next().unwrap_or(0);
            pairs[index] = Pair::new(first, of_regions.min().unwrap_or(first)).0;
        }
    }
}

/// Where the cells without a tile are connected, for all sets of so many cells of tiles. The number of a set, as
/// [`CellSet::number`] has it, is read off two tables here: it is asked for some two times for each state that is expanded.
#[derive(Debug, Default)]
struct Regions {
    /// By the low and by the high digits of an index: the cells that they stand for.
    of_low: Vec<u32>,
    of_high: Vec<u32>,
    /// By the low bits of a set: its number, as far as they make it.
    number_of_low: Vec<u32>,
    /// By the high bits, and by how many low ones are set.
    number_of_high: Vec<[u32; MOST_TILES + 1]>,
    /// By number of the set: the region with the first cell that has no tile.
    first: Vec<u32>,
}

/// Bits of a set that count as low.
const LOW_BITS: usize = 12;

/// Digits of an index that count as low.
const LOW_DIGITS: usize = 3;

impl Regions {
    fn of_sets(tiles: usize, shape: Shape) -> Self {
        let cells = shape.cells();
        let low = tiles.min(LOW_DIGITS);
        let cells_of = |digits: usize| -> Vec<u32> {
            let of_number = |number: usize| {
                let digit = |place: usize| number / cells.pow(place as u32) % cells;
                (0..digits).fold(0, |set, place| set | 1 << digit(place))
            };
            (0..cells.pow(digits as u32)).map(of_number).collect()
        };
        let high_bits = cells.saturating_sub(LOW_BITS);
        let number = |set: u32, from: usize, before: usize| -> u32 {
            let bits = (0..u32::BITS as usize).filter(|bit| set >> bit & 1 == 1);
            bits.zip(before + 1..).map(|(bit, nth)| CellSet::count(nth, from + bit)).sum()
        };
        let of_high = |set| {
            let mut numbers = [0; MOST_TILES + 1];
            for (before, of_set) in numbers.iter_mut().enumerate() {
                *of_set = number(set, LOW_BITS, before);
            }
            numbers
        };
        Self {
            of_low: cells_of(low),
            of_high: cells_of(tiles - low),
            number_of_low: (0..1 << LOW_BITS).map(|set| number(set, 0, 0)).collect(),
            number_of_high: (0..1 << high_bits).map(of_high).collect(),
            first: CellSet::all(tiles, cells).map(|set| set.regions_outside(shape)[0].bits()).collect(),
        }
    }

    /// Is a cell in the region with the first cell?
    fn is_in_first(&self, index: usize, cell: Cell) -> bool {
        let low_digits = self.of_low.len();
        let set = (self.of_low[index % low_digits] | self.of_high[index / low_digits]) as usize;
        let (low, high) = (set % (1 << LOW_BITS), set >> LOW_BITS);
        let number = self.number_of_low[low] + self.number_of_high[high][low.count_ones() as usize];
        self.first[number as usize] >> cell.index() & 1 == 1
    }
}
