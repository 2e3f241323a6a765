//! Zero-aware tables with one bit per entry, laid out for search.
//!
//! An entry is the Manhattan distance of the pattern's tiles plus an even number, its *excess*.
//! When a tile of the pattern slides, entry and distance change by one each. So half the excess
//! stays or changes by one. The direction is known: it can fall only if the distance rises, and
//! rise only if the distance falls. Other slides change nothing, since the blank stays in its
//! region. So from the half excess before a slide, one bit gives the half excess after it: whether
//! that is odd. (Breyer and Korf, *1.6-Bit Pattern Databases*, AAAI 2010, do the same with the
//! entry modulo 3, which needs no consistent tables.)
//!
//! The index of a placement is the cells of its tiles, read as digits, plus the size of the
//! preceding tables. Each placement has two bits: that of the largest region, and that of the
//! others. For most placements they are equal, so the blank's region is not needed.
//!
//! A short list has the few placements whose smaller regions differ among each other. The sixteen
//! tables of six tiles of 5x5 take 1.1 GB in this form.

use std::sync::{Arc, Mutex, PoisonError};

use memmap2::MmapMut;

use super::blank_regions::{BlankRegions, Region};
use super::descent::{Descent, Placement, Residues};
use super::excess_layout::{PAIRS_PER_BYTE, lay_out};
use super::large_pages;
use super::prefetch;
use crate::board::Cell;
use crate::interrupt::Interrupt;
use crate::search::pdb::entries::PatternEntries;
use crate::search::pdb::error::CatalogueError;
use crate::space::{CellSet, PatternSpace};
use crate::threads;

/// Maximum number of tiles of a pattern.
const MAX_TILES: usize = 6;

/// Half excesses modulo 2 of the tables of one goal.
#[derive(Debug)]
pub(in crate::search::pdb) struct ExcessBits {
    /// Two bits per placement, the first in the lowest bits.
    pairs: MmapMut,
    tables: Vec<TablePart>,
}

/// A table's location, and the data to decode it.
#[derive(Debug)]
struct TablePart {
    first: u32,
    many_regions: ManyRegions,
    descent: Descent,
    /// The regions outside the cells of its tiles.
    regions: Arc<BlankRegions>,
    /// The number of cells of the board.
    cells: u32,
}

/// Placements with at least three regions whose bits do not fit in two, by index within the table.
#[derive(Debug, Default)]
struct ManyRegions {
    /// Grouped by span. Each item has the index within the span, and above it one bit per region.
    bits: Vec<u32>,
    /// For each span of indexes, the number of items in earlier spans.
    before: Vec<u32>,
}

impl ManyRegions {
    /// Number of index bits within a span. Six tiles on 5x5 have about five items per span, which
    /// fit in one or two cache lines, so a linear search is fast.
    const SPAN: u32 = 9;

    /// Sorts items, each an index below `end` with one bit per region, into spans.
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
            all[*place as usize] = Self::within_span(*index) | bits << Self::SPAN;
            *place += 1;
        }
        Self { bits: all, before }
    }

    fn get(&self, index: u32) -> Option<u32> {
        let span = (index >> Self::SPAN) as usize;
        let near = &self.bits[self.before[span] as usize..self.before[span + 1] as usize];
        near.iter()
            .find(|bits| Self::within_span(**bits) == Self::within_span(index))
            .map(|bits| bits >> Self::SPAN)
    }

    const fn within_span(number: u32) -> u32 {
        number % (1 << Self::SPAN)
    }
}

