//! Zero-aware tables with one bit per entry, for patterns too large for a direct index.
//!
//! A slide changes an entry of such a table by one. The two possible new entries differ by two, so
//! their second bit tells which it is. The bits are in the order of the file's entries. They need
//! an eighth of the memory of a table with one byte per entry, even of one that does not
//! distinguish regions. That is small enough that address translation of all of it stays in the
//! processor's caches.

use memmap2::MmapMut;

use super::descent::{Descent, Placement, Residues};
use super::large_pages;
use super::lehmer_index::{LehmerIndex, TileSlide};
use super::prefetch;
use super::set_numbers::SetNumbers;
use crate::board::Cell;
use crate::search::pdb::entries::PatternEntries;
use crate::search::pdb::error::CatalogueError;
use crate::space::lehmer::factorial;
use crate::space::{CellSet, PatternSpace};

/// The second bits of a table's entries.
#[derive(Debug)]
pub(in crate::search::pdb) struct FileBits {
    /// Eight to a byte, the first in the lowest bit.
    bits: MmapMut,
    lehmer: LehmerIndex,
    numbers: SetNumbers,
    /// Indexed by number of the set.
    footprints: Vec<Footprints>,
    /// The number of entries of a footprint.
    of_footprint: u32,
    descent: Descent,
}

/// The footprints with one set of cells: three bits per cell for the position of its region, and
/// above these the number of the first footprint. Sets of up to eight cells leave at most eight
/// regions of up to sixteen cells. There are at most 40,359 footprints, with eight tiles on 2x8,
/// and 35,347 on 4x4.
#[derive(Clone, Copy, Debug)]
struct Footprints(u64);

impl Footprints {
    const OF_CELL: usize = 3;
    const FIRST: usize = 48;

    fn new(first: usize, regions: &[CellSet]) -> Self {
        let bits = |(place, region): (u64, &CellSet)| -> u64 {
            region.cells().map(|cell| place << (Self::OF_CELL * cell.index())).sum()
        };
        Self((first as u64) << Self::FIRST | (0..).zip(regions).map(bits).sum::<u64>())
    }

    /// The position of a cell's region among those of the set.
    #[inline]
    const fn place(self, cell: Cell) -> u32 {
        (self.0 >> (Self::OF_CELL * (cell.index() % 16))) as u32 & 7
    }

    /// The number of the footprint with the blank on a cell.
    #[inline]
    const fn number(self, blank: Cell) -> u32 {
        (self.0 >> Self::FIRST) as u32 + self.place(blank)
    }
}

impl FileBits {
    /// Lays out the entries of a zero-aware table.
    pub(in crate::search::pdb) fn new(
        space: &PatternSpace,
        entries: &PatternEntries,
    ) -> Result<Self, CatalogueError> {
        let (tiles, shape) = (space.pattern().tiles().len(), space.shape());
        let len = space.entries().div_ceil(8) as usize;
        let mut bits = large_pages::zeros(len).map_err(CatalogueError::Memory)?;
        entries.write_second_bits(&mut bits);
        entries.check_unchanged()?;
        let mut first = 0;
        let footprints = CellSet::all(tiles, shape.cells()).map(|set| {
            let regions = set.regions_outside(shape);
            first += regions.len();
            Footprints::new(first - regions.len(), &regions)
        });
        Ok(Self {
            bits,
            footprints: footprints.collect(),
            lehmer: LehmerIndex::new(tiles, shape),
            numbers: SetNumbers::new(tiles, shape.cells()),
            of_footprint: factorial(tiles) as u32,
            descent: Descent::new(space),
        })
    }

    #[inline]
    fn footprints(&self, set: CellSet) -> Footprints {
        self.footprints[self.numbers.number(set) as usize]
    }

    #[inline]
    fn second_bit(&self, place: u32) -> u8 {
        self.bits[place as usize / 8] >> (place % 8) & 1
    }

    pub(in crate::search::pdb) const fn lehmer(&self) -> &LehmerIndex {
        &self.lehmer
    }

    /// The place of the entry in the file.
    #[inline]
    pub(in crate::search::pdb) fn place(&self, index: u32, blank: Cell) -> u32 {
        let footprint = self.footprints(LehmerIndex::set(index)).number(blank);
        footprint * self.of_footprint + LehmerIndex::rank(index)
    }

