//! How many regions the blank may be in, for every set of cells: by that footprints are numbered.
//!
//! A footprint of a pattern (see [`super::footprints`]) is a set of cells for its tiles and a connected region of the other
//! cells for the blank. Footprints are numbered set by set, in the order of the sets' numbers, and within a set by the
//! regions' first cells. So a footprint's number is that of the footprints of all sets before its own, which is kept here
//! for each set, and the place of its region, which is found by looking at the set.

use std::fmt;
use std::sync::Arc;

use super::cell_set::CellSet;
use crate::board::{Cell, Shape};

/// The numbers of a pattern's footprints. A clone shares what was counted.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Regions {
    shape: Shape,
    /// The pattern's tiles.
    tiles: usize,
    /// By the number of a set of cells: how many footprints come before its own. One more than there are sets.
    before: Arc<[u32]>,
}

impl Regions {
    /// Counts the regions outside every set of as many cells as the pattern has tiles.
    pub(super) fn new(tiles: usize, shape: Shape) -> Self {
        let mut sum = 0;
        let before = CellSet::counts_of_regions(tiles, shape).map(|regions| {
            // A board has at most 25 regions and 5,200,300 sets of cells of one size.
            sum += regions as u32;
            sum
        });
        Self { shape, tiles, before: std::iter::once(0).chain(before).collect() }
    }

    /// How many footprints there are.
    pub(super) fn footprints(&self) -> u32 {
        self.before.last().copied().unwrap_or(0)
    }

    /// The number of the footprint with the pattern's tiles on these cells and the blank on that one; none if that is one of
    /// them.
    pub(super) fn footprint(&self, cells: CellSet, blank: Cell) -> Option<u32> {
        let regions = cells.regions_outside(self.shape);
        let (place, _) = (0..).zip(regions).find(|(_, region)| region.contains(blank))?;
        Some(self.before[cells.number() as usize] + place)
    }

    /// The set of cells and the region of the footprint with this number; none if there is none.
    pub(super) fn at(&self, footprint: u32) -> Option<(CellSet, CellSet)> {
        let set = self.before.partition_point(|before| *before <= footprint).checked_sub(1)?;
        // Behind the last set there is none.
        self.before.get(set + 1)?;
        let cells = CellSet::from_number(u32::try_from(set).ok()?, self.tiles);
        let place = footprint - self.before[set];
        Some((cells, cells.regions_outside(self.shape).into_iter().nth(place as usize)?))
    }
}

/// The counts themselves, which are as many as sets, say nothing.
impl fmt::Debug for Regions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Regions").field("footprints", &self.footprints()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every footprint, in the order of its number, and nothing before or behind.
    #[test]
    fn numbers_count_the_footprints_in_order() {
        for (rows, columns) in [(2, 2), (2, 3), (3, 3), (4, 2), (3, 4)] {
            let shape = Shape::new(rows, columns).unwrap();
            for tiles in 1..shape.tiles() {
                let regions = Regions::new(tiles, shape);
                let mut number = 0;
                for cells in CellSet::all(tiles, shape.cells()) {
                    for region in cells.regions_outside(shape) {
                        assert_eq!(regions.at(number), Some((cells, region)));
                        assert!(region.cells().all(|cell| regions.footprint(cells, cell) == Some(number)));
                        number += 1;
                    }
                    assert!(cells.cells().all(|cell| regions.footprint(cells, cell).is_none()));
                }
                assert_eq!((regions.footprints(), regions.at(number)), (number, None));
            }
        }
    }
}
