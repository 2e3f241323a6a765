//! Base folders for runs, and cleanup of those that killed judges left behind.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use tempfile::Builder;

/// A file in a base folder that stays locked while its judge is alive.
pub(crate) const CLAIM: &str = "judge";

/// The lock. The system releases it however the process ends.
#[derive(Debug)]
pub(crate) struct FolderClaim(#[expect(dead_code, reason = "it is locked while it is open")] File);

/// Creates a base folder whose name begins with a prefix. Other judges do not remove it while this
/// process is alive.
///
/// # Errors
/// Errors of the file system.
pub(crate) fn claim(temporary: &Path, prefix: &str) -> io::Result<(PathBuf, FolderClaim)> {
    let base = Builder::new().prefix(prefix).tempdir_in(temporary)?;
    // Locked before it gets its final name, so that no other process ever finds it unlocked.
    let unnamed = base.path().join("new");
    let file = File::create_new(&unnamed)?;
    file.lock()?;
    fs::rename(&unnamed, base.path().join(CLAIM))?;
    Ok((base.keep(), FolderClaim(file)))
}

/// Removes the base folders of dead judges. Ignores those that `remove` fails on.
pub(crate) fn remove_stale(temporary: &Path, prefix: &str, remove: impl Fn(&Path) -> io::Result<()>) {
    let entries = fs::read_dir(temporary).into_iter().flatten().flatten();
    for entry in entries.filter(|entry| entry.file_name().to_string_lossy().starts_with(prefix)) {
        let path = entry.path();
        let is_gone = File::open(path.join(CLAIM)).is_ok_and(|file| file.try_lock().is_ok());
        if is_gone {
            let _is_removed = remove(&path);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::super::view::remove_all;
    use super::*;

    const PREFIX: &str = "tilebase-run-";

    #[test]
    fn folders_of_dead_processes_are_removed() {
        let temporary = tempfile::tempdir().unwrap();
        // A child forked by another test inherits the claim and holds it until it executes a
        // program.
        let until_absent = |folder: &Path| {
            let begun = Instant::now();
            while folder.exists() {
                assert!(begun.elapsed() < Duration::from_secs(60));
                remove_stale(temporary.path(), PREFIX, remove_all);
            }
        };
        let (living, claimed) = claim(temporary.path(), PREFIX).unwrap();
        let (dead, gone) = claim(temporary.path(), PREFIX).unwrap();
        let foreign = temporary.path().join(format!("{PREFIX}foreign"));
        fs::create_dir(&foreign).unwrap();
        drop(gone);
        until_absent(&dead);
        assert_eq!([&living, &dead, &foreign].map(|path| path.exists()), [true, false, true]);
        drop(claimed);
        until_absent(&living);
    }
}
