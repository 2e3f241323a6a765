//! The entries of one pattern, laid out for search.

use super::error::CatalogueError;
use super::lehmer_index::{TileSlide, fits_lehmer_index};
use super::prefetch;
use crate::board::Cell;
use crate::interrupt::Interrupt;
use crate::space::lehmer::{factorial, unrank};
use crate::space::{CellSet, PatternSpace};
use crate::table::{Encoding, Table, TableError, write_second_bits};

/// Maximum number of tiles for a direct index.
const MAX_DIRECT_TILES: usize = 6;

/// The entries of a pattern database in index order: one byte each or, if it is zero-aware,
/// possibly one bit.
#[derive(Debug)]
pub struct PatternEntries(Source);

#[derive(Debug)]
enum Source {
    Bytes(EntryBytes),
    /// A table in the `bit` encoding, completely verified.
    Bits(Table),
}

/// Entries of one byte each.
#[derive(Debug)]
pub(super) enum EntryBytes {
    /// Entries in memory.
    Owned(Vec<u8>),
    /// A table in the `byte` encoding, completely verified.
    Table(Table),
}

impl EntryBytes {
    #[inline]
    pub(super) fn as_slice(&self) -> &[u8] {
        match self {
            Self::Owned(entries) => entries,
            Self::Table(table) => table.unchecked_payload(),
        }
    }

    /// Checks that the file, if any, has not changed since it was verified.
    pub(super) fn check_unchanged(&self) -> Result<(), Box<TableError>> {
        match self {
            Self::Owned(_) => Ok(()),
            Self::Table(table) => table.check_unchanged(),
        }
    }
}

impl PatternEntries {
    /// Creates the entries of a table in the `byte` or `bit` encoding.
    ///
    /// The payload is verified completely: a wrong entry could make an answer suboptimal without
    /// any sign, and verifying 7-8 takes only 0.05 s. Tables in other encodings must be decoded
    /// first: they have too few bytes, so a catalogue would refuse them.
    ///
    /// # Errors
    /// [`TableError`] if the file is damaged or was changed.
    pub fn from_table(table: Table) -> Result<Self, Box<TableError>> {
        table.check_payload()?;
        Ok(Self::from_checked(table))
    }

    /// Like [`from_table`](Self::from_table), but stops when the interrupt is raised: reading a
    /// large table from a slow disk takes seconds.
    ///
    /// # Errors
    /// [`CatalogueError::Table`] if the file is damaged or was changed, and
    /// [`CatalogueError::Interrupted`] if it was stopped.
    pub fn from_table_unless_interrupted(
        table: Table,
        interrupt: &Interrupt,
    ) -> Result<Self, CatalogueError> {
        if !table.check_payload_while(&|| !interrupt.is_raised())? {
            return Err(CatalogueError::Interrupted);
        }
        Ok(Self::from_checked(table))
    }

    fn from_checked(table: Table) -> Self {
        Self(match table.header().encoding() {
            Encoding::Bit => Source::Bits(table),
            Encoding::Byte | Encoding::Packed | Encoding::Mod3 => Source::Bytes(EntryBytes::Table(table)),
        })
    }

    /// Returns the additional memory in bytes that a pattern's entries need when laid out for
    /// search: 0 if they are used in place.
    #[must_use]
    pub fn bytes_laid_out(space: &PatternSpace) -> u64 {
        if space.keeps_regions() && fits_lehmer_index(space) {
            return space.entries() / 8;
        }
        if !fits_direct_index(space) {
            return 0;
        }
        let placements = (space.shape().cells() as u64).pow(space.pattern().tiles().len() as u32);
        // Two bits each, plus a list for placements that need more: for six tiles on 5x5, 0.04
        // bytes per placement.
        if space.keeps_regions() { placements / 10 * 3 } else { placements }
    }

    /// The entries, if they have one byte each.
    #[must_use]
    pub fn as_slice(&self) -> Option<&[u8]> {
        match &self.0 {
            Source::Bytes(bytes) => Some(bytes.as_slice()),
            Source::Bits(_) => None,
        }
    }

    /// Like [`as_slice`](Self::as_slice), but consumes the entries.
    pub(super) fn into_bytes(self) -> Option<EntryBytes> {
        match self.0 {
            Source::Bytes(bytes) => Some(bytes),
            Source::Bits(_) => None,
        }
    }

    /// The number of entries.
    pub(super) fn count(&self) -> u64 {
        match &self.0 {
            Source::Bytes(bytes) => bytes.as_slice().len() as u64,
            Source::Bits(table) => table.header().entries(),
        }
    }

    /// The second bits of all entries, if the table stores just these: eight to a byte, the first
    /// in the lowest bit.
    pub(super) fn second_bits(&self) -> Option<&[u8]> {
        match &self.0 {
            Source::Bytes(_) => None,
            Source::Bits(table) => Some(table.unchecked_payload()),
        }
    }

