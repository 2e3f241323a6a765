//! [`CheckpointError`]: the errors of checkpoints, of builds and of counts.

use std::io;
use std::path::{Path, PathBuf};

use super::atomic::WriteError;

/// A file from which no build or count can resume, and the reason.
#[derive(Debug, thiserror::Error)]
#[error("{}: {reason}", file.display())]
pub struct CheckpointError {
    /// The file, or the folder of a count's levels.
    pub file: PathBuf,
    reason: String,
    is_disk_full: bool,
}

impl CheckpointError {
    pub(crate) fn new(file: &Path, reason: impl Into<String>) -> Self {
        Self { file: file.to_owned(), reason: reason.into(), is_disk_full: false }
    }

    /// Returns the error for levels in a folder that no board has.
    pub(crate) fn impossible_levels(folder: &Path) -> Self {
        let reason = "they go on to more states than the board has, or farther than any board is";
        Self::new(folder, format!("its levels are inconsistent: {reason}"))
    }

    /// Converts the system's error of a step.
    pub(crate) fn of_step(file: &Path, doing: &str) -> impl Fn(io::Error) -> Self {
        move |error| Self::of_system(file.to_owned(), format!("{doing} failed"), &error)
    }

    fn of_system(file: PathBuf, failed: String, error: &io::Error) -> Self {
        let is_disk_full = matches!(error.kind(), io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded);
        let failed = if is_disk_full { "the disk is full".to_owned() } else { failed };
        Self { file, reason: format!("{failed}: {error}"), is_disk_full }
    }

    /// Whether the disk or the user's quota is full. With more space, a count can resume.
    #[must_use]
    pub const fn is_disk_full(&self) -> bool {
        self.is_disk_full
    }
}

impl From<WriteError> for CheckpointError {
    fn from(WriteError { file, doing, source }: WriteError) -> Self {
        Self::of_system(file, format!("it could not be written; {doing} failed"), &source)
    }
}
