//! The arrays of a build's state in a file: row after row, with each process holding the same words
//! of every row.

use std::io;

use super::row_graph::RowGraph;
use crate::table::shared_file::Parts;

/// The elements of an array.
#[derive(Debug)]
pub(crate) enum Data<'a> {
    Bytes(&'a [u8]),
    /// Each word is eight bytes of the file, little-endian.
    Words(&'a [u64]),
}

/// The layout of an array: its number of rows, each of all words of a row, and the bytes of a word.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rows {
    pub(crate) rows: usize,
    pub(crate) bytes_per_word: usize,
}

/// Consecutive arrays of a file.
pub(crate) struct Arrays<'a> {
    pub(crate) graph: &'a RowGraph,
    pub(crate) arrays: Vec<(Rows, Data<'a>)>,
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

    /// Returns the offset of this process's part of each row.
    pub(crate) fn places(self, graph: &RowGraph) -> impl Iterator<Item = u64> + use<> {
        let row = (graph.layout.words_per_row * self.bytes_per_word) as u64;
        let begin = (graph.shares.own().start * self.bytes_per_word) as u64;
        (0..self.rows as u64).map(move |nth| nth * row + begin)
    }
}

impl Parts for Arrays<'_> {
    fn try_for_each(&self, use_part: &mut dyn FnMut(u64, &[u8]) -> io::Result<()>) -> io::Result<()> {
        let words = self.graph.words_held();
        let mut base = 0;
        for (rows, data) in &self.arrays {
            let places = rows.places(self.graph).map(|place| base + place);
            match data {
                Data::Bytes(bytes) => {
                    let parts = bytes.chunks((words * rows.bytes_per_word).max(1));
                    places.zip(parts).try_for_each(|(at, part)| use_part(at, part))?;
                }
                Data::Words(all) => {
                    let parts = all.chunks(words.max(1));
                    places.zip(parts).try_for_each(|(at, part)| use_words(at, part, use_part))?;
                }
            }
            base += rows.bytes(self.graph);
        }
        Ok(())
    }
}

/// Number of words to convert to bytes at once.
const WORDS_PER_BUFFER: usize = 1 << 16;

fn use_words(
    mut at: u64,
    words: &[u64],
    use_part: &mut dyn FnMut(u64, &[u8]) -> io::Result<()>,
) -> io::Result<()> {
    let mut bytes = Vec::new();
    for words in words.chunks(WORDS_PER_BUFFER) {
        bytes.clear();
        bytes.extend(words.iter().flat_map(|word| word.to_le_bytes()));
        use_part(at, &bytes)?;
        at += bytes.len() as u64;
    }
    Ok(())
}
