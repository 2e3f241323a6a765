//! How a build keeps the distances that its levels bring.

use std::collections::TryReserveError;

use super::checkpoint::{BlockReader, BlockWriter, CheckpointProblem};
use super::distances::UNSET;
use super::layout::to_usize;
use super::notes::DistanceOfLevel;
use super::sweep::{NextLevel, Reached, Sweep};
use crate::space::Space;
use crate::table::{Encoding, WriteError};

/// The entries of a table while it is built.
pub(super) trait Entries: Sized + Send {
    /// The encoding that tells them apart in a checkpoint.
    const ENCODING: Encoding;

    /// Their bytes.
    fn memory_in_bytes(space: &Space) -> u64;

    /// Before the goal was reached.
    ///
    /// # Errors
    /// If there is not so much memory.
    fn unset(space: &Space) -> Result<Self, TryReserveError>;

    /// Sets the goal's entry, to 0.
    fn set_goal(&mut self, number: usize);

    /// Goes to the next level, and sets the entries that it reaches first.
    fn advance(&mut self, sweep: &mut Sweep, to: &NextLevel<'_>) -> Reached;

    /// Writes them into a checkpoint.
    fn write(&self, body: &mut BlockWriter) -> Result<(), WriteError>;

    /// Reads them from a checkpoint.
    fn read(&mut self, body: &mut BlockReader) -> Result<(), CheckpointProblem>;

    /// Can they be those of levels with so many entries, which are no more than there are?
    fn are_counted_by(&self, histogram: &[u64]) -> bool;
}

/// A distance each, or [`UNSET`].
impl Entries for Vec<u8> {
    const ENCODING: Encoding = Encoding::Byte;

    fn memory_in_bytes(space: &Space) -> u64 {
        space.entries()
    }

    fn unset(space: &Space) -> Result<Self, TryReserveError> {
        let len = to_usize(space.entries());
        let mut entries = Self::new();
        entries.try_reserve_exact(len)?;
        entries.resize(len, UNSET);
        Ok(entries)
    }

    fn set_goal(&mut self, number: usize) {
        self[number] = 0;
    }

    fn advance(&mut self, sweep: &mut Sweep, to: &NextLevel<'_>) -> Reached {
        sweep.advance(to, &DistanceOfLevel(to.distance), self)
    }

    fn write(&self, body: &mut BlockWriter) -> Result<(), WriteError> {
        body.write(self)
    }

    fn read(&mut self, body: &mut BlockReader) -> Result<(), CheckpointProblem> {
        body.read(self)
    }

    fn are_counted_by(&self, histogram: &[u64]) -> bool {
        let mut counts = [0_u64; 1 << u8::BITS];
        self.iter().for_each(|entry| counts[usize::from(*entry)] += 1);
        let (of_levels, others) = counts[..usize::from(UNSET)].split_at(histogram.len());
        of_levels == histogram && others.iter().all(|count| *count == 0)
    }
}
