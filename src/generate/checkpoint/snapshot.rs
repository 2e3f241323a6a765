//! Saves and loads the state of a search.

use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::Path;

use super::body::{self, Body, PAGING};
use super::error::{CheckpointError, CheckpointProblem};
use super::head::{Head, Identity, Lengths};
use crate::exchange::{Collective, ExchangeError};
use crate::generate::error::BuildError;
use crate::generate::kernel::arrays::{Arrays, Data, Rows};
use crate::generate::kernel::row_graph::RowGraph;
use crate::generate::record::entries::Entries;
use crate::generate::state::State;
use crate::generate::sweep::colour_of;
use crate::space::Space;
use crate::table::shared_file::{self, Checksum, Frame, SharedWriteError};

/// Saves a state atomically. Each process writes its own part.
pub(in crate::generate) fn save<E: Entries>(
    state: &State<E>,
    space: &Space,
    file: &Path,
    exchange: &mut (impl Collective + ?Sized),
) -> Result<(), SharedWriteError> {
    let head = Head {
        identity: Identity::new(space),
        encoding: E::ENCODING,
        histogram: state.histogram.clone(),
        lengths: lengths(state),
    };
    let graph = &state.sweep.graph;
    let levels = [0, 1].map(|colour| Data::Words(state.sweep.words(colour)));
    let levels = rows_of_levels(graph).into_iter().zip(levels);
    let recorded = [0, 1].map(|colour| Data::Words(state.sweep.recorded(colour)));
    let recorded = rows_of_recorded(graph).into_iter().zip(recorded);
    let entries = E::rows(graph).into_iter().zip(state.entries.arrays());
    let arrays = Arrays { graph, arrays: entries.chain(levels).chain(recorded).collect() };
    let frame = |checksums: &[Checksum]| {
        let mut head = head.encode();
        let checksum = Checksum { crc32: crc32fast::hash(&head), bytes: head.len() as u64 };
        head.extend(checksum.crc32.to_le_bytes());
        Some(Frame { head, others: body::chained_checksums(checksum, checksums) })
    };
    shared_file::write(file, PAGING, &arrays, frame, exchange)
}

/// Loads a state of this space, each process its own part, or returns `None` if there is no file.
/// Allocates memory only after the head has been checked.
pub(in crate::generate) fn load<E: Entries>(
    space: &Space,
    file: &Path,
    exchange: &mut (impl Collective + ?Sized),
) -> Result<Option<State<E>>, BuildError> {
    let at = CheckpointError::at(file);
    let Some((mut open, file_bytes)) = open(file).map_err(&at)? else { return Ok(None) };
    let (head, body_at) = Head::read(&mut open, file_bytes).map_err(&at)?;
    head.check_identity(space).map_err(&at)?;
    if head.encoding != E::ENCODING {
        let (expected, found) = (E::ENCODING, head.encoding);
        return Err(at(CheckpointProblem::OtherEntries { expected, found }).into());
    }
    // Compared before anything large is allocated.
    let expected = E::memory_in_bytes(space);
    if head.lengths.entries != expected {
        let reason = format!("its entries take {} bytes, not {expected}", head.lengths.entries);
        return Err(at(CheckpointProblem::contradiction(reason)).into());
    }
    let mut state = State::empty(space, exchange)?;
    state.histogram.clone_from(&head.histogram);
    if lengths(&state) != head.lengths {
        return Err(at(CheckpointProblem::contradiction("its sets are not those of its board")).into());
    }
    let body = Body::new(open, body_at, head.lengths.body_bytes().unwrap_or(0));
    read(&mut state, body).map_err(&at)?;
    check(&mut state, space, exchange)?.map_err(&at)?;
    Ok(Some(state))
}

/// Returns the error for a checkpoint whose further levels do not make a table.
pub(in crate::generate) fn incomplete_table_error(file: &Path) -> CheckpointError {
    let reason = "the levels that follow from it do not have every entry once";
    CheckpointError::at(file)(CheckpointProblem::contradiction(reason))
}

/// Returns the newest level of a file's checkpoint, if any. Reads only the head.
pub(super) fn saved_level(space: &Space, file: &Path) -> Result<Option<u8>, CheckpointProblem> {
    let Some((mut open, file_bytes)) = open(file)? else { return Ok(None) };
    let (head, _) = Head::read(&mut open, file_bytes)?;
    head.check_identity(space)?;
    Ok(u8::try_from(head.histogram.len() - 1).ok())
}

