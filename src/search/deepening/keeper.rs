//! Who is told how far a long search is, and knows how far an earlier one was.

use super::tally::Tally;
use super::walk::{Counts, Root};
use crate::search::observer::Nobody;

/// What an iteration begins with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::search) struct Iteration {
    pub(in crate::search) bound: u32,
    /// What all iterations before it have taken.
    pub(in crate::search) before: Counts,
    /// What the last of them has expanded, and the last but one.
    pub(in crate::search) last: [u64; 2],
}

/// An iteration that is searched by subtrees, and what is done of it.
#[derive(Clone, Copy, Debug)]
pub(in crate::search) struct Stage<'a> {
    /// In the order of the search.
    pub(in crate::search) roots: &'a [Root],
    /// What it took to find them.
    pub(in crate::search) above: Counts,
    pub(in crate::search) tally: &'a Tally,
}

/// Somebody to keep what a search would lose if it were ended. Threads ask and tell at once.
///
/// It is no type parameter: all this is for searches of minutes, and compiled once. Nor is there ever none: where a compiler
/// could tell that there is either none or that of a journal, it would link the journal into every program.
pub(in crate::search) trait Keeper: Sync {
    /// The iteration that an earlier search had come to, to begin with in the place of the first.
    fn beginning(&self) -> Option<Iteration>;

    /// An iteration has these roots: what of it was done by an earlier search. None if that search had come to this iteration
    /// with other roots, so that this one has to give up.
    fn open(&self, iteration: &Iteration, roots: &[Root]) -> Option<Tally>;

    /// Is it time to be told? Asked after each task.
    fn is_due(&self) -> bool;

    /// How far the iteration is that was opened last.
    fn note(&self, stage: &Stage<'_>);

    /// The same, after a limit has ended the search.
    fn note_end(&self, stage: &Stage<'_>);
}

/// What is done is lost when the search is ended.
impl Keeper for Nobody {
    fn beginning(&self) -> Option<Iteration> {
        None
    }

    fn open(&self, _: &Iteration, _: &[Root]) -> Option<Tally> {
        Some(Tally::default())
    }

    fn is_due(&self) -> bool {
        false
    }

    fn note(&self, _: &Stage<'_>) {}

    fn note_end(&self, _: &Stage<'_>) {}
}
