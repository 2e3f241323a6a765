//! A state of the search, saved and loaded.

use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::Path;

use super::blocks::{BlockReader, BlockWriter};
use super::error::{CheckpointError, CheckpointProblem};
use super::head::{Head, Identity, Lengths};
use crate::generate::distances::UNSET;
use crate::generate::error::BuildError;
use crate::generate::state::{State, colour_of};
use crate::space::Space;
use crate::table::{AtomicFile, WriteError};

/// Saves a state, whole or not at all.
pub(in crate::generate) fn save(state: &State, space: &Space, file: &Path) -> Result<(), WriteError> {
    let head =
        Head { identity: Identity::of(space), histogram: state.histogram.clone(), lengths: lengths(state) };
    let mut out = BlockWriter::new(AtomicFile::create(file)?, &head.encode())?;
    out.write(&state.entries)?;
    out.write_words(state.frontier.newest(colour_of(state.distance())))?;
    for colour in [0, 1] {
        out.write_words(state.frontier.seen(colour))?;
    }
    out.finish()
}

/// Loads a state of this space; none if there is no file. Memory is taken when the head is known to be right.
pub(in crate::generate) fn load(space: &Space, file: &Path) -> Result<Option<State>, BuildError> {
    let at = CheckpointError::at(file);
    let Some((mut open, file_bytes)) = open(file).map_err(&at)? else { return Ok(None) };
    let (head, hasher, body_at) = Head::read(&mut open, file_bytes).map_err(&at)?;
    head.check_identity(space).map_err(&at)?;
    if head.lengths.entries != space.entries() {
        let reason = format!("it has {} entries, not {}", head.lengths.entries, space.entries());
        return Err(at(CheckpointProblem::contradiction(reason)).into());
    }
    let mut state = State::before_the_goal(space)?;
    state.histogram.clone_from(&head.histogram);
    if lengths(&state) != head.lengths {
        return Err(at(CheckpointProblem::contradiction("its sets are not those of its board")).into());
    }
    let body = BlockReader::new(open, hasher, body_at, head.lengths.body_bytes().unwrap_or(0));
    fill(&mut state, body).map_err(&at)?;
    Ok(Some(state))
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

fn lengths(state: &State) -> Lengths {
    let frontier = &state.frontier;
    Lengths {
        entries: state.entries.len() as u64,
        newest: frontier.newest(colour_of(state.distance())).len() as u64,
        seen: [0, 1].map(|colour| frontier.seen(colour).len() as u64),
    }
}

/// Reads the arrays, and checks what can be checked of them: no level follows from a state that contradicts itself.
fn fill(state: &mut State, mut body: BlockReader<File>) -> Result<(), CheckpointProblem> {
    let newest_colour = colour_of(state.distance());
    body.read(&mut state.entries)?;
    let mut counts = [0_u64; 1 << u8::BITS];
    state.entries.iter().for_each(|entry| counts[usize::from(*entry)] += 1);
    let (of_levels, others) = counts[..usize::from(UNSET)].split_at(state.histogram.len());
    if of_levels != state.histogram || others.iter().any(|count| *count > 0) {
        return Err(CheckpointProblem::contradiction("its histogram does not count its entries"));
    }
    body.read_words(state.frontier.newest_mut(newest_colour))?;
    for colour in [0, 1] {
        body.read_words(state.frontier.seen_mut(colour))?;
    }
    match state.frontier.note_rows_of_filled_sets(newest_colour) {
        true => Ok(()),
        false => Err(CheckpointProblem::contradiction("its sets contradict each other")),
    }
}
