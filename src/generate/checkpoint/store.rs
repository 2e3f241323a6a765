//! Reads and writes checkpoints.

use std::path::Path;

use super::arrays::Arrays;
use super::body::{self, Body, PAGING};
use super::checkpoints::Checkpoints;
use super::head::{Head, Identity};
use crate::exchange::Exchange;
use crate::generate::error::BuildError;
use crate::space::Space;
use crate::table::shared_file::{self, Checksum, Frame, Stamps};
use crate::table::{CheckpointError, CheckpointProblem, Encoding, Origin, open_if_present, page_tags};

/// Saves arrays atomically. Each process writes its own part. `encoding` identifies the form of the
/// entries, `histogram` has the number of entries set by each level, from level 0 to the newest,
/// and `origin` is that of the work that was resumed, if any.
pub(in crate::generate) fn save(
    Checkpoints { file, policy, .. }: &Checkpoints,
    origin: Option<Origin>,
    space: &Space,
    encoding: Encoding,
    histogram: &[u64],
    arrays: &Arrays<'_, &[u8], &[u64]>,
    mut exchange: &mut dyn Exchange,
) -> Result<(), BuildError> {
    let head = Head {
        identity: Identity::new(space),
        encoding,
        histogram: histogram.to_vec(),
        lengths: arrays.lengths(),
    };
    let body_bytes = head.body_bytes().unwrap_or(0);
    let head = head.encode(policy, origin);
    let tags = page_tags(&head, policy);
    let stamps = tags.have_key().then_some(Stamps { body_bytes, tags });
    let frame = |checksums: &[Checksum]| {
        let (covered, _checksum) = head.split_last_chunk::<{ body::CHECKSUM_BYTES }>()?;
        let checksum = Checksum { crc32: crc32fast::hash(covered), bytes: covered.len() as u64 };
        let others = body::chained_checksums(checksum, checksums);
        Some(Frame { head: head.clone(), others })
    };
    shared_file::write(file, PAGING, arrays, frame, stamps.as_ref(), &mut exchange)
}

/// A checkpoint whose head has been checked.
pub(in crate::generate) struct OpenCheckpoint {
    head: Head,
    pub(in crate::generate) origin: Origin,
    body: Body,
}

impl OpenCheckpoint {
    /// Opens a checkpoint whose entries have this many bytes, or returns `None` if there is no
    /// file. Reads only the head.
    pub(in crate::generate) fn open(
        Checkpoints { file, policy, .. }: &Checkpoints,
        space: &Space,
        encoding: Encoding,
        entries_in_bytes: u64,
    ) -> Result<Option<Self>, CheckpointError> {
        let open = || {
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
            Ok(Some(Self { head, origin: opened.origin, body }))
        };
        open().map_err(CheckpointError::at(file))
    }

    /// Returns the number of entries set by each level, from level 0 to the newest.
    pub(in crate::generate) fn histogram(&self) -> &[u64] {
        &self.head.histogram
    }

    /// Fills arrays, each process its own part. `file` is named in errors.
    pub(in crate::generate) fn fill(
        self,
        file: &Path,
        arrays: Arrays<'_, &mut [u8], &mut [u64]>,
    ) -> Result<(), CheckpointError> {
        let filled = if arrays.lengths() == self.head.lengths {
            self.body.fill(arrays)
        } else {
            Err(CheckpointProblem::contradiction("its sets are not those of its board"))
        };
        filled.map_err(CheckpointError::at(file))
    }
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
