//! One pattern's entries, laid out for search.

use super::prefetch;
use crate::board::Cell;
use crate::space::lehmer::{factorial, rank, unrank};
use crate::space::rotation::Rotation;
use crate::space::{CellSet, PatternSpace};
use crate::table::{Table, TableError};

/// Patterns of up to so many tiles are spread.
const MOST_SPREAD_TILES: usize = 6;

/// The most tiles of a pattern, which is then searched in the layout of its file: its ranks are kept in 16 bits.
pub(super) const MOST_TILES: usize = 8;

/// The most cells of its board: its sets of cells are kept in 16 bits.
const MOST_DENSE_CELLS: usize = 16;

/// The entries of a pattern's table, in the order of their indexes, a byte each.
#[derive(Debug)]
pub struct PatternEntries(Source);

#[derive(Debug)]
enum Source {
    /// Entries in memory.
    Owned(Vec<u8>),
    /// A table in the `byte` encoding, all of it checked.
    Table(Table),
}

impl PatternEntries {
    /// The entries of a table in the encoding `byte`, all of which are checked now: a wrong entry would make an answer
    /// that is not optimal and does not show it, and a search that is worth a large table is worth the 0.05 s that 7-8
    /// takes. Those of another encoding have to be decoded first; without that they are too few for a catalogue, which
    /// refuses them.
    ///
    /// # Errors
    /// [`TableError`] if the file is damaged, or was changed.
    pub fn of_table(table: Table) -> Result<Self, Box<TableError>> {
        table.check_payload()?;
        Ok(Self(Source::Table(table)))
    }

    /// What a pattern's entries take beside themselves once they are laid out for search: nothing, if they stay as they
    /// are.
    #[must_use]
    pub fn bytes_laid_out(space: &PatternSpace) -> u64 {
        if !can_be_spread(space) {
            return 0;
        }
        let placements = (space.shape().cells() as u64).pow(space.pattern().tiles().len() as u32);
        // Two bits each, and a list of those that take more: that of six tiles of 5x5 takes 0.04 bytes a placement.
        if space.keeps_regions() { placements / 10 * 3 } else { placements }
    }

    /// The entries.
    #[must_use]
    #[inline]
    pub fn as_slice(&self) -> &[u8] {
        match &self.0 {
            Source::Owned(entries) => entries,
            Source::Table(table) => table.unchecked_payload(),
        }
    }

    /// Is the file, if they are read from one, as it was when it was checked?
    pub(super) fn check_unchanged(&self) -> Result<(), Box<TableError>> {
        match &self.0 {
            Source::Owned(_) => Ok(()),
            Source::Table(table) => table.check_unchanged(),
        }
    }
}

/// Entries that were just computed.
impl From<Vec<u8>> for PatternEntries {
    fn from(entries: Vec<u8>) -> Self {
        Self(Source::Owned(entries))
    }
}

/// One pattern's entries, in a layout for search.
pub(super) trait Layout: Sync + Sized {
    /// Does a search wait for entries most of the time?
    const IS_LARGE: bool;

    /// The index of a placement: the cells of the pattern's tiles, by label.
    fn index(&self, cells_by_label: &[Cell], cells_of_board: usize) -> u32;

    /// The index after a slide.
    fn after(&self, index: u32, slide: TileSlide) -> u32;

    /// The entry at an index.
    fn entry(&self, index: u32) -> u8;

    /// Has the entry at an index brought to the processor.
    fn prefetch(&self, index: u32);
}

/// By the cells of the tiles, read as digits: a slide adds a constant to the index. For few tiles.
#[derive(Debug)]
pub(super) struct Spread(Vec<u8>);

/// As they are in the file. The index is the set of cells in the high half of a word, and the rank in the low one; a
/// slide moves a bit of the one, and looks up the other in a table of the rotation.
#[derive(Debug)]
pub(super) struct Dense {
    entries: PatternEntries,
    /// By set of cells: where its entries begin.
    first_of_set: Vec<u32>,
    /// By places, `from * tiles + to`.
    rotations: Vec<RankRotation>,
    tiles: usize,
}

/// What a rotation of neighbouring labels does to the rank of an arrangement.
///
/// A rank is read as digits, one for each place: how many of the labels behind are smaller. Those of places outside the
/// window that is rotated stay as they are, and those within are told by the digits there before. So what is added to
/// the rank depends on these alone, of which there are 1,680 at most: a table that stays in the processor's first cache.
#[derive(Debug, Default)]
struct RankRotation {
    /// What the last digit of the window is worth, and what the digit before the window is.
    last: Divisor,
    before: Divisor,
    /// How many numbers the digits of the window make.
    numbers: u32,
    /// By that number: what is added to the rank, modulo 2^16.
    added: Vec<u16>,
}