impl ExcessBits {
    pub(in crate::search::pdb) fn new(
        tables: &[(PatternSpace, PatternEntries)],
        interrupt: &Interrupt,
    ) -> Result<Self, CatalogueError> {
        let mut tables_placed = Vec::new();
        let mut lens = Vec::new();
        let mut first = 0_u32;
        let mut regions_by_size: [Option<Arc<BlankRegions>>; MAX_TILES + 1] = Default::default();
        for (space, _) in tables {
            if interrupt.is_raised() {
                return Err(CatalogueError::Interrupted);
            }
            let (shape, tiles) = (space.shape(), space.pattern().tiles().len());
            let len = (shape.cells() as u32).checked_pow(tiles as u32);
            let len = len.filter(|_| tiles <= MAX_TILES).ok_or(CatalogueError::TooLarge)?;
            let (many_regions, descent) = (ManyRegions::default(), Descent::new(space));
            let regions =
                regions_by_size[tiles].get_or_insert_with(|| Arc::new(BlankRegions::new(tiles, shape)));
            let (regions, cells) = (Arc::clone(regions), shape.cells() as u32);
            tables_placed.push(TablePart { first, many_regions, descent, regions, cells });
            // Each table starts at a byte of its own, so that threads can fill them independently.
            let len = len.checked_next_multiple_of(PAIRS_PER_BYTE as u32).ok_or(CatalogueError::TooLarge)?;
            lens.push(len as usize / PAIRS_PER_BYTE);
            first = first.checked_add(len).ok_or(CatalogueError::TooLarge)?;
        }
        let mut pairs =
            large_pages::zeros(first as usize / PAIRS_PER_BYTE).map_err(CatalogueError::Memory)?;
        let mut rest = &mut pairs[..];
        let mut parts = Vec::new();
        for (((space, entries), part), len) in tables.iter().zip(&mut tables_placed).zip(lens) {
            let (pairs, behind) = rest.split_at_mut(len);
            parts.push(Mutex::new(Some((space, entries, pairs, &mut part.many_regions))));
            rest = behind;
        }
        let failure = Mutex::new(None);
        threads::work_through(parts.len(), true, &|number| {
            let part = parts[number].lock().map(|mut part| part.take());
            if let Ok(Some((space, entries, pairs, many_regions))) = part {
                let end = (pairs.len() * PAIRS_PER_BYTE) as u32;
                match lay_out(space, entries, pairs, &|| !interrupt.is_raised()) {
                    Ok(found) => *many_regions = ManyRegions::new(&found, end),
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
        // Checked after reading: the files might have changed in the meantime.
        for (_, entries) in tables {
            entries.check_unchanged()?;
        }
        Ok(Self { pairs, tables: tables_placed })
    }

    /// The index of the placement whose digits are all 0.
    pub(in crate::search::pdb) fn first_index(&self, table: usize) -> u32 {
        self.tables[table].first
    }

    /// Prefetches the bits at an index.
    #[inline]
    pub(in crate::search::pdb) fn prefetch(&self, index: u32) {
        prefetch::byte(&self.pairs, index as usize / PAIRS_PER_BYTE);
    }

    /// Whether the half excess of a table is odd at an index, with tiles on `set` and the blank on
    /// another cell.
    #[inline]
    pub(in crate::search::pdb) fn is_odd(&self, table: usize, index: u32, set: CellSet, blank: Cell) -> bool {
        let pair = self.pairs[index as usize / PAIRS_PER_BYTE] >> (2 * (index as usize % PAIRS_PER_BYTE));
        let of_largest = pair & 1 == 1;
        // Only if the two bits differ, the blank's region matters.
        if (pair ^ pair >> 1) & 1 == 0 {
            return of_largest;
        }
        let TablePart { first, many_regions, regions, .. } = &self.tables[table];
        match regions.region(blank, set) {
            Region::Largest => of_largest,
            Region::OtherOfTwo => !of_largest,
            Region::OfMany(place) => {
                many_regions.get(index - first).map_or(!of_largest, |bits| bits >> place & 1 == 1)
            }
        }
    }

    /// Counts the half excess from scratch, with a table's tiles on these cells, by label. The
    /// number of their moves to the goal is counted along a descent.
    pub(in crate::search::pdb) fn half_excess(&self, table: usize, cells: &[Cell], blank: Cell) -> u8 {
        let part = &self.tables[table];
        let digits = cells.iter().rev();
        let index = part.first + digits.fold(0, |index, cell| index * part.cells + cell.index() as u32);
        let moves = part.descent.moves(&OfTable { bits: self, table }, index, cells, blank);
        (u32::from(moves).saturating_sub(part.descent.manhattan(cells)) / 2) as u8
    }
}

/// One of the tables.
struct OfTable<'a> {
    bits: &'a ExcessBits,
    table: usize,
}

impl OfTable<'_> {
    fn part(&self) -> &TablePart {
        &self.bits.tables[self.table]
    }
}

impl Residues for OfTable<'_> {
    fn index_after(&self, index: u32, label: usize, from: Cell, to: Cell) -> u32 {
        let weight = self.part().cells.pow(label as u32);
        index.wrapping_add((to.index() as u32).wrapping_sub(from.index() as u32).wrapping_mul(weight))
    }

    fn are_connected(&self, set: CellSet, one: Cell, other: Cell) -> bool {
        let regions = &self.part().regions;
        regions.region(one, set) == regions.region(other, set)
    }

    /// An entry is the distance plus twice the half excess.
    fn residue(&self, at: &Placement) -> u8 {
        let is_odd = self.bits.is_odd(self.table, at.index, at.set, at.blank);
        ((at.manhattan + 2 * u32::from(is_odd)) % 4) as u8
    }
}
