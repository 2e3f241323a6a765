//! Entries in the order of the file, for patterns too large for a direct index.
//!
//! There are two forms. Plain entries have a byte each, and are read in the mapped file. Zero-aware
//! entries are reduced to one bit each. A slide changes such an entry by one, and the two possible
//! new entries differ by two, so bit 1 tells them apart. The bits take an eighth of the memory of
//! bytes, little enough for the page table entries of all of it to stay in the processor's caches.
//!
//! One type serves both forms: compiling the search for each would cost more than the branch.

use memmap2::MmapMut;

use super::IndexedEntries;
use super::descent::{Descent, DescentState, Residues};
use super::lehmer_index::LehmerIndex;
use super::prefetch;
use super::set_numbers::SetNumbers;
use crate::board::Cell;
use crate::search::pdb::entries::PatternEntries;
use crate::search::pdb::error::PdbSetError;
use crate::space::lehmer::factorial;
use crate::space::{CellSet, PatternSpace};
use crate::table::TableError;

/// The entries of a pattern of up to eight tiles.
#[derive(Debug)]
pub(in crate::search::pdb) struct FileOrder {
    entries: Entries,
    lehmer: LehmerIndex,
    numbers: SetNumbers,
    /// Indexed by number of the set; empty for plain entries, which have one footprint for each
    /// set.
    footprints: Vec<FootprintsOfSet>,
    /// The number of entries of a footprint.
    entries_per_footprint: u32,
    descent: Descent,
}

/// The entries in one of the two forms.
#[derive(Debug)]
enum Entries {
    /// A byte for each placement.
    Bytes(PatternEntries),
    /// Bit 1 of each zero-aware entry: eight to a byte, the first in the lowest bit.
    Bits(MmapMut),
}

/// The footprints with one set of cells: three bits per cell for the position of its region, and
/// above these the number of the first footprint. Sets of up to eight cells leave at most eight
/// regions of up to sixteen cells. There are at most 40,359 footprints, with eight tiles on 2x8,
/// and 35,347 on 4x4.
#[derive(Clone, Copy, Debug)]
struct FootprintsOfSet(u64);

impl FootprintsOfSet {
    const BITS_PER_CELL: usize = 3;
    const FIRST: usize = 48;

    fn new(first: usize, regions: &[CellSet]) -> Self {
        let bits = |(place, region): (u64, &CellSet)| -> u64 {
            region.cells().map(|cell| place << (Self::BITS_PER_CELL * cell.index())).sum()
        };
        Self((first as u64) << Self::FIRST | (0..).zip(regions).map(bits).sum::<u64>())
    }

    /// The position of a cell's region among those of the set.
    #[inline]
    const fn region_of(self, cell: Cell) -> u32 {
        (self.0 >> (Self::BITS_PER_CELL * (cell.index() % 16))) as u32 & 7
    }

    /// The number of the footprint with the blank on a cell.
    #[inline]
    const fn footprint(self, blank: Cell) -> u32 {
        (self.0 >> Self::FIRST) as u32 + self.region_of(blank)
    }
}

impl FileOrder {
    /// Prepares the entries of a table.
    pub(in crate::search::pdb) fn new(
        space: &PatternSpace,
        entries: PatternEntries,
    ) -> Result<Self, PdbSetError> {
        let (tiles, shape) = (space.pattern().tiles().len(), space.shape());
        let mut footprints = Vec::new();
        let entries = if space.is_zero_aware() {
            let bits = entries.copy_bit_entries()?;
            entries.check_unchanged()?;
            let mut first = 0;
            footprints.extend(CellSet::all(tiles, shape.cells()).map(|set| {
                let regions = set.regions_outside(shape);
                first += regions.len();
                FootprintsOfSet::new(first - regions.len(), &regions)
            }));
            Entries::Bits(bits)
        } else {
            Entries::Bytes(entries)
        };
        Ok(Self {
            entries,
            lehmer: LehmerIndex::new(tiles, shape),
            numbers: SetNumbers::new(tiles, shape.cells()),
            footprints,
            entries_per_footprint: factorial(tiles) as u32,
            descent: Descent::new(space),
        })
    }

    pub(in crate::search::pdb) const fn is_zero_aware(&self) -> bool {
        matches!(self.entries, Entries::Bits(_))
    }

    /// Prefetches the entry at an offset.
    #[inline]
    pub(in crate::search::pdb) fn prefetch(&self, offset: u32) {
        match &self.entries {
            Entries::Bytes(entries) => prefetch::byte(entries.bytes(), offset as usize),
            Entries::Bits(bits) => prefetch::byte(bits, offset as usize / 8),
        }
    }

