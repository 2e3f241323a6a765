//! Patterns too large for a direct index, with a byte or a bit per entry.
//!
//! One type serves both: compiling the search for each layout would cost more than the branch.

use super::file_bits::FileBits;
use super::file_bytes::FileBytes;
use super::lehmer_index::{LehmerIndex, TileSlide};
use super::{IndexAndPlace, Layout};
use crate::board::Cell;
use crate::table::TableError;

/// The entries of a pattern of up to eight tiles.
#[derive(Debug)]
pub(in crate::search::pdb) enum FileOrder {
    Bytes(FileBytes),
    /// The bits of a zero-aware table.
    Bits(FileBits),
}

impl FileOrder {
    pub(in crate::search::pdb) fn check_unchanged(&self) -> Result<(), Box<TableError>> {
        match self {
            Self::Bytes(bytes) => bytes.check_unchanged(),
            Self::Bits(_) => Ok(()),
        }
    }

    const fn lehmer(&self) -> &LehmerIndex {
        match self {
            Self::Bytes(bytes) => bytes.lehmer(),
            Self::Bits(bits) => bits.lehmer(),
        }
    }
}

impl Layout for FileOrder {
    const IS_LARGE: bool = true;

    fn index(&self, cells_by_label: &[Cell], _cells_of_board: usize) -> u32 {
        self.lehmer().index(cells_by_label)
    }

    // Not inlined: each search would contain a dozen copies.
    #[inline(never)]
    fn after(&self, index: u32, slide: TileSlide) -> IndexAndPlace {
        let index = self.lehmer().after(index, slide);
        // The blank moves to where the tile was.
        let place = match self {
            Self::Bytes(bytes) => bytes.place(index),
            Self::Bits(bits) => bits.place(index, slide.from),
        };
        IndexAndPlace { index, place }
    }

    #[inline]
    fn prefetch(&self, place: u32) {
        match self {
            Self::Bytes(bytes) => bytes.prefetch(place),
            Self::Bits(bits) => bits.prefetch(place),
        }
    }

    #[inline]
    fn entry_after(&self, place: u32, before: u8) -> u8 {
        match self {
            Self::Bytes(bytes) => bytes.entry(place),
            Self::Bits(bits) => bits.entry_after(place, before),
        }
    }

    fn entry(&self, index: u32, cells_by_label: &[Cell], blank: Cell) -> u8 {
        match self {
            Self::Bytes(bytes) => bytes.entry(bytes.place(index)),
            Self::Bits(bits) => bits.entry(index, cells_by_label, blank),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::direct_index::{DirectIndex, fits_direct_index};
    use super::*;
    use crate::board::{Board, Goal, Move, Shape, Tile};
    use crate::search::pdb::entries::EntryBytes;
    use crate::search::pdb::layout::lehmer_index::fits_lehmer_index;
    use crate::space::{Pattern, PatternSpace};

    fn space(tiles: &[u8]) -> PatternSpace {
        let goal = Goal::blank_last(Shape::new(4, 4).unwrap());
        let pattern = Pattern::new(goal.shape(), tiles.iter().copied().map(Tile::new)).unwrap();
        PatternSpace::new(&goal, pattern).unwrap()
    }

    fn some_entries(space: &PatternSpace) -> Vec<u8> {
        (0..space.placements()).map(|number| (number * 7919 % 251) as u8).collect()
    }

    /// On random walks, the index after each slide equals the board's, and so does the entry there.
    fn assert_slides_keep_the_index(part: &impl Layout, space: &PatternSpace, entries: &[u8]) {
        let tiles = space.pattern().tiles();
        let place =
            |board: &Board| -> Vec<Cell> { tiles.iter().map(|tile| board.cell_of(*tile).unwrap()).collect() };
        let mut random = fastrand::Rng::with_seed(2);
        let mut board = space.goal().board();
        let mut index = part.index(&place(&board), 16);
        for _ in 0..2000 {
            let (from, step) = (board.blank(), Move::ALL[random.usize(0..4)]);
            if !board.slide(step) {
                continue;
            }
            let tile = board.tile_at(from);
            let Some(label) = tiles.iter().position(|other| *other == tile) else { continue };
            let weight = 16_u32.pow(label as u32);
            let after = part.after(index, TileSlide { weight, from: board.blank(), to: from });
            index = part.index(&place(&board), 16);
            assert_eq!(after.index, index);
            let number = space.index_of(&board).unwrap().number();
            assert_eq!(part.entry_after(after.place, 0), entries[number as usize]);
        }
    }

    #[test]
    fn slides_keep_the_index() {
        let few = space(&[1, 2, 5, 6, 9]);
        let entries = some_entries(&few);
        assert!(fits_direct_index(&few) && fits_lehmer_index(&few));
        assert_slides_keep_the_index(&DirectIndex::new(&few, &entries, || true).unwrap(), &few, &entries);
        assert_slides_keep_the_index(
            &FileOrder::Bytes(FileBytes::new(&few, EntryBytes::Owned(entries.clone()))),
            &few,
            &entries,
        );
        let many = space(&[1, 2, 3, 4, 5, 6, 7]);
        let entries = some_entries(&many);
        assert!(!fits_direct_index(&many) && fits_lehmer_index(&many));
        assert_slides_keep_the_index(
            &FileOrder::Bytes(FileBytes::new(&many, EntryBytes::Owned(entries.clone()))),
            &many,
            &entries,
        );
    }
}
