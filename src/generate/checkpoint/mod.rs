//! Checkpoints: the state of a build on disk, so that a build that was ended goes on where it was.
//!
//! What the next level is made from is the newest two levels, so these are what a checkpoint holds, and the entries so far. The
//! bytes pass through one small buffer, and there is no second copy of the large arrays.
//!
#![doc = include_str!("../../../docs/checkpoint.md")]

mod blocks;
mod checkpoints;
mod error;
mod head;
mod snapshot;

pub(super) use blocks::Body;
pub use checkpoints::Checkpoints;
pub use error::CheckpointError;
pub(super) use error::CheckpointProblem;
pub(super) use snapshot::{leads_to_no_table, load, save};

#[cfg(test)]
mod tests;
