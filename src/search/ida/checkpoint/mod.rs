//! Checkpoints and progress of long searches.
//!
//! The state of a search is its bound, the counts of earlier iterations, and the completed subtrees
//! of the running iteration with their counts. The subtrees themselves are not saved: their
//! frontier is the same every time, and is found again in seconds. So a checkpoint has a few
//! hundred bytes, and any number of threads can resume it. A resumed search ends with the path and
//! counts of an uninterrupted one.
//!
//! [`Checkpoints`] has the options, `session` applies them during one search, and `file` reads and
//! writes a checkpoint, as `docs/saved-search.md` describes byte by byte. The search reaches the
//! session as its [`IterationHost`](super::IterationHost): it asks the host what to resume, and
//! tells it what is done.
//!
//! To add a saved field, change `Checkpoint::encode` and `from_fields` in `file`, and the table of
//! fields in `docs/saved-search.md`.

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
