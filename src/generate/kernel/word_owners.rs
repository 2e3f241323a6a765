//! The division of a row's words among processes.
//!
//! A process holds the same words of every row: those whose leading Lehmer digits lie in its range.
//! A slide along a row of the board changes no digit, and a slide along a column keeps the digits
//! before its window. So only windows near the first place move states between processes, and at
//! every level all processes have the same amount of work.
//!
//! With two processes, only four of the sixteen column slides of 3x4 send states. Dividing the
//! blank's cells instead would leave each process idle at half of the levels, since a level has
//! states in the rows of one color only.

use std::ops::Range;

/// The words of a row that each process holds, and the number of this process.
#[derive(Clone, Debug)]
pub(crate) struct WordOwners {
    process: usize,
    /// First word of each process, and the end of the last one.
    bounds: Vec<usize>,
}

impl WordOwners {
    /// Divides the words in multiples of `unit`. With more processes than units, some hold nothing.
    pub(crate) fn new(process: usize, processes: usize, words_per_row: usize, unit: usize) -> Self {
        let units = words_per_row / unit;
        // Does not overflow 64 bits: processes and units are below 2^32.
        Self { process, bounds: (0..=processes).map(|process| units * process / processes * unit).collect() }
    }

    pub(crate) const fn process(&self) -> usize {
        self.process
    }

    pub(crate) fn processes(&self) -> usize {
        self.bounds.len() - 1
    }

    /// Returns the words of a process.
    pub(crate) fn of_process(&self, process: usize) -> Range<usize> {
        self.bounds[process]..self.bounds[process + 1]
    }

    /// Returns the words of this process.
    pub(crate) fn own(&self) -> Range<usize> {
        self.of_process(self.process)
    }

    /// Returns the process that holds a word.
    pub(crate) fn owner_of(&self, word: usize) -> usize {
        self.bounds.partition_point(|bound| *bound <= word) - 1
    }

    /// Returns the largest number of words that a process holds.
    pub(crate) fn largest(&self) -> usize {
        (0..self.processes()).map(|process| self.of_process(process).len()).max().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_contiguous_and_differ_by_a_unit() {
        for (processes, words, unit) in
            [(1, 336, 336), (7, 336, 42), (3, 1, 1), (64, 332_640, 336), (5, 6, 1)]
        {
            let owners = WordOwners::new(0, processes, words, unit);
            let all: Vec<Range<usize>> = (0..processes).map(|process| owners.of_process(process)).collect();
            assert_eq!((all[0].start, all[processes - 1].end), (0, words));
            assert!(all.windows(2).all(|pair| pair[0].end == pair[1].start));
            let least = all.iter().map(Range::len).min().unwrap();
            assert!(owners.largest() - least <= unit, "{all:?}");
            assert!(all.iter().all(|part| part.len() % unit == 0));
            assert!((0..words).all(|word| all[owners.owner_of(word)].contains(&word)));
        }
    }
}
