//! Leftovers of interrupted builds and searches in the table folder.

use std::path::PathBuf;

use tilebase::table::{Folder, TableError};

/// The end of a checkpoint's name, which begins with a dot.
const CHECKPOINT: &str = ".pdb.checkpoint";

/// The end of the name of a count's folder, which begins with a dot.
const LEVELS: &str = ".pdb.levels";

/// The end of a saved search's name, which begins with a dot.
const SEARCH: &str = ".pdb.search";

/// Files beside the tables that are not tables.
pub(super) struct Leftovers {
    /// Temporary files whose writers were killed.
    pub(super) abandoned: Vec<PathBuf>,
    /// Checkpoints of builds.
    pub(super) checkpoints: Vec<PathBuf>,
    /// Folders of saved counts.
    pub(super) levels: Vec<PathBuf>,
    /// Saved searches.
    pub(super) searches: Vec<PathBuf>,
    /// Pattern databases laid out for search.
    pub(super) layouts: Vec<PathBuf>,
}

impl Leftovers {
    /// Finds the leftovers in a folder.
    pub(super) fn in_folder(folder: &Folder) -> Result<Self, TableError> {
        Ok(Self {
            abandoned: folder.abandoned()?,
            checkpoints: checkpoints_in(folder)?,
            levels: levels_in(folder)?,
            searches: searches_in(folder)?,
            layouts: folder.layouts()?,
        })
    }
}

/// The checkpoints in a folder, which need not exist.
pub(super) fn checkpoints_in(folder: &Folder) -> Result<Vec<PathBuf>, TableError> {
    hidden_in(folder, CHECKPOINT)
}

/// The saved counts in a folder, which need not exist.
pub(super) fn levels_in(folder: &Folder) -> Result<Vec<PathBuf>, TableError> {
    hidden_in(folder, LEVELS)
}

/// The saved searches in a folder, which need not exist.
pub(super) fn searches_in(folder: &Folder) -> Result<Vec<PathBuf>, TableError> {
    hidden_in(folder, SEARCH)
}

fn hidden_in(folder: &Folder, ending: &str) -> Result<Vec<PathBuf>, TableError> {
    let is_one = |name: &&std::ffi::OsString| {
        name.to_str().is_some_and(|name| name.starts_with('.') && name.ends_with(ending))
    };
    let names = folder.entries()?;
    let mut found: Vec<PathBuf> = names.iter().filter(is_one).map(|name| folder.path().join(name)).collect();
    found.sort();
    Ok(found)
}
