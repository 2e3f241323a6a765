//! Finds the blank's region: the connected component of the cells without tiles of a pattern.
//!
//! A search with zero-aware tables asks for it several times per expanded state. So the regions
//! outside each set of cells are stored in advance. Sets whose regions are equal except for the
//! largest share one entry, to keep the data in the processor's caches.

use std::cmp::Reverse;

use super::set_numbers::SetNumbers;
use crate::board::{Cell, MAX_CELLS, Shape};
use crate::space::CellSet;

/// The regions outside all sets of one size, on boards of one shape.
#[derive(Debug)]
pub(in crate::search::pdb) struct BlankRegions {
    numbers: SetNumbers,
    /// For each set, by number, an index into `outsides`. Six tiles on 5x5 need 3,339 entries
    /// there, and no board more than 11,971 (2x12).
    outside: Vec<u16>,
    /// The region of each cell. Most small regions are a few cells at the border, and many sets
    /// share them.
    outsides: Vec<[Region; 32]>,
}

/// The region of a cell, among those outside a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::search::pdb) enum Region {
    /// The largest region; of equals, the one with the first cell.
    Largest,
    /// The smaller one of two regions.
    OtherOfTwo,
    /// Not the largest of three or more regions. Holds its position in the order of their first
    /// cells, from 0.
    OfMany(u8),
}

/// Returns the position of the largest region; of equals, the first.
pub(in crate::search::pdb) fn largest(regions: &[CellSet]) -> usize {
    // Reversed, as `max_by_key` would return the last of equal regions.
    let of_size = |(place, region): &(usize, &CellSet)| (region.len(), Reverse(*place));
    regions.iter().enumerate().max_by_key(of_size).map_or(0, |(place, _)| place)
}

/// Returns a number that determines the regions outside a set: the cells of all but the largest. If
/// there are more than two, the bits above have the largest region's position.
fn key(set: CellSet, shape: Shape) -> u32 {
    let regions = set.regions_outside(shape);
    let largest = largest(&regions);
    let others = regions.iter().enumerate().filter(|(place, _)| *place != largest);
    let cells = others.fold(CellSet::default(), |cells, (_, region)| cells.union(*region));
    let place = if regions.len() > 2 { largest as u32 } else { 0 };
    cells.bits() | place << MAX_CELLS
}

/// Decodes a key to the region of each cell. No two regions touch, so the connected components of
/// the key's cells are the regions.
fn regions_of(key: u32, shape: Shape) -> [Region; 32] {
    let mut of_cell = [Region::Largest; 32];
    let others = key & ((1 << shape.cells()) - 1);
    let regions = CellSet::from_bits(!others & ((1 << shape.cells()) - 1)).regions_outside(shape);
    let place_of_largest = key >> MAX_CELLS;
    for (number, region) in (0..).zip(&regions) {
        let place = number + u8::from(u32::from(number) >= place_of_largest);
        let name = if regions.len() == 1 { Region::OtherOfTwo } else { Region::OfMany(place) };
        region.cells().for_each(|cell| of_cell[cell.index()] = name);
    }
    of_cell
}

impl BlankRegions {
    /// Prepares the regions outside sets of `size` cells.
    pub(in crate::search::pdb) fn new(size: usize, shape: Shape) -> Self {
        let keys: Vec<u32> = CellSet::all(size, shape.cells()).map(|set| key(set, shape)).collect();
        let mut distinct = Vec::new();
        for key in &keys {
            if let Err(place) = distinct.binary_search(key) {
                distinct.insert(place, *key);
            }
        }
        let place = |key: &u32| distinct.partition_point(|before| before < key) as u16;
        Self {
            numbers: SetNumbers::new(size, shape.cells()),
            outside: keys.iter().map(place).collect(),
            outsides: distinct.iter().map(|key| regions_of(*key, shape)).collect(),
        }
    }

    /// The region of a cell that is not in the set.
    #[inline]
    pub(in crate::search::pdb) fn region(&self, cell: Cell, set: CellSet) -> Region {
        let outside = self.outside[self.numbers.number(set) as usize];
        self.outsides[usize::from(outside)][cell.index() % 32]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// For six tiles, no board of up to 25 cells has more.
    #[test]
    fn outsides_fit_their_index_type() {
        let of_six = |rows, columns| BlankRegions::new(6, Shape::new(rows, columns).unwrap());
        assert_eq!((of_six(2, 12).outsides.len(), of_six(5, 5).outsides.len()), (11_971, 3_339));
    }

    #[test]
    fn every_region_is_found() {
        for (rows, columns, sizes) in [(2, 3, 1..=5), (3, 3, 1..=8), (4, 4, 3..=6), (5, 5, 4..=4)] {
            let shape = Shape::new(rows, columns).unwrap();
            for size in sizes {
                let regions_of = BlankRegions::new(size, shape);
                for set in CellSet::all(size, shape.cells()) {
                    let regions = set.regions_outside(shape);
                    let most = regions.iter().map(|region| region.cells().count()).max().unwrap();
                    let largest = regions.iter().position(|region| region.cells().count() == most).unwrap();
                    for cell in shape.all_cells().filter(|cell| !set.contains(*cell)) {
                        let place = regions.iter().position(|region| region.contains(cell)).unwrap();
                        let expected = match regions.len() {
                            _ if place == largest => Region::Largest,
                            2 => Region::OtherOfTwo,
                            _ => Region::OfMany(place as u8),
                        };
                        assert_eq!(regions_of.region(cell, set), expected);
                    }
                }
            }
        }
    }
}
