//! Checkpoints: the state of a build on disk, from which an interrupted build resumes.
//!
//! The next level is computed from the two newest ones. So a checkpoint holds these two and the
//! entries so far. The bytes pass through one small buffer; the large arrays are never copied as a
//! whole.
//!
//! `docs/checkpoint.md` describes the file byte by byte.
//!
//! Several processes write a checkpoint as they write a table, each its own part. The file is the
//! same as that of one process, so any number of processes can resume it. The arrays are read
//! twice, once for the checksums and once to be written.

mod arrays;
mod body;
mod checkpoints;
mod head;
mod store;

pub(super) use arrays::Arrays;
pub use checkpoints::Checkpoints;
pub(super) use store::{CheckpointMeta, CheckpointStore};
