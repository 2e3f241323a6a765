//! Files that only one process at a time may use.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind};
use std::path::Path;
use std::thread;
use std::time::Duration;

use super::platform::is_at;

/// Maximum number of times that a file is opened. With the pauses, this takes about a second.
const ATTEMPTS: usize = 50;
const PAUSE: Duration = Duration::from_millis(20);

/// Opens a file and locks it until it is closed. Returns `None` if it is already locked, even
/// by this process.
///
/// Waits up to a second for the lock. A forked child shares its parent's locks until it calls
/// `exec`, so a lock can outlive the use of the file briefly. If the file is removed or replaced
/// before it is locked, opens the path again. On Windows, only removal is detected. Since the path
/// may be opened more than once, do not set `truncate` or `create_new`.
///
/// If the file system does not support locks, returns the file unlocked.
///
/// # Errors
/// Errors of opening and locking the file.
///
/// ```
/// use std::fs::File;
/// use tilebase::table::open_locked;
///
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("lock");
/// let file = open_locked(File::options().create(true).append(true), &path)?;
/// assert!(file.is_some());
/// assert!(open_locked(File::options().append(true), &path)?.is_none());
/// drop(file);
/// assert!(open_locked(File::options().append(true), &path)?.is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn open_locked(options: &OpenOptions, path: &Path) -> io::Result<Option<File>> {
    // Windows cannot lock a file that is opened for appending only.
    let mut options = options.clone();
    options.read(true);
    for _ in 0..ATTEMPTS {
        let file = options.open(path)?;
        if lock_file(&file, path)? {
            return Ok(Some(file));
        }
        thread::sleep(PAUSE);
    }
    Ok(None)
}

/// Locks an open file. Returns false if it is already locked, or if the path no longer leads to it.
fn lock_file(file: &File, path: &Path) -> io::Result<bool> {
    match file.try_lock() {
        Ok(()) => is_at(file, path),
        Err(TryLockError::WouldBlock) => Ok(false),
        Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => Ok(true),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_file_that_was_removed_or_replaced_is_not_locked() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lock");
        let mut options = File::options();
        options.create(true).append(true).read(true);
        let file = options.open(&path).unwrap();
        assert!(lock_file(&file, &path).unwrap());
        assert!(!lock_file(&options.open(&path).unwrap(), &path).unwrap());
        fs::remove_file(&path).unwrap();
        drop(file);
        let file = File::create_new(&path).unwrap();
        fs::rename(&path, folder.path().join("other")).unwrap();
        assert!(!lock_file(&file, &path).unwrap());
        // Other systems do not tell files apart.
        if cfg!(target_family = "unix") {
            fs::write(&path, "").unwrap();
            assert!(!lock_file(&file, &path).unwrap());
        }
        assert!(open_locked(&options, &path).unwrap().is_some());
    }
}
