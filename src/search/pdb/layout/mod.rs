//! Search layouts: the entries of pattern databases in the order in which a search reads them.
//!
//! [`IndexedEntries`] is the interface of one pattern's entries in a partition: `direct_index` for
//! small patterns, and `file_order` (with a `lehmer_index`) for large ones. `excess_bits` is the
//! search layout of compound pattern databases.

mod blank_regions;
mod descent;
pub(super) mod direct_index;
pub(super) mod excess_bits;
mod excess_layout;
pub(super) mod file_order;
pub(super) mod large_pages;
pub(super) mod lehmer_index;
mod many_regions;
mod prefetch;
mod set_numbers;

use crate::board::Cell;
use crate::table::TableError;

/// The entries of one pattern of a partition, with an index that is updated slide by slide.
pub(in crate::search::pdb) trait IndexedEntries: Sync {
    /// The index of a placement, given the cells of the pattern's tiles by label.
    fn index(&self, cells_by_label: &[Cell], cells_of_board: usize) -> u32;

    /// The index after a tile's slide, and the offset of the entry, which may also depend on the
    /// blank. `weight` is the weight of the tile's cell in a direct index.
    fn after(&self, index: u32, weight: u32, from: Cell, to: Cell) -> (u32, u32);

    /// The entry at an offset after a slide, given the entry before.
    fn entry_after(&self, offset: u32, before: u8) -> u8;

    /// Looks up a placement's entry from scratch, without using a neighbor's entry.
    fn entry(&self, index: u32, cells_by_label: &[Cell], blank: Cell) -> u8;

    /// Checks that the file has not changed since it was verified, if it is still read.
    fn check_unchanged(&self) -> Result<(), Box<TableError>> {
        Ok(())
    }
}
