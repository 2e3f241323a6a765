//! What a rank has of a table's payload, to be written.

use std::io;

use super::arrays::Rows;
use super::packed_word::pack;
use super::planes::Planes;
use super::row_graph::RowGraph;
use crate::space::Space;
use crate::table::shared_file::Parts;
use crate::table::{Encoding, PayloadBlocks as _};

/// A byte for each entry that this rank has, group after group.
pub(super) struct OfDistances<'a> {
    pub(super) space: &'a Space,
    pub(super) graph: &'a RowGraph,
    pub(super) entries: &'a [u8],
    pub(super) encoding: Encoding,
}

/// Two planes of bits, row after row.
pub(super) struct OfPlanes<'a> {
    pub(super) graph: &'a RowGraph,
    pub(super) planes: &'a Planes,
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

impl Parts for OfPlanes<'_> {
    fn try_for_each(&self, use_part: &mut dyn FnMut(u64, &[u8]) -> io::Result<()>) -> io::Result<()> {
        let Self { graph, planes } = self;
        let held = graph.words_held();
        if held == graph.layout.words_per_row {
            let mut at = 0;
            return (0..(*planes).blocks()).try_for_each(|number| {
                let block = planes.block(number);
                use_part(at, &block)?;
                at += block.len() as u64;
                Ok(())
            });
        }
        if held == 0 {
            return Ok(());
        }
        let words = Rows { rows: graph.rows[0] + graph.rows[1], bytes_per_word: 1 };
        let [ones, twos] = planes.words().map(|plane| plane.chunks_exact(held));
        for ((first, ones), twos) in words.places(graph).zip(ones).zip(twos) {
            for (nth, (ones, twos)) in ones.chunks(WORDS_AT_ONCE).zip(twos.chunks(WORDS_AT_ONCE)).enumerate()
            {
                let bytes: Vec<u8> =
                    ones.iter().zip(twos).flat_map(|(ones, twos)| pack(*ones, *twos)).collect();
                let first = first + (nth * WORDS_AT_ONCE) as u64;
                use_part(first * super::packed_word::BYTES as u64, &bytes)?;
            }
        }
        Ok(())
    }
}

/// Words that are packed at once.
const WORDS_AT_ONCE: usize = 1 << 16;
