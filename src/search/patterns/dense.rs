//! Entries in file order, one byte each, for patterns too large for a direct index.

use super::entries::EntryBytes;
use super::prefetch;
use super::ranked::Ranked;
use super::set_numbers::SetNumbers;
use crate::space::PatternSpace;
use crate::space::lehmer::factorial;
use crate::table::TableError;

/// The entries of a pattern's file.
#[derive(Debug)]
pub(super) struct Dense {
    entries: EntryBytes,
    ranked: Ranked,
    numbers: SetNumbers,
    /// The number of entries of a set of cells.
    of_set: u32,
}

impl Dense {
    pub(super) fn new(space: &PatternSpace, entries: EntryBytes) -> Self {
        let (tiles, shape) = (space.pattern().tiles().len(), space.shape());
        Self {
            entries,
            ranked: Ranked::new(tiles, shape),
            numbers: SetNumbers::of_size(tiles, shape.cells()),
            of_set: factorial(tiles) as u32,
        }
    }

    pub(super) fn check_unchanged(&self) -> Result<(), Box<TableError>> {
        self.entries.check_unchanged()
    }

    pub(super) const fn ranked(&self) -> &Ranked {
        &self.ranked
    }

    /// The place of the entry in the file.
    #[inline]
    pub(super) fn place(&self, index: u32) -> u32 {
        self.numbers.of(Ranked::set(index)) * self.of_set + Ranked::rank(index)
    }

    #[inline]
    pub(super) fn prefetch(&self, place: u32) {
        prefetch::byte(self.entries.as_slice(), place as usize);
    }

    #[inline]
    pub(super) fn entry(&self, place: u32) -> u8 {
        self.entries.as_slice()[place as usize]
    }
}
