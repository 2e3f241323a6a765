//! Numbers the sets of cells of one size, by table lookup.
//!
//! [`CellSet::number`] is a sum over the cells of a set. The terms of the low cells follow from
//! these alone. The terms of the high cells also depend on the number of low cells, which is known
//! if all sets have the same size. So the number is the sum of two table entries.

use crate::space::CellSet;

/// Tables for numbering the sets of one size.
#[derive(Debug)]
pub(in crate::search::pdb) struct SetNumbers {
    /// The number of low cells on the board.
    low: u32,
    /// The terms of a set's low cells, and those of its high cells, indexed by their bits.
    of_low: Vec<u32>,
    of_high: Vec<u32>,
}

impl SetNumbers {
    /// Creates the tables for sets of `size` of the board's cells.
    pub(in crate::search::pdb) fn new(size: usize, cells: usize) -> Self {
        let low = cells.div_ceil(2);
        let sum = |bits: usize, first: usize, before: usize| -> u32 {
            let cells = (0..usize::BITS as usize).filter(|bit| bits >> bit & 1 == 1);
            cells.zip(before + 1..).map(|(bit, nth)| CellSet::count(nth, first + bit)).sum()
        };
        // No set has more high cells than its size, so any value will do.
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
    pub(in crate::search::pdb) fn number(&self, set: CellSet) -> u32 {
        let bits = set.bits();
        let low = (bits & ((1 << self.low) - 1)) as usize;
        self.of_low[low] + self.of_high[(bits >> self.low) as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_numbered_in_order() {
        for cells in [4, 6, 9, 15, 16, 17] {
            for size in 1..cells.min(9) {
                let numbers = SetNumbers::new(size, cells);
                let mut all = (0..).zip(CellSet::all(size, cells));
                assert!(all.all(|(number, set)| numbers.number(set) == number), "{size} of {cells}");
            }
        }
    }
}