/// Divides numbers below 2^16 by a number of at least 1, without a division: `n * ceil(2^32 / d)` exceeds `n * 2^32 / d`
/// by less than `n`, and what is missing to the next multiple of 2^32 is 2^32 / d at least, which is more.
#[derive(Clone, Copy, Debug, Default)]
struct Divisor(u64);

impl Divisor {
    const fn new(divisor: u32) -> Self {
        Self((1_u64 << 32).div_ceil(divisor as u64))
    }

    #[inline]
    const fn divide(self, number: u32) -> u32 {
        ((number as u64 * self.0) >> 32) as u32
    }
}

impl RankRotation {
    fn new(rotation: Rotation, tiles: usize) -> Self {
        let first = rotation.window_start();
        let last = first + rotation.window_len() - 1;
        let (of_last, of_before) = (factorial(tiles - 1 - last) as u32, factorial(tiles - first) as u32);
        let numbers = of_before / of_last;
        let added = |number: u32| {
            let mut labels = vec![0; tiles];
            let before = number * of_last;
            unrank(before.into(), tiles, &mut labels);
            rotation.apply(&mut labels);
            (rank(&labels, tiles) as u16).wrapping_sub(before as u16)
        };
        Self {
            last: Divisor::new(of_last),
            before: Divisor::new(of_before),
            numbers,
            added: (0..numbers).map(added).collect(),
        }
    }

    #[inline]
    fn after(&self, rank: u32) -> u32 {
        let number = self.last.divide(rank) - self.before.divide(rank) * self.numbers;
        (rank as u16).wrapping_add(self.added[number as usize]).into()
    }
}

/// A tile's slide.
#[derive(Clone, Copy, Debug)]
pub(super) struct TileSlide {
    /// What one cell is worth in a spread index.
    pub(super) weight: u32,
    pub(super) from: Cell,
    pub(super) to: Cell,
}

/// Can a pattern be spread?
pub(super) fn can_be_spread(space: &PatternSpace) -> bool {
    space.pattern().tiles().len() <= MOST_SPREAD_TILES
}

/// Can a pattern be searched in the layout of its file?
pub(super) fn can_be_dense(space: &PatternSpace) -> bool {
    space.pattern().tiles().len() <= MOST_TILES && space.shape().cells() <= MOST_DENSE_CELLS
}

impl Layout for Spread {
    const IS_LARGE: bool = false;

    fn index(&self, cells_by_label: &[Cell], cells_of_board: usize) -> u32 {
        let digits = cells_by_label.iter().rev();
        digits.fold(0, |index, cell| index * cells_of_board as u32 + cell.index() as u32)
    }

    #[inline]
    fn after(&self, index: u32, slide: TileSlide) -> u32 {
        let (from, to) = (slide.from.index() as u32, slide.to.index() as u32);
        index.wrapping_add(to.wrapping_sub(from).wrapping_mul(slide.weight))
    }

    #[inline]
    fn entry(&self, index: u32) -> u8 {
        self.0[index as usize]
    }

    #[inline]
    fn prefetch(&self, index: u32) {
        prefetch::byte(&self.0, index as usize);
    }
}

impl Layout for Dense {
    const IS_LARGE: bool = true;

    fn index(&self, cells_by_label: &[Cell], _cells_of_board: usize) -> u32 {
        let set: CellSet = cells_by_label.iter().copied().collect();
        let label_on = |cell: Cell| cells_by_label.iter().position(|other| *other == cell).unwrap_or(0) as u8;
        let mut labels = [0; MOST_TILES];
        for (label, cell) in labels.iter_mut().zip(set.cells()) {
            *label = label_on(cell);
        }
        set.bits() << 16 | rank(&labels[..self.tiles], self.tiles) as u32
    }

    #[inline]
    fn after(&self, index: u32, slide: TileSlide) -> u32 {
        let (set, rank) = (index >> 16, index & 0xFFFF);
        let place = |set: u32, cell: Cell| (set & ((1 << cell.index()) - 1)).count_ones() as usize;
        let set_after = set ^ 1 << slide.from.index() ^ 1 << slide.to.index();
        let (from, to) = (place(set, slide.from), place(set_after, slide.to));
        let rank = if from == to { rank } else { self.rotations[from * self.tiles + to].after(rank) };
        set_after << 16 | rank
    }

    #[inline]
    fn entry(&self, index: u32) -> u8 {
        self.entries.as_slice()[self.place(index)]
    }

