//! The tasks of one iteration: their host, which of them remain, their results, and the total
//! counts.
//!
//! Nothing here depends on the evaluator, so it is compiled once.

use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

use super::frontier::Frontier;
use super::iteration_progress::{Iteration, IterationProgress};
use super::root::Root;
use crate::search::ida::result::{Counts, Found, Stop};
use crate::threads::{self, lock};

/// Number of roots in a task.
const ROOTS_PER_TASK: usize = 16;

/// If the previous iteration expanded at least this many states, the first tasks have one root
/// each. A single subtree may then take seconds, and a task in progress is lost when the search is
/// interrupted.
const MIN_EXPANDED_FOR_SINGLE_ROOTS: u64 = 1 << 24;

/// Number of tasks with one root each.
const SINGLE_ROOTS: usize = 1 << 14;

/// Runs the tasks of long iterations, and saves progress: the threads of this process, or a process
/// group. Called by several threads at once.
///
/// A trait object, not a type parameter: such searches take minutes, and one compiled copy is
/// enough. Never optional either: with `Option<&dyn IterationHost>`, the linker would include the
/// checkpoints in every program.
pub(in crate::search) trait IterationHost: Sync {
    /// Runs all tasks of a list, from the front, as long as they matter. `work` runs one task,
    /// records its result, and returns whether later tasks matter. On return, the list knows
    /// everything that was done.
    fn work_through(&self, tasks: &TaskList<'_>, is_parallel: bool, work: &(dyn Fn(usize) -> bool + Sync)) {
        threads::work_through(tasks.len(), is_parallel, work);
    }

    /// The iteration to resume, if an earlier run saved one.
    fn resumed_iteration(&self) -> Option<Iteration>;

    /// Returns what an earlier run completed of an iteration with these roots. Returns `None` if it
    /// saved this iteration with other roots: then the search can't continue.
    fn begin(&self, iteration: &Iteration, roots: &[Root]) -> Option<IterationProgress>;

    /// Whether progress should be saved now. Asked after each task.
    fn is_due(&self) -> bool;

    /// Saves the progress of the iteration begun last, below this frontier.
    fn save(&self, frontier: &Frontier, progress: &IterationProgress);

    /// Saves the final progress after a limit has stopped the search.
    fn save_final(&self, frontier: &Frontier, progress: &IterationProgress);
}

/// The threads of this process, for a search without checkpoints.
#[derive(Debug)]
pub(in crate::search) struct LocalThreads;

impl IterationHost for LocalThreads {
    fn resumed_iteration(&self) -> Option<Iteration> {
        None
    }

    fn begin(&self, _: &Iteration, _: &[Root]) -> Option<IterationProgress> {
        Some(IterationProgress::default())
    }

    fn is_due(&self) -> bool {
        false
    }

    fn save(&self, _: &Frontier, _: &IterationProgress) {}

    fn save_final(&self, _: &Frontier, _: &IterationProgress) {}
}

/// The state of an iteration's tasks, shared by all threads.
pub(in crate::search) struct TaskList<'a> {
    frontier: &'a Frontier,
    host: &'a dyn IterationHost,
    ranges: TaskRanges,
    /// Progress of an earlier run of the search.
    resumed: IterationProgress,
    /// The first root of the earliest task found to contain the goal.
    first_solved: AtomicUsize,
    is_stopped: AtomicBool,
    /// States expanded above the roots and by finished tasks.
    expanded: AtomicU64,
    progress: Mutex<IterationProgress>,
}

/// The work left to do for a task.
pub(in crate::search) enum Work {
    /// Search below these roots.
    Search(Range<usize>),
    /// Nothing: an earlier run completed it.
    Done,
    /// Nothing, and later tasks do not matter either.
    End,
}

impl<'a> TaskList<'a> {
    /// Sets up the tasks of an iteration, resuming what an earlier run had completed. Returns
    /// `None` if the checkpoint does not match this frontier.
    #[inline(never)]
    pub(in crate::search) fn resume(
        frontier: &'a Frontier,
        iteration: &Iteration,
        host: &'a dyn IterationHost,
    ) -> Option<Self> {
        let resumed = host.begin(iteration, &frontier.roots)?;
        Some(Self {
            frontier,
            host,
            ranges: TaskRanges::new(frontier.roots.len(), iteration.expanded_before),
            first_solved: AtomicUsize::new(resumed.first_solved()),
            is_stopped: AtomicBool::new(false),
            expanded: AtomicU64::new(frontier.counts.plus(resumed.counts()).expanded),
            progress: Mutex::new(resumed.clone()),
            resumed,
        })
    }

    pub(in crate::search) const fn len(&self) -> usize {
        self.ranges.count()
    }

    /// Returns what is to be done for a task.
    #[inline(never)]
    pub(in crate::search) fn work_of(&self, task: usize) -> Work {
        let roots = self.ranges.roots_of(task);
        if !self.matters(roots.start) {
            Work::End
        } else if self.resumed.is_complete(roots.start) {
            Work::Done
        } else {
            Work::Search(roots)
        }
    }