    #[inline]
    pub(in crate::search::pdb) fn prefetch(&self, place: u32) {
        prefetch::byte(&self.bits, place as usize / 8);
    }

    /// The entry at a place after a slide, given the entry before.
    #[inline]
    pub(in crate::search::pdb) fn entry_after(&self, place: u32, before: u8) -> u8 {
        // From 0, an entry can only rise to 1, whose second bit is 0; that of -1 would be 1, so it
        // never matches.
        let less = before.wrapping_sub(1);
        if less >> 1 & 1 == self.second_bit(place) { less } else { less.wrapping_add(2) }
    }

    /// Counts an entry from scratch, without using a neighbor's entry.
    pub(in crate::search::pdb) fn entry(&self, index: u32, cells_by_label: &[Cell], blank: Cell) -> u8 {
        self.descent.moves(self, index, cells_by_label, blank)
    }
}

impl Residues for FileBits {
    fn index_after(&self, index: u32, _label: usize, from: Cell, to: Cell) -> u32 {
        self.lehmer.after(index, TileSlide { weight: 0, from, to })
    }

    fn are_connected(&self, set: CellSet, one: Cell, other: Cell) -> bool {
        let footprints = self.footprints(set);
        footprints.place(one) == footprints.place(other)
    }

    /// An entry has the parity of the Manhattan distance.
    fn residue(&self, at: &Placement) -> u8 {
        2 * self.second_bit(self.place(at.index, at.blank)) + (at.manhattan % 2) as u8
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, Goal, Shape, Tile};
    use crate::generate::Generator;
    use crate::space::{Pattern, Space, StateIndex, StateSpace};

    /// On boards of the 8-puzzle, the entry counted on a descent equals the table's. So does the
    /// one derived from a bit after each slide of one of the tiles.
    #[test]
    fn every_entry_follows_from_bits() {
        let shape = Shape::new(3, 3).unwrap();
        for goal in [Goal::blank_last(shape), Goal::snail(shape)] {
            for tiles in [&[1_u8, 2, 3, 4][..], &[5, 6, 7, 8], &[1, 6], &[2, 4, 5, 6, 8]] {
                let pattern = Pattern::new(shape, tiles.iter().copied().map(Tile::new)).unwrap();
                let built = Generator::new(Space::with_regions(&goal, &pattern).unwrap()).run().unwrap();
                let space = PatternSpace::with_regions(&goal, pattern).unwrap();
                let entries = built.into_entries();
                let bits = FileBits::new(&space, &PatternEntries::from(entries.clone())).unwrap();
                let entry_of = |board: &Board| entries[space.index_of(board).unwrap().number() as usize];
                let all = StateSpace::new(&goal).unwrap();
                for number in (0..all.states()).step_by(7) {
                    let board = all.board_at(StateIndex::new(number)).unwrap();
                    let cell_of = |cell: &Cell| board.cell_of(goal.board().tile_at(*cell)).unwrap();
                    let cells: Vec<Cell> = space.goal_cells().cells().map(|cell| cell_of(&cell)).collect();
                    let (index, entry) = (bits.lehmer().index(&cells), entry_of(&board));
                    assert_eq!(bits.entry(index, &cells, board.blank()), entry, "{board}");
                    for (_, next) in board.successors() {
                        let (from, to) = (next.blank(), board.blank());
                        if !cells.contains(&from) {
                            continue;
                        }
                        let place =
                            bits.place(bits.lehmer().after(index, TileSlide { weight: 0, from, to }), from);
                        assert_eq!(bits.entry_after(place, entry), entry_of(&next), "{next}");
                    }
                }
            }
        }
    }

    /// Checks that the 64 bits of [`Footprints`] are enough for every shape and number of tiles.
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
        let space = PatternSpace::with_regions(&goal, pattern).unwrap();
        let mut random = fastrand::Rng::with_seed(7);
        for entry in [0, 2] {
            let entries: Vec<u8> =
                (0..space.entries()).map(|_| if entry == 0 { random.u8(..) } else { entry }).collect();
            let bits = FileBits::new(&space, &PatternEntries::from(entries)).unwrap();
            for set in CellSet::all(4, 9) {
                let cells: Vec<Cell> = set.cells().collect();
                let blank = goal.shape().all_cells().find(|cell| !set.contains(*cell)).unwrap();
                let _any_number = bits.entry(bits.lehmer().index(&cells), &cells, blank);
            }
        }
    }
}
