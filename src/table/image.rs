//! A table that is ready to be written, and the writing of it.

use std::borrow::Cow;
use std::fs::{self, File};
use std::io::{self, Write};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::encoding::{Encoding, EncodingError};
use super::error::FormatError;
use super::head;
use super::header::{CHUNK_BYTES, Header};
use super::table::Table;
use crate::space::Space;

/// The bytes of a table, in two parts, the payload not copied where it need not be.
#[derive(Debug)]
pub struct TableImage<'a> {
    header: Header,
    head: Vec<u8>,
    payload: Cow<'a, [u8]>,
}

/// Why a table was not written.
#[derive(Debug, thiserror::Error)]
#[error("{} could not be written; {doing} failed", file.display())]
pub struct WriteError {
    /// The file that should have been written; it is as it was before.
    pub file: PathBuf,
    /// The step that failed.
    pub doing: &'static str,
    /// What the system said.
    source: io::Error,
}

impl<'a> TableImage<'a> {
    /// A table of the entries of a space, which are in the order of their indexes.
    ///
    /// # Errors
    /// [`EncodingError`] if the encoding can't hold the distances, or they are not as many as the states.
    pub fn new(
        space: &Space,
        distances: &'a [u8],
        histogram: &[u64],
        encoding: Encoding,
    ) -> Result<Self, EncodingError> {
        let wrong_count = |expected| EncodingError::WrongCount { expected, found: distances.len() as u64 };
        if distances.len() as u64 != space.entries() {
            return Err(wrong_count(space.entries()));
        }
        let payload = encoding.encode(space, distances)?;
        let checksums = payload.chunks(CHUNK_BYTES as usize).map(crc32fast::hash).collect();
        let header = Header::new(space, encoding, histogram.to_vec(), checksums)
            .map_err(|_counts_differ| wrong_count(histogram.iter().sum()))?;
        Ok(Self { head: head::encode(&header), header, payload })
    }

    /// What the table says of itself.
    #[must_use]
    pub const fn header(&self) -> &Header {
        &self.header
    }

    /// The length of the file, in bytes.
    #[must_use]
    pub fn len_in_bytes(&self) -> u64 {
        (self.head.len() + self.payload.len()) as u64
    }

    /// The BLAKE3 hash of the file, as `b3sum` prints it.
    #[must_use]
    pub fn blake3(&self) -> String {
        let mut hasher = blake3::Hasher::new();
        hasher.update(&self.head).update(&self.payload);
        hasher.finalize().to_string()
    }

    /// The table itself, in memory.
    ///
    /// # Errors
    /// None: it was made by the same rules that it is read by.
    pub fn into_table(self) -> Result<Table<Vec<u8>>, FormatError> {
        let mut bytes = self.head;
        bytes.extend_from_slice(&self.payload);
        Table::from_bytes(bytes)
    }

    /// Writes the file, whole or not at all: under a temporary name in the same folder, which is made if
    /// there is none, then synced, then renamed. Whoever opens the file, at any moment and however many
    /// write it at once, finds either the whole old table or a whole new one.
    ///
    /// # Errors
    /// [`WriteError`] with the step that failed. Nothing is left behind, and a file that was there before is
    /// unchanged.
    pub fn write_to(&self, file: &Path) -> Result<(), WriteError> {
        let failed = |doing| move |source| WriteError { file: file.to_owned(), doing, source };
        let folder = match file.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        fs::create_dir_all(folder).map_err(failed("making its folder"))?;
        let prefix = temporary_prefix(file);
        remove_what_killed_writers_left(folder, &prefix);
        let mut temporary = tempfile::Builder::new()
            .prefix(&prefix)
            .suffix(TEMPORARY_SUFFIX)
            .permissions(fs::Permissions::from_mode(0o666))
            .tempfile_in(folder)
            .map_err(failed("making a temporary file beside it"))?;
        // Held until the file is closed, so that a killed writer's file can be told from a living one's. A
        // file system without locks only loses the cleaning up.
        let _unlockable = temporary.as_file().try_lock();
        temporary.write_all(&self.head).map_err(failed("writing its head"))?;
        temporary.write_all(&self.payload).map_err(failed("writing its payload"))?;
        temporary.as_file().sync_all().map_err(failed("syncing it to disk"))?;
        temporary.persist(file).map_err(|error| failed("renaming it into place")(error.error))?;
        File::open(folder).and_then(|folder| folder.sync_all()).map_err(failed("syncing its folder"))
    }
}

const TEMPORARY_SUFFIX: &str = ".tmp";

fn temporary_prefix(file: &Path) -> String {
    format!(".{}.", file.file_name().unwrap_or_default().to_string_lossy())
}

/// A temporary file this young may have a writer that has not locked it yet.
const SURELY_LOCKED_AFTER: Duration = Duration::from_secs(60);

/// Removes the temporary files of writers that were killed: those that nobody holds a lock on. What can't
/// be removed stays; it does no harm.
fn remove_what_killed_writers_left(folder: &Path, prefix: &str) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let is_temporary =
            name.to_str().is_some_and(|n| n.starts_with(prefix) && n.ends_with(TEMPORARY_SUFFIX));
        if is_temporary && is_abandoned(&entry.path()).unwrap_or(false) {
            let _stays = fs::remove_file(entry.path());
        }
    }
}

fn is_abandoned(file: &Path) -> io::Result<bool> {
    let open = File::open(file)?;
    let metadata = open.metadata()?;
    let age = metadata.modified()?.elapsed().unwrap_or_default();
    Ok(metadata.is_file() && age > SURELY_LOCKED_AFTER && open.try_lock().is_ok())
}
