//! One iteration: its starting point, and the results of its subtrees so far.
//!
//! Tasks are taken from the front. So everything before some point is done, plus a few tasks behind
//! it that other threads finished meanwhile. Adjacent finished tasks are merged into a *done
//! range* with one sum. No information is lost: the sequential search ends with a task outside all
//! done ranges, so it counts each of them completely or not at all. There is at most one done range
//! more than there are threads.
//! Therefore the progress of a search of hours fits in a few hundred bytes.

use std::ops::Range;

use crate::board::Move;
use crate::search::common::limits::Limit;
use crate::search::ida::result::{Counts, Found, Stop};

/// The starting point of an iteration.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::search) struct Iteration {
    pub(in crate::search) bound: u32,
    /// The counts of all iterations before it.
    pub(in crate::search) earlier: Counts,
    /// The states that the previous iteration expanded.
    pub(in crate::search) expanded_before: u64,
    /// The states that the one before it expanded. Only the time estimate uses this number.
    pub(in crate::search) expanded_two_before: u64,
}

/// Adjacent subtrees that were searched completely without finding the goal, and their counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::search) struct DoneRange {
    /// The indices of their roots.
    pub(in crate::search) roots: Range<usize>,
    pub(in crate::search) counts: Counts,
}

/// A task that found the goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::search) struct Solved {
    /// The indices of its roots.
    pub(in crate::search) roots: Range<usize>,
    /// Counts up to the goal.
    pub(in crate::search) counts: Counts,
    pub(in crate::search) path: Vec<Move>,
}

/// Progress of an iteration.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::search) struct IterationProgress {
    /// In order; none is empty, and there is a gap between any two.
    pub(in crate::search) done_ranges: Vec<DoneRange>,
    /// The earliest task known to contain the goal. All done ranges precede it.
    pub(in crate::search) solved: Option<Solved>,
    /// Counts of wasted work: abandoned tasks, and tasks after the solved one.
    pub(in crate::search) wasted: Counts,
    pub(in crate::search) stopped_by: Option<Limit>,
}

impl IterationProgress {
    /// Assembles stored progress. Returns `None` unless the ranges are in order and separate, end
    /// before the solved task, and all roots exist.
    pub(in crate::search) fn from_parts(
        done_ranges: Vec<DoneRange>,
        solved: Option<Solved>,
        roots: usize,
    ) -> Option<Self> {
        let end = solved.as_ref().map_or(roots, |solved| solved.roots.start);
        let is_within = |range: &Range<usize>, end| range.start < range.end && range.end <= end;
        let are_apart = done_ranges.array_windows().all(|[one, next]| one.roots.end < next.roots.start);
        let can_be = are_apart
            && done_ranges.iter().all(|range| is_within(&range.roots, end))
            && solved.as_ref().is_none_or(|solved| is_within(&solved.roots, roots));
        can_be.then(|| Self { done_ranges, solved, ..Self::default() })
    }

    /// Splits the progress into results that can be [recorded](Self::record) elsewhere.
    pub(in crate::search) fn into_parts(self) -> impl Iterator<Item = (Range<usize>, Counts, Found)> {
        let done = self.done_ranges.into_iter();
        let done = done.map(|DoneRange { roots, counts }| (roots, counts, Found::Nothing));
        let solved = self.solved.map(|Solved { roots, counts, path }| (roots, counts, Found::Path(path)));
        let stop = self.stopped_by.map_or(Stop::Superseded, Stop::Limit);
        // The roots of wasted work do not matter.
        done.chain(solved).chain([(0..0, self.wasted, Found::Stopped(stop))])
    }

    /// The number of subtrees that were searched completely.
    pub(in crate::search) fn done(&self) -> usize {
        self.done_ranges.iter().map(|range| range.roots.len()).sum()
    }

    /// Counts of all completed work, without wasted work.
    pub(in crate::search) fn counts(&self) -> Counts {
        let done = self.done_ranges.iter().fold(Counts::default(), |sum, range| sum.plus(range.counts));
        self.solved.as_ref().map_or(done, |solved| done.plus(solved.counts))
    }

    /// The first root of the solved task, or `usize::MAX` without one.
    pub(in crate::search) fn first_solved(&self) -> usize {
        self.solved.as_ref().map_or(usize::MAX, |solved| solved.roots.start)
    }

    /// Whether the task that begins with this root is complete.
    pub(in crate::search) fn is_complete(&self, root: usize) -> bool {
        let place = self.done_ranges.partition_point(|range| range.roots.end <= root);
        self.done_ranges.get(place).is_some_and(|range| range.roots.contains(&root))
            || self.first_solved() == root
    }

    /// Records the result of a task.
    pub(in crate::search) fn record(&mut self, roots: Range<usize>, counts: Counts, found: Found) {
        let matters = roots.start < self.first_solved();
        match found {
            Found::Nothing if matters => self.add(DoneRange { roots, counts }),
            Found::Path(path) if matters => {
                // Ranges behind the new goal would not be reached by a sequential search.
                while let Some(passed) = self.done_ranges.pop_if(|range| range.roots.start > roots.start) {
                    self.wasted = self.wasted.plus(passed.counts);
                }
                if let Some(passed) = self.solved.replace(Solved { roots, counts, path }) {
                    self.wasted = self.wasted.plus(passed.counts);
                }
            }
            Found::Stopped(Stop::Limit(limit)) => {
                self.wasted = self.wasted.plus(counts);
                // The first limit counts.
                self.stopped_by.get_or_insert(limit);
            }
            Found::Stopped(Stop::Superseded) | Found::Nothing | Found::Path(_) => {
                self.wasted = self.wasted.plus(counts);
            }
        }
    }

