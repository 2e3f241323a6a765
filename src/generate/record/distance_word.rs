//! The forms in which a full board's distances are stored in the first column, and derived from
//! there to the right.

use std::fmt;

use crate::generate::kernel::RowGraph;
use crate::generate::newest_levels::WordPosition;
use crate::table::Encoding;

/// Bytes of the column deltas of a word, one bit per state, lowest first. A bit is set if the left
/// neighbor is closer to the goal.
pub(in crate::generate) const DELTA_BYTES: usize = size_of::<u64>();

/// The distances of a word's states, in a form from which tables are made.
pub(in crate::generate) trait DistanceWord: Copy + fmt::Debug + Send + Sync {
    /// The encoding that identifies the form in a checkpoint.
    const ENCODING: Encoding;

    /// Number of distances that the form distinguishes: distances are stored modulo this number.
    const KINDS: u8;

    /// Value of the first column's bytes before a state is reached.
    const UNREACHED: u8;

    /// Records states of the level at this distance in the first column, as a
    /// [`Recorder`](crate::generate::newest_levels::Recorder) does.
    fn record(distance: u8, graph: &RowGraph, at: WordPosition, new: &[u64], items: &mut [u8]);

    /// Returns the bytes of a word with this many states in the first column.
    fn bytes(states: usize) -> usize;

    /// Reads a word of the first column.
    fn read(bytes: &[u8]) -> Self;

    /// Moves one cell to the right: a distance grows by one where the delta bit is set, and shrinks
    /// by one where it is not.
    fn move_right(&mut self, deltas: [u8; DELTA_BYTES]);

    /// Appends the distances of all `states` to the codes for [`payload`](Self::payload): a byte
    /// per entry, or already packed.
    fn append(&self, states: usize, codes: &mut Vec<u8>);

    /// Packs codes from words of `states` states each into a part of a payload.
    fn payload(states: usize, codes: Vec<u8>) -> Vec<u8>;

    /// Returns the reached states of a word in the first column.
    fn reached(&self) -> u64;

    /// Sets the distance of these states, or marks them as unreached.
    fn set(&mut self, states: u64, distance: Option<u8>);

    /// Adds the reached states to the counts by kind.
    fn count(&self, tally: &mut [u64; 256]);
}

/// Adds states to a little-endian word.
#[inline]
pub(super) fn put(word: &mut [u8; 8], more: u64) {
    *word = (u64::from_le_bytes(*word) | more).to_le_bytes();
}
