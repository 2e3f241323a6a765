//! A set of bits, which is read and written a word of 64 at a time.

use std::collections::TryReserveError;

#[cfg(target_pointer_width = "64")]
use bitvec::prelude::{BitVec, Lsb0};

/// Bits in 64-bit words, the lowest first.
///
/// `bitvec` has words of 64 bits only where addresses have as many; elsewhere they are a plain list.
#[derive(Debug)]
pub(super) struct Bits {
    #[cfg(target_pointer_width = "64")]
    words: BitVec<u64, Lsb0>,
    #[cfg(not(target_pointer_width = "64"))]
    words: Vec<u64>,
}

impl Bits {
    /// So many words, all bits 0.
    pub(super) fn new(words: usize) -> Result<Self, TryReserveError> {
        let mut zeros = Vec::new();
        zeros.try_reserve_exact(words)?;
        zeros.resize(words, 0);
        Ok(Self::of(zeros))
    }
}

#[cfg(target_pointer_width = "64")]
impl Bits {
    fn of(words: Vec<u64>) -> Self {
        Self { words: BitVec::from_vec(words) }
    }

    /// Sets the lowest bit of a word.
    pub(super) fn set_lowest(&mut self, word: usize) {
        self.words.set(word * u64::BITS as usize, true);
    }

    pub(super) fn words(&self) -> &[u64] {
        self.words.as_raw_slice()
    }

    pub(super) fn words_mut(&mut self) -> &mut [u64] {
        self.words.as_raw_mut_slice()
    }
}

#[cfg(not(target_pointer_width = "64"))]
impl Bits {
    const fn of(words: Vec<u64>) -> Self {
        Self { words }
    }

    /// Sets the lowest bit of a word.
    pub(super) fn set_lowest(&mut self, word: usize) {
        self.words[word] |= 1;
    }

    pub(super) fn words(&self) -> &[u64] {
        &self.words
    }

    pub(super) fn words_mut(&mut self) -> &mut [u64] {
        &mut self.words
    }
}
