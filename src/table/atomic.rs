//! Files that are written whole or not at all.
//!
//! The bytes go to a temporary file in the same folder, which is synced, then renamed. Whoever opens the file, at any
//! moment and however many write it at once, finds either the whole old file or a whole new one. The temporary file is
//! locked while its writer lives, so that a later writer can tell what a killed one left, and removes it.

use std::fs::{self, File};
use std::io::{self, Write};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use tempfile::NamedTempFile;

/// Why a file was not written.
#[derive(Debug, thiserror::Error)]
#[error("{} could not be written; {doing} failed", file.display())]
pub struct WriteError {
    /// The file that should have been written; it is as it was before.
    pub file: PathBuf,
    /// The step that failed.
    pub doing: &'static str,
    /// What the system said.
    pub source: io::Error,
}

/// A file on its way: nothing shows under its name before [`commit`](Self::commit), and nothing is left behind if it is
/// dropped before.
#[derive(Debug)]
pub struct AtomicFile<'a> {
    file: &'a Path,
    /// What the bytes go to: the file, or where it points, if it is a link.
    target: PathBuf,
    temporary: NamedTempFile,
}

impl<'a> AtomicFile<'a> {
    /// Begins to write a file. Its folder is made if there is none. A link stays, and the file that it points to is
    /// written. What is neither a file nor a link to one (a device, a pipe, a folder) would be replaced by a file, so it is
    /// refused.
    ///
    /// # Errors
    /// [`WriteError`] if it is no regular file, or the system refuses.
    pub fn create(file: &'a Path) -> Result<Self, WriteError> {
        let failed = |doing| move |source| WriteError { file: file.to_owned(), doing, source };
        let is_link = fs::symlink_metadata(file).is_ok_and(|metadata| metadata.is_symlink());
        let target = if is_link {
            fs::canonicalize(file).map_err(failed("following the link"))?
        } else {
            file.to_owned()
        };
        if fs::metadata(&target).is_ok_and(|metadata| !metadata.is_file()) {
            let no_file = io::Error::other("it is there, but it is no regular file");
            return Err(failed("replacing it")(no_file));
        }
        let folder = folder_of(&target);
        fs::create_dir_all(folder).map_err(failed("making its folder"))?;
        let prefix = temporary_prefix(&target);
        remove_what_killed_writers_left(folder, &prefix);
        let temporary = tempfile::Builder::new()
            .prefix(&prefix)
            .suffix(TEMPORARY_SUFFIX)
            .permissions(fs::Permissions::from_mode(0o666))
            .tempfile_in(folder)
            .map_err(failed("making a temporary file beside it"))?;
        // Held until the file is closed, so that a killed writer's file can be told from a living one's. A
        // file system without locks only loses the cleaning up.
        let _unlockable = temporary.as_file().try_lock();
        Ok(Self { file, target, temporary })
    }

    /// Writes the next bytes; `doing` says what they are, should that fail.
    ///
    /// # Errors
    /// [`WriteError`] if the system refuses.
    pub fn write(&mut self, bytes: &[u8], doing: &'static str) -> Result<(), WriteError> {
        self.temporary.write_all(bytes).map_err(|source| self.failed(doing, source))
    }

    /// A writer of the next bytes, for those who take one.
    pub fn writer(&mut self) -> &mut (impl Write + use<>) {
        self.temporary.as_file_mut()
    }

    /// Puts the file under its name, with its bytes on the disk.
    ///
    /// # Errors
    /// [`WriteError`] if the system refuses. What was there before is then unchanged.
    pub fn commit(self) -> Result<(), WriteError> {
        self.temporary.as_file().sync_all().map_err(|source| self.failed("syncing it to disk", source))?;
        let Self { file, target, temporary } = self;
        let failed = |doing| move |source| WriteError { file: file.to_owned(), doing, source };
        temporary.persist(&target).map_err(|error| failed("renaming it into place")(error.error))?;
        File::open(folder_of(&target))
            .and_then(|folder| folder.sync_all())
            .map_err(failed("syncing its folder"))
    }

    fn failed(&self, doing: &'static str, source: io::Error) -> WriteError {
        WriteError { file: self.file.to_owned(), doing, source }
    }
}

fn folder_of(file: &Path) -> &Path {
    match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

const TEMPORARY_SUFFIX: &str = ".tmp";

/// How the names of a file's temporary files begin: hidden, whether or not the file itself is. So those of a hidden
/// file `.x.y` begin as those of `x` do, and whoever writes `x` cleans up after both.
fn temporary_prefix(file: &Path) -> String {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    format!(".{}.", name.strip_prefix('.').unwrap_or(&name))
}

/// An empty temporary file this young may have a writer that has not locked it yet.
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

/// A writer locks its file before it writes the first byte. So a file with bytes and no lock has no writer.
fn is_abandoned(file: &Path) -> io::Result<bool> {
    let open = File::open(file)?;
    let metadata = open.metadata()?;
    let age = metadata.modified()?.elapsed().unwrap_or_default();
    let had_time_to_lock = metadata.len() > 0 || age > SURELY_LOCKED_AFTER;
    Ok(metadata.is_file() && had_time_to_lock && open.try_lock().is_ok())
}