    fn add(&mut self, range: DoneRange) {
        let place = self.done_ranges.partition_point(|other| other.roots.start < range.roots.start);
        match self.done_ranges.get_mut(place) {
            Some(next) if next.roots.start == range.roots.end => {
                next.roots.start = range.roots.start;
                next.counts = next.counts.plus(range.counts);
            }
            _ => self.done_ranges.insert(place, range),
        }
        if place > 0 && self.done_ranges[place - 1].roots.end == self.done_ranges[place].roots.start {
            let next = self.done_ranges.remove(place);
            let one = &mut self.done_ranges[place - 1];
            (one.roots.end, one.counts) = (next.roots.end, one.counts.plus(next.counts));
        }
    }

    /// Returns the result and counts of a sequential search, or, after a stop, the counts of
    /// everything done.
    ///
    /// Tasks before the first solved one are never abandoned, since the index of the first solved
    /// one only decreases. So without a stop, they are all complete.
    pub(in crate::search) fn sum_up(self) -> (Found, Counts) {
        let counts = self.counts();
        match (self.stopped_by, self.solved) {
            (Some(limit), _) => (Found::Stopped(Stop::Limit(limit)), counts.plus(self.wasted)),
            (None, Some(solved)) => (Found::Path(solved.path), counts),
            (None, None) => (Found::Nothing, counts),
        }
    }

    /// Whether a limit stopped the iteration.
    pub(in crate::search) const fn is_stopped(&self) -> bool {
        self.stopped_by.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(expanded: u64) -> Counts {
        Counts { expanded, generated: 2 * expanded }
    }

    /// Tasks of one to three roots finish in random order, and up to two contain the goal. The
    /// result is that of a loop over the tasks in order, and done ranges never touch each other.
    #[test]
    fn results_do_not_depend_on_the_order_of_tasks() {
        let mut random = fastrand::Rng::with_seed(5);
        for _ in 0..2000 {
            let tasks = random.usize(1..12);
            let mut end = 0;
            let ranges: Vec<Range<usize>> = (0..tasks)
                .map(|_| {
                    let first = end;
                    end += random.usize(1..4);
                    first..end
                })
                .collect();
            let with_goal = [random.usize(0..2 * tasks), random.usize(0..2 * tasks)];
            let first = with_goal.into_iter().min().filter(|task| *task < tasks);
            let found = |task: usize| {
                if with_goal.contains(&task) { Found::Path(vec![Move::Up; task]) } else { Found::Nothing }
            };
            let took = |task: usize| counts(1 << task);
            let mut order: Vec<usize> = (0..tasks).collect();
            random.shuffle(&mut order);
            let mut progress = IterationProgress::default();
            for task in order {
                let is_left_out = task > first.unwrap_or(tasks) && random.bool();
                let outcome = if is_left_out { Found::Stopped(Stop::Superseded) } else { found(task) };
                progress.record(ranges[task].clone(), took(task), outcome);
                assert!(
                    progress.done_ranges.array_windows().all(|[one, next]| one.roots.end < next.roots.start)
                );
                let again =
                    IterationProgress::from_parts(progress.done_ranges.clone(), progress.solved.clone(), end)
                        .unwrap();
                assert_eq!((again.done(), again.counts()), (progress.done(), progress.counts()));
            }
            let last = first.map_or(tasks, |first| first + 1);
            let expected = (0..last).fold(Counts::default(), |sum, task| sum.plus(took(task)));
            assert_eq!(progress.sum_up(), (first.map_or(Found::Nothing, found), expected));
        }
    }

    #[test]
    fn a_stop_counts_all_work_done() {
        let mut progress = IterationProgress::default();
        progress.record(4..6, counts(4), Found::Nothing);
        progress.record(2..4, counts(2), Found::Path(vec![Move::Up]));
        progress.record(0..2, counts(1), Found::Stopped(Stop::Limit(Limit::Time)));
        progress.record(6..8, counts(8), Found::Stopped(Stop::Superseded));
        assert!(
            progress.is_complete(2) && !progress.is_complete(0) && !progress.is_complete(4),
            "only what is before the goal is kept"
        );
        assert_eq!((progress.done(), progress.is_stopped()), (0, true));
        assert_eq!(progress.sum_up(), (Found::Stopped(Stop::Limit(Limit::Time)), counts(15)));
    }

    #[test]
    fn impossible_parts_are_rejected() {
        let range = |roots| DoneRange { roots, counts: counts(1) };
        let solved = |roots| Some(Solved { roots, counts: counts(1), path: Vec::new() });
        assert!(IterationProgress::from_parts(vec![range(0..2), range(3..5)], solved(5..6), 6).is_some());
        for (ranges, solved) in [
            (vec![range(0..2), range(2..3)], None),
            (vec![range(3..4), range(0..2)], None),
            (vec![range(1..1)], None),
            (vec![range(5..7)], None),
            (vec![range(0..3)], solved(2..4)),
            (Vec::new(), solved(5..7)),
            (Vec::new(), solved(2..2)),
        ] {
            assert_eq!(IterationProgress::from_parts(ranges, solved, 6), None);
        }
    }
}
