//! A state of the search, saved and loaded.

use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::Path;

use super::blocks::{BlockReader, BlockWriter};
use super::error::{CheckpointError, CheckpointProblem};
use super::head::{Head, Identity, Lengths};
use crate::generate::entries::Entries;
use crate::generate::error::BuildError;
use crate::generate::state::State;
use crate::generate::sweep::colour_of;
use crate::space::Space;
use crate::table::{AtomicFile, WriteError};

/// Saves a state, whole or not at all.
pub(in crate::generate) fn save<E: Entries>(
    state: &State<E>,
    space: &Space,
    file: &Path,
) -> Result<(), WriteError> {
    let head = Head {
        identity: Identity::of(space),
        encoding: E::ENCODING,
        histogram: state.histogram.clone(),
        lengths: lengths(state, space),
    };
    let mut out = BlockWriter::new(AtomicFile::create(file)?, &head.encode())?;
    state.entries.write(&mut out)?;
    for colour in [0, 1] {
        out.write_words(state.sweep.words(colour))?;
    }
    for colour in [0, 1] {
        out.write_words(state.sweep.noted(colour))?;
    }
    out.finish()
}

/// Loads a state of this space; none if there is no file. Memory is taken when the head is known to be right.
pub(in crate::generate) fn load<E: Entries>(
    space: &Space,
    file: &Path,
) -> Result<Option<State<E>>, BuildError> {
    let at = CheckpointError::at(file);
    let Some((mut open, file_bytes)) = open(file).map_err(&at)? else { return Ok(None) };
    let (head, hasher, body_at) = Head::read(&mut open, file_bytes).map_err(&at)?;
    head.check_identity(space).map_err(&at)?;
    if head.encoding != E::ENCODING {
        let (expected, found) = (E::ENCODING, head.encoding);
        return Err(at(CheckpointProblem::OtherEntries { expected, found }).into());
    }
    let expected = E::memory_in_bytes(space);
    if head.lengths.entries != expected {
        let reason = format!("its entries take {} bytes, not {expected}", head.lengths.entries);
        return Err(at(CheckpointProblem::contradiction(reason)).into());
    }
    let mut state = State::before_the_goal(space)?;
    state.histogram.clone_from(&head.histogram);
    if lengths(&state, space) != head.lengths {
        return Err(at(CheckpointProblem::contradiction("its sets are not those of its board")).into());
    }
    let body = BlockReader::new(open, hasher, body_at, head.lengths.body_bytes().unwrap_or(0));
    fill(&mut state, space, body).map_err(&at)?;
    Ok(Some(state))
}

/// What is wrong with a checkpoint whose levels go on to something else than a table.
pub(in crate::generate) fn leads_to_no_table(file: &Path) -> CheckpointError {
    let reason = "the levels that follow from it do not have every entry once";
    CheckpointError::at(file)(CheckpointProblem::contradiction(reason))
}

/// The level of a file's checkpoint, if there is one, by its head alone.
pub(super) fn saved_level(space: &Space, file: &Path) -> Result<Option<u8>, CheckpointProblem> {
    let Some((mut open, file_bytes)) = open(file)? else { return Ok(None) };
    let (head, ..) = Head::read(&mut open, file_bytes)?;
    head.check_identity(space)?;
    Ok(u8::try_from(head.histogram.len() - 1).ok())
}

/// Opens a file and tells its length. Pipes are not opened: that could wait for ever.
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

fn lengths<E: Entries>(state: &State<E>, space: &Space) -> Lengths {
    let bytes = |words: &[u64]| 8 * words.len() as u64;
    let levels = [0, 1].map(|colour| bytes(state.sweep.words(colour)));
    let noted = [0, 1].map(|colour| bytes(state.sweep.noted(colour)));
    Lengths { entries: E::memory_in_bytes(space), levels, noted }
}

/// Reads the arrays, and checks what can be checked of them: no level follows from a state that contradicts itself.
fn fill<E: Entries>(
    state: &mut State<E>,
    space: &Space,
    mut body: BlockReader,
) -> Result<(), CheckpointProblem> {
    state.entries.read(&mut body)?;
    let counted = state.histogram.iter().try_fold(0_u64, |sum, count| sum.checked_add(*count));
    if counted.is_none_or(|sum| sum > space.entries()) || !state.entries.are_counted_by(&state.histogram) {
        return Err(CheckpointProblem::contradiction("its histogram does not count its entries"));
    }
    for colour in [0, 1] {
        body.read_words(state.sweep.words_mut(colour))?;
    }
    for colour in [0, 1] {
        body.read_words(state.sweep.noted_mut(colour))?;
    }
    match state.sweep.note_what_was_filled() {
        Some(states) if are_newest_levels(states, state, space) => Ok(()),
        _ => Err(CheckpointProblem::contradiction("its sets are not its newest levels")),
    }
}

/// Can sets with so many states, by colour, be those of the newest two levels? The regions of a pattern's blank are told
/// apart in them, and not in the histogram.
fn are_newest_levels<E: Entries>(states: [u64; 2], state: &State<E>, space: &Space) -> bool {
    let newest = state.distance();
    let entries_of = |distance: u8| state.histogram.get(usize::from(distance)).copied().unwrap_or(0);
    let fits = |distance: u8| {
        let (states, entries) = (states[colour_of(distance)], entries_of(distance));
        if space.pattern().is_full() { states == entries } else { states >= entries.max(1) }
    };
    fits(newest) && newest.checked_sub(1).map_or(states[colour_of(1)] == 0, fits)
}
