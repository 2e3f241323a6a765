//! Which submissions are graded at the same time, and which of them may have disturbed others.
//!
//! Submissions are known by their numbers. If exactly two are graded at a time, a disturbed one has
//! exactly one suspect; otherwise all that were being graded at that moment are suspects.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, MutexGuard};

use crate::shell::lock;

/// The submissions that are being graded, and the suspects so far. Can be shared between threads.
#[derive(Debug, Default)]
pub(super) struct Neighbors {
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    running: BTreeSet<usize>,
    /// The submissions that were being graded when something ended or stopped a run of this one.
    suspects: BTreeMap<usize, BTreeSet<usize>>,
    /// The submissions that left processes running while this one was being graded.
    leavers: BTreeMap<usize, BTreeSet<usize>>,
}

impl Neighbors {
    /// The grading of a submission begins.
    pub(super) fn enter(&self, number: usize) {
        self.lock().running.insert(number);
    }

    /// The grading of a submission is over.
    pub(super) fn leave(&self, number: usize) {
        self.lock().running.remove(&number);
    }

    /// Something may have ended or stopped a run of a submission.
    pub(super) fn was_disturbed(&self, number: usize) {
        let State { running, suspects, .. } = &mut *self.lock();
        let others = running.iter().copied().filter(|other| *other != number);
        suspects.entry(number).or_default().extend(others);
    }

    /// A run of a submission has left processes running, which were ended.
    pub(super) fn left_running(&self, number: usize) {
        let State { running, leavers, .. } = &mut *self.lock();
        for other in running.iter().filter(|other| **other != number) {
            leavers.entry(*other).or_default().insert(number);
        }
    }

    /// The submissions that may have ended or stopped runs of this one.
    pub(super) fn suspects(&self, number: usize) -> BTreeSet<usize> {
        self.lock().suspects.get(&number).cloned().unwrap_or_default()
    }

    /// The submissions that left processes running while this one was being graded.
    pub(super) fn leavers(&self, number: usize) -> BTreeSet<usize> {
        self.lock().leavers.get(&number).cloned().unwrap_or_default()
    }

    /// Ignores poisoning: every holder completes its update.
    fn lock(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_those_graded_at_the_moment_are_suspects() {
        let neighbors = Neighbors::default();
        let [ann, bob, cid] = [0, 1, 2];
        neighbors.enter(ann);
        neighbors.was_disturbed(ann);
        neighbors.left_running(ann);
        assert!(neighbors.suspects(ann).is_empty(), "it was alone");
        neighbors.enter(bob);
        neighbors.was_disturbed(ann);
        neighbors.leave(bob);
        neighbors.enter(cid);
        neighbors.left_running(ann);
        assert_eq!(neighbors.suspects(ann), BTreeSet::from([bob]));
        assert_eq!(neighbors.leavers(cid), BTreeSet::from([ann]));
        assert!(neighbors.suspects(bob).is_empty() && neighbors.leavers(bob).is_empty());
        assert!(neighbors.leavers(ann).is_empty());
    }
}
