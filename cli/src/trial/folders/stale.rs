//! The folder that holds all views of a trial, and those that killed judges have left behind.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use tempfile::Builder;

use super::view::remove_all;

/// What the names of such folders begin with.
const PREFIX: &str = "tilebase-run-";

/// A file in the folder that is locked while its judge lives.
const CLAIM: &str = "judge";

/// The lock; the system lets go of it when the judge ends, however that is.
#[derive(Debug)]
pub(super) struct Claim(#[expect(dead_code, reason = "it is locked while it is open")] File);

/// Makes a folder that is another judge's to remove only when this one is gone.
///
/// # Errors
/// Those of the system.
pub(super) fn claim(temporary: &Path) -> io::Result<(PathBuf, Claim)> {
    let base = Builder::new().prefix(PREFIX).tempdir_in(temporary)?;
    // It is locked before it has its name, so that nobody finds it unlocked.
    let unnamed = base.path().join("new");
    let file = File::create_new(&unnamed)?;
    file.lock()?;
    fs::rename(&unnamed, base.path().join(CLAIM))?;
    Ok((base.keep(), Claim(file)))
}

/// Removes the folders whose judges are gone. What can't be removed, as another user's, is left.
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
    fn folders_are_removed_when_their_judge_is_gone() {
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
