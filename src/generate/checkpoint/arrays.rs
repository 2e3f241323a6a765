//! [`Arrays`]: the state of a build as the body of a file.

use std::borrow::Cow;

use crate::generate::kernel::{ArrayLayout, RowGraph};
use crate::table::BodyChunks;

/// The arrays of a state, as far as this process holds them: to be saved, or to be filled. `B` are
/// bytes, and `W` words, each of eight bytes in the file, little-endian.
#[derive(Debug)]
pub(in crate::generate) struct Arrays<'a, B, W> {
    pub(in crate::generate) graph: &'a RowGraph,
    pub(in crate::generate) entries: Vec<(ArrayLayout, B)>,
    /// The state sets by color, and the sets of recorded entries by color. The latter are empty
    /// unless footprints share entries.
    pub(in crate::generate) sets: [(ArrayLayout, W); 4],
}

impl<B, W> Arrays<'_, B, W> {
    /// Returns the lengths over all processes, in bytes: of all entries, and of each set.
    pub(super) fn lengths(&self) -> [u64; 5] {
        let entries = self.entries.iter().map(|(layout, _)| layout.bytes(self.graph)).sum();
        let [even, odd, recorded_even, recorded_odd] =
            self.sets.each_ref().map(|(layout, _)| layout.bytes(self.graph));
        [entries, even, odd, recorded_even, recorded_odd]
    }
}

/// Number of words to convert to bytes at once.
const WORDS_PER_BUFFER: usize = 1 << 16;

/// A chunk is a row of bytes, or some words of a row.
impl BodyChunks for Arrays<'_, &[u8], &[u64]> {
    fn count(&self) -> usize {
        let held = self.graph.words_held();
        let of_entries = self.entries.iter().map(|(layout, _)| layout.rows * held.min(1));
        let of_sets = self.sets.iter().map(|(layout, _)| layout.rows * held.div_ceil(WORDS_PER_BUFFER));
        of_entries.chain(of_sets).sum()
    }

    fn chunk(&self, mut number: usize) -> (u64, Cow<'_, [u8]>) {
        let held = self.graph.words_held();
        let mut base = 0;
        for (layout, bytes) in &self.entries {
            if held > 0 && number < layout.rows {
                let len = held * layout.bytes_per_word;
                let chunk = Cow::Borrowed(&bytes[number * len..][..len]);
                return (base + layout.offset(self.graph, number), chunk);
            }
            number -= layout.rows * held.min(1);
            base += layout.bytes(self.graph);
        }
        for (layout, words) in &self.sets {
            let per_row = held.div_ceil(WORDS_PER_BUFFER);
            if number < layout.rows * per_row {
                let (row, first) = (number / per_row, number % per_row * WORDS_PER_BUFFER);
                let some = &words[row * held..][..held][first..held.min(first + WORDS_PER_BUFFER)];
                let bytes: Vec<u8> = some.iter().flat_map(|word| word.to_le_bytes()).collect();
                let at = layout.offset(self.graph, row) + (first * layout.bytes_per_word) as u64;
                return (base + at, bytes.into());
            }
            number -= layout.rows * per_row;
            base += layout.bytes(self.graph);
        }
        (base, Cow::Borrowed(&[]))
    }
}
