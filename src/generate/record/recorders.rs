//! Recorders that store distances.

use crate::generate::kernel::row_graph::RowGraph;
use crate::generate::sweep::recorder::{Place, Recorder};
use crate::space::footprints::Parities;

/// Records the level's distance, one byte per entry.
pub(in crate::generate) struct DistanceOfLevel(pub(in crate::generate) u8);

impl Recorder for DistanceOfLevel {
    type Item = u8;

    /// Where both parities occur, an entry's rank is twice the bit's number plus the last free
    /// Lehmer digit. That digit makes the arrangement's parity that of the plane.
    #[inline]
    fn record(&self, graph: &RowGraph, at: Place, new: &[u64], _: &[u64], items: &mut [u8]) {
        let layout = &graph.layout;
        let bits_per_word = layout.bits_per_word;
        let words = (at.word..).zip(new).filter(|(_, new)| **new != 0);
        if graph.footprints.parities != Parities::Both || layout.places == 1 {
            for (word, new) in words {
                let entries = &mut items[word * bits_per_word..][..bits_per_word];
                self.record_each(*new, entries, |bit| bit);
            }
            return;
        }
        let odd_tails = layout.tails_with_odd_sum;
        for (word, new) in words {
            let entries = &mut items[word * 2 * bits_per_word..][..2 * bits_per_word];
            // Patterns have short rows, whose parities are all known.
            let odd_prefix = (at.plane == 1) ^ layout.prefix_is_odd[at.start + word];
            let last_digits = if odd_prefix { !odd_tails } else { odd_tails };
            self.record_each(*new, entries, |bit| 2 * bit + (last_digits >> bit & 1) as usize);
        }
    }
}

impl DistanceOfLevel {
    /// Writes the distance to the entries of a word's set bits.
    #[inline]
    fn record_each(&self, new: u64, entries: &mut [u8], entry_of: impl Fn(usize) -> usize) {
        let mut bits = new;
        while bits != 0 {
            entries[entry_of(bits.trailing_zeros() as usize)] = self.0;
            bits &= bits - 1;
        }
    }
}

/// Records the residue of the level's distance modulo 3 for states of a full board, in two separate
/// words: residue 0 sets both bits, 1 the first, and 2 the second.
pub(in crate::generate) struct ResidueOfLevel(pub(in crate::generate) u8);

impl Recorder for ResidueOfLevel {
    type Item = u8;

    fn record(&self, _: &RowGraph, at: Place, new: &[u64], _: &[u64], items: &mut [u8]) {
        // The pair 0, 0 is left for unreached states, so that no third word is needed.
        let [not_twos, not_ones] = [2, 1].map(|other| if self.0 == other { 0 } else { u64::MAX });
        for (pair, new) in items.as_chunks_mut::<16>().0[at.word..].iter_mut().zip(new) {
            let (words, _) = pair.as_chunks_mut();
            put(&mut words[0], new & not_twos);
            put(&mut words[1], new & not_ones);
        }
    }
}

/// Adds states to a little-endian word.
#[inline]
fn put(word: &mut [u8; 8], more: u64) {
    *word = (u64::from_le_bytes(*word) | more).to_le_bytes();
}

/// Records column deltas of a full board: the level's distance for states with the blank in the
/// first column, and for other states one bit, set if the left neighbour is closer to the goal.
pub(in crate::generate) struct DeltasOfLevel<'a, R> {
    /// Recorder for the first column.
    pub(in crate::generate) first: R,
    /// Offset in the previous level of the row of the cell to the left, for each footprint; `None`
    /// in the first column.
    pub(in crate::generate) beside: &'a [Option<usize>],
    /// First word of each row that this process holds.
    pub(in crate::generate) held_from: usize,
}

impl<R: Recorder<Item = u8>> Recorder for DeltasOfLevel<'_, R> {
    type Item = u8;

    fn record(&self, graph: &RowGraph, at: Place, new: &[u64], before: &[u64], items: &mut [u8]) {
        let Some(beside) = self.beside[at.footprint as usize] else {
            return self.first.record(graph, at, new, before, items);
        };
        let before = &before[beside + at.start - self.held_from + at.word..];
        let deltas = &mut items.as_chunks_mut().0[at.word..];
        deltas.iter_mut().zip(new).zip(before).for_each(|((deltas, new), before)| put(deltas, new & before));
    }
}
