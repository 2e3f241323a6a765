//! What builds and searches that were ended have left in the table folder.

use std::path::PathBuf;

use tilebase::table::{Folder, TableError};

/// How the name of a table's checkpoint ends; it begins with a dot.
const CHECKPOINT: &str = ".pdb.checkpoint";

/// How the name of a count's folder ends; it begins with a dot.
const LEVELS: &str = ".pdb.levels";

/// How the name of a saved search ends; it begins with a dot.
const SEARCH: &str = ".pdb.search";

/// Files beside the tables that are no tables.
pub(super) struct Leftovers {
    /// Temporary files whose writers were killed. Nobody needs them.
    pub(super) abandoned: Vec<PathBuf>,
    /// Checkpoints, from which builds can go on.
    pub(super) checkpoints: Vec<PathBuf>,
    /// Folders of counts, which can go on.
    pub(super) levels: Vec<PathBuf>,
    /// Saved searches, which can go on.
    pub(super) searches: Vec<PathBuf>,
}

impl Leftovers {
    /// Those in a folder.
    pub(super) fn in_folder(folder: &Folder) -> Result<Self, TableError> {
        let (checkpoints, levels) = (checkpoints_in(folder)?, levels_in(folder)?);
        Ok(Self { abandoned: folder.abandoned()?, checkpoints, levels, searches: searches_in(folder)? })
    }
}

/// The checkpoints in a folder; none if there is no folder.
pub(super) fn checkpoints_in(folder: &Folder) -> Result<Vec<PathBuf>, TableError> {
    hidden_in(folder, CHECKPOINT)
}

/// The folders of counts in a folder; none if there is no folder.
pub(super) fn levels_in(folder: &Folder) -> Result<Vec<PathBuf>, TableError> {
    hidden_in(folder, LEVELS)
}

/// The saved searches in a folder; none if there is no folder.
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