    /// Whether a sequential search might still reach the task that begins with this root.
    pub(in crate::search) fn matters(&self, first: usize) -> bool {
        first <= self.first_solved.load(Ordering::Relaxed) && !self.is_stopped.load(Ordering::Relaxed)
    }

    /// States expanded in this iteration by finished work.
    pub(in crate::search) fn expanded(&self) -> u64 {
        self.expanded.load(Ordering::Relaxed)
    }

    /// Records the result of a task, and saves a checkpoint if one is due.
    #[inline(never)]
    pub(in crate::search) fn record(&self, roots: Range<usize>, counts: Counts, found: Found) {
        match found {
            Found::Path(_) => _ = self.first_solved.fetch_min(roots.start, Ordering::Relaxed),
            Found::Stopped(Stop::Limit(_)) => self.is_stopped.store(true, Ordering::Relaxed),
            Found::Stopped(Stop::Superseded) | Found::Nothing => {}
        }
        self.expanded.fetch_add(counts.expanded, Ordering::Relaxed);
        lock(&self.progress).record(roots, counts, found);
        if self.host.is_due() {
            // Saved from a copy, so that other threads need not wait for the file.
            let progress = lock(&self.progress).clone();
            self.host.save(self.frontier, &progress);
        }
    }

    /// Deserializes the progress of another process. Returns `None` if the bytes are invalid.
    pub(in crate::search) fn read_progress(&self, progress: &[u8]) -> Option<IterationProgress> {
        IterationProgress::read_all(progress, self.frontier.roots.len())
    }

    /// Replaces the recorded progress, and returns it.
    pub(in crate::search) fn replace_progress(&self, progress: IterationProgress) -> IterationProgress {
        std::mem::replace(&mut lock(&self.progress), progress)
    }

    /// Adds progress recorded elsewhere.
    pub(in crate::search) fn add_progress(&self, progress: IterationProgress) {
        for (roots, counts, found) in progress.into_parts() {
            self.record(roots, counts, found);
        }
    }

    /// One past the last root with which a relevant task may begin, as far as is known.
    pub(in crate::search) fn end(&self) -> usize {
        if self.is_stopped.load(Ordering::Relaxed) {
            0
        } else {
            self.first_solved.load(Ordering::Relaxed).saturating_add(1)
        }
    }

    /// Adopts the [`end`](Self::end) known to another process.
    pub(in crate::search) fn adopt_end(&self, end: usize) {
        match end.checked_sub(1) {
            None => self.is_stopped.store(true, Ordering::Relaxed),
            Some(first_solved) => _ = self.first_solved.fetch_min(first_solved, Ordering::Relaxed),
        }
    }

    /// Returns the result and counts of a sequential search, or, after a stop, the counts of
    /// everything done so far.
    #[inline(never)]
    pub(in crate::search) fn sum_up(mut self) -> (Found, Counts) {
        let progress = std::mem::take(&mut self.progress).into_inner().unwrap_or_default();
        if progress.is_stopped() {
            self.host.save_final(self.frontier, &progress);
        }
        let (found, counts) = progress.sum_up();
        (found, self.frontier.counts.plus(counts))
    }
}

/// How the roots are divided into tasks.
#[derive(Clone, Copy, Debug)]
struct TaskRanges {
    roots: usize,
    /// The number of tasks with one root each.
    single: usize,
}

impl TaskRanges {
    /// Divides this many roots, after an iteration that expanded `last` states.
    fn new(roots: usize, last: u64) -> Self {
        Self {
            roots,
            single: if last >= MIN_EXPANDED_FOR_SINGLE_ROOTS { SINGLE_ROOTS.min(roots) } else { 0 },
        }
    }

    const fn count(self) -> usize {
        self.single + (self.roots - self.single).div_ceil(ROOTS_PER_TASK)
    }

    /// The indices of a task's roots.
    fn roots_of(self, task: usize) -> Range<usize> {
        match task.checked_sub(self.single) {
            None => task..task + 1,
            Some(behind) => {
                let first = self.single + behind * ROOTS_PER_TASK;
                first..(first + ROOTS_PER_TASK).min(self.roots)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_root_is_in_one_task_in_order() {
        for last in [0, MIN_EXPANDED_FOR_SINGLE_ROOTS] {
            for roots in
                [0, 1, 15, 16, 17, SINGLE_ROOTS - 1, SINGLE_ROOTS, SINGLE_ROOTS + 1, 3 * SINGLE_ROOTS + 5]
            {
                let tasks = TaskRanges::new(roots, last);
                let all = (0..tasks.count()).flat_map(|task| tasks.roots_of(task));
                assert!(all.eq(0..roots), "{roots} roots");
                let first = (0..tasks.count().min(9)).all(|task| tasks.roots_of(task).len() == 1);
                assert!(first || last == 0, "the first roots are taken one by one");
            }
        }
    }
}
