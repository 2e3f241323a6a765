//! A fresh working directory for each run.
//!
//! A run sees a *view* of the folder that the validator was started in: small files are copied,
//! everything else is linked. Paths in the command stay valid, and files that a run writes are its
//! own. The folders above are recreated around the view, with links, so that `..` stays valid too.
//! Before the next run, a view is restored: added entries are removed, changed or removed ones
//! copied again.
//!
//! Each thread has a view of its own. A folder that no run has changed still has the modification
//! time of the plan, and an unchanged copy has that of its original. So restoring a view takes one
//! look at each entry: a tenth of a millisecond for forty files.
//!
//! `plan` decides between copies and links, `view` creates and restores views, and `stale` removes
//! the folders left behind by validators that were killed.

mod plan;
mod stale;
mod view;

pub(crate) use plan::FolderError;
pub(crate) use stale::{CLAIM, FolderClaim, claim, remove_stale};

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use super::system::is_shortage;
use crate::shell::{Links, lock, read_regular_file};
use plan::{Plan, Terms};
use view::{View, can_link, put_file, remove_all};

/// Name prefix of base folders.
const PREFIX: &str = "tilebase-run-";

/// The working directories of runs.
///
/// Can be shared between threads: concurrent runs get different folders.
#[derive(Debug)]
pub(crate) struct RunFolders {
    base: PathBuf,
    /// Held until the base folder is removed.
    _claim: FolderClaim,
    plan: Plan,
    idle: Mutex<Vec<View>>,
    made: AtomicU64,
}

impl RunFolders {
    /// Creates views of a folder, without one of its files.
    ///
    /// # Errors
    /// [`FolderError`] if the folder cannot be read or is too large, or no temporary folder can be
    /// made.
    pub(crate) fn of(folder: &Path, left_out: Option<&Path>) -> Result<Self, FolderError> {
        // Runs start in another directory, so a relative path would not be valid for them.
        let temporary = std::path::absolute(std::env::temp_dir())?;
        remove_stale(&temporary, PREFIX, remove_all);
        let (base, claim) = claim(&temporary, PREFIX)?;
        // Construct the value now, so that the base folder is removed if an error follows.
        let plan = Plan { root: plan::Folder::default(), way: PathBuf::new() };
        let mut folders = Self { base, _claim: claim, plan, idle: Mutex::default(), made: AtomicU64::new(0) };
        let terms = Terms { left_out, hidden: &folders.base, can_link: can_link(&folders.base) };
        let plan = Plan::of(folder, &terms)?;
        folders.plan = plan;
        Ok(folders)
    }

    /// Returns a folder in its original state, restored or newly made.
    ///
    /// # Errors
    /// Errors of the file system.
    pub(super) fn take(&self) -> io::Result<RunFolder<'_>> {
        let idle = lock(&self.idle).pop();
        let view = match idle {
            Some(view) if view.restore(&self.plan).is_ok() => view,
            other => {
                if let Some(spoilt) = other {
                    // If it cannot be removed now, dropping `RunFolders` tries once more.
                    let _is_removed = remove_all(spoilt.root());
                }
                let number = self.made.fetch_add(1, Ordering::Relaxed);
                View::make(&self.plan, self.base.join(number.to_string()))?
            }
        };
        let path = view.root().join(&self.plan.way);
        Ok(RunFolder { folders: self, view: Some(view), path })
    }
}

impl Drop for RunFolders {
    /// On failure, files remain in the temporary folder; the next trial tries to remove them.
    fn drop(&mut self) {
        let _is_removed = remove_all(&self.base);
    }
}

/// Maximum length of an error output in which paths are shortened.
const MAX_SEARCHED_IN_BYTES: usize = 1 << 20;

/// The folder of one run, returned for reuse when dropped.
#[derive(Debug)]
pub(super) struct RunFolder<'a> {
    folders: &'a RunFolders,
    view: Option<View>,
    path: PathBuf,
}

impl RunFolder<'_> {
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Removes the path of the view from a text, so that paths in it match the user's own.
    pub(super) fn without_root(&self, text: &[u8]) -> Vec<u8> {
        let root = self.view.as_ref().map(|view| view.root().as_os_str().as_encoded_bytes().to_vec());
        // Huge outputs are not searched: their paths are never shown.
        let is_short = text.len() < MAX_SEARCHED_IN_BYTES;
        let Some(root) = root.filter(|root| is_short && !root.is_empty()) else { return text.to_vec() };
        let mut rest = text;
        let mut shown = Vec::with_capacity(text.len());
        while let Some(at) = rest.windows(root.len()).position(|part| part == root) {
            shown.extend_from_slice(&rest[..at]);
            rest = &rest[at + root.len()..];
        }
        [shown.as_slice(), rest].concat()
    }
}

/// Writes a file into a run's folder, replacing any entry with that name.
pub(super) fn put(folder: &Path, name: &str, text: &str) -> io::Result<()> {
    put_file(&folder.join(name), text.as_bytes())
}

/// Reads a file from a run's folder, up to one byte beyond the limit.
///
/// Returns `None` if the run has not written a regular file with this name.
///
/// # Errors
/// If the system is short of memory or file descriptors.
pub(super) fn read(folder: &Path, name: &str, limit_in_bytes: usize) -> io::Result<Option<Vec<u8>>> {
    match read_regular_file(&folder.join(name), Links::Refused, limit_in_bytes) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if is_shortage(&error) => Err(error),
        Err(_not_written) => Ok(None),
    }
}

impl Drop for RunFolder<'_> {
    fn drop(&mut self) {
        let mut idle = lock(&self.folders.idle);
        idle.extend(self.view.take());
    }
}

#[cfg(all(test, unix))]
mod tests;
