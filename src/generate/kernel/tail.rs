//! Rotations within a word.

use super::layout::TAIL;
use crate::space::lehmer::{factorial, rank, unrank_half};
use crate::space::rotation::Rotation;

/// Bits moved by one lookup. The tables of a word's ten slices take 5 KiB for each parity.
const SLICE_BITS: usize = 6;
const SLICES: usize = 10;

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
        for (odd, slices) in [false, true].into_iter().zip(tables.iter_mut()) {
            let images = images_of_bits(tail, rotation, odd);
            for (slice, bits) in slices.iter_mut().zip(images.chunks(SLICE_BITS)) {
                for (pattern, image) in slice.iter_mut().enumerate() {
                    let set = bits.iter().enumerate().filter(|(bit, _)| pattern >> bit & 1 == 1);
                    *image = set.fold(0, |word, (_, to)| word | 1 << to);
                }
            }
        }
        Self { tables }
    }

    /// Rotates the tails of a word; `odd` is their parity before.
    #[inline]
    pub(crate) fn apply(&self, word: u64, odd: bool) -> u64 {
        let slices = &self.tables[usize::from(odd)];
        let mut rotated = 0;
        for (nth, slice) in slices.iter().enumerate() {
            rotated |= slice[(word >> (SLICE_BITS * nth)) as usize % (1 << SLICE_BITS)];
        }
        rotated
    }

    /// Rotates a single piece of a word, twelve bits given in the lowest positions. This takes only
    /// two lookups.
    #[inline]
    pub(crate) fn apply_to_piece(&self, bits: u64, piece: usize, odd: bool) -> u64 {
        let slices = &self.tables[usize::from(odd)];
        let (low, high) = (bits as usize % (1 << SLICE_BITS), bits as usize >> SLICE_BITS);
        slices[2 * piece][low] | slices[2 * piece + 1][high]
    }
}

/// Returns the target bit of each bit of a word whose tails have this parity.
fn images_of_bits(tail: usize, rotation: Rotation, odd: bool) -> Vec<u64> {
    if tail < 2 {
        return vec![0];
    }
    let image = |half| {
        let mut elements = vec![0; tail];
        unrank_half(half, odd, &mut elements);
        rotation.apply(&mut elements);
        rank(&elements, tail) / 2
    };
    (0..factorial(tail) / 2).map(image).collect()
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
                    for half in 0..factorial(tail) / 2 {
                        let mut elements = vec![0; tail];
                        unrank_half(half, odd, &mut elements);
                        rotation.apply(&mut elements);
                        assert_eq!(is_odd(&elements), odd ^ rotation.is_odd());
                        assert_eq!(within.apply(1 << half, odd), 1 << (rank(&elements, tail) / 2));
                        all |= 1 << half;
                    }
                    assert_eq!(within.apply(all, odd), all);
                }
            }
        }
    }
}
