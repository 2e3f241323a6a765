//! [`ByteEntries`]: one byte per entry.

use std::collections::TryReserveError;

use super::entries::{Entries, Tally, UNSET};
use super::recorders::DistanceOfLevel;
use crate::generate::kernel::arrays::{Data, DataMut, Rows};
use crate::generate::kernel::row_graph::RowGraph;
use crate::generate::sweep::Sweep;
use crate::generate::sweep::recorder::Recorder;
use crate::space::Space;
use crate::table::Encoding;

/// The distances that this process holds, group after group, or [`UNSET`].
#[derive(Debug)]
pub(in crate::generate) struct ByteEntries {
    pub(in crate::generate) distances: Vec<u8>,
    per_group: usize,
}

impl Entries for ByteEntries {
    const ENCODING: Encoding = Encoding::Byte;

    fn memory_in_bytes(space: &Space) -> u64 {
        space.entries()
    }

    fn unset(graph: &RowGraph) -> Result<Self, TryReserveError> {
        let per_group = graph.entries_per_group();
        let len = graph.footprints.groups.len() * per_group;
        let mut distances = Vec::new();
        distances.try_reserve_exact(len)?;
        distances.resize(len, UNSET);
        Ok(Self { distances, per_group })
    }

    fn set_goal(&mut self, graph: &RowGraph) {
        self.distances[graph.entry_of_goal()] = 0;
    }

    fn recording(&mut self, distance: u8) -> (impl Recorder<Item = u8>, impl Iterator<Item = &mut [u8]>) {
        (DistanceOfLevel(distance), self.distances.chunks_mut(self.per_group.max(1)))
    }

    fn rows(graph: &RowGraph) -> Vec<Rows> {
        vec![Rows { rows: graph.footprints.groups.len(), bytes_per_word: graph.entries_per_word() }]
    }

    fn arrays(&self) -> Vec<Data<'_>> {
        vec![Data::Bytes(&self.distances)]
    }

    fn arrays_mut(&mut self) -> Vec<DataMut<'_>> {
        vec![DataMut::Bytes(&mut self.distances)]
    }

    fn tally(&self, _: &Sweep, _: u8) -> Tally {
        let mut counts = [0; 1 << u8::BITS];
        self.distances.iter().for_each(|distance| counts[usize::from(*distance)] += 1);
        counts
    }
}
