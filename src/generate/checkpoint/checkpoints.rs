//! [`Checkpoints`]: location and interval of a build's checkpoints.

use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::table::{AtomicFile, CheckpointError, SealPolicy};

/// The location of a build's checkpoints, and how often to save them.
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
    /// File of the newest checkpoint.
    pub file: PathBuf,
    /// Minimum time between the last save, or the start of the build, and a save at the end of a
    /// level. Zero saves every level except level 0.
    pub every: Duration,
    /// The key that seals checkpoints, and which ones are trusted. Processes that build a table
    /// together need the same one.
    pub policy: SealPolicy,
}

impl Checkpoints {
    /// Returns checkpoints for the build of a table: in the same folder, under a hidden name
    /// derived from the file's name.
    #[must_use]
    pub fn beside(table: &Path, every: Duration) -> Self {
        let mut name = std::ffi::OsString::from(".");
        name.push(table.file_name().unwrap_or_default());
        name.push(".checkpoint");
        Self { file: table.with_file_name(name), every, policy: SealPolicy::default() }
    }

    /// Removes the checkpoint, if any, and the temporary files of killed builds. Used once the
    /// table is written, or to start over.
    ///
    /// # Errors
    /// [`CheckpointError`] if the system does not allow it.
    pub fn remove(&self) -> Result<(), CheckpointError> {
        AtomicFile::remove(&self.file).map_err(|error| CheckpointError::at(&self.file)(error.into()))
    }
}
