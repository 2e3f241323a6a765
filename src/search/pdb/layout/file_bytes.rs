//! Entries in file order, one byte each, for patterns too large for a direct index.

use super::lehmer_index::LehmerIndex;
use super::prefetch;
use super::set_numbers::SetNumbers;
use crate::search::pdb::entries::EntryBytes;
use crate::space::PatternSpace;
use crate::space::lehmer::factorial;
use crate::table::TableError;

/// The entries of a pattern's file.
#[derive(Debug)]
pub(in crate::search::pdb) struct FileBytes {
    entries: EntryBytes,
    lehmer: LehmerIndex,
    numbers: SetNumbers,
    /// The number of entries of a set of cells.
    of_set: u32,
}

impl FileBytes {
    pub(in crate::search::pdb) fn new(space: &PatternSpace, entries: EntryBytes) -> Self {
        let (tiles, shape) = (space.pattern().tiles().len(), space.shape());
        Self {
            entries,
            lehmer: LehmerIndex::new(tiles, shape),
            numbers: SetNumbers::new(tiles, shape.cells()),
            of_set: factorial(tiles) as u32,
        }
    }

    pub(in crate::search::pdb) fn check_unchanged(&self) -> Result<(), Box<TableError>> {
        self.entries.check_unchanged()
    }

    pub(in crate::search::pdb) const fn lehmer(&self) -> &LehmerIndex {
        &self.lehmer
    }

    /// The place of the entry in the file.
    #[inline]
    pub(in crate::search::pdb) fn place(&self, index: u32) -> u32 {
        self.numbers.number(LehmerIndex::set(index)) * self.of_set + LehmerIndex::rank(index)
    }

    #[inline]
    pub(in crate::search::pdb) fn prefetch(&self, place: u32) {
        prefetch::byte(self.entries.as_slice(), place as usize);
    }

    #[inline]
    pub(in crate::search::pdb) fn entry(&self, place: u32) -> u8 {
        self.entries.as_slice()[place as usize]
    }
}