    /// Writes the second bits in the same form, whatever the encoding of the entries.
    pub(super) fn write_second_bits(&self, bits: &mut [u8]) {
        match &self.0 {
            Source::Bytes(bytes) => write_second_bits(bytes.as_slice(), bits),
            Source::Bits(table) => bits.copy_from_slice(table.unchecked_payload()),
        }
    }

    /// Checks that the file, if any, has not changed since it was verified.
    pub(super) fn check_unchanged(&self) -> Result<(), Box<TableError>> {
        match &self.0 {
            Source::Bytes(bytes) => bytes.check_unchanged(),
            Source::Bits(table) => table.check_unchanged(),
        }
    }
}

/// Uses entries that were just computed.
impl From<Vec<u8>> for PatternEntries {
    fn from(entries: Vec<u8>) -> Self {
        Self(Source::Bytes(EntryBytes::Owned(entries)))
    }
}

/// A placement's index and the place of its entry (which also depends on the blank).
#[derive(Clone, Copy, Debug)]
pub(super) struct IndexAndPlace {
    pub(super) index: u32,
    pub(super) place: u32,
}

/// One pattern's entries, laid out for search.
pub(super) trait Layout: Sync + Sized {
    /// Whether a search mostly waits for entries.
    const IS_LARGE: bool;

    /// The index of a placement, given the cells of the pattern's tiles by label.
    fn index(&self, cells_by_label: &[Cell], cells_of_board: usize) -> u32;

    /// The index after a slide, and the place of the entry.
    fn after(&self, index: u32, slide: TileSlide) -> IndexAndPlace;

    /// Prefetches the entry at a place.
    fn prefetch(&self, place: u32);

    /// The entry at a place after a slide, given the entry before.
    fn entry_after(&self, place: u32, before: u8) -> u8;

    /// Looks up a placement's entry from scratch, without using a neighbor's entry.
    fn entry(&self, index: u32, cells_by_label: &[Cell], blank: Cell) -> u8;
}

/// Entries with a direct index: the cells of the tiles, read as digits. A slide adds a constant to
/// the index. For patterns of few tiles.
#[derive(Debug)]
pub(super) struct DirectIndex(Vec<u8>);

/// Whether a pattern is small enough for a direct index.
pub(super) fn fits_direct_index(space: &PatternSpace) -> bool {
    space.pattern().tiles().len() <= MAX_DIRECT_TILES
}

impl Layout for DirectIndex {
    const IS_LARGE: bool = false;

    fn index(&self, cells_by_label: &[Cell], cells_of_board: usize) -> u32 {
        let digits = cells_by_label.iter().rev();
        digits.fold(0, |index, cell| index * cells_of_board as u32 + cell.index() as u32)
    }

    #[inline]
    fn after(&self, index: u32, slide: TileSlide) -> IndexAndPlace {
        // The difference may be negative, but the new index is not: wrapping gives the right
        // result.
        let (from, to) = (slide.from.index() as u32, slide.to.index() as u32);
        let index = index.wrapping_add(to.wrapping_sub(from).wrapping_mul(slide.weight));
        IndexAndPlace { index, place: index }
    }

    #[inline]
    fn prefetch(&self, place: u32) {
        prefetch::byte(&self.0, place as usize);
    }

    #[inline]
    fn entry_after(&self, place: u32, _before: u8) -> u8 {
        self.0[place as usize]
    }

    fn entry(&self, index: u32, _cells_by_label: &[Cell], _blank: Cell) -> u8 {
        self.0[index as usize]
    }
}

impl DirectIndex {
    /// Number of placements to lay out between two checks for an interrupt: some milliseconds.
    const CHECK_INTERVAL: usize = 1 << 20;

    /// Lays out entries by the cells of the tiles, read as digits with label 0 the lowest. Returns
    /// `None` if `may_continue` returns false.
    pub(super) fn new(space: &PatternSpace, entries: &[u8], may_continue: impl Fn() -> bool) -> Option<Self> {
        let (cells, tiles) = (space.shape().cells(), space.pattern().tiles().len());
        let mut direct = vec![0; cells.pow(tiles as u32)];
        let arrangements = factorial(tiles) as usize;
        let mut labels = vec![0; arrangements * tiles];
        for (rank, labels) in labels.chunks_exact_mut(tiles).enumerate() {
            unrank(rank as u64, tiles, labels);
        }
        let weights: Vec<usize> = (0..tiles as u32).map(|label| cells.pow(label)).collect();
        let sets_between_checks = Self::CHECK_INTERVAL.div_ceil(arrangements);
        for (number, (set, entries)) in
            CellSet::all(tiles, cells).zip(entries.chunks_exact(arrangements)).enumerate()
        {
            if number.is_multiple_of(sets_between_checks) && !may_continue() {
                return None;
            }
            let places: Vec<usize> = set.cells().map(Cell::index).collect();
            for (labels, entry) in labels.chunks_exact(tiles).zip(entries) {
                let digits =
                    places.iter().zip(labels).map(|(cell, label)| cell * weights[usize::from(*label)]);
                direct[digits.sum::<usize>()] = *entry;
            }
        }
        Some(Self(direct))
    }
}
