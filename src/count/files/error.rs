//! [`LevelFilesError`]: the errors of level files.

use std::io;
use std::path::{Path, PathBuf};

use crate::table::WriteError;

/// A file with which no count can continue, and the reason.
#[derive(Debug, thiserror::Error)]
#[error("{}: {problem}", file.display())]
pub struct LevelFilesError {
    /// The file or folder.
    pub file: PathBuf,
    /// The problem.
    pub(in crate::count) problem: Problem,
}

impl LevelFilesError {
    /// Returns the error for levels in a folder that no board has.
    pub(in crate::count) fn impossible_levels(folder: &Path) -> Self {
        let reason = "they go on to more states than the board has, or farther than any board is";
        Self::at(folder)(Problem::Contradiction { reason })
    }

    /// Whether the disk or the user's quota is full. With more space, the count can resume.
    #[must_use]
    pub fn is_disk_full(&self) -> bool {
        matches!(self.problem, Problem::Full { .. })
    }

    pub(in crate::count) fn at(file: &Path) -> impl Fn(Problem) -> Self + '_ {
        |problem| Self { file: file.to_owned(), problem }
    }
}

impl From<WriteError> for LevelFilesError {
    fn from(error: WriteError) -> Self {
        let WriteError { file, doing, source } = error;
        let problem = match source.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => Problem::Full { source },
            _ => Problem::Unwritten { doing, source },
        };
        Self { file, problem }
    }
}

/// A reason why a count cannot continue with a file.
#[derive(Debug, thiserror::Error)]
pub(in crate::count) enum Problem {
    /// The file could not be read, created, or removed.
    #[error("{doing} failed: {source}")]
    Io {
        /// The step that failed.
        doing: &'static str,
        /// The system's error.
        #[source]
        source: io::Error,
    },
    /// The file could not be written.
    #[error("it could not be written; {doing} failed: {source}")]
    Unwritten {
        /// The step that failed.
        doing: &'static str,
        /// The system's error.
        #[source]
        source: io::Error,
    },
    /// The disk is full.
    #[error("the disk is full: {source}")]
    Full {
        /// The system's error.
        #[source]
        source: io::Error,
    },
    /// A required file is missing.
    #[error("it is missing, though the level that it belongs to was finished")]
    Missing,
    /// The file does not begin like a count's files.
    #[error(
        "this is not a count file, or one of another version: \
         expected it to begin with {expected}, found {found}"
    )]
    Foreign {
        /// The expected first bytes.
        expected: String,
        /// The file's first bytes.
        found: String,
    },
    /// Some bytes have changed since they were written.
    #[error("it is damaged in bytes {from} to {to}: {reason}")]
    Damaged {
        /// Offset of the first byte in the file.
        from: u64,
        /// Offset of the last byte.
        to: u64,
        /// The problem with the bytes.
        reason: String,
    },
    /// The files are as they were written, but no count can have written them.
    #[error("its levels are inconsistent: {reason}")]
    Contradiction {
        /// The inconsistency.
        reason: &'static str,
    },
    /// The files belong to the count of another board or goal.
    #[error("these are the files of another count: expected {expected}, found {found}")]
    OtherBoard {
        /// The board to be counted.
        expected: String,
        /// The files' board.
        found: String,
    },
    /// Another count is using the folder.
    #[error("another count is using this folder: wait until it ends, or choose another folder")]
    InUse,
}

impl Problem {
    /// Converts an I/O error of a step; a full disk becomes a problem of its own.
    pub(in crate::count) fn io(doing: &'static str) -> impl Fn(io::Error) -> Self {
        move |source| match source.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => Self::Full { source },
            _ => Self::Io { doing, source },
        }
    }
}
