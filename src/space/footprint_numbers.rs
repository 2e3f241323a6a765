//! Numbers footprints, using prefix sums of each cell set's number of blank regions.
//!
//! A footprint of a pattern (see [`super::footprints`]) is a set of cells for its tiles and a
//! connected region of the other cells for the blank. Footprints are numbered set by set, in the
//! order of the sets' numbers. Within a set, the order is that of the regions' first cells. So a
//! footprint's number is the prefix sum of its cell set plus the position of its region. The prefix
//! sums are computed once and shared by all spaces of the same shape and number of tiles; the
//! position is computed from the set.

use std::fmt;
use std::sync::{Arc, Mutex, Weak};

use super::cell_set::CellSet;
use crate::board::{Cell, Shape};
use crate::threads::lock;

/// The numbers of a pattern's footprints. All of the same shape and number of tiles share the
/// prefix sums.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct FootprintNumbers {
    shape: Shape,
    /// The number of the pattern's tiles.
    tiles: usize,
    /// `before[n]`: the number of footprints of all cell sets before set `n`. It has one element
    /// more than there are sets.
    before: Arc<[u32]>,
}

/// Prefix sums that are in use unless all spaces that share them are dropped.
struct Shared {
    tiles: usize,
    shape: Shape,
    before: Weak<[u32]>,
}

/// The prefix sums in use. Opening the sixteen tables of 6x16 would otherwise compute the same sums
/// 32 times, which takes longer than mapping the tables.
static IN_USE: Mutex<Vec<Shared>> = Mutex::new(Vec::new());

impl FootprintNumbers {
    /// Counts the regions of every set of `tiles` cells, unless another space has done so.
    pub(super) fn new(tiles: usize, shape: Shape) -> Self {
        let mut in_use = lock(&IN_USE);
        in_use.retain(|shared| shared.before.strong_count() > 0);
        let same = in_use.iter().find(|shared| (shared.tiles, shared.shape) == (tiles, shape));
        if let Some(before) = same.and_then(|shared| shared.before.upgrade()) {
            return Self { shape, tiles, before };
        }
        let before = prefix_sums(tiles, shape);
        in_use.push(Shared { tiles, shape, before: Arc::downgrade(&before) });
        Self { shape, tiles, before }
    }

    /// The number of footprints.
    pub(super) fn footprints(&self) -> u32 {
        self.before.last().copied().unwrap_or(0)
    }

    /// Returns the number of the footprint with the pattern's tiles on `cells` and the blank on
    /// `blank`, or `None` if the blank is on one of `cells`.
    pub(super) fn footprint(&self, cells: CellSet, blank: Cell) -> Option<u32> {
        let regions = cells.regions_outside(self.shape);
        let (place, _) = (0..).zip(regions).find(|(_, region)| region.contains(blank))?;
        Some(self.before[cells.number() as usize] + place)
    }

    /// Returns the cell set and the region of a footprint, or `None` if the number is out of range.
    pub(super) fn at(&self, footprint: u32) -> Option<(CellSet, CellSet)> {
        // The last set that begins at or before the footprint.
        let set = self.before.partition_point(|before| *before <= footprint).checked_sub(1)?;
        // Rejects numbers past the last footprint.
        self.before.get(set + 1)?;
        let cells = CellSet::from_number(u32::try_from(set).ok()?, self.tiles);
        let place = footprint - self.before[set];
        Some((cells, cells.regions_outside(self.shape).into_iter().nth(place as usize)?))
    }
}

fn prefix_sums(tiles: usize, shape: Shape) -> Arc<[u32]> {
    let mut sum = 0;
    let before = CellSet::counts_of_regions(tiles, shape).map(|regions| {
        // No overflow: a board has at most 25 regions and 5,200,300 sets of cells of one size.
        sum += regions as u32;
        sum
    });
    std::iter::once(0).chain(before).collect()
}

/// Omits the prefix sums: there are as many as cell sets.
impl fmt::Debug for FootprintNumbers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FootprintNumbers").field("footprints", &self.footprints()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks every footprint in the order of their numbers, and the numbers past the end.
    #[test]
    fn numbers_count_the_footprints_in_order() {
        for (rows, columns) in [(2, 2), (2, 3), (3, 3), (4, 2), (3, 4)] {
            let shape = Shape::new(rows, columns).unwrap();
            for tiles in 1..shape.tiles() {
                let regions = FootprintNumbers::new(tiles, shape);
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
