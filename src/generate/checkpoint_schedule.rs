//! Saves a build's state at intervals, and resumes from it.

use super::checkpoint::{Arrays, CheckpointMeta, CheckpointStore, Checkpoints};
use super::error::BuildError;
use super::kernel::{ArrayLayout, RowGraph};
use super::record::Entries;
use super::state::BuildState;
use crate::clock::Clock;
use crate::exchange::Exchange;
use crate::space::Space;
use crate::table::{CheckpointError, CheckpointProblem, Origin, WriteError};

/// The location of a build's checkpoints, and whether the build starts from one.
#[derive(Debug)]
pub(super) struct CheckpointSchedule {
    checkpoints: Box<dyn CheckpointStore>,
    /// Whether the build resumes from an existing checkpoint.
    pub(super) resumes: bool,
    /// The origin of the checkpoint from which the build resumed.
    pub(super) origin: Option<Origin>,
    /// The last save, or the start of the build.
    pub(super) last_save: Clock,
    failed_before: bool,
}

impl CheckpointSchedule {
    pub(super) fn new(checkpoints: Checkpoints, resumes: bool) -> Self {
        let checkpoints = Box::new(checkpoints);
        Self { checkpoints, resumes, origin: None, last_save: Clock::start(), failed_before: false }
    }

    /// Loads a state of this space, each process its own part, or returns `None` if there is no
    /// checkpoint. Allocates memory only after the head has been checked.
    pub(super) fn load<E: Entries>(
        &mut self,
        space: &Space,
        exchange: &mut impl Exchange,
    ) -> Result<Option<(BuildState<E>, Origin)>, BuildError> {
        let opened = self.checkpoints.open(space, E::ENCODING, E::memory_in_bytes(space))?;
        let Some(checkpoint) = opened else { return Ok(None) };
        let origin = checkpoint.origin;
        self.origin = Some(origin);
        let mut state = BuildState::<E>::empty(space, exchange)?;
        state.histogram.extend(checkpoint.histogram());
        let (graph, sets) = state.levels.sets_mut();
        let entries = E::layouts(graph).into_iter().zip(state.entries.arrays_mut()).collect();
        self.checkpoints.fill(checkpoint, arrays(graph, entries, sets))?;
        match state.check(space, exchange)? {
            Some(reason) => Err(self.contradiction(reason).into()),
            None => Ok(Some((state, origin))),
        }
    }

    /// Saves a state atomically. Each process writes its own part.
    pub(super) fn save<E: Entries>(
        &self,
        state: &BuildState<E>,
        space: &Space,
        exchange: &mut impl Exchange,
    ) -> Result<(), BuildError> {
        let BuildState { levels, entries, histogram } = state;
        let entries = E::layouts(&levels.graph).into_iter().zip(entries.arrays()).collect();
        let arrays = arrays(&levels.graph, entries, levels.sets());
        let meta = CheckpointMeta { origin: self.origin, space, encoding: E::ENCODING, histogram };
        self.checkpoints.save(meta, &arrays, exchange)
    }

    /// Saves the state if the interval has passed. Returns the first write error; later ones are
    /// dropped.
    pub(super) fn save_if_due<E: Entries>(
        &mut self,
        state: &BuildState<E>,
        space: &Space,
        exchange: &mut impl Exchange,
    ) -> Result<Option<WriteError>, BuildError> {
        // Clocks differ, but all processes must save or none: saving is a collective operation.
        let [due] = exchange.sums([u64::from(self.last_save.elapsed() >= self.checkpoints.every())])?;
        if due == 0 {
            return Ok(None);
        }
        let saved = self.save(state, space, exchange);
        // After a failure too: the next attempt waits for the interval again.
        self.last_save = Clock::start();
        match saved {
            Ok(()) => Ok(None),
            Err(BuildError::Write(error)) => {
                Ok(Some(error).filter(|_| !std::mem::replace(&mut self.failed_before, true)))
            }
            Err(error) => Err(error),
        }
    }

    /// Returns the error for a checkpoint from which the build did not reach every entry exactly
    /// once.
    pub(super) fn incomplete_table_error(&self) -> CheckpointError {
        self.contradiction("the levels that follow from it do not have every entry once")
    }

    fn contradiction(&self, reason: &str) -> CheckpointError {
        CheckpointError::at(self.checkpoints.file())(CheckpointProblem::contradiction(reason))
    }
}

/// Combines the arrays of a state with their layouts.
fn arrays<B, W>(graph: &RowGraph, entries: Vec<(ArrayLayout, B)>, sets: [W; 4]) -> Arrays<'_, B, W> {
    // One row per plane for each block.
    let recorded_rows = |color: usize| {
        let blocks = graph.footprints.blocks.iter().filter(|block| block.color == color).count();
        if graph.footprints.share_entries { blocks * graph.planes() } else { 0 }
    };
    let rows = [graph.rows[0], graph.rows[1], recorded_rows(0), recorded_rows(1)];
    let mut layouts = rows.map(ArrayLayout::words).into_iter();
    let sets = sets.map(|set| (layouts.next().expect("there are four"), set));
    Arrays { graph, entries, sets }
}
