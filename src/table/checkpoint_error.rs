//! [`CheckpointError`]: the errors of checkpoints.

use std::io;
use std::path::{Path, PathBuf};

use super::Encoding;

/// A file from which no build can resume, and the reason.
#[derive(Debug, thiserror::Error)]
#[error("{}: {problem}", file.display())]
pub struct CheckpointError {
    /// The file.
    pub file: PathBuf,
    /// The problem.
    pub(crate) problem: CheckpointProblem,
}

impl CheckpointError {
    pub(crate) fn at(file: &Path) -> impl Fn(CheckpointProblem) -> Self + '_ {
        |problem| Self { file: file.to_owned(), problem }
    }
}

/// A reason why a build cannot resume from a file.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CheckpointProblem {
    /// The file could not be read or removed.
    #[error("the checkpoint cannot be opened or removed: {0}")]
    Io(#[from] io::Error),
    /// The path is not a regular file.
    #[error("expected a checkpoint, found a folder, pipe or device: move it away")]
    NotAFile,
    /// The file does not begin with a checkpoint's magic.
    #[error("this is not a checkpoint: it begins with {found}, not with {expected}")]
    Magic {
        /// The magic, in hexadecimal.
        expected: String,
        /// The first bytes of the file, in hexadecimal.
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
    #[error(
        "the checkpoint is damaged in bytes {from} to {to}: \
         expected checksum {expected:08x}, found {found:08x}"
    )]
    Checksum {
        /// Offset of the first byte in the file.
        from: u64,
        /// Offset of the last byte.
        to: u64,
        /// The checksum in the file.
        expected: u32,
        /// The checksum of the bytes.
        found: u32,
    },
    /// The checkpoint belongs to another board, goal, or pattern.
    #[error("this is a checkpoint of another table: expected {expected}, found {found}")]
    OtherSpace {
        /// The table to be built.
        expected: String,
        /// The checkpoint's table.
        found: String,
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
}

impl CheckpointProblem {
    pub(crate) fn contradiction(reason: impl Into<String>) -> Self {
        Self::Contradiction { reason: reason.into() }
    }
}
