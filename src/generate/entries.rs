//! How a build keeps the distances that its levels bring.

use std::collections::TryReserveError;

use super::arrays::{Data, Rows};
use super::checkpoint::{Body, CheckpointProblem};
use super::distances::UNSET;
use super::notes::DistanceOfLevel;
use super::row_graph::RowGraph;
use super::sweep::{NextLevel, Reached, Sweep};
use crate::exchange::{Collective, ExchangeError};
use crate::space::Space;
use crate::table::Encoding;

/// How many entries there are of each kind that can be told apart.
pub(super) type Tally = [u64; 1 << u8::BITS];

/// The entries of a table while it is built.
pub(super) trait Entries: Sized + Send {
    /// The encoding that tells them apart in a checkpoint.
    const ENCODING: Encoding;

    /// How many distances they tell apart, where [`are_counted`](Self::are_counted) goes by that: those that differ by so many are the same.
    const KINDS: u8 = UNSET;

    /// The bytes of all of them.
    fn memory_in_bytes(space: &Space) -> u64;

    /// Those of a rank, before the goal was reached.
    ///
    /// # Errors
    /// If there is not so much memory.
    fn unset(graph: &RowGraph) -> Result<Self, TryReserveError>;

    /// Sets the goal's entry, to 0.
    fn set_goal(&mut self, graph: &RowGraph);

    /// Goes to the next level, and sets the entries that it reaches first.
    ///
    /// # Errors
    /// If the other ranks can't be reached.
    fn advance(
        &mut self,
        sweep: &mut Sweep,
        to: &NextLevel<'_>,
        exchange: &mut (impl Collective + ?Sized),
    ) -> Result<Reached, ExchangeError>;

    /// How their arrays lie in a checkpoint.
    fn rows(graph: &RowGraph) -> Vec<Rows>;

    /// What a rank has of the arrays.
    fn arrays(&self) -> Vec<Data<'_>>;

    /// Reads what a rank has of them from a checkpoint, whose arrays begin at this place, and goes behind them.
    fn read(&mut self, body: &mut Body, at: &mut u64, graph: &RowGraph) -> Result<(), CheckpointProblem>;

    /// What a rank has, counted: see [`are_counted`](Self::are_counted). The newest two levels are those of the sweep, and the
    /// newest is at this distance.
    fn tally(&self, sweep: &Sweep, newest: u8) -> Tally;

    /// Can entries of which all ranks together have so many be those of levels with so many entries, which are no more than
    /// there are?
    fn are_counted(tally: &Tally, histogram: &[u64]) -> bool {
        let kinds = usize::from(Self::KINDS);
        let of_levels = |kind: usize| histogram.iter().skip(kind).step_by(kinds).sum::<u64>();
        (0..kinds).all(|kind| tally[kind] == of_levels(kind))
    }
}

/// A distance each, or [`UNSET`].
impl Entries for Vec<u8> {
    const ENCODING: Encoding = Encoding::Byte;

    fn memory_in_bytes(space: &Space) -> u64 {
        space.entries()
    }

    fn unset(graph: &RowGraph) -> Result<Self, TryReserveError> {
        let len = graph.footprints.groups.len() * graph.entries_per_group();
        let mut entries = Self::new();
        entries.try_reserve_exact(len)?;
        entries.resize(len, UNSET);
        Ok(entries)
    }

    fn set_goal(&mut self, graph: &RowGraph) {
        self[graph.entry_of_goal()] = 0;
    }

    fn advance(
        &mut self,
        sweep: &mut Sweep,
        to: &NextLevel<'_>,
        exchange: &mut (impl Collective + ?Sized),
    ) -> Result<Reached, ExchangeError> {
        let groups = self.chunks_mut(sweep.graph.entries_per_group().max(1));
        sweep.advance_with(to, &DistanceOfLevel(to.distance), groups, exchange)
    }

    fn rows(graph: &RowGraph) -> Vec<Rows> {
        vec![Rows { rows: graph.footprints.groups.len(), bytes_per_word: graph.entries_per_word() }]
    }

    fn arrays(&self) -> Vec<Data<'_>> {
        vec![Data::Bytes(self)]
    }

    fn read(&mut self, body: &mut Body, at: &mut u64, graph: &RowGraph) -> Result<(), CheckpointProblem> {
        Self::rows(graph).into_iter().try_for_each(|rows| body.read_rows_of_bytes(at, rows, graph, self))
    }

    fn tally(&self, _: &Sweep, _: u8) -> Tally {
        let mut counts = [0; 1 << u8::BITS];
        self.iter().for_each(|entry| counts[usize::from(*entry)] += 1);
        counts
    }
}
