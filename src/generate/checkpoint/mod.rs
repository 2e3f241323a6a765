//! Checkpoints: the state of a build on disk, from which an interrupted build resumes.
//!
//! The next level is computed from the two newest ones. So a checkpoint holds these two and the
//! entries so far. The bytes pass through one small buffer; the large arrays are never copied as a
//! whole.
//!
//! `docs/checkpoint.md` describes the file byte by byte.

mod body;
mod checkpoints;
mod error;
mod head;
pub(super) mod saver;
mod snapshot;

pub(super) use body::Body;
pub use checkpoints::Checkpoints;
pub use error::CheckpointError;
pub(super) use error::CheckpointProblem;
pub(super) use snapshot::{incomplete_table_error, load};

#[cfg(test)]
mod tests;
