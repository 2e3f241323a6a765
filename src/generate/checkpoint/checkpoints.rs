//! Where and how often a build is saved.

use std::path::{Path, PathBuf};
use std::time::Duration;

use super::error::CheckpointError;
use super::snapshot;
use crate::space::Space;
use crate::table::AtomicFile;

/// Where a build saves its state, and how often.
///
/// ```
/// use std::path::Path;
/// use std::time::Duration;
/// use tilebase::generate::Checkpoints;
///
/// let checkpoints = Checkpoints::beside(Path::new("pdb/3x4.pdb"), Duration::from_secs(60));
/// assert_eq!(checkpoints.file, Path::new("pdb/.3x4.pdb.checkpoint"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checkpoints {
    /// The file of the newest checkpoint.
    pub file: PathBuf,
    /// A level's end is saved if at least so long has passed since the last save, or since the build was begun. Zero
    /// saves every level but that of the goal alone.
    pub every: Duration,
}

impl Checkpoints {
    /// Checkpoints of the build of a table's file: in the same folder, under a hidden name made from the file's.
    #[must_use]
    pub fn beside(table: &Path, every: Duration) -> Self {
        let mut name = std::ffi::OsString::from(".");
        name.push(table.file_name().unwrap_or_default());
        name.push(".checkpoint");
        Self { file: table.with_file_name(name), every }
    }

    /// The distance, in moves, of the last level that the checkpoint has; none if there is no checkpoint. Only its head
    /// is read.
    ///
    /// # Errors
    /// [`CheckpointError`] if the file is no checkpoint, or its head is damaged, or it is one of another space.
    pub fn saved_level(&self, space: &Space) -> Result<Option<u8>, CheckpointError> {
        snapshot::saved_level(space, &self.file).map_err(CheckpointError::at(&self.file))
    }

    /// Removes the checkpoint, if there is one, and what killed builds have left of it: after the table was written, or to begin again.
    ///
    /// # Errors
    /// [`CheckpointError`] if the system does not allow it.
    pub fn remove(&self) -> Result<(), CheckpointError> {
        AtomicFile::remove(&self.file).map_err(|error| CheckpointError::at(&self.file)(error.into()))
    }
}
