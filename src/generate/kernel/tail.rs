//! Rotations ([`space::rotation`](crate::space::rotation)) of places in the tail
//! ([`layout`](super::layout)): they permute the bits of each word.

use super::layout::{FIFTH_BITS, TAIL};
use crate::space::lehmer::{factorial, rank, unrank_half};
use crate::space::rotation::Rotation;

/// Bits moved by one lookup. The tables of a word's ten slices take 5 KiB for each parity.
const SLICE_BITS: usize = 6;
const SLICES_PER_FIFTH: usize = 2;
/// Number of slices in a word.
const SLICES: usize = TAIL * SLICES_PER_FIFTH;
const _: () = assert!(SLICES_PER_FIFTH * SLICE_BITS == FIFTH_BITS as usize, "slices divide a fifth");

/// A rotation whose window lies within the tail: a permutation of a word's bits for each parity of
/// the tails, applied slice by slice.
pub(crate) struct TailRotation {
    /// `tables[parity][slice][bits]`: the rotated bits of a slice, for tails of this parity.
    tables: Box<[[[u64; 1 << SLICE_BITS]; SLICES]; 2]>,
}

impl TailRotation {
    /// Creates a rotation of a tail of `tail` places. The rotation counts places from the tail's
    /// first.
    pub(crate) fn new(tail: usize, rotation: Rotation) -> Self {
        debug_assert!(tail <= TAIL);
        let mut tables = Box::new([[[0; 1 << SLICE_BITS]; SLICES]; 2]);
        for (is_odd, slices) in [false, true].into_iter().zip(tables.iter_mut()) {
            let targets = targets_of_bits(tail, rotation, is_odd);
            for (slice, targets) in slices.iter_mut().zip(targets.chunks(SLICE_BITS)) {
                for (input, rotated) in slice.iter_mut().enumerate() {
                    let set = targets.iter().enumerate().filter(|(bit, _)| input >> bit & 1 == 1);
                    *rotated = set.fold(0, |word, (_, target)| word | 1 << target);
                }
            }
        }
        Self { tables }
    }

    /// Rotates the tails of a word; `is_odd` is their parity before the rotation. Ignores bits 60
    /// to 63, which stand for no arrangement.
    #[inline]
    pub(crate) fn apply(&self, word: u64, is_odd: bool) -> u64 {
        let slices = &self.tables[usize::from(is_odd)];
        let mut rotated = 0;
        for (nth, slice) in slices.iter().enumerate() {
            rotated |= slice[(word >> (SLICE_BITS * nth)) as usize % (1 << SLICE_BITS)];
        }
        rotated
    }

    /// Rotates a single fifth of a word, [`FIFTH_BITS`] given in the lowest positions. This takes
    /// only two lookups.
    #[inline]
    pub(crate) fn apply_to_fifth(&self, bits: u64, fifth: usize, is_odd: bool) -> u64 {
        let slices = &self.tables[usize::from(is_odd)];
        let (low, high) = (bits as usize % (1 << SLICE_BITS), bits as usize >> SLICE_BITS);
        let first = SLICES_PER_FIFTH * fifth;
        slices[first][low] | slices[first + 1][high]
    }
}

/// Returns the target bit of each bit of a word whose tails have this parity.
fn targets_of_bits(tail: usize, rotation: Rotation, is_odd: bool) -> Vec<u64> {
    // A shorter tail has one arrangement and one bit, which stays.
    if tail < 2 {
        return vec![0];
    }
    let target = |half_rank| {
        let mut elements = vec![0; tail];
        unrank_half(half_rank, is_odd, &mut elements);
        rotation.apply(&mut elements);
        rank(&elements, tail) / 2
    };
    (0..factorial(tail) / 2).map(target).collect()
}

impl std::fmt::Debug for TailRotation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TailRotation").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::space::lehmer::is_odd;

    #[test]
    fn tail_rotations_move_bits_like_arrangements() {
        for tail in 2..=TAIL {
            for (from, to) in (0..tail).flat_map(|from| (0..tail).map(move |to| (from, to))) {
                let rotation = Rotation::new(from, to);
                let within = TailRotation::new(tail, rotation);
                for odd in [false, true] {
                    let mut all = 0;
                    for half_rank in 0..factorial(tail) / 2 {
                        let mut elements = vec![0; tail];
                        unrank_half(half_rank, odd, &mut elements);
                        rotation.apply(&mut elements);
                        assert_eq!(is_odd(&elements), odd ^ rotation.is_odd());
                        assert_eq!(within.apply(1 << half_rank, odd), 1 << (rank(&elements, tail) / 2));
                        all |= 1 << half_rank;
                    }
                    assert_eq!(within.apply(all, odd), all);
                }
            }
        }
    }
}
