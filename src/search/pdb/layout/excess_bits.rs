//! The search layout of zero-aware tables with one bit per entry.
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
//! tables of six tiles of 5x5 take 1.2 GB in this form.

use std::io;
use std::sync::{Arc, Mutex, PoisonError};

use super::blank_regions::{BlankRegions, Region};
use super::descent::{Descent, DescentState, Residues};
use super::excess_layout::{PAIRS_PER_BYTE, fill_pairs};
use super::large_pages;
use super::many_regions::{ManyRegions, list_of};
use super::prefetch;
use crate::board::Cell;
use crate::interrupt::Interrupt;
use crate::search::pdb::entries::PatternEntries;
use crate::search::pdb::error::PdbSetError;
use crate::space::{CellSet, PatternSpace};
use crate::table::{Section, TableError};
use crate::threads::{self, lock};

/// Maximum number of tiles of a pattern.
const EXCESS_MAX_TILES: usize = 6;

/// Half excesses modulo 2 of the tables of one goal, in memory or in a mapped file.
#[derive(Debug)]
pub(in crate::search::pdb) struct ExcessBits {
    /// Two bits per placement, the first in the lowest bits.
    pairs: Section,
    /// The placements with many regions, four bytes a number, table by table.
    lists: Section,
    tables: Vec<TablePart>,
}

/// A table's location, and the data to decode it.
#[derive(Debug)]
struct TablePart {
    first: u32,
    /// The number of bytes of its pairs.
    bytes: usize,
    many_regions: ManyRegions,
    descent: Descent,
    /// The regions outside the cells of its tiles.
    regions: Arc<BlankRegions>,
    /// The number of cells of the board.
    cells: u32,
}

impl TablePart {
    /// The end of its indexes within the table.
    const fn end(&self) -> u32 {
        (self.bytes * PAIRS_PER_BYTE) as u32
    }

    /// Prepares the parts of tables, whose lists are not known yet.
    fn of_spaces<'a>(
        spaces: impl Iterator<Item = &'a PatternSpace>,
        interrupt: &Interrupt,
    ) -> Result<Vec<Self>, PdbSetError> {
        let mut parts = Vec::new();
        let mut first = 0_u32;
        let mut regions_by_size: [Option<Arc<BlankRegions>>; EXCESS_MAX_TILES + 1] = Default::default();
        for space in spaces {
            if interrupt.is_raised() {
                return Err(PdbSetError::Interrupted);
            }
            let (shape, tiles) = (space.shape(), space.pattern().tiles().len());
            let len = (shape.cells() as u32).checked_pow(tiles as u32);
            let len = len.filter(|_| tiles <= EXCESS_MAX_TILES).ok_or(PdbSetError::TooLarge)?;
            let (many_regions, descent) = (ManyRegions::new(0, 0), Descent::new(space));
            let regions =
                regions_by_size[tiles].get_or_insert_with(|| Arc::new(BlankRegions::new(tiles, shape)));
            let (regions, cells) = (Arc::clone(regions), shape.cells() as u32);
            // Each table starts at a byte of its own, so that threads can fill them independently.
            let len = len.checked_next_multiple_of(PAIRS_PER_BYTE as u32).ok_or(PdbSetError::TooLarge)?;
            let bytes = len as usize / PAIRS_PER_BYTE;
            parts.push(Self { first, bytes, many_regions, descent, regions, cells });
            first = first.checked_add(len).ok_or(PdbSetError::TooLarge)?;
        }
        Ok(parts)
    }
}

