//! Saves a build's state at intervals, and resumes from it.

use super::checkpoint::{Arrays, BuildSummary, Checkpoints, Disk, Store, inconsistent};
use super::error::BuildError;
use super::kernel::arrays::{Data, DataMut, Rows};
use super::kernel::row_graph::RowGraph;
use super::record::entries::Entries;
use super::state::State;
use crate::clock::Clock;
use crate::exchange::Collective;
use crate::space::Space;
use crate::table::{CheckpointError, WriteError};

/// The location of a build's checkpoints, and whether the build starts from one.
#[derive(Debug)]
pub(super) struct Saving {
    pub(super) checkpoints: Checkpoints,
    /// Whether the build resumes from an existing checkpoint.
    pub(super) resumes: bool,
    store: &'static dyn Store,
}

impl Saving {
    pub(super) const fn new(checkpoints: Checkpoints, resumes: bool) -> Self {
        Self { checkpoints, resumes, store: &Disk }
    }

    /// Loads a state of this space, each process its own part, or returns `None` if there is no
    /// checkpoint. Allocates memory only after the head has been checked.
    pub(super) fn load<E: Entries>(
        &self,
        space: &Space,
        exchange: &mut (impl Collective + ?Sized),
    ) -> Result<Option<State<E>>, BuildError> {
        let file = &self.checkpoints.file;
        let Some(checkpoint) = self.store.open(file, space, E::ENCODING, E::memory_in_bytes(space))? else {
            return Ok(None);
        };
        let mut state = State::<E>::empty(space, exchange)?;
        state.histogram.extend(checkpoint.histogram());
        let (graph, levels, recorded) = state.sweep.sets_mut();
        let entries = E::rows(graph).into_iter().zip(state.entries.arrays_mut()).collect();
        let arrays = arrays(graph, entries, levels.map(DataMut::Words), recorded.map(DataMut::Words));
        self.store.fill(checkpoint, file, arrays)?;
        match state.check(space, exchange)? {
            Some(reason) => Err(self.contradiction(reason).into()),
            None => Ok(Some(state)),
        }
    }

    /// Saves a state atomically. Each process writes its own part.
    pub(super) fn save<E: Entries>(
        &self,
        state: &State<E>,
        space: &Space,
        mut exchange: &mut (impl Collective + ?Sized),
    ) -> Result<(), BuildError> {
        let State { sweep, entries, histogram } = state;
        let entries = E::rows(&sweep.graph).into_iter().zip(entries.arrays()).collect();
        let levels = [0, 1].map(|colour| Data::Words(sweep.words(colour)));
        let recorded = [0, 1].map(|colour| Data::Words(sweep.recorded(colour)));
        let arrays = arrays(&sweep.graph, entries, levels, recorded);
        let build = BuildSummary { space, encoding: E::ENCODING, histogram };
        self.store.save(&self.checkpoints.file, &build, &arrays, &mut exchange)
    }

    /// Returns the error for a checkpoint whose further levels do not make a table.
    pub(super) fn incomplete_table_error(&self) -> CheckpointError {
        self.contradiction("the levels that follow from it do not have every entry once")
    }

    fn contradiction(&self, reason: &str) -> CheckpointError {
        CheckpointError::new(&self.checkpoints.file, inconsistent(reason))
    }
}

/// Combines the arrays of a state with their layouts.
fn arrays<'a, T>(
    graph: &'a RowGraph,
    entries: Vec<(Rows, T)>,
    levels: [T; 2],
    recorded: [T; 2],
) -> Arrays<'a, T> {
    // One row per plane for each group.
    let recorded_rows = [0, 1].map(|colour: usize| {
        let groups = graph.footprints.groups.iter().filter(|group| group.colour == colour).count();
        Rows::words(if graph.footprints.are_shared { groups * graph.planes() } else { 0 })
    });
    let with = |rows: [Rows; 2], [even, odd]: [T; 2]| [(rows[0], even), (rows[1], odd)];
    let level_rows = graph.rows.map(Rows::words);
    Arrays { graph, entries, levels: with(level_rows, levels), recorded: with(recorded_rows, recorded) }
}

/// Saves the state at intervals.
pub(super) struct Saver<'a> {
    saving: &'a Saving,
    space: &'a Space,
    last_save: Clock,
    failed_before: bool,
}

impl<'a> Saver<'a> {
    pub(super) fn new(saving: &'a Saving, space: &'a Space) -> Self {
        Self { saving, space, last_save: Clock::start(), failed_before: false }
    }

    /// Saves the state if the interval has passed. Returns the first write error; later ones are
    /// dropped.
    pub(super) fn save_if_due<E: Entries>(
        &mut self,
        state: &State<E>,
        exchange: &mut (impl Collective + ?Sized),
    ) -> Result<Option<WriteError>, BuildError> {
        // Clocks differ, but all processes must save or none: saving is a collective operation.
        let [due] = exchange.sums([u64::from(self.last_save.elapsed() >= self.saving.checkpoints.every)])?;
        if due == 0 {
            return Ok(None);
        }
        let saved = self.saving.save(state, self.space, exchange);
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
}