    #[inline]
    fn prefetch(&self, index: u32) {
        prefetch::byte(self.entries.as_slice(), self.place(index));
    }
}

impl Dense {
    /// Where the entry at an index is in the file.
    #[inline]
    fn place(&self, index: u32) -> usize {
        (self.first_of_set[(index >> 16) as usize] + (index & 0xFFFF)) as usize
    }

    pub(super) fn check_unchanged(&self) -> Result<(), Box<TableError>> {
        self.entries.check_unchanged()
    }

    pub(super) fn new(space: &PatternSpace, entries: PatternEntries) -> Self {
        let (tiles, shape) = (space.pattern().tiles().len(), space.shape());
        let cells = shape.cells();
        let arrangements = factorial(tiles) as u32;
        let mut first_of_set = vec![0; 1 << cells];
        for (number, set) in (0..).zip(CellSet::all(tiles, cells)) {
            first_of_set[set.bits() as usize] = number * arrangements;
        }
        let places = (0..tiles).flat_map(|from| (0..tiles).map(move |to| Rotation::new(from, to)));
        // A slide passes at most the tiles of one row.
        let rotation = |rotation: Rotation| match rotation.window_len() <= shape.columns() {
            true => RankRotation::new(rotation, tiles),
            false => RankRotation::default(),
        };
        Self { entries, first_of_set, rotations: places.map(rotation).collect(), tiles }
    }
}

impl Spread {
    /// The entry of a placement is at the cells of its tiles, read as digits, label 0 the lowest.
    pub(super) fn new(space: &PatternSpace, entries: &[u8]) -> Self {
        let (cells, tiles) = (space.shape().cells(), space.pattern().tiles().len());
        let mut spread = vec![0; cells.pow(tiles as u32)];
        let arrangements = factorial(tiles) as usize;
        let mut labels = vec![0; arrangements * tiles];
        for (rank, labels) in labels.chunks_exact_mut(tiles).enumerate() {
            unrank(rank as u64, tiles, labels);
        }
        let weights: Vec<usize> = (0..tiles as u32).map(|label| cells.pow(label)).collect();
        for (set, entries) in CellSet::all(tiles, cells).zip(entries.chunks_exact(arrangements)) {
            let places: Vec<usize> = set.cells().map(Cell::index).collect();
            for (labels, entry) in labels.chunks_exact(tiles).zip(entries) {
                let digits =
                    places.iter().zip(labels).map(|(cell, label)| cell * weights[usize::from(*label)]);
                spread[digits.sum::<usize>()] = *entry;
            }
        }
        Self(spread)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, Goal, Move, Shape, Tile};
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
            assert_eq!(part.entry(index), entries[number as usize]);
        }
    }

    #[test]
    fn slides_keep_the_index() {
        let few = space(&[1, 2, 5, 6, 9]);
        let entries = some_entries(&few);
        assert!(can_be_spread(&few) && can_be_dense(&few));
        assert_slides_keep_the_index(&Spread::new(&few, &entries), &few, &entries);
        assert_slides_keep_the_index(&Dense::new(&few, entries.clone().into()), &few, &entries);
        let many = space(&[1, 2, 3, 4, 5, 6, 7]);
        let entries = some_entries(&many);
        assert!(!can_be_spread(&many) && can_be_dense(&many));
        assert_slides_keep_the_index(&Dense::new(&many, entries.clone().into()), &many, &entries);
    }

    #[test]
    fn ranks_follow_every_rotation() {
        for tiles in 2..=MOST_TILES {
            for (from, to) in (0..tiles).flat_map(|from| (0..tiles).map(move |to| (from, to))) {
                if from == to {
                    continue;
                }
                let rotation = Rotation::new(from, to);
                let of_ranks = RankRotation::new(rotation, tiles);
                let mut labels = vec![0; tiles];
                for before in 0..factorial(tiles) as u32 {
                    unrank(before.into(), tiles, &mut labels);
                    rotation.apply(&mut labels);
                    assert_eq!(
                        of_ranks.after(before),
                        rank(&labels, tiles) as u32,
                        "{rotation:?} of {before}"
                    );
                }
            }
        }
    }

    #[test]
    fn what_is_not_divided_comes_out_as_if_it_were() {
        for divisor in (0..=MOST_TILES).map(|tiles| factorial(tiles) as u32).chain([3, 7, 641, 65_535]) {
            let quotient = Divisor::new(divisor);
            assert!((0..1 << 16).all(|number| quotient.divide(number) == number / divisor), "{divisor}");
        }
    }
}
