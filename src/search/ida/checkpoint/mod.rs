//! Checkpoints and progress of long searches.
//!
//! The state of a search is its bound, the counts of earlier iterations, and the completed subtrees
//! of this iteration with their counts. The subtrees themselves are not saved: their frontier is
//! the same every time, and is found again in seconds. So a checkpoint has a few hundred bytes, and
//! any number of threads can resume it. Path and counts are those of an uninterrupted search.
//!
//! [`Checkpoints`] has the options, `session` applies them during one search, and `file` is the
//! file.
//!
//! `docs/saved-search.md` describes the file byte by byte.

mod error;
mod file;
mod options;
#[cfg(test)]
mod process_tests;
mod progress;
mod session;
#[cfg(test)]
mod tests;

pub(crate) use error::SearchError;
pub use options::{CheckpointEvent, Checkpoints};
pub use progress::Progress;
pub(in crate::search) use session::run_with_checkpoints;
