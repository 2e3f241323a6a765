//! Patterns too large to be spread, at a byte or a bit an entry.
//!
//! One type for both: a search is compiled for each layout, which is more than what it costs to ask which of them it is.

use super::dense::Dense;
use super::entries::Layout;
use super::ranked::TileSlide;
use super::region_bits::RegionBits;
use crate::board::Cell;
use crate::table::TableError;

/// The entries of a pattern of up to eight tiles.
#[derive(Debug)]
pub(super) enum Large {
    Bytes(Dense),
    /// Of a table that keeps regions.
    Bits(RegionBits),
}

impl Large {
    pub(super) fn check_unchanged(&self) -> Result<(), Box<TableError>> {
        match self {
            Self::Bytes(dense) => dense.check_unchanged(),
            Self::Bits(_) => Ok(()),
        }
    }
}

impl Layout for Large {
    const IS_LARGE: bool = true;

    fn index(&self, cells_by_label: &[Cell], cells_of_board: usize) -> u32 {
        match self {
            Self::Bytes(dense) => dense.index(cells_by_label, cells_of_board),
            Self::Bits(bits) => bits.index(cells_by_label, cells_of_board),
        }
    }

    #[inline(never)]
    fn after(&self, index: u32, slide: TileSlide) -> u32 {
        match self {
            Self::Bytes(dense) => dense.after(index, slide),
            Self::Bits(bits) => bits.after(index, slide),
        }
    }

    // In line, it would be in every search a dozen times, as would `after`.
    #[inline(never)]
    fn place(&self, index: u32, blank: Cell) -> u32 {
        match self {
            Self::Bytes(dense) => dense.place(index, blank),
            Self::Bits(bits) => bits.place(index, blank),
        }
    }

    #[inline]
    fn prefetch(&self, place: u32) {
        match self {
            Self::Bytes(dense) => Layout::prefetch(dense, place),
            Self::Bits(bits) => Layout::prefetch(bits, place),
        }
    }

    #[inline]
    fn entry_after(&self, place: u32, before: u8) -> u8 {
        match self {
            Self::Bytes(dense) => dense.entry_after(place, before),
            Self::Bits(bits) => bits.entry_after(place, before),
        }
    }

    fn entry(&self, index: u32, cells_by_label: &[Cell], blank: Cell) -> u8 {
        match self {
            Self::Bytes(dense) => dense.entry(index, cells_by_label, blank),
            Self::Bits(bits) => bits.entry(index, cells_by_label, blank),
        }
    }
}
