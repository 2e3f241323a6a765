//! A bit set that is read and written in 64-bit words, and operations on words.
//!
//! This is the only module that uses `bitvec`. The plain vector used on other machines is enough to
//! replace it.

use std::collections::TryReserveError;

#[cfg(target_pointer_width = "64")]
use bitvec::prelude::{BitVec, Lsb0};

/// A bit set in 64-bit words, lowest bit first.
///
/// `bitvec` supports 64-bit words only on 64-bit machines; elsewhere this is a plain vector.
#[derive(Debug)]
pub(crate) struct BitSet {
    #[cfg(target_pointer_width = "64")]
    words: BitVec<u64, Lsb0>,
    #[cfg(not(target_pointer_width = "64"))]
    words: Vec<u64>,
}

impl BitSet {
    /// Allocates this many words of zeros.
    pub(crate) fn new(words: usize) -> Result<Self, TryReserveError> {
        let mut zeros = Vec::new();
        zeros.try_reserve_exact(words)?;
        zeros.resize(words, 0);
        Ok(Self::from_words(zeros))
    }
}

#[cfg(target_pointer_width = "64")]
impl BitSet {
    fn from_words(words: Vec<u64>) -> Self {
        Self { words: BitVec::from_vec(words) }
    }

    /// Sets the lowest bit of a word.
    pub(crate) fn set_lowest(&mut self, word: usize) {
        self.words.set(word * u64::BITS as usize, true);
    }

    pub(crate) fn words(&self) -> &[u64] {
        self.words.as_raw_slice()
    }

    pub(crate) fn words_mut(&mut self) -> &mut [u64] {
        self.words.as_raw_mut_slice()
    }
}

#[cfg(not(target_pointer_width = "64"))]
impl BitSet {
    const fn from_words(words: Vec<u64>) -> Self {
        Self { words }
    }

    /// Sets the lowest bit of a word.
    pub(crate) fn set_lowest(&mut self, word: usize) {
        self.words[word] |= 1;
    }

    pub(crate) fn words(&self) -> &[u64] {
        &self.words
    }

    pub(crate) fn words_mut(&mut self) -> &mut [u64] {
        &mut self.words
    }
}

/// Moves 32 bits to the even positions, by moving halves, quarters, and so on apart until each
/// bit is alone.
pub(crate) const fn to_even_bits(bits: u32) -> u64 {
    let mut moved = bits as u64;
    moved = (moved | moved << 16) & 0x0000_FFFF_0000_FFFF;
    moved = (moved | moved << 8) & 0x00FF_00FF_00FF_00FF;
    moved = (moved | moved << 4) & 0x0F0F_0F0F_0F0F_0F0F;
    moved = (moved | moved << 2) & 0x3333_3333_3333_3333;
    (moved | moved << 1) & 0x5555_5555_5555_5555
}
