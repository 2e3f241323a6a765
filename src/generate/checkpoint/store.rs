//! Reads and writes checkpoints.

use std::fmt::Debug;
use std::path::Path;
use std::time::Duration;

use super::arrays::Arrays;
use super::body::{self, Body, PAGING};
use super::checkpoints::Checkpoints;
use super::head::{Head, Identity};
use crate::exchange::Exchange;
use crate::generate::error::BuildError;
use crate::space::Space;
use crate::table::shared_file::{self, Checksum, Frame, PageTagsToWrite};
use crate::table::{CheckpointError, CheckpointProblem, Encoding, Origin, open_if_present, page_tags};

/// Keeps the state of a build. Builds use [`Checkpoints`] through this trait, so that a program
/// that never sets any, such as the Python package, links no code for them.
pub(in crate::generate) trait CheckpointStore: Debug + Send {
    /// The file of the newest checkpoint, for errors.
    fn file(&self) -> &Path;

    /// The minimum time between two saves.
    fn every(&self) -> Duration;

    /// Opens a checkpoint whose entries have this many bytes, or returns `None` if there is no
    /// file. Reads only the head.
    fn open(
        &self,
        space: &Space,
        encoding: Encoding,
        entries_in_bytes: u64,
    ) -> Result<Option<OpenCheckpoint>, CheckpointError>;

    /// Fills arrays from an open checkpoint, each process its own part.
    fn fill(
        &self,
        checkpoint: OpenCheckpoint,
        arrays: Arrays<'_, &mut [u8], &mut [u64]>,
    ) -> Result<(), CheckpointError>;

    /// Saves arrays atomically. Each process writes its own part. `meta` describes them.
    fn save(
        &self,
        meta: CheckpointMeta<'_>,
        arrays: &Arrays<'_, &[u8], &[u64]>,
        exchange: &mut dyn Exchange,
    ) -> Result<(), BuildError>;
}

/// Description of a checkpoint's arrays.
pub(in crate::generate) struct CheckpointMeta<'a> {
    /// The origin of the checkpoint that the build resumed from, if any.
    pub(in crate::generate) origin: Option<Origin>,
    pub(in crate::generate) space: &'a Space,
    /// The form of the entries.
    pub(in crate::generate) encoding: Encoding,
    /// The number of entries set by each level, from level 0 to the newest.
    pub(in crate::generate) histogram: &'a [u64],
}

/// A checkpoint whose head has been checked.
pub(in crate::generate) struct OpenCheckpoint {
    head: Head,
    pub(in crate::generate) origin: Origin,
    body: Body,
}

impl OpenCheckpoint {
    /// Returns the number of entries set by each level, from level 0 to the newest.
    pub(in crate::generate) fn histogram(&self) -> &[u64] {
        &self.head.histogram
    }
}

impl CheckpointStore for Checkpoints {
    fn file(&self) -> &Path {
        &self.file
    }

    fn every(&self) -> Duration {
        self.every
    }

    fn open(
        &self,
        space: &Space,
        encoding: Encoding,
        entries_in_bytes: u64,
    ) -> Result<Option<OpenCheckpoint>, CheckpointError> {
        open(self, space, encoding, entries_in_bytes).map_err(CheckpointError::at(&self.file))
    }

    fn fill(
        &self,
        OpenCheckpoint { head, body, .. }: OpenCheckpoint,
        arrays: Arrays<'_, &mut [u8], &mut [u64]>,
    ) -> Result<(), CheckpointError> {
        let filled = if arrays.lengths() == head.lengths {
            body.fill(arrays)
        } else {
            Err(CheckpointProblem::contradiction("its sets are not those of its board"))
        };
        filled.map_err(CheckpointError::at(&self.file))
    }

    fn save(
        &self,
        CheckpointMeta { origin, space, encoding, histogram }: CheckpointMeta<'_>,
        arrays: &Arrays<'_, &[u8], &[u64]>,
        mut exchange: &mut dyn Exchange,
    ) -> Result<(), BuildError> {
        let Self { file, policy, .. } = self;
        let head = Head {
            identity: Identity::new(space),
            encoding,
            histogram: histogram.to_vec(),
            lengths: arrays.lengths(),
        };
        let body_bytes = head.body_bytes().unwrap_or(0);
        let head = head.encode(policy, origin);
        let tags = page_tags(&head, policy);
        let tags_to_write = tags.have_key().then_some(PageTagsToWrite { body_bytes, tags });
        let frame = |checksums: &[Checksum]| {
            let (covered, _checksum) = head.split_last_chunk::<{ body::CHECKSUM_BYTES }>()?;
            let checksum = Checksum { crc32: crc32fast::hash(covered), bytes: covered.len() as u64 };
            let others = body::chained_checksums(checksum, checksums);
            Some(Frame { head: head.clone(), others })
        };
        shared_file::write(file, PAGING, arrays, frame, tags_to_write.as_ref(), &mut exchange)
    }
}

/// Opens a checkpoint. Reads only the head.
fn open(
    Checkpoints { file, policy, .. }: &Checkpoints,
    space: &Space,
    encoding: Encoding,
    entries_in_bytes: u64,
) -> Result<Option<OpenCheckpoint>, CheckpointProblem> {
    let Some(mut saved) = open_if_present(file, policy)? else { return Ok(None) };
    let (head, opened) = Head::read(&mut saved, policy)?;
    head.check_identity(space)?;
    if head.encoding != encoding {
        let (expected, found) = (encoding, head.encoding);
        return Err(CheckpointProblem::OtherEntries { expected, found });
    }
    // Compared before anything large is allocated.
    let [found, ..] = head.lengths;
    if found != entries_in_bytes {
        let reason = format!("its entries take {found} bytes, not {entries_in_bytes}");
        return Err(CheckpointProblem::contradiction(reason));
    }
    let bytes = head.body_bytes().unwrap_or(0);
    let body = Body::new(saved.file, opened.body_at, bytes, opened.page_tags);
    Ok(Some(OpenCheckpoint { head, origin: opened.origin, body }))
}

impl Checkpoints {
    /// Returns the distance, in moves, of the newest level in the checkpoint, or `None` if there is
    /// no checkpoint. Reads only the head.
    ///
    /// # Errors
    /// [`CheckpointError`] if the file is not a checkpoint, its head is damaged, it belongs to
    /// another space, or the policy does not trust it.
    pub fn saved_level(&self, space: &Space) -> Result<Option<u8>, CheckpointError> {
        saved_level(self, space).map_err(CheckpointError::at(&self.file))
    }
}

/// Returns the newest level of a checkpoint, if any. Reads only the head.
fn saved_level(
    Checkpoints { file, policy, .. }: &Checkpoints,
    space: &Space,
) -> Result<Option<u8>, CheckpointProblem> {
    let Some(mut saved) = open_if_present(file, policy)? else { return Ok(None) };
    let (head, _) = Head::read(&mut saved, policy)?;
    head.check_identity(space)?;
    Ok(u8::try_from(head.histogram.len() - 1).ok())
}
