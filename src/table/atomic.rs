//! Files that are written completely or not at all.
//!
//! The bytes go to a temporary file in the same folder, which is synced and then renamed; then the
//! folder is synced. A reader always finds either the whole old file or a whole new one, even with
//! several concurrent writers.
//!
//! A writer holds a lock on its temporary file. Later writers, and the cleanup of a
//! [`Folder`](super::Folder), can therefore recognize and remove the files of killed writers. A new
//! file that is not locked yet looks abandoned. So a cleanup locks each file before removing it,
//! and a writer that has obtained its lock checks that its file still exists; otherwise, it starts
//! over with another file.

use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use super::platform::{explain_replacing, permissions_of_new_files, sync_folder};

/// The error of a file that could not be written.
#[derive(Debug, thiserror::Error)]
#[error("cannot write {}; {doing} failed", file.display())]
pub struct WriteError {
    /// The target file. It is unchanged, unless only the sync of its folder failed.
    pub file: PathBuf,
    /// The step that failed.
    pub doing: &'static str,
    /// The system's error.
    pub source: io::Error,
}

/// A file being written. Its name appears only on [`commit`](Self::commit); dropping it leaves
/// nothing behind. Writes are not buffered.
///
/// ```
/// use std::io::Write;
/// use tilebase::table::AtomicFile;
///
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("distances.csv");
/// AtomicFile::replace(&path, b"an older file\n")?;
///
/// let mut file = AtomicFile::create(&path)?;
/// writeln!(file, "board,distance")?;
/// assert_eq!(std::fs::read_to_string(&path)?, "an older file\n");
/// file.commit()?;
/// assert_eq!(std::fs::read_to_string(&path)?, "board,distance\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct AtomicFile {
    file: PathBuf,
    /// The file to replace: `file`, or its target if it is a link.
    target: PathBuf,
    temporary: NamedTempFile,
}

impl AtomicFile {
    /// Starts to write a file. Creates its folder if necessary.
    ///
    /// A link is kept, and its target is written. Anything else that is not a regular file (a
    /// device, a pipe, a folder) is refused, since renaming would replace it.
    ///
    /// # Errors
    /// [`WriteError`] with the step that failed. Only the folder may be left behind.
    pub fn create(file: impl Into<PathBuf>) -> Result<Self, WriteError> {
        let file = file.into();
        let failed = |doing| {
            let file = file.clone();
            move |source| WriteError { file, doing, source }
        };
        let target = followed(&file).map_err(failed("following the link"))?;
        if fs::metadata(&target).is_ok_and(|metadata| !metadata.is_file()) {
            let not_a_file = io::Error::other("it exists, but is not a regular file");
            return Err(failed("replacing it")(not_a_file));
        }
        let folder = folder_of(&target);
        fs::create_dir_all(folder).map_err(failed("making its folder"))?;
        let prefix = temporary_prefix(&target);
        remove_abandoned(folder, &prefix);
        let temporary =
            locked_temporary(folder, &prefix).map_err(failed("making a temporary file beside it"))?;
        Ok(Self { file, target, temporary })
    }

    /// Writes a file from memory.
    ///
    /// # Errors
    /// As for [`create`](Self::create) and [`commit`](Self::commit).
    pub fn replace(file: impl Into<PathBuf>, bytes: &[u8]) -> Result<(), WriteError> {
        let mut out = Self::create(file)?;
        out.write_part(bytes, "writing its bytes")?;
        out.commit()
    }

    /// Removes a file, if it exists, and the temporary files of its killed writers.
    ///
    /// # Errors
    /// The system's error for the file itself, which then still exists.
    pub fn remove(file: &Path) -> io::Result<()> {
        remove_abandoned(folder_of(file), &temporary_prefix(file));
        match fs::remove_file(file) {
            // Where nothing can be removed, the system may report that for missing files too.
            Err(error) if fs::symlink_metadata(file).is_ok() => Err(error),
            _ => Ok(()),
        }
    }

    /// Writes the next bytes. `doing` describes the step for errors.
    ///
    /// # Errors
    /// [`WriteError`] with this step.
    pub(crate) fn write_part(&mut self, bytes: &[u8], doing: &'static str) -> Result<(), WriteError> {
        self.write_all(bytes).map_err(|source| self.failed(doing, source))
    }

