//! [`ByteWord`]: the distances of a word's states, one byte each.

use super::distance_word::{DELTA_BYTES, DistanceWord};
use super::entries::UNSET;
use crate::generate::kernel::RowGraph;
use crate::generate::newest_levels::WordPosition;
use crate::space::footprints::Parities;
use crate::table::Encoding;

/// Distances in groups of eight, each group one little-endian number. [`UNSET`] marks unreached
/// states and unused bytes at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::generate) struct ByteWord([u64; DELTA_BYTES]);

impl ByteWord {
    /// Returns the distances; the bytes after the last state have no meaning.
    #[inline]
    pub(in crate::generate) fn distances(&self) -> [u8; 8 * DELTA_BYTES] {
        let mut distances = [0; 8 * DELTA_BYTES];
        let eights = distances.as_chunks_mut().0.iter_mut();
        eights.zip(self.0).for_each(|(eight, digits)| *eight = digits.to_le_bytes());
        distances
    }

    #[inline]
    fn from_distances(distances: &[u8; 8 * DELTA_BYTES]) -> Self {
        let eights = distances.as_chunks().0;
        Self(std::array::from_fn(|nth| u64::from_le_bytes(eights[nth])))
    }
}

/// The change of eight distances, read as one number, for each byte of deltas: digit by digit, 1
/// where a bit is set and -1 elsewhere.
///
/// Adding it never carries between the eight distances: those of reached states stay between 0 and
/// 254, and unreached states, at 255, have no bits set.
static MORE: [u64; 256] = {
    let mut more = [0_u64; 256];
    let mut deltas = 0;
    while deltas < 256 {
        let mut bit = 8;
        while bit > 0 {
            bit -= 1;
            let digit = if deltas >> bit & 1 == 1 { 1 } else { u64::MAX };
            more[deltas] = (more[deltas] << 8).wrapping_add(digit);
        }
        deltas += 1;
    }
    more
};

/// Records states of the level at this distance, one byte per entry.
///
/// Where both parities occur, an entry's rank is twice the bit's number plus the last free Lehmer
/// digit. That digit makes the arrangement's parity that of the plane.
#[inline]
pub(super) fn record_distance(
    distance: u8,
    graph: &RowGraph,
    at: WordPosition,
    new: &[u64],
    items: &mut [u8],
) {
    let layout = &graph.layout;
    let bits_per_word = layout.bits_per_word;
    let words = (at.word..).zip(new).filter(|(_, new)| **new != 0);
    if graph.footprints.parities != Parities::Both || layout.places == 1 {
        for (word, new) in words {
            let entries = &mut items[word * bits_per_word..][..bits_per_word];
            record_each(distance, *new, entries, |bit| bit);
        }
        return;
    }
    let odd_tails = layout.tails_with_odd_sum;
    for (word, new) in words {
        let entries = &mut items[word * 2 * bits_per_word..][..2 * bits_per_word];
        // Patterns have short rows, whose parities are all known.
        let odd_prefix = (at.plane == 1) ^ layout.prefix_is_odd[at.start + word];
        let last_digits = if odd_prefix { !odd_tails } else { odd_tails };
        record_each(distance, *new, entries, |bit| 2 * bit + (last_digits >> bit & 1) as usize);
    }
}

/// Writes the distance to the entries of a word's set bits.
#[inline]
fn record_each(distance: u8, new: u64, entries: &mut [u8], entry_of: impl Fn(usize) -> usize) {
    let mut bits = new;
    while bits != 0 {
        entries[entry_of(bits.trailing_zeros() as usize)] = distance;
        bits &= bits - 1;
    }
}

impl DistanceWord for ByteWord {
    const ENCODING: Encoding = Encoding::Byte;
    const KINDS: u8 = UNSET;
    const UNREACHED: u8 = UNSET;

    #[inline]
    fn record(distance: u8, graph: &RowGraph, at: WordPosition, new: &[u64], items: &mut [u8]) {
        record_distance(distance, graph, at, new, items);
    }

    fn bytes(states: usize) -> usize {
        states
    }

    #[inline]
    fn read(bytes: &[u8]) -> Self {
        let mut distances = [UNSET; 8 * DELTA_BYTES];
        distances[..bytes.len()].copy_from_slice(bytes);
        Self::from_distances(&distances)
    }

    #[inline]
    fn move_right(&mut self, deltas: [u8; DELTA_BYTES]) {
        for (digits, eight) in self.0.iter_mut().zip(deltas) {
            *digits = digits.wrapping_add(MORE[usize::from(eight)]);
        }
    }

    #[inline]
    fn append(&self, states: usize, codes: &mut Vec<u8>) {
        codes.extend_from_slice(&self.distances()[..states]);
    }

    fn payload(_: usize, codes: Vec<u8>) -> Vec<u8> {
        codes
    }

    fn reached(&self) -> u64 {
        let distances = self.distances().into_iter().enumerate();
        distances.fold(0, |reached, (nth, distance)| reached | u64::from(distance != UNSET) << nth)
    }

    fn set(&mut self, states: u64, distance: Option<u8>) {
        let mut distances = self.distances();
        let all = distances.iter_mut().enumerate().filter(|(nth, _)| states >> nth & 1 == 1);
        all.for_each(|(_, one)| *one = distance.unwrap_or(UNSET));
        *self = Self::from_distances(&distances);
    }

    fn count(&self, tally: &mut [u64; 256]) {
        self.distances().into_iter().for_each(|distance| tally[usize::from(distance)] += 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deltas_change_each_distance_separately() {
        let mut random = fastrand::Rng::with_seed(11);
        for len in 1..=60 {
            let entries: Vec<u8> = (0..len).map(|_| random.u8(4..=250)).collect();
            let deltas: [[u8; DELTA_BYTES]; 4] = std::array::from_fn(|_| random.u64(..).to_le_bytes());
            let mut word = ByteWord::read(&entries);
            deltas.iter().for_each(|deltas| word.move_right(*deltas));
            let mut moved = Vec::new();
            word.append(len, &mut moved);
            assert_eq!(moved.len(), len);
            for (nth, entry) in entries.iter().enumerate() {
                let ups = deltas.iter().filter(|deltas| deltas[nth / 8] >> (nth % 8) & 1 == 1).count() as u8;
                assert_eq!(moved[nth], entry + ups - (4 - ups));
            }
        }
    }

    #[test]
    fn set_changes_distances_or_marks_unreached() {
        let mut word = ByteWord::read(&[3, UNSET, 5]);
        assert_eq!(word.reached(), 0b101);
        word.set(0b010, Some(4));
        word.set(0b100, None);
        assert_eq!((word.reached(), &word.distances()[..4]), (0b011, &[3, 4, UNSET, UNSET][..]));
        let mut tally = [0; 256];
        word.count(&mut tally);
        assert_eq!((tally[3], tally[4], tally[5]), (1, 1, 0));
    }
}
