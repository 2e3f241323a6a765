//! Which words each rank has.
//!
//! A rank has the same words of every row: those whose leading Lehmer digits lie in its range. A slide along a row of the board
//! changes no digit, and a slide along a column leaves the digits before its window alone. So only the windows at the
//! beginning take states from rank to rank, and at every level all ranks have as much to do.

use std::ops::Range;

/// The words of a row, shared out among ranks, and which of them this one is.
#[derive(Clone, Debug)]
pub(super) struct Shares {
    rank: usize,
    /// By rank the first word, and where the last one ends.
    bounds: Vec<usize>,
}

impl Shares {
    /// The shares of so many ranks, which are cut between units. With more ranks than units some have nothing.
    pub(super) fn of(rank: usize, ranks: usize, words_per_row: usize, unit: usize) -> Self {
        let units = words_per_row / unit;
        // Ranks and units are below 2^32.
        Self { rank, bounds: (0..=ranks).map(|rank| units * rank / ranks * unit).collect() }
    }

    pub(super) const fn rank(&self) -> usize {
        self.rank
    }

    pub(super) fn ranks(&self) -> usize {
        self.bounds.len() - 1
    }

    /// The words of a rank.
    pub(super) fn of_rank(&self, rank: usize) -> Range<usize> {
        self.bounds[rank]..self.bounds[rank + 1]
    }

    /// The words of this rank.
    pub(super) fn own(&self) -> Range<usize> {
        self.of_rank(self.rank)
    }

    /// The rank that has a word.
    pub(super) fn rank_of(&self, word: usize) -> usize {
        self.bounds.partition_point(|bound| *bound <= word) - 1
    }

    /// The most words that a rank has.
    pub(super) fn largest(&self) -> usize {
        (0..self.ranks()).map(|rank| self.of_rank(rank).len()).max().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_follow_one_another_and_differ_by_a_unit() {
        for (ranks, words, unit) in [(1, 336, 336), (7, 336, 42), (3, 1, 1), (64, 332_640, 336), (5, 6, 1)] {
            let shares = Shares::of(0, ranks, words, unit);
            let all: Vec<Range<usize>> = (0..ranks).map(|rank| shares.of_rank(rank)).collect();
            assert_eq!((all[0].start, all[ranks - 1].end), (0, words));
            assert!(all.windows(2).all(|pair| pair[0].end == pair[1].start));
            let least = all.iter().map(Range::len).min().unwrap();
            assert!(shares.largest() - least <= unit, "{all:?}");
            assert!(all.iter().all(|share| share.len() % unit == 0));
            assert!((0..words).all(|word| all[shares.rank_of(word)].contains(&word)));
        }
    }
}
