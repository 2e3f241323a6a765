//! What a rank has of a table's payload, to be written.

use std::io;
use std::ops::Range;

use super::arrays::Rows;
use super::distance_word::DistanceWord;
use super::row_graph::RowGraph;
use super::steps::Steps;
use crate::space::Space;
use crate::table::shared_file::Parts;
use crate::table::{CHUNK_BYTES, Encoding, EncodingError, PayloadBlocks};

/// A byte for each entry that this rank has, group after group.
pub(super) struct OfDistances<'a> {
    pub(super) space: &'a Space,
    pub(super) graph: &'a RowGraph,
    pub(super) entries: &'a [u8],
    pub(super) encoding: Encoding,
}

/// The distances of the first column, and steps from there.
pub(super) struct OfSteps<'a, W> {
    pub(super) space: &'a Space,
    pub(super) graph: &'a RowGraph,
    pub(super) steps: &'a Steps<W>,
    pub(super) encoding: Encoding,
}

/// The whole payload by steps, of a rank that has all.
#[derive(Debug)]
pub(super) struct SteppedBlocks<'a, W> {
    pub(super) space: &'a Space,
    pub(super) steps: &'a Steps<W>,
    pub(super) encoding: Encoding,
}

impl Parts for OfDistances<'_> {
    fn try_for_each(&self, use_part: &mut dyn FnMut(u64, &[u8]) -> io::Result<()>) -> io::Result<()> {
        let Self { space, graph, entries, encoding } = self;
        if entries.is_empty() {
            return Ok(());
        }
        // Words of few places do not end with bytes; but then a row is one word, and one rank has all.
        if graph.shares.own().len() == graph.layout.words_per_row {
            return use_part(0, &encoding.encode(space, entries).map_err(io::Error::other)?);
        }
        let rows = Rows { rows: graph.footprints.groups.len(), bytes_per_word: graph.entries_per_word() };
        for ((block, first), part) in
            (0..).zip(rows.places(graph)).zip(entries.chunks(graph.entries_per_group()))
        {
            let bytes = encoding.encode_part(space, block, first, part).map_err(io::Error::other)?;
            use_part(encoding.payload_len(first), &bytes)?;
        }
        Ok(())
    }
}

impl<W: DistanceWord> Parts for OfSteps<'_, W> {
    fn try_for_each(&self, use_part: &mut dyn FnMut(u64, &[u8]) -> io::Result<()>) -> io::Result<()> {
        let &Self { space, graph, steps, encoding } = self;
        let blocks = SteppedBlocks { space, steps, encoding };
        let (held, row) = (graph.shares.own(), graph.layout.words_per_row);
        if held.len() == row {
            return use_blocks(&blocks, use_part);
        }
        for cell in 0..space.blocks() {
            for from in (0..held.len()).step_by(blocks.words()) {
                let words = from..held.len().min(from + blocks.words());
                let first =
                    (cell as usize * row + held.start + from) as u64 * steps.entries_per_word() as u64;
                let mut codes = Vec::new();
                blocks.append(cell, words, first, &mut codes).map_err(io::Error::other)?;
                use_part(encoding.payload_len(first), &blocks.payload(codes))?;
            }
        }
        Ok(())
    }
}

impl<W: DistanceWord> SteppedBlocks<'_, W> {
    /// The words of a block: those of fifteen chunks.
    const fn words(&self) -> usize {
        CHUNK_BYTES as usize / 4 * self.encoding.entries_per_byte()
    }

    /// Adds the codes of some words of a cell, of which the first entry has this index.
    fn append(
        &self,
        cell: u32,
        words: Range<usize>,
        first: u64,
        codes: &mut Vec<u8>,
    ) -> Result<(), EncodingError> {
        let from = codes.len();
        self.steps.append(cell as usize, words, codes);
        self.encoding.make_codes(self.space, cell, first, &mut codes[from..])
    }

    /// The part of the payload that they are.
    fn payload(&self, codes: Vec<u8>) -> Vec<u8> {
        W::payload(self.encoding, self.steps.entries_per_word(), codes)
    }
}

impl<W: DistanceWord> PayloadBlocks for SteppedBlocks<'_, W> {
    fn blocks(&self) -> usize {
        (self.space.blocks() as usize * self.steps.words()).div_ceil(self.words())
    }

    fn block(&self, number: usize) -> Result<Vec<u8>, EncodingError> {
        let row = self.steps.words();
        let mut codes = Vec::with_capacity(self.words() * W::bytes(self.steps.entries_per_word()));
        let mut left = number * self.words()..(number + 1) * self.words();
        for cell in 0..self.space.blocks() {
            let of_cell = cell as usize * row;
            if (of_cell..of_cell + row).contains(&left.start) && !left.is_empty() {
                let end = left.end.min(of_cell + row);
                let first = (left.start * self.steps.entries_per_word()) as u64;
                self.append(cell, left.start - of_cell..end - of_cell, first, &mut codes)?;
                left.start = end;
            }
        }
        Ok(self.payload(codes))
    }
}

/// Uses blocks one after the other.
fn use_blocks(
    payload: &impl PayloadBlocks,
    use_part: &mut dyn FnMut(u64, &[u8]) -> io::Result<()>,
) -> io::Result<()> {
    let mut at = 0;
    (0..payload.blocks()).try_for_each(|number| {
        let block = payload.block(number).map_err(io::Error::other)?;
        use_part(at, &block)?;
        at += block.len() as u64;
        Ok(())
    })
}
