//! What can be wrong with the files of levels.

use std::io;
use std::path::{Path, PathBuf};

use crate::table::WriteError;

/// A file that no count can go on with: which, and why.
#[derive(Debug, thiserror::Error)]
#[error("{}: {problem}", file.display())]
pub struct LevelFilesError {
    /// The file, or the folder.
    pub file: PathBuf,
    /// What is wrong with it.
    pub(super) problem: Problem,
}

impl LevelFilesError {
    /// The levels in a folder are those of no board.
    pub(super) fn of_no_board(folder: &Path) -> Self {
        let reason = "they go on to more states than the board has, or farther than any board is";
        Self::at(folder)(Problem::Contradiction { reason })
    }

    /// Is it that the disk has no room, or the user's share of it? With more of it the count can go on.
    #[must_use]
    pub fn is_disk_full(&self) -> bool {
        matches!(self.problem, Problem::Full { .. })
    }

    pub(super) fn at(file: &Path) -> impl Fn(Problem) -> Self + '_ {
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

/// Why a count can't go on with a file.
#[derive(Debug, thiserror::Error)]
pub(super) enum Problem {
    /// The system did not let it be read, made or removed.
    #[error("{doing} failed: {source}")]
    Io {
        /// The step that failed.
        doing: &'static str,
        /// What the system said.
        #[source]
        source: io::Error,
    },
    /// The system did not let it be written.
    #[error("it could not be written; {doing} failed: {source}")]
    Unwritten {
        /// The step that failed.
        doing: &'static str,
        /// What the system said.
        #[source]
        source: io::Error,
    },
    /// There is no room for it.
    #[error("the disk is full: {source}")]
    Full {
        /// What the system said.
        #[source]
        source: io::Error,
    },
    /// A file that should be there is not.
    #[error("it is missing, though the level that it belongs to was finished")]
    Missing,
    /// The file does not begin as those of a count do.
    #[error(
        "this is not a count file, or one of another version: expected it to begin with {expected}, found {found}"
    )]
    Foreign {
        /// What such files begin with.
        expected: String,
        /// What this one begins with.
        found: String,
    },
    /// Some bytes are not as they were written.
    #[error("it is damaged in bytes {from} to {to}: {reason}")]
    Damaged {
        /// The first of the bytes, from the file's beginning.
        from: u64,
        /// The last.
        to: u64,
        /// What is wrong with them.
        reason: String,
    },
    /// The files are as they were written, but no count has written them.
    #[error("its levels are inconsistent: {reason}")]
    Contradiction {
        /// What does not fit.
        reason: &'static str,
    },
    /// The files of the count of another board, or to another goal.
    #[error("these are the files of another count: expected {expected}, found {found}")]
    OtherBoard {
        /// What is to be counted.
        expected: String,
        /// What the files are of.
        found: String,
    },
    /// Another count works in the folder.
    #[error("another count is using this folder: wait until it ends, or choose another folder")]
    InUse,
}

impl Problem {
    /// An error of the system in a step, of which a full disk is one that is told apart.
    pub(super) fn io(doing: &'static str) -> impl Fn(io::Error) -> Self {
        move |source| match source.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => Self::Full { source },
            _ => Self::Io { doing, source },
        }
    }
}