    /// Creates the error of a failed step, such as "writing the report", for callers that use
    /// [`io::Write`].
    #[must_use]
    pub fn failed(&self, doing: &'static str, source: io::Error) -> WriteError {
        WriteError { file: self.file.clone(), doing, source }
    }

    /// Returns the name of the temporary file, so that other processes can write into it: see
    /// [`temporary_beside`].
    pub(super) fn temporary_name(&self) -> String {
        self.temporary.path().file_name().unwrap_or_default().to_string_lossy().into_owned()
    }

    /// Syncs the file and renames it into place.
    ///
    /// # Errors
    /// [`WriteError`] with the step that failed. An existing file is unchanged then, unless it was
    /// the last step, the sync of the folder.
    pub fn commit(self) -> Result<(), WriteError> {
        self.persist(|temporary, target| temporary.persist(target).map_err(|error| error.error)).map(drop)
    }

    /// Like [`commit`](Self::commit), but keeps an existing file. Returns whether the file was
    /// created.
    ///
    /// Some file systems support neither hard links nor a rename that fails if the new name exists.
    /// On these, a file that another process creates at the same moment may be replaced.
    ///
    /// # Errors
    /// As for [`commit`](Self::commit).
    pub fn commit_new(self) -> Result<bool, WriteError> {
        self.persist(|temporary, target| match temporary.persist_noclobber(target) {
            Ok(_) => Ok(true),
            Err(_) if target.try_exists()? => Ok(false),
            Err(error) => error.file.persist(target).map(|_| true).map_err(|error| error.error),
        })
    }

    /// Syncs the file, puts it into place, and syncs the folder.
    fn persist<T>(self, place: impl FnOnce(NamedTempFile, &Path) -> io::Result<T>) -> Result<T, WriteError> {
        // Synced before renaming: otherwise a crash could leave a file without its bytes.
        self.temporary.as_file().sync_all().map_err(|source| self.failed("syncing it to disk", source))?;
        let Self { file, target, temporary } = self;
        let failed = |doing, source| WriteError { file: file.clone(), doing, source };
        let placed = place(temporary, &target)
            .map_err(|error| failed("renaming it into place", explain_replacing(error)))?;
        sync_folder(folder_of(&target)).map_err(|error| failed("syncing its folder", error))?;
        Ok(placed)
    }
}

impl Write for AtomicFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.temporary.as_file_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.temporary.as_file_mut().flush()
    }
}

/// Returns the path of the temporary file that another process has created for this file.
pub(super) fn temporary_beside(file: &Path, name: &str) -> io::Result<PathBuf> {
    Ok(folder_of(&followed(file)?).join(name))
}

/// Returns the file, or its target if it is a link.
fn followed(file: &Path) -> io::Result<PathBuf> {
    let is_link = fs::symlink_metadata(file).is_ok_and(|metadata| metadata.is_symlink());
    if is_link { fs::canonicalize(file) } else { Ok(file.to_owned()) }
}

fn folder_of(file: &Path) -> &Path {
    match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

const TEMPORARY_SUFFIX: &str = ".tmp";

/// Returns the prefix of a file's temporary files. They are hidden, whether or not the file is. So
/// a hidden file `.x.y` has the prefix of `x`, and a writer of `x` cleans up after both.
fn temporary_prefix(file: &Path) -> String {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    format!(".{}.", name.strip_prefix('.').unwrap_or(&name))
}

/// Creates a temporary file that is locked until it is closed. Starts over if a cleanup removed it
/// before it was locked.
fn locked_temporary(folder: &Path, prefix: &str) -> io::Result<NamedTempFile> {
    loop {
        let mut builder = tempfile::Builder::new();
        builder.prefix(prefix).suffix(TEMPORARY_SUFFIX);
        permissions_of_new_files().map(|permissions| builder.permissions(permissions));
        let temporary = builder.tempfile_in(folder)?;
        match temporary.as_file().try_lock() {
            Ok(()) if !temporary.path().try_exists()? => {}
            // Another writer is about to remove it.
            Err(TryLockError::WouldBlock) => {}
            // Without locks, killed writers' files are not cleaned up, but writing works.
            Ok(()) | Err(TryLockError::Error(_)) => return Ok(temporary),
        }
    }
}

/// Removes the temporary files of killed writers, which are not locked. Files that cannot be
/// removed stay, and do no harm.
fn remove_abandoned(folder: &Path, prefix: &str) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let is_temporary =
            name.to_str().is_some_and(|n| n.starts_with(prefix) && n.ends_with(TEMPORARY_SUFFIX));
        if is_temporary {
            let path = entry.path();
            if let Ok(Some(_locked)) = lock_abandoned(&path) {
                let _stays = fs::remove_file(&path);
            }
        }
    }
}

