//! [`Arrays`]: the state of a build as the body of a file.

use std::borrow::Cow;

use crate::generate::kernel::arrays::{Data, Rows};
use crate::generate::kernel::row_graph::RowGraph;
use crate::table::Pieces;

/// The arrays of a state, as far as this process holds them: to be saved, or to be filled.
#[derive(Debug)]
pub(in crate::generate) struct Arrays<'a, T> {
    pub(in crate::generate) graph: &'a RowGraph,
    pub(in crate::generate) entries: Vec<(Rows, T)>,
    /// The state sets, by colour.
    pub(in crate::generate) levels: [(Rows, T); 2],
    /// The sets of recorded entries, by colour; empty unless footprints share entries.
    pub(in crate::generate) recorded: [(Rows, T); 2],
}

/// Lengths of the body's arrays, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Lengths {
    pub(super) entries: u64,
    /// State sets, by colour.
    pub(super) levels: [u64; 2],
    /// Sets of recorded entries, by colour, where footprints share entries.
    pub(super) recorded: [u64; 2],
}

impl Lengths {
    /// Returns the length of the body in bytes, without checksums, or `None` on overflow.
    pub(super) fn body_bytes(&self) -> Option<u64> {
        let sets = self.levels.into_iter().chain(self.recorded);
        sets.into_iter().try_fold(self.entries, u64::checked_add)
    }
}

impl<T> Arrays<'_, T> {
    /// Returns the lengths of the arrays over all processes.
    pub(super) fn lengths(&self) -> Lengths {
        let bytes = |(rows, _): &(Rows, T)| rows.bytes(self.graph);
        Lengths {
            entries: self.entries.iter().map(bytes).sum(),
            levels: self.levels.each_ref().map(bytes),
            recorded: self.recorded.each_ref().map(bytes),
        }
    }

    /// Iterates over the arrays in the order of the file.
    fn all(&self) -> impl Iterator<Item = &(Rows, T)> {
        self.entries.iter().chain(&self.levels).chain(&self.recorded)
    }

    pub(super) fn into_all(self) -> impl Iterator<Item = (Rows, T)> {
        self.entries.into_iter().chain(self.levels).chain(self.recorded)
    }
}

/// Number of words to convert to bytes at once.
const WORDS_PER_BUFFER: usize = 1 << 16;

/// A piece is a row of bytes, or some words of a row.
impl Pieces for Arrays<'_, Data<'_>> {
    fn count(&self) -> usize {
        self.all().map(|(rows, data)| rows.rows * self.pieces_per_row(data)).sum()
    }

    fn piece(&self, mut number: usize) -> (u64, Cow<'_, [u8]>) {
        let mut base = 0;
        for (rows, data) in self.all() {
            let per_row = self.pieces_per_row(data);
            if number < rows.rows * per_row {
                let (row, nth) = (number / per_row, number % per_row);
                let (at, bytes) = self.piece_of_row(*rows, data, row, nth);
                return (base + at, bytes);
            }
            number -= rows.rows * per_row;
            base += rows.bytes(self.graph);
        }
        (base, Cow::Borrowed(&[]))
    }
}

impl Arrays<'_, Data<'_>> {
    fn pieces_per_row(&self, data: &Data<'_>) -> usize {
        match (data, self.graph.words_held()) {
            (Data::Bytes(_), words) => words.min(1),
            (Data::Words(_), words) => words.div_ceil(WORDS_PER_BUFFER),
        }
    }

    /// Returns a piece of a row, and its offset in the array.
    fn piece_of_row<'d>(
        &self,
        rows: Rows,
        data: &'d Data<'_>,
        row: usize,
        nth: usize,
    ) -> (u64, Cow<'d, [u8]>) {
        let held = self.graph.words_held();
        let place = rows.place(self.graph, row);
        match data {
            Data::Bytes(bytes) => {
                let len = held * rows.bytes_per_word;
                (place, Cow::Borrowed(&bytes[row * len..][..len]))
            }
            Data::Words(words) => {
                let first = nth * WORDS_PER_BUFFER;
                let some = &words[row * held..][..held][first..held.min(first + WORDS_PER_BUFFER)];
                let bytes: Vec<u8> = some.iter().flat_map(|word| word.to_le_bytes()).collect();
                (place + (first * rows.bytes_per_word) as u64, bytes.into())
            }
        }
    }
}
