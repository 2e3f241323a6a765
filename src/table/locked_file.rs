//! Files that one process uses at a time.

use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::path::Path;
use std::thread;
use std::time::Duration;

use super::platform::is_at;

/// Maximum number of times that a file is opened. Together with the pauses, about a second.
const ATTEMPTS: usize = 50;
const PAUSE: Duration = Duration::from_millis(20);

/// Opens a file and locks it until it is closed. Returns `None` if another process uses it.
///
/// Waits up to a second for the lock: a child process that has just been started holds the locks of its
/// parent until it executes its program. If the file is removed or replaced before it is locked, opens
/// it again. On a file system without locks, the file is not locked.
///
/// # Errors
/// Errors of opening the file.
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
    for _ in 0..ATTEMPTS {
        let file = options.open(path)?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => thread::sleep(PAUSE),
            // Another process has removed or replaced it in the meantime.
            Ok(()) if !is_at(&file, path)? => {}
            Ok(()) | Err(TryLockError::Error(_)) => return Ok(Some(file)),
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    /// Each thread replaces or removes the file while it has the lock, so the others lock different
    /// files under the same name.
    #[test]
    fn one_thread_at_a_time_has_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lock");
        let (users, locked) = (AtomicUsize::new(0), AtomicUsize::new(0));
        thread::scope(|scope| {
            for removes in [true, false, true, false] {
                let (path, users, locked) = (&path, &users, &locked);
                scope.spawn(move || {
                    for _ in 0..200 {
                        let Some(file) =
                            open_locked(File::options().create(true).append(true), path).unwrap()
                        else {
                            continue;
                        };
                        assert_eq!(users.fetch_add(1, Ordering::SeqCst), 0);
                        locked.fetch_add(1, Ordering::Relaxed);
                        users.fetch_sub(1, Ordering::SeqCst);
                        if removes {
                            fs::remove_file(path).unwrap();
                        }
                        drop(file);
                    }
                });
            }
        });
        assert!(locked.into_inner() > 0);
    }
}
