//! Distances modulo 3 in two bits a state, while a full board is built.
//!
//! Entry by entry a table would be written a state at a time. In planes, a bit of each residue apart, an entry is set for the
//! sixty states of a word at once. Only residues 1 and 2 have a plane: what is in neither has residue 0, or was not reached,
//! and in the end all is reached.

use std::collections::TryReserveError;

use super::bits::Bits;
use super::checkpoint::{BlockReader, BlockWriter, CheckpointProblem};
use super::entries::Entries;
use super::layout::{RowLayout, to_usize};
use super::notes::Membership;
use super::sweep::{NextLevel, Reached, Sweep};
use crate::space::Space;
use crate::table::{Encoding, WriteError};

/// The states at distances that leave a residue, words of sixty in the order of the table.
#[derive(Debug)]
pub(super) struct Planes {
    /// Of residue 1, and of residue 2.
    planes: [Bits; 2],
    states_per_word: usize,
}

impl Planes {
    /// The words of the states at distances of residue 1, and of residue 2.
    pub(super) fn words(&self) -> [&[u64]; 2] {
        self.planes.each_ref().map(Bits::words)
    }

    pub(super) const fn states_per_word(&self) -> usize {
        self.states_per_word
    }

    fn words_in(space: &Space) -> u64 {
        let shape = space.shape();
        RowLayout::words_in_a_row(shape.tiles()) * shape.cells() as u64
    }
}

impl Entries for Planes {
    const ENCODING: Encoding = Encoding::Mod3;

    fn memory_in_bytes(space: &Space) -> u64 {
        2 * 8 * Self::words_in(space)
    }

    fn unset(space: &Space) -> Result<Self, TryReserveError> {
        let words = to_usize(Self::words_in(space));
        let states_per_word = RowLayout::bits_in_a_word(space.shape().tiles());
        Ok(Self { planes: [Bits::new(words)?, Bits::new(words)?], states_per_word })
    }

    fn set_goal(&mut self, _: usize) {}

    fn advance(&mut self, sweep: &mut Sweep, to: &NextLevel<'_>) -> Reached {
        let residue = usize::from(to.distance % 3);
        match residue.checked_sub(1) {
            Some(plane) => sweep.advance(to, &Membership, self.planes[plane].words_mut()),
            None => {
                let states = sweep.advance_unnoted(to);
                Reached { states, noted: states }
            }
        }
    }

    fn write(&self, body: &mut BlockWriter) -> Result<(), WriteError> {
        self.words().into_iter().try_for_each(|words| body.write_words(words))
    }

    fn read(&mut self, body: &mut BlockReader) -> Result<(), CheckpointProblem> {
        self.planes.iter_mut().try_for_each(|plane| body.read_words(plane.words_mut()))
    }

    fn are_counted_by(&self, histogram: &[u64]) -> bool {
        let [ones, twos] = self.words();
        let none_has_both = ones.iter().zip(twos).all(|(one, two)| one & two == 0);
        let is_counted = |(words, residue): (&[u64], usize)| {
            let states: u64 = words.iter().map(|word| u64::from(word.count_ones())).sum();
            states == histogram.iter().skip(residue).step_by(3).sum()
        };
        none_has_both && [(ones, 1), (twos, 2)].into_iter().all(is_counted)
    }
}