/// Returns the target of a temporary file with this name, or `None` if it is not one.
pub(super) fn file_of_temporary(name: &str) -> Option<&str> {
    let (file, _random) = name.strip_prefix('.')?.strip_suffix(TEMPORARY_SUFFIX)?.rsplit_once('.')?;
    Some(file)
}

/// Opens and locks a temporary file whose writer is gone. Returns `None` if a writer holds its
/// lock, or it is not a regular file. The lock is held until the file is closed.
pub(super) fn lock_abandoned(path: &Path) -> io::Result<Option<File>> {
    let file = File::open(path)?;
    let is_free = file.metadata()?.is_file() && file.try_lock().is_ok();
    Ok(is_free.then_some(file))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    }

    #[test]
    fn a_dropped_file_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("new/file");
        let mut out = AtomicFile::create(&file).unwrap();
        out.write_part(b"half of it", "writing a half").unwrap();
        drop(out);
        assert!(names(file.parent().unwrap()).is_empty());
    }

    #[test]
    fn only_killed_writers_files_are_removed() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(".file.dead.tmp"), "half").unwrap();
        fs::write(folder.path().join(".file.young.tmp"), "").unwrap();
        fs::write(folder.path().join(".file.txt"), "no temporary file").unwrap();
        let file = folder.path().join("file");
        let mut living = AtomicFile::create(&file).unwrap();
        living.write_part(b"first", "writing").unwrap();
        assert_eq!(names(folder.path()).len(), 2);
        AtomicFile::replace(&file, b"second").unwrap();
        assert_eq!(fs::read(&file).unwrap(), b"second");
        living.commit().unwrap();
        assert_eq!(fs::read(&file).unwrap(), b"first");
        assert_eq!(names(folder.path()).len(), 2);
    }

    #[test]
    fn removal_includes_only_killed_writers_files() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join(".saved");
        AtomicFile::replace(&file, b"whole").unwrap();
        let living = AtomicFile::create(&file).unwrap();
        fs::write(folder.path().join(".saved.dead.tmp"), "half").unwrap();
        AtomicFile::remove(&file).unwrap();
        assert_eq!(names(folder.path()), [living.temporary_name()]);
        drop(living);
        AtomicFile::remove(&file).unwrap();
        assert!(names(folder.path()).is_empty());
        fs::create_dir(&file).unwrap();
        assert!(AtomicFile::remove(&file).is_err() && file.exists());
    }

    #[test]
    fn commit_new_keeps_an_existing_file() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        for (bytes, is_new) in [(b"first", true), (b"other", false)] {
            let mut out = AtomicFile::create(&file).unwrap();
            out.write_part(bytes, "writing").unwrap();
            assert_eq!(out.commit_new().unwrap(), is_new);
            assert_eq!((fs::read(&file).unwrap().as_slice(), names(folder.path()).len()), (&b"first"[..], 1));
        }
    }

    /// Each writer removes files that look abandoned, and none loses its own.
    #[test]
    fn concurrent_writers_keep_their_files() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        std::thread::scope(|scope| {
            for writer in 0..4_u8 {
                let file = &file;
                scope.spawn(move || {
                    (0..300).for_each(|_| AtomicFile::replace(file, &[writer; 100]).unwrap());
                });
            }
        });
        assert_eq!(names(folder.path()), ["file"]);
        let bytes = fs::read(&file).unwrap();
        assert!(bytes.len() == 100 && bytes.iter().all(|byte| *byte == bytes[0]));
    }

    #[test]
    fn errors_name_the_file_and_the_step() {
        let folder = tempfile::tempdir().unwrap();
        let error = AtomicFile::create(folder.path()).unwrap_err();
        assert_eq!((error.file.as_path(), error.doing), (folder.path(), "replacing it"));
        let out = AtomicFile::create(folder.path().join("report")).unwrap();
        let error = out.failed("writing the report", io::Error::other("full"));
        assert!(error.to_string().ends_with("report; writing the report failed"), "{error}");
    }
}
