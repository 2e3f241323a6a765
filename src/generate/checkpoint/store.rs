//! Reads and writes checkpoints.

use std::path::Path;

use super::arrays::Arrays;
use super::body::{self, Body, PAGING};
use super::head::{Head, Identity};
use crate::exchange::Exchange;
use crate::generate::error::BuildError;
use crate::space::Space;
use crate::table::shared_file::{self, Checksum, Frame};
use crate::table::{CheckpointError, CheckpointProblem, Encoding, open_if_present};

/// Saves arrays atomically. Each process writes its own part. `encoding` identifies the form of the
/// entries, and `histogram` has the number of entries set by each level, from level 0 to the
/// newest.
pub(in crate::generate) fn save(
    file: &Path,
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
    let frame = |checksums: &[Checksum]| {
        let mut head = head.encode();
        let checksum = Checksum { crc32: crc32fast::hash(&head), bytes: head.len() as u64 };
        head.extend(checksum.crc32.to_le_bytes());
        Some(Frame { head, others: body::chained_checksums(checksum, checksums) })
    };
    shared_file::write(file, PAGING, arrays, frame, &mut exchange)
}

/// A checkpoint whose head has been checked.
pub(in crate::generate) struct OpenCheckpoint {
    head: Head,
    body: Body,
}

impl OpenCheckpoint {
    /// Opens a checkpoint whose entries have this many bytes, or returns `None` if there is no
    /// file. Reads only the head.
    pub(in crate::generate) fn open(
        file: &Path,
        space: &Space,
        encoding: Encoding,
        entries_in_bytes: u64,
    ) -> Result<Option<Self>, CheckpointError> {
        let open = || {
            let Some((mut open, file_bytes)) = open_if_present(file)? else { return Ok(None) };
            let (head, body_at) = Head::read(&mut open, file_bytes)?;
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
            let body = Body::new(open, body_at, head.body_bytes().unwrap_or(0));
            Ok(Some(Self { head, body }))
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

/// Returns the newest level of a file's checkpoint, if any. Reads only the head.
pub(super) fn saved_level(space: &Space, file: &Path) -> Result<Option<u8>, CheckpointProblem> {
    let Some((mut open, file_bytes)) = open_if_present(file)? else { return Ok(None) };
    let (head, _) = Head::read(&mut open, file_bytes)?;
    head.check_identity(space)?;
    Ok(u8::try_from(head.histogram.len() - 1).ok())
}
