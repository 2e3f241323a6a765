//! In which region the blank is: which of those that the cells without a tile of a pattern are connected in.
//!
//! A search by tables that keep regions asks this a few times for each state that it expands. So the regions outside each set of
//! cells are written down, by the set's number; once for all sets outside of which they are the same but for the largest, as
//! a search does best if all that it reads stays near the processor.

use std::cmp::Reverse;

use super::set_numbers::SetNumbers;
use crate::board::{Cell, MAX_CELLS, Shape};
use crate::space::CellSet;

/// The regions outside all sets of one size, on boards of one shape.
#[derive(Debug)]
pub(super) struct BlankRegions {
    numbers: SetNumbers,
    /// By number of the set: the place of its outside in `outsides`, of which six tiles of 5x5 have 3,339, and none more than
    /// 11,971 (2x12).
    outside: Vec<u16>,
    /// By cell: its region. Small regions are mostly of a few cells at the border, so that many sets have the same.
    outsides: Vec<[Region; 32]>,
}

/// The region of a cell among those outside a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Region {
    /// The largest; of several the one with the first cell.
    Largest,
    /// The other one of two.
    OtherOfTwo,
    /// Not the largest, but that with this place among three or more, from 0, by their first cells.
    OfMany(u8),
}

/// The place of the largest of some regions.
pub(super) fn largest(regions: &[CellSet]) -> usize {
    let of_size = |(place, region): &(usize, &CellSet)| (region.len(), Reverse(*place));
    regions.iter().enumerate().max_by_key(of_size).map_or(0, |(place, _)| place)
}

/// What tells the regions outside a set: the cells of all but the largest, and, if there are more than two, above their bits
/// the place of the largest.
fn key(set: CellSet, shape: Shape) -> u32 {
    let regions = set.regions_outside(shape);
    let largest = largest(&regions);
    let others = regions.iter().enumerate().filter(|(place, _)| *place != largest);
    let cells = others.fold(CellSet::default(), |cells, (_, region)| cells.union(*region));
    let place = if regions.len() > 2 { largest as u32 } else { 0 };
    cells.bits() | place << MAX_CELLS
}

/// By cell its region, as a key tells. No two regions touch, so that those of the other cells are the ones that they are
/// connected in.
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
    /// Of the sets of so many cells.
    pub(super) fn outside_sets_of(size: usize, shape: Shape) -> Self {
        let keys: Vec<u32> = CellSet::all(size, shape.cells()).map(|set| key(set, shape)).collect();
        let mut distinct = Vec::new();
        for key in &keys {
            if let Err(place) = distinct.binary_search(key) {
                distinct.insert(place, *key);
            }
        }
        let place = |key: &u32| distinct.partition_point(|before| before < key) as u16;
        Self {
            numbers: SetNumbers::of_size(size, shape.cells()),
            outside: keys.iter().map(place).collect(),
            outsides: distinct.iter().map(|key| regions_of(*key, shape)).collect(),
        }
    }

    /// The region of a cell that is not in a set.
    #[inline]
    pub(super) fn of(&self, cell: Cell, set: CellSet) -> Region {
        let outside = self.outside[self.numbers.of(set) as usize];
        self.outsides[usize::from(outside)][cell.index() % 32]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// No board of up to 25 cells has more for six tiles.
    #[test]
    fn outsides_are_few_enough_for_their_numbers() {
        let of_six = |rows, columns| BlankRegions::outside_sets_of(6, Shape::new(rows, columns).unwrap());
        assert_eq!((of_six(2, 12).outsides.len(), of_six(5, 5).outsides.len()), (11_971, 3_339));
    }

    #[test]
    fn every_region_is_found() {
        for (rows, columns, sizes) in [(2, 3, 1..=5), (3, 3, 1..=8), (4, 4, 3..=6), (5, 5, 4..=4)] {
            let shape = Shape::new(rows, columns).unwrap();
            for size in sizes {
                let regions_of = BlankRegions::outside_sets_of(size, shape);
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
                        assert_eq!(regions_of.of(cell, set), expected);
                    }
                }
            }
        }
    }
}
