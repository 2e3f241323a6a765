//! Entries as they are in the file, a byte each, for patterns too large to be spread.

use super::entries::{EntryBytes, Layout};
use super::prefetch;
use super::ranked::{Ranked, TileSlide};
use super::set_numbers::SetNumbers;
use crate::board::Cell;
use crate::space::PatternSpace;
use crate::space::lehmer::factorial;
use crate::table::TableError;

/// The entries of a pattern's file.
#[derive(Debug)]
pub(super) struct Dense {
    entries: EntryBytes,
    ranked: Ranked,
    numbers: SetNumbers,
    /// How many entries a set of cells has.
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
}

impl Layout for Dense {
    const IS_LARGE: bool = true;

    fn index(&self, cells_by_label: &[Cell], _cells_of_board: usize) -> u32 {
        self.ranked.index(cells_by_label)
    }

    #[inline]
    fn after(&self, index: u32, slide: TileSlide) -> u32 {
        self.ranked.after(index, slide)
    }

    /// As in the file.
    #[inline]
    fn place(&self, index: u32, _blank: Cell) -> u32 {
        self.numbers.of(Ranked::set(index)) * self.of_set + Ranked::rank(index)
    }

    #[inline]
    fn prefetch(&self, place: u32) {
        prefetch::byte(self.entries.as_slice(), place as usize);
    }

    #[inline]
    fn entry_after(&self, place: u32, _before: u8) -> u8 {
        self.entries.as_slice()[place as usize]
    }

    fn entry(&self, index: u32, _cells_by_label: &[Cell], blank: Cell) -> u8 {
        self.entry_after(self.place(index, blank), 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, Goal, Move, Shape, Tile};
    use crate::search::patterns::entries::{Spread, can_be_spread};
    use crate::search::patterns::ranked::can_be_ranked;
    use crate::space::Pattern;

    fn space(tiles: &[u8]) -> PatternSpace {
        let goal = Goal::blank_last(Shape::new(4, 4).unwrap());
        let pattern = Pattern::new(goal.shape(), tiles.iter().copied().map(Tile::new)).unwrap();
        PatternSpace::new(&goal, pattern).unwrap()
    }

    fn some_entries(space: &PatternSpace) -> Vec<u8> {
        (0..space.placements()).map(|number| (number * 7919 % 251) as u8).collect()
    }

    /// On random walks: the index after each slide is that of the board, and the entry there its own.
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
            if let Some(label) = tiles.iter().position(|other| *other == tile) {
                let weight = 16_u32.pow(label as u32);
                let slide = TileSlide { weight, from: board.blank(), to: from };
                index = part.after(index, slide);
            }
            assert_eq!(index, part.index(&place(&board), 16));
            let number = space.index_of(&board).unwrap().number();
            assert_eq!(part.entry_after(part.place(index, board.blank()), 0), entries[number as usize]);
        }
    }

    #[test]
    fn slides_keep_the_index() {
        let few = space(&[1, 2, 5, 6, 9]);
        let entries = some_entries(&few);
        assert!(can_be_spread(&few) && can_be_ranked(&few));
        assert_slides_keep_the_index(&Spread::new(&few, &entries), &few, &entries);
        assert_slides_keep_the_index(&Dense::new(&few, EntryBytes::Owned(entries.clone())), &few, &entries);
        let many = space(&[1, 2, 3, 4, 5, 6, 7]);
        let entries = some_entries(&many);
        assert!(!can_be_spread(&many) && can_be_ranked(&many));
        assert_slides_keep_the_index(&Dense::new(&many, EntryBytes::Owned(entries.clone())), &many, &entries);
    }
}
