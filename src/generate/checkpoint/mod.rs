//! Checkpoints: the state of a build on disk, so that a build that was ended goes on where it was.
//!
//! What the next level is made from is the entries so far, the newest level's states, and the states seen, so that is
//! what a checkpoint holds; which rows are live or complete follows from these. The bytes pass through one small
//! buffer, and there is no second copy of the large arrays.
//!
#![doc = include_str!("../../../docs/checkpoint.md")]

mod blocks;
mod checkpoints;
mod error;
mod head;
mod snapshot;

pub use checkpoints::Checkpoints;
pub use error::CheckpointError;
pub(super) use snapshot::{load, save};

#[cfg(test)]
mod tests;
