//! Checkpoints: the state of a build on disk, from which an interrupted build resumes.
//!
//! The next level is computed from the two newest ones. So a checkpoint holds these two and the
//! entries so far. The bytes pass through one small buffer; the large arrays are never copied as a
//! whole.
//!
//! `docs/checkpoint.md` describes the file byte by byte.

mod arrays;
mod body;
mod checkpoints;
mod head;
mod store;

pub(super) use arrays::Arrays;
pub use checkpoints::Checkpoints;
pub(super) use store::{BuildSummary, Disk, Store};