    /// The offset of the entry among all entries of the file.
    #[inline]
    fn offset(&self, index: u32, blank: Cell) -> u32 {
        let set = LehmerIndex::set(index);
        let footprint = match self.entries {
            // Looking this up like the others would make a search slower by a tenth.
            Entries::Bytes(_) => self.numbers.number(set),
            Entries::Bits(_) => self.footprints(set).footprint(blank),
        };
        footprint * self.entries_per_footprint + LehmerIndex::rank(index)
    }

    #[inline]
    fn footprints(&self, set: CellSet) -> FootprintsOfSet {
        self.footprints[self.numbers.number(set) as usize]
    }

    /// Bit 1 of an entry.
    #[inline]
    fn bit_entry(&self, offset: u32) -> u8 {
        match &self.entries {
            Entries::Bytes(entries) => entries.bytes()[offset as usize] >> 1 & 1,
            Entries::Bits(bits) => bits[offset as usize / 8] >> (offset % 8) & 1,
        }
    }
}

impl IndexedEntries for FileOrder {
    fn index(&self, cells_by_label: &[Cell], _cells_of_board: usize) -> u32 {
        self.lehmer.index(cells_by_label)
    }

    // Not inlined: each search would contain a dozen copies.
    #[inline(never)]
    fn after(&self, index: u32, _weight: u32, from: Cell, to: Cell) -> (u32, u32) {
        let index = self.lehmer.after(index, from, to);
        // The blank moves to where the tile was.
        (index, self.offset(index, from))
    }

    #[inline]
    fn entry_after(&self, offset: u32, before: u8) -> u8 {
        match &self.entries {
            Entries::Bytes(entries) => entries.bytes()[offset as usize],
            Entries::Bits(_) => {
                // From 0, an entry can only rise to 1, whose bit 1 is 0; that of -1 would be
                // 1, so it never matches.
                let less = before.wrapping_sub(1);
                if less >> 1 & 1 == self.bit_entry(offset) { less } else { less.wrapping_add(2) }
            }
        }
    }

    fn entry(&self, index: u32, cells_by_label: &[Cell], blank: Cell) -> u8 {
        match &self.entries {
            Entries::Bytes(entries) => entries.bytes()[self.offset(index, blank) as usize],
            Entries::Bits(_) => self.descent.moves(self, index, cells_by_label, blank),
        }
    }

    fn check_unchanged(&self) -> Result<(), Box<TableError>> {
        match &self.entries {
            Entries::Bytes(entries) => entries.check_unchanged(),
            Entries::Bits(_) => Ok(()),
        }
    }
}

impl Residues for FileOrder {
    fn index_after(&self, index: u32, _label: usize, from: Cell, to: Cell) -> u32 {
        self.lehmer.after(index, from, to)
    }

    fn are_connected(&self, set: CellSet, one: Cell, other: Cell) -> bool {
        let footprints = self.footprints(set);
        footprints.region_of(one) == footprints.region_of(other)
    }

    /// An entry has the parity of the Manhattan distance.
    fn residue(&self, at: &DescentState) -> u8 {
        2 * self.bit_entry(self.offset(at.index, at.blank)) + (at.manhattan % 2) as u8
    }
}

#[cfg(test)]
mod tests {
    use super::super::direct_index::{DirectIndex, fits_direct_index};
    use super::*;
    use crate::board::{Board, Goal, Move, Shape, Tile};
    use crate::generate::Generator;
    use crate::search::pdb::layout::lehmer_index::fits_lehmer_index;
    use crate::space::{FullSpace, Pattern, Space, StateIndex};

    fn space(tiles: &[u8]) -> PatternSpace {
        let goal = Goal::blank_last(Shape::new(4, 4).unwrap());
        let pattern = Pattern::new(goal.shape(), tiles.iter().copied().map(Tile::new)).unwrap();
        PatternSpace::new(&goal, pattern).unwrap()
    }

    fn some_entries(space: &PatternSpace) -> Vec<u8> {
        (0..space.placements()).map(|number| (number * 7919 % 251) as u8).collect()
    }

