//! Progress of a search.

use std::time::Duration;

use crate::search::ida::parallel::iteration_progress::Iteration;
use crate::search::ida::result::Counts;

/// Progress of an IDA\* search in an iteration that is searched by subtrees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Progress {
    /// The current bound: no path is shorter than this, and paths of this length are searched.
    pub bound: u32,
    /// Completed subtrees of this iteration.
    pub subtrees_done: u64,
    /// All subtrees of this iteration.
    pub subtrees: u64,
    /// States expanded in all iterations, without those of subtrees in progress.
    pub expanded: u64,
    /// States expanded per second.
    pub expanded_per_second: u64,
    /// The duration of the search, including earlier runs that it resumed.
    pub elapsed: Duration,
    /// Estimated time until the end of this iteration, if the goal is not found before. The last
    /// iteration usually finds it in its first half.
    ///
    /// The iteration is assumed to grow by the same factor as the previous one. On a 24-puzzle and
    /// a 15-puzzle, this was 2 to 4 % off, and 30 % with a frontier made small by little memory.
    /// Once an iteration exceeds this, its remaining subtrees are assumed to be as large as the
    /// completed ones. `None` before there is an iteration to compare with.
    pub remaining: Option<Duration>,
}

/// The number of states expanded per second.
pub(super) fn per_second(expanded: u64, time: Duration) -> u64 {
    let states = u128::from(expanded) * 1_000_000 / time.as_micros().max(1);
    u64::try_from(states).unwrap_or(u64::MAX)
}

impl Progress {
    /// Progress of an iteration with these counts so far and `done` of its subtrees completed.
    pub(super) fn new(
        iteration: &Iteration,
        taken: Counts,
        [done, subtrees]: [u64; 2],
        expanded_per_second: u64,
        elapsed: Duration,
    ) -> Self {
        let rest = rest(
            [iteration.expanded_before, iteration.expanded_two_before],
            taken.expanded,
            [done, subtrees],
        );
        Self {
            bound: iteration.bound,
            subtrees_done: done,
            subtrees,
            expanded: iteration.earlier.expanded + taken.expanded,
            expanded_per_second,
            elapsed,
            remaining: rest
                .filter(|_| expanded_per_second > 0)
                .map(|states| Duration::from_secs(states / expanded_per_second)),
        }
    }
}

/// Estimates the number of states left in an iteration.
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
        let iteration = Iteration {
            bound: 50,
            earlier: Counts { expanded: 1200, generated: 0 },
            expanded_before: 1000,
            expanded_two_before: 200,
        };
        let taken = Counts { expanded: 800, generated: 0 };
        let rate = |expanded, millis| per_second(expanded, Duration::from_millis(millis));
        let progress = Progress::new(&iteration, taken, [3, 9], rate(1000, 2000), Duration::from_secs(4));
        assert_eq!((progress.expanded, progress.expanded_per_second), (2000, 500));
        assert_eq!(progress.remaining, Some(Duration::from_secs(8)));
        let progress = Progress::new(&iteration, taken, [3, 9], rate(0, 0), Duration::ZERO);
        assert_eq!((progress.expanded_per_second, progress.remaining), (0, None));
    }
}
