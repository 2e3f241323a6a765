//! The number of a set of cells, looked up.
//!
//! [`CellSet::number`] is a sum over the cells of a set. What the low cells make of it follows from them alone; what the high
//! ones do depends on how many are low as well, which is known if the sets are all of one size. So a number is the sum of two
//! that are written down.

use crate::space::CellSet;

/// The numbers of the sets of one size.
#[derive(Debug)]
pub(super) struct SetNumbers {
    /// So many cells are low.
    low: u32,
    /// By the bits of the low cells of a set, and by those of the high ones: their part of its number.
    of_low: Vec<u32>,
    of_high: Vec<u32>,
}

impl SetNumbers {
    /// Of the sets of so many of the cells of a board.
    pub(super) fn of_size(size: usize, cells: usize) -> Self {
        let low = cells.div_ceil(2);
        let sum = |bits: usize, first: usize, before: usize| -> u32 {
            let cells = (0..usize::BITS as usize).filter(|bit| bits >> bit & 1 == 1);
            cells.zip(before + 1..).map(|(bit, nth)| CellSet::count(nth, first + bit)).sum()
        };
        // More than there may be are of no set.
        let of_high = |bits: usize| {
            size.checked_sub(bits.count_ones() as usize).map_or(0, |before| sum(bits, low, before))
        };
        Self {
            low: low as u32,
            of_low: (0..1 << low).map(|bits| sum(bits, 0, 0)).collect(),
            of_high: (0..1 << (cells - low)).map(of_high).collect(),
        }
    }

    /// The number of a set of this size.
    #[inline]
    pub(super) fn of(&self, set: CellSet) -> u32 {
        let bits = set.bits();
        let low = (bits & ((1 << self.low) - 1)) as usize;
        self.of_low[low] + self.of_high[(bits >> self.low) as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_is_that_of_its_set() {
        for cells in [4, 6, 9, 15, 16, 17] {
            for size in 1..cells.min(9) {
                let numbers = SetNumbers::of_size(size, cells);
                let mut all = (0..).zip(CellSet::all(size, cells));
                assert!(all.all(|(number, set)| numbers.of(set) == number), "{size} of {cells}");
            }
        }
    }
}
