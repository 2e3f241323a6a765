//! The tasks of one iteration: who does which, what became of it, and what all that comes to.
//!
//! Nothing here depends on what the search goes by, so it is compiled once.

use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

use super::frontier::Frontier;
use super::keeper::{Iteration, Keeper, Stage};
use super::tally::Tally;
use super::walk::{Counts, Found};

/// Roots that a thread takes at once.
const ROOTS_OF_A_TASK: usize = 16;

/// In an iteration that follows one of so many states, the first roots are taken one by one: seconds of work may lie below
/// one of them, and what a thread has begun is lost when the search is ended.
const WORTH_SINGLE_ROOTS: u64 = 1 << 24;

/// How many.
const SINGLE_ROOTS: usize = 1 << 14;

/// What becomes of the subtrees.
pub(in crate::search) struct Ledger<'a> {
    frontier: &'a Frontier,
    keeper: &'a dyn Keeper,
    tasks: Tasks,
    /// What was done when it began.
    before: Tally,
    /// The first root of the first task so far that holds the goal.
    first_solved: AtomicUsize,
    is_stopped: AtomicBool,
    /// What was expanded above the roots, and by the tasks that are done.
    expanded: AtomicU64,
    tally: Mutex<Tally>,
}

/// What there is to do.
pub(super) enum Work {
    /// The search below these roots.
    Search(Range<usize>),
    /// Nothing: it was done before.
    Nothing,
    /// Nothing, and no later task matters either.
    End,
}

impl<'a> Ledger<'a> {
    /// The tasks of an iteration, as far as they were not done before; none if it can't be gone on with.
    #[inline(never)]
    pub(super) fn open(
        frontier: &'a Frontier,
        iteration: &Iteration,
        keeper: &'a dyn Keeper,
    ) -> Option<Self> {
        let before = keeper.open(iteration, &frontier.roots)?;
        Some(Self {
            frontier,
            keeper,
            tasks: Tasks::of(frontier.roots.len(), iteration.last[0]),
            first_solved: AtomicUsize::new(before.first_solved()),
            is_stopped: AtomicBool::new(false),
            expanded: AtomicU64::new(frontier.counts.and(before.counts()).expanded),
            tally: Mutex::new(before.clone()),
            before,
        })
    }

    pub(super) const fn tasks(&self) -> usize {
        self.tasks.count()
    }

    /// What is to be done for a task.
    #[inline(never)]
    pub(super) fn work_of(&self, task: usize) -> Work {
        let roots = self.tasks.roots_of(task);
        if !self.matters(roots.start) {
            Work::End
        } else if self.before.has(roots.start) {
            Work::Nothing
        } else {
            Work::Search(roots)
        }
    }

    /// Would the search in order come to the task that begins with this root, as far as is known?
    pub(super) fn matters(&self, first: usize) -> bool {
        first <= self.first_solved.load(Ordering::Relaxed) && !self.is_stopped.load(Ordering::Relaxed)
    }

    /// What was expanded so far in this iteration, by what is done.
    pub(super) fn expanded(&self) -> u64 {
        self.expanded.load(Ordering::Relaxed)
    }

    /// Notes what became of a task, and has it kept if it is time.
    #[inline(never)]
    pub(super) fn note(&self, roots: Range<usize>, counts: Counts, found: Found) {
        match found {
            Found::Path(_) => _ = self.first_solved.fetch_min(roots.start, Ordering::Relaxed),
            Found::Stopped(Some(_)) => self.is_stopped.store(true, Ordering::Relaxed),
            Found::Stopped(None) | Found::Nothing => {}
        }
        self.expanded.fetch_add(counts.expanded, Ordering::Relaxed);
        if let Ok(mut tally) = self.tally.lock() {
            tally.note(roots, counts, found);
        }
        if self.keeper.is_due() {
            // A copy, so that nobody waits while it is written.
            if let Ok(tally) = self.tally.lock().map(|tally| tally.clone()) {
                self.keeper.note(&self.stage(&tally));
            }
        }
    }

    /// Reads the bytes of a tally of these subtrees; none if they can't be.
    pub(super) fn read(&self, tally: &[u8]) -> Option<Tally> {
        Tally::read_all(tally, self.frontier.roots.len())
    }

    /// Takes out what it has noted, and has this in its place.
    pub(super) fn replace(&self, tally: Tally) -> Tally {
        self.tally.lock().map_or_else(|_| Tally::default(), |mut own| std::mem::replace(&mut own, tally))
    }

    /// Notes what others have noted.
    pub(super) fn add(&self, tally: Tally) {
        for (roots, counts, found) in tally.into_parts() {
            self.note(roots, counts, found);
        }
    }

    /// Tasks that begin with a root before this one matter, as far as is known.
    pub(super) fn end(&self) -> usize {
        if self.is_stopped.load(Ordering::Relaxed) {
            0
        } else {
            self.first_solved.load(Ordering::Relaxed).saturating_add(1)
        }
    }

    /// Takes over what others know of the [`end`](Self::end).
    pub(super) fn hear(&self, end: usize) {
        match end.checked_sub(1) {
            None => self.is_stopped.store(true, Ordering::Relaxed),
            Some(first_solved) => _ = self.first_solved.fetch_min(first_solved, Ordering::Relaxed),
        }
    }

    /// What the search in order has found and counted, or, after a stop, what was done so far.
    #[inline(never)]
    pub(super) fn sum_up(mut self) -> (Found, Counts) {
        let tally = std::mem::take(&mut self.tally).into_inner().unwrap_or_default();
        if tally.is_stopped() {
            self.keeper.note_end(&self.stage(&tally));
        }
        let (found, counts) = tally.sum_up();
        (found, self.frontier.counts.and(counts))
    }

    fn stage<'t>(&'t self, tally: &'t Tally) -> Stage<'t> {
        Stage { roots: &self.frontier.roots, above: self.frontier.counts, tally }
    }
}

/// How roots are shared out.
#[derive(Clone, Copy, Debug)]
struct Tasks {
    roots: usize,
    /// So many tasks have one root each.
    single: usize,
}

impl Tasks {
    /// The tasks of so many roots, after an iteration of so many states.
    fn of(roots: usize, last: u64) -> Self {
        Self { roots, single: if last >= WORTH_SINGLE_ROOTS { SINGLE_ROOTS.min(roots) } else { 0 } }
    }

    const fn count(self) -> usize {
        self.single + (self.roots - self.single).div_ceil(ROOTS_OF_A_TASK)
    }

    /// The numbers of a task's roots.
    fn roots_of(self, task: usize) -> Range<usize> {
        match task.checked_sub(self.single) {
            None => task..task + 1,
            Some(behind) => {
                let first = self.single + behind * ROOTS_OF_A_TASK;
                first..(first + ROOTS_OF_A_TASK).min(self.roots)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_root_is_in_one_task_in_order() {
        for last in [0, WORTH_SINGLE_ROOTS] {
            for roots in
                [0, 1, 15, 16, 17, SINGLE_ROOTS - 1, SINGLE_ROOTS, SINGLE_ROOTS + 1, 3 * SINGLE_ROOTS + 5]
            {
                let tasks = Tasks::of(roots, last);
                let all = (0..tasks.count()).flat_map(|task| tasks.roots_of(task));
                assert!(all.eq(0..roots), "{roots} roots");
                let first = (0..tasks.count().min(9)).all(|task| tasks.roots_of(task).len() == 1);
                assert!(first || last == 0, "the first roots are taken one by one");
            }
        }
    }
}
