//! What can be wrong with a checkpoint.

use std::io;
use std::path::{Path, PathBuf};

use crate::table::Encoding;

/// A file that no build can go on from: which, and why.
#[derive(Debug, thiserror::Error)]
#[error("{}: {problem}", file.display())]
pub struct CheckpointError {
    /// The file.
    pub file: PathBuf,
    /// What is wrong with it.
    pub(in crate::generate) problem: CheckpointProblem,
}

impl CheckpointError {
    pub(super) fn at(file: &Path) -> impl Fn(CheckpointProblem) -> Self + '_ {
        |problem| Self { file: file.to_owned(), problem }
    }
}

/// Why a build can't go on from a file.
#[derive(Debug, thiserror::Error)]
pub(in crate::generate) enum CheckpointProblem {
    /// The system did not let it be read, or removed.
    #[error("the checkpoint cannot be opened or removed: {0}")]
    Io(#[from] io::Error),
    /// Folders, pipes and devices hold no checkpoint.
    #[error("expected a checkpoint, found a folder, pipe or device: move it away")]
    NotAFile,
    /// The file does not begin as checkpoints do.
    #[error("this is not a checkpoint: it begins with {found}, not with {expected}")]
    Magic {
        /// The magic, in hexadecimal.
        expected: String,
        /// The first bytes, in hexadecimal.
        found: String,
    },
    /// A checkpoint of another version.
    #[error(
        "this is a checkpoint of version {found}, and this program reads version {expected}: resume it with the \
         program that wrote it"
    )]
    Version {
        /// The version that this program reads.
        expected: u32,
        /// The version in the file.
        found: u32,
    },
    /// The file has not the length that its head tells, or ends within the head.
    #[error("the checkpoint has a wrong length: expected {expected} bytes, found {found}")]
    Length {
        /// The length of a whole file, in bytes, as far as it is known.
        expected: u64,
        /// The length of the file, in bytes.
        found: u64,
    },
    /// Some bytes are not as they were written.
    #[error(
        "the checkpoint is damaged in bytes {from} to {to}: expected checksum {expected:08x}, found {found:08x}"
    )]
    Checksum {
        /// The first of the bytes, from the file's beginning.
        from: u64,
        /// The last.
        to: u64,
        /// The checksum in the file.
        expected: u32,
        /// The checksum of the bytes.
        found: u32,
    },
    /// A checkpoint of another board, goal or pattern.
    #[error("this is a checkpoint of another table: expected {expected}, found {found}")]
    OtherSpace {
        /// What is to be built.
        expected: String,
        /// What the checkpoint is of.
        found: String,
    },
    /// A checkpoint of a build that keeps its distances otherwise.
    #[error(
        "this is a checkpoint of a build in the encoding {found}, and {expected} is to be built: resume it with {found}"
    )]
    OtherEntries {
        /// The encoding that is to be built.
        expected: Encoding,
        /// The checkpoint's.
        found: Encoding,
    },
    /// The file is as it was written, but its parts don't fit each other.
    #[error("the checkpoint is inconsistent: {reason}")]
    Contradiction {
        /// What does not fit.
        reason: String,
    },
}

impl CheckpointProblem {
    pub(super) fn contradiction(reason: impl Into<String>) -> Self {
        Self::Contradiction { reason: reason.into() }
    }
}
