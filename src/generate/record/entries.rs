//! The trait for a build's entries: how the distances are stored while the levels are computed.

use std::collections::TryReserveError;

use crate::generate::kernel::{ArrayLayout, RowGraph};
use crate::generate::newest_levels::{NewestLevels, Recorder};
use crate::space::Space;
use crate::table::Encoding;

/// Marks an entry that no level has reached yet. A finished build has none.
pub(in crate::generate) const UNSET: u8 = u8::MAX;

/// The entries of a table during the build.
pub(in crate::generate) trait Entries: Sized + Send {
    /// The encoding that identifies the form in a checkpoint.
    const ENCODING: Encoding;

    /// Number of distances that the form distinguishes: distances are stored modulo this number.
    /// Only used by the default [`are_counted`](Self::are_counted).
    const KINDS: u8 = UNSET;

    /// Returns the bytes of all entries, over all processes.
    fn memory_in_bytes(space: &Space) -> u64;

    /// Creates a process's entries, all unset.
    ///
    /// # Errors
    /// If memory runs out.
    fn unset(graph: &RowGraph) -> Result<Self, TryReserveError>;

    /// Sets the goal's entry to 0.
    fn set_goal(&mut self, graph: &RowGraph);

    /// Returns the recorder for the level at this distance, and the items of each block, in which
    /// it records.
    fn recording(&mut self, distance: u8) -> (impl Recorder<u8>, impl Iterator<Item = &mut [u8]>);

    /// Returns the layouts of the arrays in a checkpoint.
    fn layouts(graph: &RowGraph) -> Vec<ArrayLayout>;

    /// Returns the part of the arrays that this process holds.
    fn arrays(&self) -> Vec<&[u8]>;

    /// Returns the same part, to be filled.
    fn arrays_mut(&mut self) -> Vec<&mut [u8]>;

    /// Counts this process's entries of each kind that the storage distinguishes, for
    /// [`are_counted`](Self::are_counted). `levels` holds the two newest levels, and `newest` is
    /// the distance of the newest one.
    fn tally(&self, levels: &NewestLevels, newest: u8) -> [u64; 256];

    /// Whether the counts of all processes together match a histogram of levels. The histogram has
    /// no more entries than the space.
    fn are_counted(tally: &[u64; 256], histogram: &[u64]) -> bool {
        let kinds = usize::from(Self::KINDS);
        let of_levels = |kind: usize| histogram.iter().skip(kind).step_by(kinds).sum::<u64>();
        (0..kinds).all(|kind| tally[kind] == of_levels(kind))
    }
}
