//! What builds that were ended have left in the table folder.

use std::path::PathBuf;

use tilebase::table::{Folder, TableError};

/// How the name of a table's checkpoint ends; it begins with a dot.
const CHECKPOINT: &str = ".pdb.checkpoint";

/// Files beside the tables that are no tables.
pub(super) struct Leftovers {
    /// Temporary files whose writers were killed. Nobody needs them.
    pub(super) abandoned: Vec<PathBuf>,
    /// Checkpoints, from which builds can go on.
    pub(super) checkpoints: Vec<PathBuf>,
}

impl Leftovers {
    /// Those in a folder.
    pub(super) fn in_folder(folder: &Folder) -> Result<Self, TableError> {
        Ok(Self { abandoned: folder.abandoned()?, checkpoints: checkpoints_in(folder)? })
    }
}

/// The checkpoints in a folder; none if there is no folder.
pub(super) fn checkpoints_in(folder: &Folder) -> Result<Vec<PathBuf>, TableError> {
    let is_checkpoint = |name: &&std::ffi::OsString| {
        name.to_str().is_some_and(|name| name.starts_with('.') && name.ends_with(CHECKPOINT))
    };
    let names = folder.entries()?;
    let mut found: Vec<PathBuf> =
        names.iter().filter(is_checkpoint).map(|name| folder.path().join(name)).collect();
    found.sort();
    Ok(found)
}
