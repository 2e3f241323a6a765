//! One iteration on all cores, with the path and the counts of the search in order.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use super::guide::Guide;
use super::limits::Watch;
use super::walk::{Counts, Found, Node, Subtree, Walk};

/// How many moves below the start the search is cut: some thousand subtrees, enough to keep many cores busy.
const CUT_AT: u16 = 11;

/// What became of the subtrees, by number.
#[derive(Debug)]
struct Ledger<'a, G: Guide> {
    walk: &'a Walk<'a, G>,
    subtrees: &'a [Subtree<G::State>],
    watch: &'a Watch,
    /// The next subtree that nobody has taken.
    next: AtomicUsize,
    /// The first subtree so far that holds the goal.
    first_solved: AtomicUsize,
    is_stopped: AtomicBool,
    done: Mutex<Vec<(usize, Counts, Found)>>,
}

/// Goes a walk from the start on all cores.
pub(super) fn search_subtrees<G: Guide>(
    mut walk: Walk<'_, G>,
    start: Node<G::State>,
    watch: &Watch,
) -> (Found, Counts) {
    let subtrees = walk.cut(start, CUT_AT);
    let ledger = Ledger {
        walk: &walk,
        subtrees: &subtrees,
        watch,
        next: AtomicUsize::new(0),
        first_solved: AtomicUsize::new(usize::MAX),
        is_stopped: AtomicBool::new(false),
        done: Mutex::new(Vec::with_capacity(subtrees.len())),
    };
    rayon::scope(|scope| {
        for _ in 0..rayon::current_num_threads() {
            scope.spawn(|_| ledger.work());
        }
    });
    ledger.sum_up()
}

impl<G: Guide> Ledger<'_, G> {
    /// Searches one subtree after the other, from the front, until there is none left that matters.
    fn work(&self) {
        loop {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(subtree) = self.subtrees.get(number).filter(|_| self.matters(number)) else { return };
            let mut walk = self.walk.at(subtree);
            let found = walk.search(subtree.root, |expanded| {
                !Watch::is_time_to_look(expanded) || (self.matters(number) && self.watch.allows(expanded))
            });
            match found {
                Found::Path(_) => _ = self.first_solved.fetch_min(number, Ordering::Relaxed),
                Found::Stopped if self.matters(number) => self.is_stopped.store(true, Ordering::Relaxed),
                Found::Stopped | Found::Nothing => {}
            }
            if let Ok(mut done) = self.done.lock() {
                done.push((number, walk.counts(), found));
            }
        }
    }

    /// Would the search in order come to this subtree, as far as is known?
    fn matters(&self, number: usize) -> bool {
        number <= self.first_solved.load(Ordering::Relaxed) && !self.is_stopped.load(Ordering::Relaxed)
    }

    /// What the search in order has found and counted. Subtrees before the first solved one are never given up, since
    /// the number of the first solved one only falls, so they are all here, and searched to their ends.
    fn sum_up(self) -> (Found, Counts) {
        let first_solved = self.first_solved.into_inner();
        let is_stopped = self.is_stopped.into_inner();
        let done = self.done.into_inner().unwrap_or_default();
        let mut counts = self.subtrees.get(first_solved).map_or(self.walk.counts(), |solved| solved.before);
        let mut result = if is_stopped { Found::Stopped } else { Found::Nothing };
        for (number, of_subtree, found) in done {
            if number <= first_solved {
                counts = counts.and(of_subtree);
            }
            if number == first_solved && !is_stopped {
                result = found;
            }
        }
        (result, counts)
    }
}
