//! Random samples of a table's boards.

use std::collections::BTreeSet;

use rayon::prelude::*;

use crate::threads;

/// Calls `look` on several threads with `count` distinct random numbers below `states`, or with all
/// of them if there are no more than `count`. Returns how many numbers were chosen, and the result
/// of the lowest one for which `look` returned `Some`. The seed determines the numbers, independent
/// of the machine.
pub(super) fn find_first<T: Send>(
    count: u64,
    seed: u64,
    states: u64,
    look: impl Fn(u64) -> Option<T> + Send + Sync,
) -> (u64, Option<T>) {
    threads::ensure();
    if count >= states {
        return (states, (0..states).into_par_iter().find_map_first(look));
    }
    // In ascending order, so that `find_map_first` finds the lowest number.
    let chosen: Vec<u64> = choose(count, states, seed).into_iter().collect();
    (count, chosen.into_par_iter().find_map_first(look))
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
        assert_eq!(find_first(u64::MAX, 1, 100, from_90), (100, Some(90)));
        assert_eq!(find_first(100, 1, 100, from_90), (100, Some(90)));
        let (looked_at, found) = find_first(40, 1, 100, from_90);
        assert_eq!((looked_at, found), (40, choose(40, 100, 1).into_iter().find(|number| *number >= 90)));
    }
}
