//! [`CheckpointError`]: the errors of the checkpoints of builds, counts, and searches.

use std::io;
use std::path::{Path, PathBuf};

use super::atomic::WriteError;
use super::encoding::Encoding;

/// A file from which no build, count, or search can resume, and the reason.
#[derive(Debug, thiserror::Error)]
#[error("{}: {problem}", file.display())]
pub struct CheckpointError {
    /// The file, or the folder of a count's levels.
    pub file: PathBuf,
    /// The problem.
    pub(crate) problem: CheckpointProblem,
}

impl CheckpointError {
    pub(crate) fn at(file: &Path) -> impl Fn(CheckpointProblem) -> Self + '_ {
        |problem| Self { file: file.to_owned(), problem }
    }

    /// Returns the error for levels in a folder that no board has.
    pub(crate) fn impossible_levels(folder: &Path) -> Self {
        let reason = "its levels have more states than the board, or are deeper than any distance";
        Self::at(folder)(CheckpointProblem::contradiction(reason))
    }

    /// Whether the file may be correct, but was saved with another key or none, or belongs to
    /// another user. A [`SealPolicy`](super::SealPolicy) that trusts all files accepts it.
    #[must_use]
    pub const fn is_untrusted(&self) -> bool {
        matches!(self.problem, CheckpointProblem::Elsewhere | CheckpointProblem::OtherUser { .. })
    }

    /// Whether the disk or the user's quota is full. With more space, a count can resume.
    pub(crate) fn is_disk_full(&self) -> bool {
        matches!(self.problem, CheckpointProblem::Full { .. })
    }
}

impl From<WriteError> for CheckpointError {
    fn from(error: WriteError) -> Self {
        let WriteError { file, doing, source } = error;
        let problem = match source.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => CheckpointProblem::Full { source },
            _ => CheckpointProblem::Failed { doing: format!("it could not be written; {doing}"), source },
        };
        Self { file, problem }
    }
}

/// A reason why a build, a count, or a search cannot resume from a file.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CheckpointProblem {
    /// The file could not be read or removed.
    #[error("the checkpoint cannot be read or removed: {0}")]
    Io(#[from] io::Error),
    /// The path is not a regular file.
    #[error("expected a checkpoint, found a folder, pipe or device: move it away")]
    NotAFile,
    /// The file does not begin with the bytes of its kind.
    #[error("this is not {kind}: it begins with {found}, not with {expected}")]
    Foreign {
        /// The kind of file that is expected, such as `a checkpoint`.
        kind: &'static str,
        /// The first bytes of this kind, as text or in hexadecimal.
        expected: String,
        /// The first bytes of the file.
        found: String,
    },
    /// The checkpoint has another version.
    #[error(
        "this is a checkpoint of version {found}, and this program reads version {expected}: \
         resume it with the program that wrote it"
    )]
    Version {
        /// The version that this program reads.
        expected: u32,
        /// The version in the file.
        found: u32,
    },
    /// The file's length differs from the one given in its head, or the file ends within the head.
    #[error("the checkpoint has a wrong length: expected {expected} bytes, found {found}")]
    Length {
        /// Length of the complete file in bytes, as far as known.
        expected: u64,
        /// Length of the file in bytes.
        found: u64,
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
    /// The file belongs to another table, search, or count.
    #[error("{what}: {difference}")]
    OtherTask {
        /// A sentence that says so.
        what: &'static str,
        /// How the tasks differ.
        difference: String,
    },
    /// The checkpoint belongs to a build that stores its entries in another form.
    #[error(
        "this is a checkpoint of a build in the encoding {found}, and {expected} is to be built: \
         resume it with {found}"
    )]
    OtherEntries {
        /// The encoding to be built.
        expected: Encoding,
        /// The checkpoint's encoding.
        found: Encoding,
    },
    /// The file is as it was written, but its contents are inconsistent.
    #[error("the checkpoint is inconsistent: {reason}")]
    Contradiction {
        /// The inconsistency.
        reason: String,
    },
    /// A step of reading or writing the file failed.
    #[error("{doing} failed: {source}")]
    Failed {
        /// The step that failed.
        doing: String,
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
    /// The file's seal is not that of the present key.
    #[error("its seal does not match your key: it was saved elsewhere or changed")]
    Elsewhere,
    /// Another user owns the file.
    #[error("it belongs to another user, with ID {owner}")]
    OtherUser {
        /// The user's ID.
        owner: u32,
    },
    /// A required file is missing.
    #[error("it is missing, though the level that it belongs to was finished")]
    Missing,
    /// Another count is using the folder.
    #[error("another count is using this folder: wait until it ends, or choose another folder")]
    InUse,
}

impl CheckpointProblem {
    pub(crate) fn contradiction(reason: impl Into<String>) -> Self {
        Self::Contradiction { reason: reason.into() }
    }

    /// Returns the problem of a checkpoint of another search.
    pub(crate) fn other_search(difference: String) -> Self {
        Self::OtherTask { what: "this is a checkpoint of another search", difference }
    }

    /// Converts an I/O error of a step; a full disk becomes a problem of its own.
    pub(crate) fn io(doing: &'static str) -> impl Fn(io::Error) -> Self {
        move |source| match source.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => Self::Full { source },
            _ => Self::Failed { doing: doing.to_owned(), source },
        }
    }
}
