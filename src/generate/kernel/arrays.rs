//! The arrays of a build in a file: row after row, with each process holding the same words of
//! every row.

use super::row_graph::RowGraph;

/// The elements of an array.
#[derive(Debug)]
pub(crate) enum Data<'a> {
    Bytes(&'a [u8]),
    /// Each word is eight bytes of the file, little-endian.
    Words(&'a [u64]),
}

/// The elements of an array to be filled.
#[derive(Debug)]
pub(crate) enum DataMut<'a> {
    Bytes(&'a mut [u8]),
    Words(&'a mut [u64]),
}

/// The layout of an array: its number of rows, each of all words of a row, and the bytes of a word.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rows {
    pub(crate) rows: usize,
    pub(crate) bytes_per_word: usize,
}

impl Rows {
    /// Creates the layout of rows of 64-bit words.
    pub(crate) const fn words(rows: usize) -> Self {
        Self { rows, bytes_per_word: size_of::<u64>() }
    }

    /// Returns the bytes of the whole array.
    pub(crate) const fn bytes(self, graph: &RowGraph) -> u64 {
        (self.rows * self.bytes_per_word) as u64 * graph.layout.words_per_row as u64
    }

    /// Returns the offset of this process's part of a row.
    pub(crate) fn place(self, graph: &RowGraph, row: usize) -> u64 {
        let bytes_per_row = (graph.layout.words_per_row * self.bytes_per_word) as u64;
        row as u64 * bytes_per_row + (graph.shares.own().start * self.bytes_per_word) as u64
    }
}
