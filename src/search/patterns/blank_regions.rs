//! In which region the blank is: which of those that the cells without a tile of a pattern are connected in.
//!
//! A search by tables that keep regions asks this a few times for each state that it expands, and mostly the blank is in
//! the largest. So the largest region outside each set of cells is written down, by the set's number.

use std::cmp::Reverse;

use super::set_numbers::SetNumbers;
use crate::board::{Cell, MAX_CELLS, Shape};
use crate::space::CellSet;

/// The regions outside all sets of one size, on boards of one shape.
#[derive(Debug)]
pub(super) struct BlankRegions {
    numbers: SetNumbers,
    /// By number of the set: the largest region; if there are more than two, [`OF_MANY`] and their place in `many`.
    largest: Vec<u32>,
    /// By cell: the place of its region, or that it is the largest.
    many: Vec<[Region; MAX_CELLS]>,
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

/// No cell has this bit.
const OF_MANY: u32 = 1 << 31;

impl BlankRegions {
    /// Of the sets of so many cells.
    pub(super) fn outside_sets_of(size: usize, shape: Shape) -> Self {
        let mut many = Vec::new();
        let of_set = CellSet::all(size, shape.cells()).map(|set| {
            let regions = set.regions_outside(shape);
            let largest = largest(&regions);
            if regions.len() <= 2 {
                return regions[largest].bits();
            }
            let mut of_cell = [Region::Largest; MAX_CELLS];
            for (place, region) in (0..).zip(&regions).filter(|(place, _)| usize::from(*place) != largest) {
                region.cells().for_each(|cell| of_cell[cell.index()] = Region::OfMany(place));
            }
            many.push(of_cell);
            OF_MANY | (many.len() - 1) as u32
        });
        let largest = of_set.collect();
        Self { numbers: SetNumbers::of_size(size, shape.cells()), largest, many }
    }

    /// The region of a cell that is not in a set.
    #[inline]
    pub(super) fn of(&self, cell: Cell, set: CellSet) -> Region {
        let largest = self.largest[self.numbers.of(set) as usize];
        if largest & OF_MANY != 0 {
            self.many[(largest & !OF_MANY) as usize][cell.index() % MAX_CELLS]
        } else if largest >> cell.index() & 1 == 1 {
            Region::Largest
        } else {
            Region::OtherOfTwo
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
