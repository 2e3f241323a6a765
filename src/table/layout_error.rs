//! [`LayoutError`]: the reason why a file of pattern databases laid out for search is not used.

use std::io;
use std::path::{Path, PathBuf};

use super::checkpoint_error::CheckpointProblem;

/// An unused file of pattern databases laid out for search, and the reason why it is not used.
#[derive(Debug, thiserror::Error)]
#[error("{}: {problem}", file.display())]
pub struct LayoutError {
    /// The file.
    pub file: PathBuf,
    /// The problem.
    pub(crate) problem: LayoutProblem,
}

impl LayoutError {
    pub(crate) fn at(file: &Path) -> impl Fn(LayoutProblem) -> Self + '_ {
        |problem| Self { file: file.to_owned(), problem }
    }
}

/// A reason why a file is not used.
#[derive(Debug, thiserror::Error)]
pub(crate) enum LayoutProblem {
    /// There is no such file.
    #[error("no such file")]
    Absent,
    /// The file was made from other tables, or by another version of the program.
    #[error("it was made from other pattern databases than those in the folder, or by another version")]
    Outdated,
    /// The tables from which the file was made are not all in its folder.
    #[error("the pattern databases that it was made from are missing")]
    NoTables,
    /// The file can't be read, is damaged, or belongs to another user.
    #[error("{0}")]
    Unusable(String),
    /// Reading was interrupted.
    #[error("interrupted")]
    Interrupted,
}

impl LayoutProblem {
    /// The problem of a file that this program did not write.
    pub(crate) fn foreign() -> Self {
        Self::Unusable("this is not a file of pattern databases laid out for search".to_owned())
    }

    /// The problem of a file whose checksums are right, but whose parts do not fit together.
    pub(crate) fn inconsistent() -> Self {
        Self::Unusable("it is inconsistent".to_owned())
    }
}

impl From<io::Error> for LayoutProblem {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            // The file may have been removed since it was found.
            io::ErrorKind::NotFound => Self::Absent,
            _ => Self::Unusable(format!("it can't be read: {error}")),
        }
    }
}

/// Converts the problem of an envelope.
impl From<CheckpointProblem> for LayoutProblem {
    fn from(problem: CheckpointProblem) -> Self {
        match problem {
            CheckpointProblem::Io(error) => error.into(),
            CheckpointProblem::NotAFile | CheckpointProblem::Foreign { .. } => Self::foreign(),
            CheckpointProblem::Version { .. } => Self::Outdated,
            CheckpointProblem::Length { expected, found } => {
                Self::Unusable(format!("it is damaged: expected {expected} bytes, found {found}"))
            }
            CheckpointProblem::Contradiction { .. } => Self::inconsistent(),
            other => Self::Unusable(other.to_string()),
        }
    }
}
