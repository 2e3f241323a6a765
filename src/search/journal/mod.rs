//! What keeps a search of hours from being lost, and tells how far it is.
//!
//! A search is told by its bound, by what its earlier iterations have counted, and by which subtrees of this one are done, with
//! what they took. The subtrees themselves are not saved: the frontier that they lie below comes out the same each time, and is
//! found again in seconds. So a saved search is a few hundred bytes, and may be gone on with by any number of threads: path and
//! counts are those of a search that was never ended.
//!
//! [`Journal`] is what a search is given (`ida_resumable`, `ida_with_resumable`), and `keeping` has it at work for one search;
//! `saved_search` is the file.
//!
#![doc = include_str!("../../../docs/saved-search.md")]

mod error;
#[expect(clippy::module_inception, reason = "the noun of this file is the journal")]
mod journal;
mod keeping;
mod progress;
#[cfg(test)]
mod ranks_tests;
mod saved_search;
#[cfg(test)]
mod tests;

pub use error::{ResumableError, SavedSearchError, SavedSearchProblem};
pub use journal::{Journal, JournalEvent};
pub(super) use keeping::keep;
pub use progress::Progress;
