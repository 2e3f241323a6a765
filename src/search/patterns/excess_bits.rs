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
//! two bits: that of the largest of the regions, and that of the others. Where they are equal, as those of most
//! placements are, it need not be known in which region the blank is.

use std::sync::{Arc, Mutex, PoisonError};

use memmap2::MmapMut;

use super::blank_regions::{BlankRegions, Region};
use super::entries::PatternEntries;
use super::error::CatalogueError;
use super::excess_layout::{A_BYTE, ExcessLayout};
use super::large_pages;
use super::prefetch;
use super::way_down::{At, Residues, WaysDown};
use crate::board::Cell;
use crate::interrupt::Interrupt;
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
}

/// Where a table's pairs lie.
#[derive(Debug)]
struct Placed {
    first: u32,
    told_apart: ToldApart,
    ways_down: WaysDown,
    /// Outside the cells of its tiles.
    regions: Arc<BlankRegions>,
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

/// The bits of a placement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Pair(u8);

impl Pair {
    /// Does it matter in which region the blank is?
    #[inline]
    const fn differs(self) -> bool {
        (self.0 ^ self.0 >> 1) & 1 == 1
    }

    /// The bit of the largest region.
    #[inline]
    const fn largest(self) -> bool {
        self.0 & 1 == 1
    }
}

impl ExcessBits {
    pub(super) fn new(
        tables: &[(PatternSpace, PatternEntries)],
        interrupt: &Interrupt,
    ) -> Result<Self, CatalogueError> {
        let mut placed = Vec::new();
        let mut lens = Vec::new();
        let mut first = 0_u32;
        let mut regions_by_size: [Option<Arc<BlankRegions>>; MOST_TILES + 1] = Default::default();
        for (space, _) in tables {
            if interrupt.is_raised() {
                return Err(CatalogueError::Interrupted);
            }
            let (shape, tiles) = (space.shape(), space.pattern().tiles().len());
            let len = (shape.cells() as u32).checked_pow(tiles as u32);
            let len = len.filter(|_| tiles <= MOST_TILES).ok_or(CatalogueError::TooLarge)?;
            let (told_apart, ways_down) = (ToldApart::default(), WaysDown::new(space));
            let regions = regions_by_size[tiles]
                .get_or_insert_with(|| Arc::new(BlankRegions::outside_sets_of(tiles, shape)));
            let (regions, cells) = (Arc::clone(regions), shape.cells() as u32);
            placed.push(Placed { first, told_apart, ways_down, regions, cells });
            let len = len.checked_next_multiple_of(A_BYTE as u32).ok_or(CatalogueError::TooLarge)?;
            lens.push(len as usize / A_BYTE);
            first = first.checked_add(len).ok_or(CatalogueError::TooLarge)?;
        }
        let mut pairs = large_pages::zeros(first as usize / A_BYTE).map_err(CatalogueError::Memory)?;
        let mut rest = &mut pairs[..];
        let mut parts = Vec::new();
        for (((space, entries), placed), len) in tables.iter().zip(&mut placed).zip(lens) {
            let (pairs, behind) = rest.split_at_mut(len);
            let layout = ExcessLayout { space, entries, pairs };
            parts.push(Mutex::new(Some((layout, &mut placed.told_apart))));
            rest = behind;
        }
        let failure = Mutex::new(None);
        threads::work_through(parts.len(), true, &|number| {
            let part = parts[number].lock().map(|mut part| part.take());
            if let Ok(Some((layout, told_apart))) = part {
                let end = (layout.pairs.len() * A_BYTE) as u32;
                match layout.fill(&|| !interrupt.is_raised()) {
                    Ok(found) => *told_apart = ToldApart::new(&found, end),
                    Err(error) => *failure.lock().unwrap_or_else(PoisonError::into_inner) = Some(error),
                }
            }
            !interrupt.is_raised()
        });
        drop(parts);
        if let Some(error) = failure.into_inner().unwrap_or_else(PoisonError::into_inner) {
            return Err(error);
        }
        if interrupt.is_raised() {
            return Err(CatalogueError::Interrupted);
        }
        for (_, entries) in tables {
            entries.check_unchanged()?;
        }
        Ok(Self { pairs, tables: placed })
    }

    /// The index of a placement whose digits are all 0.
    pub(super) fn first_index(&self, table: usize) -> u32 {
        self.tables[table].first
    }

    /// The bits at an index.
    #[inline]
    fn pair(&self, index: u32) -> Pair {
        Pair(self.pairs[index as usize / A_BYTE] >> (2 * (index as usize % A_BYTE)))
    }

    /// Has the bits at an index brought to the processor.
    #[inline]
    pub(super) fn prefetch(&self, index: u32) {
        prefetch::byte(&self.pairs, index as usize / A_BYTE);
    }

    /// Is the half excess of a table odd at an index, where the tiles are on a set of cells and the blank on another?
    #[inline]
    pub(super) fn is_odd(&self, table: usize, index: u32, set: CellSet, blank: Cell) -> bool {
        let pair = self.pair(index);
        if !pair.differs() {
            return pair.largest();
        }
        let Placed { first, told_apart, regions, .. } = &self.tables[table];
        match regions.of(blank, set) {
            Region::Largest => pair.largest(),
            Region::OtherOfTwo => !pair.largest(),
            Region::OfMany(place) => {
                told_apart.get(index - first).map_or(!pair.largest(), |bits| bits >> place & 1 == 1)
            }
        }
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
        let regions = &self.placed().regions;
        regions.of(one, set) == regions.of(other, set)
    }

    /// An entry is the distance and twice the half excess.
    fn residue(&self, at: &At) -> u8 {
        let is_odd = self.bits.is_odd(self.table, at.index, at.set, at.blank);
        ((at.manhattan + 2 * u32::from(is_odd)) % 4) as u8
    }
}
