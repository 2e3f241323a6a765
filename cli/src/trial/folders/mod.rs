//! A fresh folder for each run.
//!
//! A run finds itself in a *view* of the folder that the judge was started in: small files are copies, all else is links.
//! So paths in the command lead where they led before, and what a run writes is its own. Around the view stands one of each
//! folder above it, of links, so that `..` leads where it led before. A view is put right for the next run: what was
//! added is removed, what was changed or removed is copied again.
//!
//! `plan` decides what is copied and what is linked, `view` makes it so, `stale` removes what a judge that was killed has
//! left behind.

mod plan;
mod stale;
mod view;

pub(crate) use plan::FolderError;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use plan::{Plan, Terms};
use stale::{Claim, claim, remove_stale};
use view::{View, can_link, put_file, remove_all};

/// The folders of runs. May be shared by threads: no two runs at once are given the same one.
#[derive(Debug)]
pub(crate) struct RunFolders {
    base: PathBuf,
    /// Held until the base is removed.
    _claim: Claim,
    plan: Plan,
    idle: Mutex<Vec<View>>,
    made: AtomicU64,
}

impl RunFolders {
    /// Views of a folder, without one of its files.
    ///
    /// # Errors
    /// [`FolderError`] if the folder can't be read, or is too large, or there is no room for temporary folders.
    pub(crate) fn of(folder: &Path, left_out: Option<&Path>) -> Result<Self, FolderError> {
        // A run is elsewhere, so the path must not be one from here.
        let temporary = std::path::absolute(std::env::temp_dir())?;
        remove_stale(&temporary);
        let (base, claim) = claim(&temporary)?;
        // From here on, what is there is removed when this goes.
        let plan = Plan { root: plan::Folder::default(), way: PathBuf::new() };
        let mut folders = Self { base, _claim: claim, plan, idle: Mutex::default(), made: AtomicU64::new(0) };
        let terms = Terms { left_out, hidden: &folders.base, can_link: can_link(&folders.base) };
        let plan = Plan::of(folder, &terms)?;
        folders.plan = plan;
        Ok(folders)
    }

    /// A folder as if no run had ever been there.
    ///
    /// # Errors
    /// Those of the system.
    pub(super) fn take(&self) -> io::Result<RunFolder<'_>> {
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let view = match idle {
            Some(view) if view.restore(&self.plan).is_ok() => view,
            other => {
                if let Some(spoilt) = other {
                    // What can't be removed now may be at the end.
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
    /// A failure leaves files in the system's folder for temporary ones, which the next trial will try to remove.
    fn drop(&mut self) {
        let _is_removed = remove_all(&self.base);
    }
}

/// The longest error output in which paths are shortened.
const MAX_SEARCHED_IN_BYTES: usize = 1 << 20;

/// The folder of one run, given back when this goes.
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

    /// A text without the way to this folder: paths in it lead where the user's do.
    pub(super) fn without_root(&self, text: &[u8]) -> Vec<u8> {
        let root = self.view.as_ref().map(|view| view.root().as_os_str().as_encoded_bytes().to_vec());
        // A flood is not searched: nobody reads the paths in it.
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

/// Writes a file into a run's folder, in the place of whatever has that name there.
pub(super) fn put(folder: &Path, name: &str, text: &str) -> io::Result<()> {
    put_file(&folder.join(name), text.as_bytes())
}

/// A file of a run's folder, if the run has written one; no more than a byte beyond the limit.
pub(super) fn read(folder: &Path, name: &str, limit_in_bytes: usize) -> Option<Vec<u8>> {
    let path = folder.join(name);
    // What is no file, as a pipe, may never end.
    fs::metadata(&path).ok().filter(fs::Metadata::is_file)?;
    let mut bytes = Vec::new();
    let limit = u64::try_from(limit_in_bytes).unwrap_or(u64::MAX).saturating_add(1);
    let mut file = io::Read::take(fs::File::open(path).ok()?, limit);
    io::Read::read_to_end(&mut file, &mut bytes).ok()?;
    Some(bytes)
}

impl Drop for RunFolder<'_> {
    fn drop(&mut self) {
        let mut idle = self.folders.idle.lock().unwrap_or_else(PoisonError::into_inner);
        idle.extend(self.view.take());
    }
}

#[cfg(all(test, unix))]
mod tests;