    /// On random walks, the index after each slide equals the board's, and so does the entry there.
    fn assert_slides_keep_the_index(part: &impl IndexedEntries, space: &PatternSpace, entries: &[u8]) {
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
            let (index_after, offset_after) = part.after(index, weight, board.blank(), from);
            index = part.index(&place(&board), 16);
            assert_eq!(index_after, index);
            let number = space.index_of(&board).unwrap().number();
            assert_eq!(part.entry_after(offset_after, 0), entries[number as usize]);
        }
    }

    #[test]
    fn slides_keep_the_index() {
        let few = space(&[1, 2, 5, 6, 9]);
        let entries = some_entries(&few);
        assert!(fits_direct_index(&few) && fits_lehmer_index(&few));
        assert_slides_keep_the_index(&DirectIndex::new(&few, &entries, || true).unwrap(), &few, &entries);
        assert_slides_keep_the_index(&FileOrder::new(&few, entries.clone().into()).unwrap(), &few, &entries);
        let many = space(&[1, 2, 3, 4, 5, 6, 7]);
        let entries = some_entries(&many);
        assert!(!fits_direct_index(&many) && fits_lehmer_index(&many));
        assert_slides_keep_the_index(
            &FileOrder::new(&many, entries.clone().into()).unwrap(),
            &many,
            &entries,
        );
    }

    /// On boards of the 8-puzzle, the entry counted on a descent equals the table's. So does the
    /// one derived from a bit after each slide of one of the tiles.
    #[test]
    fn every_entry_follows_from_bits() {
        let shape = Shape::new(3, 3).unwrap();
        for goal in [Goal::blank_last(shape), Goal::snail(shape)] {
            for tiles in [&[1_u8, 2, 3, 4][..], &[5, 6, 7, 8], &[1, 6], &[2, 4, 5, 6, 8]] {
                let pattern = Pattern::new(shape, tiles.iter().copied().map(Tile::new)).unwrap();
                let built = Generator::new(Space::zero_aware(&goal, &pattern).unwrap()).distances().unwrap();
                let space = PatternSpace::zero_aware(&goal, pattern).unwrap();
                let entries = built.into_entries();
                let bits = FileOrder::new(&space, entries.clone().into()).unwrap();
                let entry_of = |board: &Board| entries[space.index_of(board).unwrap().number() as usize];
                let all = FullSpace::new(&goal).unwrap();
                for number in (0..all.states()).step_by(7) {
                    let board = all.board_at(StateIndex::new(number)).unwrap();
                    let cell_of = |cell: &Cell| board.cell_of(goal.board().tile_at(*cell)).unwrap();
                    let cells: Vec<Cell> = space.goal_cells().cells().map(|cell| cell_of(&cell)).collect();
                    let (index, entry) = (bits.index(&cells, 9), entry_of(&board));
                    assert_eq!(bits.entry(index, &cells, board.blank()), entry, "{board}");
                    for (_, next) in board.successors() {
                        let (from, to) = (next.blank(), board.blank());
                        if !cells.contains(&from) {
                            continue;
                        }
                        let (_, offset) = bits.after(index, 0, from, to);
                        assert_eq!(bits.entry_after(offset, entry), entry_of(&next), "{next}");
                    }
                }
            }
        }
    }

    /// Checks that the 64 bits of [`FootprintsOfSet`] are enough for every shape and number of
    /// tiles.
    #[test]
    fn there_is_room_for_every_region_and_footprint() {
        let (mut most_regions, mut most_footprints) = (0, 0);
        for (rows, columns) in (2..=8).flat_map(|rows| (2..=8).map(move |columns| (rows, columns))) {
            let Ok(shape) = Shape::new(rows, columns) else { continue };
            if shape.cells() > 16 {
                continue;
            }
            for tiles in 1..=8.min(shape.cells() - 3) {
                let counts: Vec<usize> =
                    CellSet::all(tiles, shape.cells()).map(|set| set.regions_outside(shape).len()).collect();
                most_regions = most_regions.max(counts.iter().copied().max().unwrap());
                most_footprints = most_footprints.max(counts.iter().sum());
            }
        }
        assert_eq!((most_regions, most_footprints), (8, 40_359));
    }

    /// With invalid bits, a way that leads nowhere still ends.
    #[test]
    fn a_descent_ends_with_any_bits() {
        let goal = Goal::blank_last(Shape::new(3, 3).unwrap());
        let pattern = Pattern::new(goal.shape(), [1, 2, 5, 6].map(Tile::new)).unwrap();
        let space = PatternSpace::zero_aware(&goal, pattern).unwrap();
        let mut random = fastrand::Rng::with_seed(7);
        for entry in [0, 2] {
            let entries: Vec<u8> =
                (0..space.entries()).map(|_| if entry == 0 { random.u8(..) } else { entry }).collect();
            let bits = FileOrder::new(&space, entries.into()).unwrap();
            for set in CellSet::all(4, 9) {
                let cells: Vec<Cell> = set.cells().collect();
                let blank = goal.shape().all_cells().find(|cell| !set.contains(*cell)).unwrap();
                let _any_number = bits.entry(bits.index(&cells, 9), &cells, blank);
            }
        }
    }
}
