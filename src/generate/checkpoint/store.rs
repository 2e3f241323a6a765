//! [`Store`]: reads and writes checkpoints.

use std::fmt;
use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::Path;

use super::arrays::Arrays;
use super::body::{self, Body, PAGING};
use super::head::{Head, Identity};
use super::{inconsistent, unreadable};
use crate::exchange::Exchange;
use crate::generate::error::BuildError;
use crate::generate::kernel::arrays::{Data, DataMut};
use crate::space::Space;
use crate::table::shared_file::{self, Checksum, Frame};
use crate::table::{CheckpointError, Encoding};

/// Saves and loads the arrays of a build.
///
/// A trait, so that a build calls it through a pointer: programs that enable no checkpoints do not
/// link the code of [`Disk`].
pub(in crate::generate) trait Store: fmt::Debug + Send + Sync {
    /// Saves arrays atomically. Each process writes its own part.
    fn save(
        &self,
        file: &Path,
        build: &BuildSummary<'_>,
        arrays: &Arrays<'_, Data<'_>>,
        exchange: &mut dyn Exchange,
    ) -> Result<(), BuildError>;

    /// Opens a checkpoint whose entries have this many bytes, or returns `None` if there is no file.
    /// Reads only the head.
    fn open(
        &self,
        file: &Path,
        space: &Space,
        encoding: Encoding,
        entries_in_bytes: u64,
    ) -> Result<Option<OpenCheckpoint>, CheckpointError>;

    /// Fills arrays from a checkpoint, each process its own part.
    fn fill(
        &self,
        checkpoint: OpenCheckpoint,
        file: &Path,
        arrays: Arrays<'_, DataMut<'_>>,
    ) -> Result<(), CheckpointError>;
}

/// The contents of a checkpoint besides its arrays.
pub(in crate::generate) struct BuildSummary<'a> {
    pub(in crate::generate) space: &'a Space,
    /// The encoding that identifies the form of the entries.
    pub(in crate::generate) encoding: Encoding,
    /// Number of entries set by each level, from level 0 to the newest.
    pub(in crate::generate) histogram: &'a [u64],
}

/// A checkpoint whose head has been checked.
pub(in crate::generate) struct OpenCheckpoint {
    head: Head,
    body: Body,
}

impl OpenCheckpoint {
    /// Returns the number of entries set by each level, from level 0 to the newest.
    pub(in crate::generate) fn histogram(&self) -> &[u64] {
        &self.head.histogram
    }
}

/// Checkpoints in files.
#[derive(Debug)]
pub(in crate::generate) struct Disk;

impl Store for Disk {
    fn save(
        &self,
        file: &Path,
        build: &BuildSummary<'_>,
        arrays: &Arrays<'_, Data<'_>>,
        mut exchange: &mut dyn Exchange,
    ) -> Result<(), BuildError> {
        let head = Head {
            identity: Identity::new(build.space),
            encoding: build.encoding,
            histogram: build.histogram.to_vec(),
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

    fn open(
        &self,
        file: &Path,
        space: &Space,
        encoding: Encoding,
        entries_in_bytes: u64,
    ) -> Result<Option<OpenCheckpoint>, CheckpointError> {
        let open = || {
            let Some((mut open, file_bytes)) = open_file(file)? else { return Ok(None) };
            let (head, body_at) = Head::read(&mut open, file_bytes)?;
            head.check_identity(space)?;
            if head.encoding != encoding {
                return Err(format!(
                    "this is a checkpoint of a build in the encoding {found}, and {encoding} is to be built: \
                     resume it with {found}",
                    found = head.encoding
                ));
            }
            // Compared before anything large is allocated.
            if head.lengths.entries != entries_in_bytes {
                let found = head.lengths.entries;
                let reason = format!("its entries take {found} bytes, not {entries_in_bytes}");
                return Err(inconsistent(reason));
            }
            let body = Body::new(open, body_at, head.lengths.body_bytes().unwrap_or(0));
            Ok(Some(OpenCheckpoint { head, body }))
        };
        open().map_err(|reason| CheckpointError::new(file, reason))
    }

    fn fill(
        &self,
        checkpoint: OpenCheckpoint,
        file: &Path,
        arrays: Arrays<'_, DataMut<'_>>,
    ) -> Result<(), CheckpointError> {
        let OpenCheckpoint { head, body } = checkpoint;
        let filled = if arrays.lengths() == head.lengths {
            body.fill(arrays)
        } else {
            Err(inconsistent("its sets are not those of its board"))
        };
        filled.map_err(|reason| CheckpointError::new(file, reason))
    }
}

/// Returns the newest level of a file's checkpoint, if any. Reads only the head.
pub(super) fn saved_level(space: &Space, file: &Path) -> Result<Option<u8>, String> {
    let Some((mut open, file_bytes)) = open_file(file)? else { return Ok(None) };
    let (head, _) = Head::read(&mut open, file_bytes)?;
    head.check_identity(space)?;
    Ok(u8::try_from(head.histogram.len() - 1).ok())
}

/// Opens a file and returns its length. Does not open pipes, which could block forever.
fn open_file(file: &Path) -> Result<Option<(File, u64)>, String> {
    let is_absent =
        |error: &io::Error| matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory);
    match fs::metadata(file) {
        Err(error) if is_absent(&error) => return Ok(None),
        Err(error) => return Err(unreadable(error)),
        Ok(metadata) if !metadata.is_file() => {
            return Err("expected a checkpoint, found a folder, pipe or device: move it away".to_owned());
        }
        Ok(_) => {}
    }
    let open = File::open(file).map_err(unreadable)?;
    let file_bytes = open.metadata().map_err(unreadable)?.len();
    Ok(Some((open, file_bytes)))
}
