//! [`ByteEntries`]: one byte per entry.

use std::borrow::Cow;
use std::collections::TryReserveError;

use super::byte_word::record_distance;
use super::entries::{Entries, UNSET};
use crate::generate::kernel::{ArrayLayout, RowGraph};
use crate::generate::newest_levels::{NewStates, NewestLevels, Recorder};
use crate::space::Space;
use crate::table::{BodyChunks, Encoding};

/// The distances that this process holds, block after block, or [`UNSET`].
#[derive(Debug)]
pub(in crate::generate) struct ByteEntries {
    pub(in crate::generate) distances: Vec<u8>,
    per_block: usize,
    /// Number of entries of a block over all processes, and the first that this process holds.
    in_whole_block: usize,
    first: usize,
}

impl Entries for ByteEntries {
    const ENCODING: Encoding = Encoding::Byte;

    fn memory_in_bytes(space: &Space) -> u64 {
        space.entries()
    }

    fn unset(graph: &RowGraph) -> Result<Self, TryReserveError> {
        let per_block = graph.entries_per_block();
        let len = graph.footprints.blocks.len() * per_block;
        let mut distances = Vec::new();
        distances.try_reserve_exact(len)?;
        distances.resize(len, UNSET);
        let per_word = graph.entries_per_word();
        let in_whole_block = graph.layout.words_per_row * per_word;
        Ok(Self { distances, per_block, in_whole_block, first: graph.owners.own().start * per_word })
    }

    fn set_goal(&mut self, graph: &RowGraph) {
        self.distances[graph.entry_of_goal()] = 0;
    }

    fn recording(&mut self, distance: u8) -> (impl Recorder<u8>, impl Iterator<Item = &mut [u8]>) {
        let recorder =
            move |graph: &RowGraph, NewStates { at, states, .. }: NewStates<'_>, items: &mut [u8]| {
                record_distance(distance, graph, at, states, items);
            };
        (recorder, self.distances.chunks_mut(self.per_block.max(1)))
    }

    fn layouts(graph: &RowGraph) -> Vec<ArrayLayout> {
        vec![ArrayLayout { rows: graph.footprints.blocks.len(), bytes_per_word: graph.entries_per_word() }]
    }

    fn arrays(&self) -> Vec<&[u8]> {
        vec![&self.distances]
    }

    fn arrays_mut(&mut self) -> Vec<&mut [u8]> {
        vec![&mut self.distances]
    }

    fn tally(&self, _: &NewestLevels, _: u8) -> [u64; 256] {
        let mut counts = [0; 256];
        self.distances.iter().for_each(|distance| counts[usize::from(*distance)] += 1);
        counts
    }
}

impl BodyChunks for ByteEntries {
    /// One chunk if this process holds everything, and otherwise one for each block.
    fn count(&self) -> usize {
        match (self.distances.len(), self.per_block == self.in_whole_block) {
            (0, _) => 0,
            (_, true) => 1,
            (len, false) => len / self.per_block,
        }
    }

    fn chunk(&self, number: usize) -> (u64, Cow<'_, [u8]>) {
        let len = self.distances.len() / self.count();
        let at = number as u64 * self.in_whole_block as u64 + self.first as u64;
        (at, Cow::Borrowed(&self.distances[number * len..][..len]))
    }
}
