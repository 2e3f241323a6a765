//! [`ResidueWord`]: the distances modulo 3 of the states in one word of a row (at most sixty). Used
//! for the first column of [`column_deltas`](super::column_deltas).

use super::distance_word::{DELTA_BYTES, DistanceWord, put};
use super::residue_packing::{ENTRIES_PER_WORD, pack};
use crate::generate::kernel::RowGraph;
use crate::generate::newest_levels::WordPosition;
use crate::table::Encoding;

/// The set of states with each residue; states in none of the sets are unreached.
///
/// The first column stores this in two words. Residue 0 sets both bits, 1 the first, 2 the second;
/// neither bit means unreached. These bytes are part of checkpoints (`docs/checkpoint.md`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::generate) struct ResidueWord([u64; 3]);

/// Bytes of the two words in the first column.
const PAIR_BYTES: usize = 2 * size_of::<u64>();

impl DistanceWord for ResidueWord {
    const ENCODING: Encoding = Encoding::Mod3;
    const KINDS: u8 = 3;
    const UNREACHED: u8 = 0;

    fn record(distance: u8, _: &RowGraph, at: WordPosition, new: &[u64], items: &mut [u8]) {
        // `items` are pairs of words, and `new` are the states to record from pair `at.word` on.
        let residue = distance % Self::KINDS;
        let mask_unless = |other| if residue == other { 0 } else { u64::MAX };
        let (in_first, in_second) = (mask_unless(2), mask_unless(1));
        for (pair, new) in items.as_chunks_mut::<PAIR_BYTES>().0[at.word..].iter_mut().zip(new) {
            let (words, _) = pair.as_chunks_mut::<8>();
            put(&mut words[0], new & in_first);
            put(&mut words[1], new & in_second);
        }
    }

    fn bytes(_: usize) -> usize {
        PAIR_BYTES
    }

    #[inline]
    fn read(bytes: &[u8]) -> Self {
        let words = bytes.as_chunks::<8>().0;
        let [zeros_or_ones, zeros_or_twos] = [0, 1].map(|nth| u64::from_le_bytes(words[nth]));
        Self([zeros_or_ones & zeros_or_twos, zeros_or_ones & !zeros_or_twos, zeros_or_twos & !zeros_or_ones])
    }

    #[inline]
    fn move_right(&mut self, deltas: [u8; DELTA_BYTES]) {
        let grows = u64::from_le_bytes(deltas);
        let [zeros, ones, twos] = self.0;
        // New residue r: r - 1 where the distance grows, r + 1 where it shrinks.
        let moved = |one_less: u64, one_more: u64| one_less & grows | one_more & !grows;
        self.0 = [moved(twos, ones), moved(zeros, twos), moved(ones, zeros)];
    }

    /// Sixty two-bit codes fill fifteen bytes exactly, so such words are packed here. The words of
    /// a 2x2 board, of three states, become a byte per entry, which `payload` packs.
    #[inline]
    fn append(&self, states: usize, codes: &mut Vec<u8>) {
        let [_, ones, twos] = self.0;
        if states == ENTRIES_PER_WORD {
            codes.extend_from_slice(&pack(ones, twos));
        } else {
            codes.extend((0..states).map(|bit| (ones >> bit & 1 | (twos >> bit & 1) << 1) as u8));
        }
    }

    fn payload(states: usize, codes: Vec<u8>) -> Vec<u8> {
        if states == ENTRIES_PER_WORD { codes } else { Self::ENCODING.pack(codes).into_owned() }
    }

    fn reached(&self) -> u64 {
        self.0.into_iter().fold(0, |all, states| all | states)
    }

    fn set(&mut self, states: u64, distance: Option<u8>) {
        let kind = distance.map(|distance| usize::from(distance % Self::KINDS));
        for (residue, of_residue) in self.0.iter_mut().enumerate() {
            *of_residue = if kind == Some(residue) { *of_residue | states } else { *of_residue & !states };
        }
    }

    fn count(&self, tally: &mut [u64; 256]) {
        tally.iter_mut().zip(self.0).for_each(|(count, states)| *count += u64::from(states.count_ones()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares with a reference that handles one distance at a time.
    #[test]
    fn deltas_change_each_residue_separately() {
        let mut random = fastrand::Rng::with_seed(7);
        for states in (1..=ENTRIES_PER_WORD).chain([ENTRIES_PER_WORD; 40]) {
            let mut distances: Vec<u8> = (0..states).map(|_| random.u8(4..=250)).collect();
            let words = [[0, 1], [0, 2]].map(|residues: [u8; 2]| {
                let is_set = |distance: &u8| u64::from(residues.contains(&(distance % 3)));
                (0..)
                    .zip(&distances)
                    .fold(0, |word, (nth, distance)| word | is_set(distance) << nth)
                    .to_le_bytes()
            });
            let mut word = ResidueWord::read(words.as_flattened());
            assert_eq!(word.reached().count_ones() as usize, states);
            for deltas in std::iter::repeat_with(|| random.u64(..)).take(4) {
                word.move_right(deltas.to_le_bytes());
                for (nth, distance) in distances.iter_mut().enumerate() {
                    *distance = if deltas >> nth & 1 == 1 { *distance + 1 } else { *distance - 1 };
                }
            }
            let mut codes = Vec::new();
            word.append(states, &mut codes);
            let expected = Encoding::Mod3.pack(&distances).into_owned();
            assert_eq!(ResidueWord::payload(states, codes), expected);
            let mut tally = [0; 256];
            word.count(&mut tally);
            for (residue, count) in (0..3).zip(tally) {
                assert_eq!(
                    count,
                    distances.iter().filter(|distance| *distance % 3 == residue).count() as u64
                );
            }
        }
    }

    #[test]
    fn set_changes_distances_or_marks_unreached() {
        let mut word = ResidueWord([0b0011, 0b0100, 0b1000]);
        word.set(0b10101, Some(7));
        assert_eq!(word.0, [0b00010, 0b10101, 0b01000]);
        word.set(0b00110, None);
        assert_eq!((word.0, word.reached()), ([0, 0b10001, 0b01000], 0b11001));
    }
}
