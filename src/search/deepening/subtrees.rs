//! One iteration on all cores, with the path and the counts of the search in order.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use super::guide::Guide;
use super::walk::{Counts, Found, Node, Permit, Subtree, Walk};
use crate::search::limits::{Limit, Watch};
use crate::search::observer::{Nobody, Teller};
use crate::threads;

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
    threads::ensure();
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
            let permit = |expanded, _| {
                if !Watch::is_time_to_look(expanded) {
                    Permit::GoOn
                } else if self.walk.has_failed() {
                    Permit::Stop(Some(Limit::Heuristic))
                } else if self.matters(number) {
                    self.watch.outside().into()
                } else {
                    Permit::Stop(None)
                }
            };
            let found = walk.search(subtree.root, permit, &mut Teller::new(Nobody));
            match found {
                Found::Path(_) => _ = self.first_solved.fetch_min(number, Ordering::Relaxed),
                Found::Stopped(Some(_)) => self.is_stopped.store(true, Ordering::Relaxed),
                Found::Stopped(None) | Found::Nothing => {}
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

    /// What the search in order has found and counted, or, after a stop, what was done so far. Subtrees before the first
    /// solved one are never given up, since the number of the first solved one only falls; so without a stop they are
    /// all here, and searched to their ends.
    fn sum_up(self) -> (Found, Counts) {
        let done = self.done.into_inner().unwrap_or_default();
        let all = done.iter().fold(self.walk.counts(), |sum, (_, counts, _)| sum.and(*counts));
        let limit = done.iter().find_map(|(_, _, found)| match found {
            Found::Stopped(limit) => *limit,
            Found::Path(_) | Found::Nothing => None,
        });
        let first_solved = self.first_solved.into_inner();
        let Some(solved) = self.subtrees.get(first_solved).filter(|_| limit.is_none()) else {
            return (limit.map_or(Found::Nothing, |limit| Found::Stopped(Some(limit))), all);
        };
        let in_order = done.into_iter().filter(|(number, _, _)| *number <= first_solved);
        in_order.fold((Found::Nothing, solved.before), |(path, sum), (number, counts, found)| {
            (if number == first_solved { found } else { path }, sum.and(counts))
        })
    }
}
