//! A direct index: the cells of a pattern's tiles, read as digits.

use super::IndexedEntries;
use crate::board::Cell;
use crate::space::lehmer::{factorial, unrank};
use crate::space::{CellSet, PatternSpace};

/// Maximum number of tiles for a direct index.
const MAX_DIRECT_TILES: usize = 6;

/// Entries with a direct index: the cells of the tiles, read as digits. A slide adds a constant to
/// the index. For patterns of few tiles.
#[derive(Debug)]
pub(in crate::search::pdb) struct DirectIndex(Vec<u8>);

/// Whether a pattern is small enough for a direct index.
pub(in crate::search::pdb) fn fits_direct_index(space: &PatternSpace) -> bool {
    space.pattern().tiles().len() <= MAX_DIRECT_TILES
}

impl IndexedEntries for DirectIndex {
    fn index(&self, cells_by_label: &[Cell], cells_of_board: usize) -> u32 {
        let digits = cells_by_label.iter().rev();
        digits.fold(0, |index, cell| index * cells_of_board as u32 + cell.index() as u32)
    }

    #[inline]
    fn after(&self, index: u32, weight: u32, from: Cell, to: Cell) -> (u32, u32) {
        // The difference may be negative, but the new index is not: wrapping gives the right
        // result.
        let (from, to) = (from.index() as u32, to.index() as u32);
        let index = index.wrapping_add(to.wrapping_sub(from).wrapping_mul(weight));
        (index, index)
    }

    #[inline]
    fn entry_after(&self, offset: u32, _before: u8) -> u8 {
        self.0[offset as usize]
    }

    fn entry(&self, index: u32, _cells_by_label: &[Cell], _blank: Cell) -> u8 {
        self.0[index as usize]
    }
}

impl DirectIndex {
    /// Number of placements to copy between two checks for an interrupt: some milliseconds.
    const CHECK_INTERVAL: usize = 1 << 20;

    /// Orders entries by the cells of the tiles, read as digits with label 0 the lowest. Returns
    /// `None` if `may_continue` returns false.
    pub(in crate::search::pdb) fn new(
        space: &PatternSpace,
        entries: &[u8],
        may_continue: impl Fn() -> bool,
    ) -> Option<Self> {
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
