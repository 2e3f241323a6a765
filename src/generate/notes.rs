//! What becomes of the states that a level reaches first.

use super::row_graph::RowGraph;
use crate::space::footprints::Parities;

/// Takes notes of a level's states, in items that lie in the order of the entries: of a group of footprints as many for each
/// word of a row.
pub(super) trait Notes: Sync {
    /// What the notes are made of.
    type Item: Send;

    /// Notes the states of words that follow one another, those whose entries are reached first. The items are
    /// those of the place's row from the word `start` on; `before` is the level before, in all rows of its colour.
    fn note(&self, graph: &RowGraph, at: Place, new: &[u64], before: &[u64], items: &mut [Self::Item]);
}

/// Where words of states lie.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) footprint: u32,
    /// Which of the footprint's rows: 1 is that of the odd arrangements, where both parities occur.
    pub(super) plane: usize,
    /// The first word of the items within the row.
    pub(super) start: usize,
    /// The first of them, counted from there.
    pub(super) word: usize,
}

/// No notes: the states are counted, and that is all.
pub(super) struct Nothing;

impl Notes for Nothing {
    type Item = ();

    #[inline]
    fn note(&self, _: &RowGraph, _: Place, _: &[u64], _: &[u64], _: &mut [()]) {}
}

/// The items of groups of which there are no notes.
pub(super) fn no_items<'a>() -> impl Iterator<Item = &'a mut [()]> {
    std::iter::repeat_with(Default::default)
}

/// The level's distance, in a byte for each entry.
pub(super) struct DistanceOfLevel(pub(super) u8);

impl Notes for DistanceOfLevel {
    type Item = u8;

    /// With both parities, an entry's rank is twice the bit's number, plus the last free Lehmer digit, which makes the parity
    /// that of the plane.
    #[inline]
    fn note(&self, graph: &RowGraph, at: Place, new: &[u64], _: &[u64], items: &mut [u8]) {
        let layout = &graph.layout;
        let bits_per_word = layout.bits_per_word;
        let words = (at.word..).zip(new).filter(|(_, new)| **new != 0);
        if graph.footprints.parities != Parities::Both || layout.places == 1 {
            for (word, new) in words {
                let entries = &mut items[word * bits_per_word..][..bits_per_word];
                self.note_each(*new, entries, |bit| bit);
            }
            return;
        }
        let odd_tails = layout.tails_with_odd_sum;
        for (word, new) in words {
            let entries = &mut items[word * 2 * bits_per_word..][..2 * bits_per_word];
            // Rows of patterns are short, so that all their parities are known.
            let odd_prefix = (at.plane == 1) ^ layout.prefix_is_odd[at.start + word];
            let last_digits = if odd_prefix { !odd_tails } else { odd_tails };
            self.note_each(*new, entries, |bit| 2 * bit + (last_digits >> bit & 1) as usize);
        }
    }
}

impl DistanceOfLevel {
    /// Writes the distance into the entries of a word's bits.
    #[inline]
    fn note_each(&self, new: u64, entries: &mut [u8], entry_of: impl Fn(usize) -> usize) {
        let mut bits = new;
        while bits != 0 {
            entries[entry_of(bits.trailing_zeros() as usize)] = self.0;
            bits &= bits - 1;
        }
    }
}

/// The residue of the level's distance modulo 3, in two bits for each state of a full board, in words of their own: residue 0 sets
/// both, 1 the first, and 2 the second.
pub(super) struct ResidueOfLevel(pub(super) u8);

impl Notes for ResidueOfLevel {
    type Item = u8;

    fn note(&self, _: &RowGraph, at: Place, new: &[u64], _: &[u64], items: &mut [u8]) {
        let [not_twos, not_ones] = [2, 1].map(|other| if self.0 == other { 0 } else { u64::MAX });
        for (pair, new) in items.as_chunks_mut::<16>().0[at.word..].iter_mut().zip(new) {
            let (words, _) = pair.as_chunks_mut();
            put(&mut words[0], new & not_twos);
            put(&mut words[1], new & not_ones);
        }
    }
}

/// Puts more states into a word of eight bytes.
#[inline]
fn put(word: &mut [u8; 8], more: u64) {
    *word = (u64::from_le_bytes(*word) | more).to_le_bytes();
}

/// Of a full board: the level's distance for the states with the blank in the board's first column, and for others whether the
/// state with the blank a cell farther left is closer to the goal, in a bit each: words of eight bytes.
pub(super) struct StepsOfLevel<'a, N> {
    /// Notes the states of the first column.
    pub(super) first: N,
    /// By footprint: where the row of the cell to the left begins in the level before; none in the first column.
    pub(super) beside: &'a [Option<usize>],
    /// The first word of each row that this rank has.
    pub(super) held_from: usize,
}

impl<N: Notes<Item = u8>> Notes for StepsOfLevel<'_, N> {
    type Item = u8;

    fn note(&self, graph: &RowGraph, at: Place, new: &[u64], before: &[u64], items: &mut [u8]) {
        let Some(beside) = self.beside[at.footprint as usize] else {
            return self.first.note(graph, at, new, before, items);
        };
        let before = &before[beside + at.start - self.held_from + at.word..];
        let steps = &mut items.as_chunks_mut().0[at.word..];
        steps.iter_mut().zip(new).zip(before).for_each(|((step, new), before)| put(step, new & before));
    }
}
