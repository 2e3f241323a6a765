//! The distances of a word's states, as they are kept in a full board's first column and go on from there to the right.

use std::fmt;

use super::entries::Tally;
use super::notes::Notes;
use crate::table::Encoding;

/// The bytes of a word's steps.
pub(super) const STEP_BYTES: usize = size_of::<u64>();

/// A bit for each state of a word, the lowest first: is the state with the blank a cell farther left closer to the goal?
pub(super) type Step = [u8; STEP_BYTES];

/// The distances of the states that a word has, in one of the forms that tables are made from.
pub(super) trait DistanceWord: Copy + fmt::Debug + Send + Sync {
    /// The encoding that tells the form apart in a checkpoint.
    const ENCODING: Encoding;

    /// How many distances can be told apart: those that differ by so many are the same.
    const KINDS: u8;

    /// What the bytes of the first column are before a state is reached.
    const UNREACHED: u8;

    /// What takes down a level's states in the first column.
    type Notes: Notes<Item = u8>;

    /// The notes of the level at a distance.
    fn notes(distance: u8) -> Self::Notes;

    /// The bytes of a word of so many states in the first column.
    fn bytes(states: usize) -> usize;

    /// A word of the first column.
    fn read(bytes: &[u8]) -> Self;

    /// Goes a cell to the right: each distance becomes one more where the step's bit is set, and one less where it is not.
    fn step_right(&mut self, step: Step);

    /// Adds the distances of all states, so many, to what [`payload`](Self::payload) is made from.
    fn append(&self, states: usize, codes: &mut Vec<u8>);

    /// A part of a table's payload from what words of so many states have added, and what the encoding has made of it.
    fn payload(encoding: Encoding, states: usize, codes: Vec<u8>) -> Vec<u8>;

    /// The states that are reached, in the first column.
    fn reached(&self) -> u64;

    /// Gives these states another distance, or none.
    fn set(&mut self, states: u64, distance: Option<u8>);

    /// Counts the states that are reached, by the kind of their distance.
    fn count(&self, tally: &mut Tally);
}
