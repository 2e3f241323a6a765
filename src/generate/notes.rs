//! What becomes of the states that a level reaches first.

use super::row_graph::RowGraph;
use crate::space::footprints::Parities;

/// Takes notes of a level's states, in items that lie in the order of the entries: of a group of footprints as many for each
/// word of a row.
pub(super) trait Notes: Sync {
    /// What the notes are made of.
    type Item: Send;

    /// Are there any notes? What is asked of every word should cost nothing where there are none.
    const TAKES_ANY: bool = true;

    /// Notes the states of a word whose entries are reached first, and returns how many notes there are of them. The items are
    /// those of the place's row from the word `start` on; `before` is the level before, in all rows of its colour.
    fn note(&self, graph: &RowGraph, at: Place, new: u64, before: &[u64], items: &mut [Self::Item]) -> u64;
}

/// Where a word of states lies.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) footprint: u32,
    /// Which of the footprint's rows: 1 is that of the odd arrangements, where both parities occur.
    pub(super) plane: usize,
    /// The first word of the items within the row.
    pub(super) start: usize,
    /// The word, counted from there.
    pub(super) word: usize,
}

/// No notes: the states are counted, and that is all.
pub(super) struct Nothing;

impl Notes for Nothing {
    type Item = ();
    const TAKES_ANY: bool = false;

    #[inline]
    fn note(&self, _: &RowGraph, _: Place, _: u64, _: &[u64], _: &mut [()]) -> u64 {
        0
    }
}

/// The items of groups of which there are no notes.
pub(super) fn no_items<'a>() -> impl Iterator<Item = &'a mut [()]> {
    std::iter::repeat_with(Default::default)
}

/// A bit for each state: it is one of those that were noted.
pub(super) struct Membership;

impl Notes for Membership {
    type Item = u64;

    #[inline]
    fn note(&self, _: &RowGraph, at: Place, new: u64, _: &[u64], items: &mut [u64]) -> u64 {
        items[at.word] |= new;
        u64::from(new.count_ones())
    }
}

/// The level's distance, in a byte for each entry.
pub(super) struct DistanceOfLevel(pub(super) u8);

impl Notes for DistanceOfLevel {
    type Item = u8;

    /// With both parities, an entry's rank is twice the bit's number, plus the last free Lehmer digit, which makes the parity
    /// that of the plane.
    // Two loops have it for every word: as a call it made a build of 3x3 eight per cent longer.
    #[inline(always)]
    fn note(&self, graph: &RowGraph, at: Place, new: u64, _: &[u64], items: &mut [u8]) -> u64 {
        let layout = &graph.layout;
        let bits_per_word = layout.bits_per_word;
        if graph.footprints.parities != Parities::Both || layout.places == 1 {
            let entries = &mut items[at.word * bits_per_word..][..bits_per_word];
            return self.note_each(new, entries, |bit| bit);
        }
        let entries = &mut items[at.word * 2 * bits_per_word..][..2 * bits_per_word];
        let odd_tails = layout.tails_with_odd_sum;
        // Rows of patterns are short, so that all their parities are known.
        let odd_prefix = (at.plane == 1) ^ layout.prefix_is_odd[at.start + at.word];
        let last_digits = if odd_prefix { !odd_tails } else { odd_tails };
        self.note_each(new, entries, |bit| 2 * bit + (last_digits >> bit & 1) as usize)
    }
}

impl DistanceOfLevel {
    /// Writes the distance into the entries of a word's bits.
    #[inline]
    fn note_each(&self, new: u64, entries: &mut [u8], entry_of: impl Fn(usize) -> usize) -> u64 {
        let mut bits = new;
        while bits != 0 {
            entries[entry_of(bits.trailing_zeros() as usize)] = self.0;
            bits &= bits - 1;
        }
        u64::from(new.count_ones())
    }
}

/// Of a full board: the level's distance in a byte for each entry of the board's first column, and for others whether the state
/// with the blank a cell farther left is closer to the goal, in a bit each: words of eight bytes.
pub(super) struct StepsOfLevel<'a> {
    pub(super) distance: DistanceOfLevel,
    /// By footprint: where the row of the cell to the left begins in the level before; none in the first column.
    pub(super) beside: &'a [Option<usize>],
    /// The first word of each row that this rank has.
    pub(super) held_from: usize,
}

impl Notes for StepsOfLevel<'_> {
    type Item = u8;

    #[inline(always)]
    fn note(&self, graph: &RowGraph, at: Place, new: u64, before: &[u64], items: &mut [u8]) -> u64 {
        let Some(beside) = self.beside[at.footprint as usize] else {
            return self.distance.note(graph, at, new, before, items);
        };
        let closer = new & before[beside + at.start - self.held_from + at.word];
        let (words, _) = items.as_chunks_mut();
        let word = &mut words[at.word];
        *word = (u64::from_le_bytes(*word) | closer).to_le_bytes();
        u64::from(new.count_ones())
    }
}
