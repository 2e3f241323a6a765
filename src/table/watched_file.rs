//! The mapping of a file, watched for changes by other programs.
//!
//! - If the file is replaced by renaming, the old file stays available while it is mapped.
//! - If it is overwritten, bytes that were checked may have changed. So callers use
//!   [`check_unchanged`](WatchedFile::check_unchanged) before they report a result. It compares the
//!   file's length and modification time.
//! - If it is truncated, or the disk fails, see [`lost_file`](super::platform::lost_file).

use std::fs::File;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use memmap2::{Mmap, MmapOptions};

use super::error::TableError;
use super::platform::lost_file::Watched;

/// A file that is mapped in full or in part. It must be dropped before the map.
#[derive(Debug)]
pub(super) struct WatchedFile {
    path: PathBuf,
    file: File,
    as_opened: FileVersion,
    watched: Watched,
}

/// File properties that change when it is written to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct FileVersion {
    len_in_bytes: u64,
    modified: Option<SystemTime>,
}

impl FileVersion {
    fn of(file: &File) -> io::Result<Self> {
        let metadata = file.metadata()?;
        Ok(Self { len_in_bytes: metadata.len(), modified: metadata.modified().ok() })
    }
}

impl WatchedFile {
    /// Maps a file for reading: the whole file, or a part of it. Returns `None` if too many files
    /// are being watched.
    #[expect(unsafe_code, reason = "mapping a file is unsafe by nature; the argument stands at the call")]
    pub(super) fn map(
        path: PathBuf,
        file: File,
        part: Option<&Range<u64>>,
    ) -> io::Result<Option<(Self, Mmap)>> {
        let as_opened = FileVersion::of(&file)?;
        let mut options = MmapOptions::new();
        if let Some(part) = part {
            let len = usize::try_from(part.end - part.start);
            options.offset(part.start).len(len.map_err(|_too_long| io::ErrorKind::OutOfMemory)?);
        }
        // SAFETY: a map is sound as long as the file's bytes do not change while it is mapped. This
        // program never changes such a file in place: it renames a new file into place
        // (`AtomicFile`), and the map keeps the old one. Changes by other programs cannot be
        // prevented. In that case, bytes are read that are not those that were checked. They are
        // plain numbers, validated wherever they are used, and no result is based on them, since
        // the file's length and modification time are compared before it is reported.
        let map = unsafe { options.map(&file)? };
        let Some(watched) = Watched::new(&map) else { return Ok(None) };
        Ok(Some((Self { path, file, as_opened, watched }, map)))
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Whether bytes read before this call may be zeros instead of the file's bytes. Must be
    /// checked after every read.
    #[inline]
    pub(super) fn is_lost(&self) -> bool {
        self.watched.is_lost()
    }

    /// Checks that the file is as it was when opened.
    ///
    /// # Errors
    /// [`TableError::Changed`] if it is not.
    pub(super) fn check_unchanged(&self) -> Result<(), Box<TableError>> {
        let is_same = FileVersion::of(&self.file).is_ok_and(|now| now == self.as_opened);
        if is_same && !self.is_lost() { Ok(()) } else { Err(Box::new(self.changed())) }
    }

    #[cold]
    pub(super) fn changed(&self) -> TableError {
        let how = match FileVersion::of(&self.file) {
            Ok(now) if now.len_in_bytes < self.as_opened.len_in_bytes => "cut short",
            Ok(now) if now != self.as_opened => "written into",
            _ => "no longer readable",
        };
        TableError::Changed { file: self.path.clone(), how }
    }
}