impl ExcessBits {
    /// Lays out tables in memory.
    pub(in crate::search::pdb) fn new(
        tables: &[(PatternSpace, PatternEntries)],
        interrupt: &Interrupt,
    ) -> Result<Self, PdbSetError> {
        let parts = TablePart::of_spaces(tables.iter().map(|(space, _)| space), interrupt)?;
        let bytes = parts.iter().map(|part| part.bytes).sum();
        let mut pairs = large_pages::zeros(bytes).map_err(PdbSetError::Memory)?;
        let mut rest = &mut pairs[..];
        let mut jobs = Vec::new();
        for ((space, entries), part) in tables.iter().zip(&parts) {
            let (pairs, behind) = rest.split_at_mut(part.bytes);
            jobs.push(Mutex::new((Some(pairs), space, entries, Vec::new())));
            rest = behind;
        }
        let failure = Mutex::new(None);
        threads::work_through(jobs.len(), true, &|number| {
            let mut job = lock(&jobs[number]);
            let (pairs, space, entries, list) = &mut *job;
            if let Some(pairs) = pairs.take() {
                match fill_pairs(space, entries, pairs, &|| !interrupt.is_raised()) {
                    Ok(found) => *list = list_of(&found, parts[number].end()),
                    Err(error) => {
                        *lock(&failure) = Some(error);
                        return false;
                    }
                }
            }
            !interrupt.is_raised()
        });
        if let Some(error) = failure.into_inner().unwrap_or_else(PoisonError::into_inner) {
            return Err(error);
        }
        if interrupt.is_raised() {
            return Err(PdbSetError::Interrupted);
        }
        // Checked after reading: the files might have changed in the meantime.
        for (_, entries) in tables {
            entries.check_unchanged()?;
        }
        let lists = jobs.into_iter().map(|job| job.into_inner().unwrap_or_else(PoisonError::into_inner).3);
        let lists = joined(lists.collect()).map_err(PdbSetError::Memory)?;
        let pairs = Section::in_memory(pairs).map_err(PdbSetError::Memory)?;
        Self { pairs, lists, tables: parts }.with_lists().ok_or(PdbSetError::TooLarge)
    }

    /// Uses sections that were laid out before: the pairs, and the lists. Returns `None` if they do
    /// not fit the tables.
    pub(in crate::search::pdb) fn from_sections(
        spaces: &[PatternSpace],
        sections: Vec<Section>,
        interrupt: &Interrupt,
    ) -> Result<Option<Self>, PdbSetError> {
        let tables = TablePart::of_spaces(spaces.iter(), interrupt)?;
        let bytes = tables.iter().map(|part| part.bytes).sum();
        let sections = <[Section; 2]>::try_from(sections).ok();
        let sections = sections.filter(|[pairs, _]| pairs.bytes().len() == bytes);
        Ok(sections.and_then(|[pairs, lists]| Self { pairs, lists, tables }.with_lists()))
    }

    /// Finds the list of each table. Returns `None` if they do not end with their section.
    fn with_lists(mut self) -> Option<Self> {
        let lists = self.lists.bytes().as_chunks().0;
        let mut start = 0;
        for part in &mut self.tables {
            part.many_regions = ManyRegions::new(start, part.end());
            start = part.many_regions.end(lists)?;
        }
        (4 * start == self.lists.bytes().len()).then_some(self)
    }

    /// The sections: the pairs, and the lists.
    pub(in crate::search::pdb) fn sections(&self) -> [&[u8]; 2] {
        [self.pairs.bytes(), self.lists.bytes()]
    }

    /// Checks that the file, if any, has not changed since it was verified.
    pub(in crate::search::pdb) fn check_unchanged(&self) -> Result<(), Box<TableError>> {
        self.pairs.check_unchanged().and_then(|()| self.lists.check_unchanged())
    }

    /// The index of the placement whose digits are all 0.
    pub(in crate::search::pdb) fn first_index(&self, table: usize) -> u32 {
        self.tables[table].first
    }

    /// Prefetches the bits at an index.
    #[inline]
    pub(in crate::search::pdb) fn prefetch(&self, index: u32) {
        prefetch::byte(self.pairs.bytes(), index as usize / PAIRS_PER_BYTE);
    }

    /// Whether the half excess of a table is odd at an index, with tiles on `set` and the blank on
    /// another cell.
    #[inline]
    pub(in crate::search::pdb) fn is_odd(&self, table: usize, index: u32, set: CellSet, blank: Cell) -> bool {
        let byte = self.pairs.bytes()[index as usize / PAIRS_PER_BYTE];
        let pair = byte >> (2 * (index as usize % PAIRS_PER_BYTE));
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
                let lists = self.lists.bytes().as_chunks().0;
                many_regions.get(lists, index - first).map_or(!of_largest, |bits| bits >> place & 1 == 1)
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

/// Joins the lists of all tables.
fn joined(lists: Vec<Vec<u32>>) -> io::Result<Section> {
    let numbers: usize = lists.iter().map(Vec::len).sum();
    let mut bytes = large_pages::zeros(4 * numbers)?;
    // Each list is dropped once it is copied, so that not all are in memory twice.
    let numbers = lists.into_iter().flatten();
    for (number, place) in numbers.zip(bytes.as_chunks_mut().0) {
        *place = number.to_le_bytes();
    }
    Section::in_memory(bytes)
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
    fn residue(&self, at: &DescentState) -> u8 {
        let is_odd = self.bits.is_odd(self.table, at.index, at.set, at.blank);
        ((at.manhattan + 2 * u32::from(is_odd)) % 4) as u8
    }
}
