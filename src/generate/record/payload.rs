//! Payload pieces: the part of a table's payload that a process writes.

use std::borrow::Cow;
use std::ops::Range;

use super::byte_entries::ByteEntries;
use super::column_deltas::ColumnDeltas;
use super::distance_word::DistanceWord;
use crate::generate::kernel::arrays::Rows;
use crate::generate::kernel::row_graph::RowGraph;
use crate::table::{Encoding, PAGE_BYTES, Pieces};

/// Pieces made of one byte per entry, in the encoding of bytes.
#[derive(Debug)]
pub(in crate::generate) struct BytePieces<'a> {
    pub(in crate::generate) graph: &'a RowGraph,
    pub(in crate::generate) entries: &'a ByteEntries,
}

/// Pieces made of column deltas.
#[derive(Debug)]
pub(in crate::generate) struct DeltaPieces<W> {
    pub(in crate::generate) deltas: ColumnDeltas<W>,
    pub(in crate::generate) encoding: Encoding,
}

impl Pieces for BytePieces<'_> {
    /// One piece if this process holds everything, and otherwise one for each group.
    fn count(&self) -> usize {
        let Self { graph, entries } = self;
        match (entries.distances.len(), graph.shares.own().len() == graph.layout.words_per_row) {
            (0, _) => 0,
            (_, true) => 1,
            (_, false) => graph.footprints.groups.len(),
        }
    }

    fn piece(&self, number: usize) -> (u64, Cow<'_, [u8]>) {
        let Self { graph, entries } = self;
        let rows = Rows { rows: graph.footprints.groups.len(), bytes_per_word: graph.entries_per_word() };
        let len = entries.distances.len() / self.count();
        (rows.place(graph, number), Cow::Borrowed(&entries.distances[number * len..][..len]))
    }
}

impl<W: DistanceWord> Pieces for DeltaPieces<W> {
    fn count(&self) -> usize {
        let Self { deltas, .. } = self;
        if deltas.is_whole() {
            (deltas.cells() * deltas.words()).div_ceil(self.words())
        } else {
            deltas.cells() * deltas.words().div_ceil(self.words())
        }
    }

    fn piece(&self, number: usize) -> (u64, Cow<'_, [u8]>) {
        let Self { deltas, encoding } = self;
        let (first, codes) = if deltas.is_whole() {
            let words = number * self.words()..(number + 1) * self.words();
            ((words.start * deltas.entries_per_word()) as u64, self.codes_across_cells(words))
        } else {
            let per_cell = deltas.words().div_ceil(self.words());
            let (cell, start) = (number / per_cell, number % per_cell * self.words());
            let mut codes = Vec::new();
            deltas.append(cell, start..deltas.words().min(start + self.words()), &mut codes);
            (deltas.index_of(cell, start), codes)
        };
        let payload = W::payload(*encoding, deltas.entries_per_word(), codes);
        (encoding.payload_len(first), payload.into())
    }
}

impl<W: DistanceWord> DeltaPieces<W> {
    /// Returns the number of words in a piece: at 60 entries each, they fill fifteen checksum
    /// pages.
    const fn words(&self) -> usize {
        PAGE_BYTES as usize / 4 * self.encoding.entries_per_byte()
    }

    /// Returns the codes of some words, counted over all cells.
    fn codes_across_cells(&self, mut words: Range<usize>) -> Vec<u8> {
        let row = self.deltas.words();
        let mut codes = Vec::with_capacity(self.words() * W::bytes(self.deltas.entries_per_word()));
        for cell in 0..self.deltas.cells() {
            let of_cell = cell * row;
            if (of_cell..of_cell + row).contains(&words.start) && !words.is_empty() {
                let end = words.end.min(of_cell + row);
                self.deltas.append(cell, words.start - of_cell..end - of_cell, &mut codes);
                words.start = end;
            }
        }
        codes
    }
}