/// Opens a file and returns its length. Does not open pipes, which could block forever.
fn open(file: &Path) -> Result<Option<(File, u64)>, CheckpointProblem> {
    let is_absent =
        |error: &io::Error| matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory);
    match fs::metadata(file) {
        Err(error) if is_absent(&error) => return Ok(None),
        Err(error) => return Err(error.into()),
        Ok(metadata) if !metadata.is_file() => return Err(CheckpointProblem::NotAFile),
        Ok(_) => {}
    }
    let open = File::open(file)?;
    let file_bytes = open.metadata()?.len();
    Ok(Some((open, file_bytes)))
}

fn rows_of_levels(graph: &RowGraph) -> [Rows; 2] {
    graph.rows.map(Rows::words)
}

/// Returns the layout of the recorded entries: one row per plane for each group.
fn rows_of_recorded(graph: &RowGraph) -> [Rows; 2] {
    let of_colour = |colour: usize| {
        let groups = graph.footprints.groups.iter().filter(|group| group.colour == colour).count();
        Rows::words(if graph.footprints.are_shared { groups * graph.planes() } else { 0 })
    };
    [0, 1].map(of_colour)
}

fn lengths<E: Entries>(state: &State<E>) -> Lengths {
    let graph = &state.sweep.graph;
    let bytes = |rows: Rows| rows.bytes(graph);
    Lengths {
        entries: E::rows(graph).into_iter().map(bytes).sum(),
        levels: rows_of_levels(graph).map(bytes),
        recorded: rows_of_recorded(graph).map(bytes),
    }
}

/// Reads this process's part of the arrays.
fn read<E: Entries>(state: &mut State<E>, mut body: Body) -> Result<(), CheckpointProblem> {
    let State { sweep, entries, .. } = state;
    let mut at = 0;
    entries.read(&mut body, &mut at, &sweep.graph)?;
    let (levels, recorded) = (rows_of_levels(&sweep.graph), rows_of_recorded(&sweep.graph));
    for (colour, rows) in levels.into_iter().enumerate() {
        let (graph, words) = sweep.words_mut(colour);
        body.read_rows_of_words(&mut at, rows, graph, words)?;
    }
    for (colour, rows) in recorded.into_iter().enumerate() {
        let (graph, words) = sweep.recorded_mut(colour);
        body.read_rows_of_words(&mut at, rows, graph, words)?;
    }
    Ok(())
}

/// Checks the arrays that all processes have read, so that no level is computed from an
/// inconsistent state.
fn check<E: Entries>(
    state: &mut State<E>,
    space: &Space,
    exchange: &mut (impl Collective + ?Sized),
) -> Result<Result<(), CheckpointProblem>, ExchangeError> {
    let tally = exchange.sums(state.entries.tally(&state.sweep, state.distance()))?;
    let filled = state.sweep.rebuild_summaries();
    let [even, odd] = filled.unwrap_or_default();
    let [even, odd, malformed] = exchange.sums([even, odd, filled.is_none().into()])?;
    let counted = state.histogram.iter().try_fold(0_u64, |sum, count| sum.checked_add(*count));
    if counted.is_none_or(|sum| sum > space.entries()) || !E::are_counted(&tally, &state.histogram) {
        return Ok(Err(CheckpointProblem::contradiction("its histogram does not count its entries")));
    }
    if malformed > 0 || !are_newest_levels([even, odd], state) {
        return Ok(Err(CheckpointProblem::contradiction("its sets are not its newest levels")));
    }
    Ok(Ok(()))
}

/// Whether these numbers of states, by colour, can be those of the two newest levels.
///
/// Levels distinguish a pattern's regions of the blank; the histogram does so only if the pattern
/// is zero-aware.
fn are_newest_levels<E: Entries>(states: [u64; 2], state: &State<E>) -> bool {
    let newest = state.distance();
    let entries_of = |distance: u8| state.histogram.get(usize::from(distance)).copied().unwrap_or(0);
    let fits = |distance: u8| {
        let (states, entries) = (states[colour_of(distance)], entries_of(distance));
        if state.sweep.graph.footprints.are_shared { states >= entries.max(1) } else { states == entries }
    };
    fits(newest) && newest.checked_sub(1).map_or(states[colour_of(1)] == 0, fits)
}
