//! Random samples of a table's boards.

use std::collections::BTreeSet;

use rayon::prelude::*;

use crate::threads;

/// The boards to check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sample {
    /// All boards that can reach the goal.
    All,
    /// Distinct random boards; all boards if there are no more than `count`.
    Random {
        /// The number of boards.
        count: u64,
        /// The seed. It determines the boards, independent of the machine.
        seed: u64,
    },
}

impl Sample {
    /// Calls `look` with the numbers of the selected boards out of `states`, on any thread. Returns
    /// the number of selected boards, and the result for the lowest number for which `look` returns
    /// one.
    pub(super) fn find_first<T: Send>(
        self,
        states: u64,
        look: impl Fn(u64) -> Option<T> + Send + Sync,
    ) -> (u64, Option<T>) {
        threads::ensure();
        match self {
            Self::Random { count, seed } if count < states => {
                // In ascending order, so that `find_map_first` finds the lowest number.
                let chosen: Vec<u64> = choose(count, states, seed).into_iter().collect();
                (count, chosen.into_par_iter().find_map_first(look))
            }
            Self::All | Self::Random { .. } => (states, (0..states).into_par_iter().find_map_first(look)),
        }
    }
}

/// Selects `count` distinct numbers below `end`, at most `end` of them. (Floyd's algorithm: Bentley
/// and Floyd, *A Sample of Brilliance*, Communications of the ACM 30, 1987.)
fn choose(count: u64, end: u64, seed: u64) -> BTreeSet<u64> {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut chosen = BTreeSet::new();
    for last in end - count..end {
        let number = random.u64(0..=last);
        if !chosen.insert(number) {
            chosen.insert(last);
        }
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_are_distinct_and_reproducible() {
        for (count, end) in [(0, 1), (1, 1), (5, 6), (6, 6), (2000, 181_440)] {
            let chosen = choose(count, end, 1);
            assert_eq!(chosen.len() as u64, count);
            assert!(chosen.iter().all(|number| *number < end));
            assert_eq!(chosen, choose(count, end, 1));
        }
        assert_ne!(choose(100, 181_440, 1), choose(100, 181_440, 2));
    }

    #[test]
    fn find_first_returns_the_lowest_number() {
        let from_90 = |number: u64| (number >= 90).then_some(number);
        assert_eq!(Sample::All.find_first(100, from_90), (100, Some(90)));
        assert_eq!(Sample::Random { count: 100, seed: 1 }.find_first(100, from_90), (100, Some(90)));
        let (looked_at, found) = Sample::Random { count: 40, seed: 1 }.find_first(100, from_90);
        assert_eq!((looked_at, found), (40, choose(40, 100, 1).into_iter().find(|number| *number >= 90)));
    }
}
