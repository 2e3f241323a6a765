//! The base folder of a trial's views, and cleanup of those that killed validators left behind.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use tempfile::Builder;

use super::view::remove_all;

/// Name prefix of base folders.
const PREFIX: &str = "tilebase-run-";

/// A file in the base folder that stays locked while its validator is alive.
const CLAIM: &str = "judge";

/// The lock. The system releases it however the process ends.
#[derive(Debug)]
pub(super) struct Claim(#[expect(dead_code, reason = "it is locked while it is open")] File);

/// Creates a base folder that other validators do not remove while this process is alive.
///
/// # Errors
/// Errors of the file system.
pub(super) fn claim(temporary: &Path) -> io::Result<(PathBuf, Claim)> {
    let base = Builder::new().prefix(PREFIX).tempdir_in(temporary)?;
    // Locked before it gets its final name, so that no other process ever finds it unlocked.
    let unnamed = base.path().join("new");
    let file = File::create_new(&unnamed)?;
    file.lock()?;
    fs::rename(&unnamed, base.path().join(CLAIM))?;
    Ok((base.keep(), Claim(file)))
}

/// Removes the base folders of dead validators. Ignores those it may not remove.
pub(super) fn remove_stale(temporary: &Path) {
    let entries = fs::read_dir(temporary).into_iter().flatten().flatten();
    for entry in entries.filter(|entry| entry.file_name().to_string_lossy().starts_with(PREFIX)) {
        let path = entry.path();
        let is_gone = File::open(path.join(CLAIM)).is_ok_and(|file| file.try_lock().is_ok());
        if is_gone {
            let _is_removed = remove_all(&path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_of_dead_processes_are_removed() {
        let temporary = tempfile::tempdir().unwrap();
        let (living, claimed) = claim(temporary.path()).unwrap();
        let (dead, gone) = claim(temporary.path()).unwrap();
        let foreign = temporary.path().join(format!("{PREFIX}foreign"));
        fs::create_dir(&foreign).unwrap();
        drop(gone);
        remove_stale(temporary.path());
        assert_eq!([&living, &dead, &foreign].map(|path| path.exists()), [true, false, true]);
        drop(claimed);
        remove_stale(temporary.path());
        assert!(!living.exists());
    }
}
