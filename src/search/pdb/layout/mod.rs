//! Entries of pattern databases, laid out for search.
//!
//! [`Layout`] is the interface of a partition's layouts: `direct_index` for small patterns, and
//! `file_order` (`file_bytes` or `file_bits`, with a `lehmer_index`) for large ones. `excess_bits`
//! is the layout of compound pattern databases.

mod blank_regions;
mod descent;
pub(super) mod direct_index;
pub(super) mod excess_bits;
mod excess_layout;
pub(super) mod file_bits;
pub(super) mod file_bytes;
pub(super) mod file_order;
mod large_pages;
pub(super) mod lehmer_index;
mod prefetch;
mod set_numbers;

use self::lehmer_index::TileSlide;
use crate::board::Cell;

/// A placement's index and the place of its entry (which also depends on the blank).
#[derive(Clone, Copy, Debug)]
pub(in crate::search::pdb) struct IndexAndPlace {
    pub(in crate::search::pdb) index: u32,
    pub(in crate::search::pdb) place: u32,
}

/// One pattern's entries, laid out for search.
pub(in crate::search::pdb) trait Layout: Sync + Sized {
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
