//! How far a search is.

use std::time::Duration;

use crate::search::deepening::{Counts, Iteration};

/// How far an IDA\* search is that is searched by subtrees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Progress {
    /// No path is shorter than so many moves, and those of so many are looked for.
    pub bound: u32,
    /// The subtrees of this iteration that are done.
    pub subtrees_done: u64,
    /// All subtrees of this iteration.
    pub subtrees: u64,
    /// The states that were expanded so far, in all iterations; those of the subtrees under way are not counted yet.
    pub expanded: u64,
    /// How many that was a second.
    pub expanded_a_second: u64,
    /// The time that the search has taken so far, with that of the searches that it went on from.
    pub elapsed: Duration,
    /// About the time that the rest of this iteration takes, if the goal is not found before its end, as it is in the last:
    /// that ends in its first half as a rule.
    ///
    /// An iteration is taken to grow as the one before did. On a 24-puzzle and a 15-puzzle that was 2 to 4 % off, and 30 %
    /// where little memory made the frontier small. Once it is larger, subtrees to come are taken to be as large as those
    /// that are done. None before there is an iteration to go by.
    pub remaining: Option<Duration>,
}

/// How much was expanded in how much time.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pace {
    pub(super) expanded: u64,
    pub(super) time: Duration,
}

impl Pace {
    fn a_second(self) -> u64 {
        let states = u128::from(self.expanded) * 1_000_000 / self.time.as_micros().max(1);
        u64::try_from(states).unwrap_or(u64::MAX)
    }
}

impl Progress {
    /// That of an iteration that has taken so much, with so many subtrees done of so many.
    pub(super) fn new(
        iteration: &Iteration,
        taken: Counts,
        [done, subtrees]: [u64; 2],
        pace: Pace,
        elapsed: Duration,
    ) -> Self {
        let expanded_a_second = pace.a_second();
        let rest = rest(iteration.last, taken.expanded, [done, subtrees]);
        Self {
            bound: iteration.bound,
            subtrees_done: done,
            subtrees,
            expanded: iteration.before.expanded + taken.expanded,
            expanded_a_second,
            elapsed,
            remaining: rest
                .filter(|_| expanded_a_second > 0)
                .map(|states| Duration::from_secs(states / expanded_a_second)),
        }
    }
}

/// About how many states are left of an iteration.
fn rest([last, last_but_one]: [u64; 2], taken: u64, [done, subtrees]: [u64; 2]) -> Option<u64> {
    let grown = u128::from(last).pow(2).checked_div(last_but_one.into())?;
    let all = u64::try_from(grown).unwrap_or(u64::MAX);
    if subtrees == done {
        return Some(0);
    }
    Some(match all.checked_sub(taken) {
        Some(rest) if rest > 0 => rest,
        _ => {
            let rest = u128::from(taken) * u128::from(subtrees - done) / u128::from(done.max(1));
            u64::try_from(rest).unwrap_or(u64::MAX)
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_iteration_grows_as_the_one_before() {
        assert_eq!(rest([1000, 0], 10, [1, 2]), None);
        assert_eq!(rest([1000, 200], 500, [1, 100]), Some(4500));
        assert_eq!(rest([1000, 200], 6000, [80, 100]), Some(1500), "larger than it was thought to be");
        assert_eq!(rest([1000, 200], 6000, [0, 100]), Some(600_000));
        assert_eq!(rest([1000, 200], 3000, [100, 100]), Some(0));
        assert_eq!(rest([u64::MAX, 1], u64::MAX, [1, u64::MAX]), Some(u64::MAX));
    }

    #[test]
    fn times_follow_the_pace() {
        let iteration =
            Iteration { bound: 50, before: Counts { expanded: 1200, generated: 0 }, last: [1000, 200] };
        let taken = Counts { expanded: 800, generated: 0 };
        let pace = |expanded, millis| Pace { expanded, time: Duration::from_millis(millis) };
        let progress = Progress::new(&iteration, taken, [3, 9], pace(1000, 2000), Duration::from_secs(4));
        assert_eq!((progress.expanded, progress.expanded_a_second), (2000, 500));
        assert_eq!(progress.remaining, Some(Duration::from_secs(8)));
        let progress = Progress::new(&iteration, taken, [3, 9], pace(0, 0), Duration::ZERO);
        assert_eq!((progress.expanded_a_second, progress.remaining), (0, None));
    }
}
