//! Checkpoints and progress of long searches.
//!
//! The state of a search is its bound, the counts of earlier iterations, and the completed subtrees
//! of this iteration with their counts. The subtrees themselves are not saved: their frontier is
//! the same every time, and is found again in seconds. So a checkpoint has a few hundred bytes, and
//! any number of threads can resume it. Path and counts are those of an uninterrupted search.
//!
//! [`Journal`] has the options of a search (`ida_resumable`, `ida_with_resumable`), `keeping`
//! applies them during one search, and `saved_search` is the file.
//!
//! `docs/saved-search.md` describes the file byte by byte.

mod error;
#[expect(clippy::module_inception, reason = "the noun of this file is the journal")]
mod journal;
mod keeping;
#[cfg(test)]
mod process_tests;
mod progress;
mod saved_search;
#[cfg(test)]
mod tests;

pub use error::{ResumableError, SavedSearchError, SavedSearchProblem};
pub use journal::{Journal, JournalEvent};
pub(super) use keeping::keep;
pub use progress::Progress;
