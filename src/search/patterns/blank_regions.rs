//! In which region the blank is: which of those that the cells without a tile of a pattern are connected in.
//!
//! A search by tables that keep regions asks this a few times for each state that it expands, and mostly the blank is in
//! the largest. So the largest region outside each set of cells is written down, by the set's number, as
//! [`CellSet::number`] has it. That is the sum of what the low and the high cells of the set make of it: how many are low
//! is known from the high ones.

use std::cmp::Reverse;

use crate::board::{Cell, MAX_CELLS, Shape};
use crate::space::CellSet;

/// The regions outside all sets of one size, on boards of one shape.
#[derive(Debug)]
pub(super) struct BlankRegions {
    /// By the low cells of a set, and by the high ones: their part of its number.
    of_low: Vec<u32>,
    of_high: Vec<u32>,
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

/// Cells that are low.
const LOW: usize = 12;

/// No cell has this bit.
const OF_MANY: u32 = 1 << 31;

impl BlankRegions {
    /// Of the sets of so many cells.
    pub(super) fn outside_sets_of(size: usize, shape: Shape) -> Self {
        let number = |bits: usize, first: usize, before: usize| -> u32 {
            let cells = (0..usize::BITS as usize).filter(|bit| bits >> bit & 1 == 1);
            cells.zip(before + 1..).map(|(bit, nth)| CellSet::count(nth, first + bit)).sum()
        };
        // More than there may be are of no set.
        let of_high = |bits: usize| {
            (bits.count_ones() as usize <= size).then(|| number(bits, LOW, size - bits.count_ones() as usize))
        };
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
        Self {
            of_low: (0..1 << LOW).map(|bits| number(bits, 0, 0)).collect(),
            of_high: (0..1 << shape.cells().saturating_sub(LOW))
                .map(|bits| of_high(bits).unwrap_or(0))
                .collect(),
            largest,
            many,
        }
    }

    /// The region of a cell that is not in a set.
    #[inline]
    pub(super) fn of(&self, cell: Cell, set: CellSet) -> Region {
        let bits = set.bits() as usize;
        let largest = self.largest[(self.of_low[bits % (1 << LOW)] + self.of_high[bits >> LOW]) as usize];
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
