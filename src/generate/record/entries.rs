//! The trait for a build's entries: how the distances are stored while the levels are computed.

use std::collections::TryReserveError;

use crate::exchange::{Collective, ExchangeError};
use crate::generate::checkpoint::{Body, CheckpointProblem};
use crate::generate::distances::UNSET;
use crate::generate::kernel::arrays::{Data, Rows};
use crate::generate::kernel::row_graph::RowGraph;
use crate::generate::sweep::recorder::DistanceOfLevel;
use crate::generate::sweep::{NextLevel, Reached, Sweep};
use crate::space::Space;
use crate::table::Encoding;

/// Number of entries of each kind that the storage distinguishes.
pub(in crate::generate) type Tally = [u64; 1 << u8::BITS];

/// The entries of a table during the build.
pub(in crate::generate) trait Entries: Sized + Send {
    /// The encoding that identifies the form in a checkpoint.
    const ENCODING: Encoding;

    /// Number of distances that the form distinguishes: distances are stored modulo this number.
    /// Only used by the default [`are_counted`](Self::are_counted).
    const KINDS: u8 = UNSET;

    /// Returns the bytes of all entries, over all processes.
    fn memory_in_bytes(space: &Space) -> u64;

    /// Creates a process's entries, all unset.
    ///
    /// # Errors
    /// If memory runs out.
    fn unset(graph: &RowGraph) -> Result<Self, TryReserveError>;

    /// Sets the goal's entry to 0.
    fn set_goal(&mut self, graph: &RowGraph);

    /// Advances to the next level, and sets the entries that it reaches first.
    ///
    /// # Errors
    /// If another process cannot be reached.
    fn advance(
        &mut self,
        sweep: &mut Sweep,
        to: &NextLevel<'_>,
        exchange: &mut (impl Collective + ?Sized),
    ) -> Result<Reached, ExchangeError>;

    /// Returns the layout of the arrays in a checkpoint.
    fn rows(graph: &RowGraph) -> Vec<Rows>;

    /// Returns the part of the arrays that this process holds.
    fn arrays(&self) -> Vec<Data<'_>>;

    /// Reads this process's part from a checkpoint whose arrays begin at `at`, and moves `at` past
    /// them.
    fn read(&mut self, body: &mut Body, at: &mut u64, graph: &RowGraph) -> Result<(), CheckpointProblem>;

    /// Counts this process's entries by kind, for [`are_counted`](Self::are_counted). `sweep` holds
    /// the two newest levels, and `newest` is the distance of the newest one.
    fn tally(&self, sweep: &Sweep, newest: u8) -> Tally;

    /// Whether the counts of all processes together match a histogram of levels. The histogram has
    /// no more entries than the space.
    fn are_counted(tally: &Tally, histogram: &[u64]) -> bool {
        let kinds = usize::from(Self::KINDS);
        let of_levels = |kind: usize| histogram.iter().skip(kind).step_by(kinds).sum::<u64>();
        (0..kinds).all(|kind| tally[kind] == of_levels(kind))
    }
}

/// One byte per entry: its distance, or [`UNSET`].
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
