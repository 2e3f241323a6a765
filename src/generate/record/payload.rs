//! Payload pieces: the part of a table's payload that a process writes.

use std::io;

use super::column_deltas::ColumnDeltas;
use super::distance_word::DistanceWord;
use crate::generate::kernel::arrays::Rows;
use crate::generate::kernel::row_graph::RowGraph;
use crate::space::Space;
use crate::table::shared_file::Parts;
use crate::table::{Encoding, PAGE_BYTES, PayloadBlocks};

/// Pieces made of one byte per entry, group after group.
pub(in crate::generate) struct OfDistances<'a> {
    pub(in crate::generate) graph: &'a RowGraph,
    pub(in crate::generate) entries: &'a [u8],
    pub(in crate::generate) encoding: Encoding,
}

/// Pieces made of column deltas.
pub(in crate::generate) struct OfDeltas<'a, W> {
    pub(in crate::generate) space: &'a Space,
    pub(in crate::generate) graph: &'a RowGraph,
    pub(in crate::generate) deltas: &'a ColumnDeltas<W>,
    pub(in crate::generate) encoding: Encoding,
}

/// The whole payload, made of column deltas, if one process holds them all.
#[derive(Debug)]
pub(in crate::generate) struct DeltaBlocks<'a, W> {
    pub(in crate::generate) space: &'a Space,
    pub(in crate::generate) deltas: &'a ColumnDeltas<W>,
    pub(in crate::generate) encoding: Encoding,
}

impl Parts for OfDistances<'_> {
    fn try_for_each(&self, use_part: &mut dyn FnMut(u64, &[u8]) -> io::Result<()>) -> io::Result<()> {
        let Self { graph, entries, encoding } = self;
        if entries.is_empty() {
            return Ok(());
        }
        // With few places, a word does not end at a byte boundary. Then a row is a single word, and
        // one process holds everything.
        if graph.shares.own().len() == graph.layout.words_per_row {
            return use_part(0, &encoding.pack(entries));
        }
        let rows = Rows { rows: graph.footprints.groups.len(), bytes_per_word: graph.entries_per_word() };
        let mut parts = rows.places(graph).zip(entries.chunks(graph.entries_per_group()));
        parts.try_for_each(|(first, part)| use_part(encoding.payload_len(first), &encoding.pack(part)))
    }
}

impl<W: DistanceWord> Parts for OfDeltas<'_, W> {
    fn try_for_each(&self, use_part: &mut dyn FnMut(u64, &[u8]) -> io::Result<()>) -> io::Result<()> {
        let &Self { space, graph, deltas, encoding } = self;
        let blocks = DeltaBlocks { space, deltas, encoding };
        let (held, row) = (graph.shares.own(), graph.layout.words_per_row);
        if held.len() == row {
            return use_blocks(&blocks, use_part);
        }
        for cell in 0..space.blocks() {
            for from in (0..held.len()).step_by(blocks.words()) {
                let words = from..held.len().min(from + blocks.words());
                let first =
                    (cell as usize * row + held.start + from) as u64 * deltas.entries_per_word() as u64;
                let mut codes = Vec::new();
                deltas.append(cell as usize, words, &mut codes);
                use_part(encoding.payload_len(first), &blocks.payload(codes))?;
            }
        }
        Ok(())
    }
}

impl<W: DistanceWord> DeltaBlocks<'_, W> {
    /// Returns the number of words in a block: at 60 entries each, they fill fifteen checksum
    /// pages.
    const fn words(&self) -> usize {
        PAGE_BYTES as usize / 4 * self.encoding.entries_per_byte()
    }

    /// Packs codes into their part of the payload.
    fn payload(&self, codes: Vec<u8>) -> Vec<u8> {
        W::payload(self.encoding, self.deltas.entries_per_word(), codes)
    }
}

impl<W: DistanceWord> PayloadBlocks for DeltaBlocks<'_, W> {
    fn blocks(&self) -> usize {
        (self.space.blocks() as usize * self.deltas.words()).div_ceil(self.words())
    }

    fn block(&self, number: usize) -> Vec<u8> {
        let row = self.deltas.words();
        let mut codes = Vec::with_capacity(self.words() * W::bytes(self.deltas.entries_per_word()));
        let mut left = number * self.words()..(number + 1) * self.words();
        for cell in 0..self.space.blocks() {
            let of_cell = cell as usize * row;
            if (of_cell..of_cell + row).contains(&left.start) && !left.is_empty() {
                let end = left.end.min(of_cell + row);
                self.deltas.append(cell as usize, left.start - of_cell..end - of_cell, &mut codes);
                left.start = end;
            }
        }
        self.payload(codes)
    }
}

/// Uses all blocks, one after another.
fn use_blocks(
    payload: &impl PayloadBlocks,
    use_part: &mut dyn FnMut(u64, &[u8]) -> io::Result<()>,
) -> io::Result<()> {
    let mut at = 0;
    (0..payload.blocks()).try_for_each(|number| {
        let block = payload.block(number);
        use_part(at, &block)?;
        at += block.len() as u64;
        Ok(())
    })
}
