//! What can be wrong with a checkpoint.

use std::io;
use std::path::{Path, PathBuf};

/// A file that no build can go on from: which, and why.
#[derive(Debug, thiserror::Error)]
#[error("{}: {problem}", file.display())]
pub struct CheckpointError {
    /// The file.
    pub file: PathBuf,
    /// What is wrong with it.
    pub problem: CheckpointProblem,
}

impl CheckpointError {
    pub(super) fn at(file: &Path) -> impl Fn(CheckpointProblem) -> Self + '_ {
        |problem| Self { file: file.to_owned(), problem }
    }
}

/// Why a build can't go on from a file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CheckpointProblem {
    /// The system did not let it be read, or removed.
    #[error("the checkpoint can't be had: {0}; mend that, or begin again with --force")]
    Io(#[from] io::Error),
    /// Folders, pipes and devices hold no checkpoint.
    #[error("expected a checkpoint, found no file but a folder, pipe or device; move it away")]
    NotAFile,
    /// The file does not begin as checkpoints do.
    #[error(
        "this is not a checkpoint: it begins with {found}, not with {expected}; move it away, or begin again with \
         --force"
    )]
    Magic {
        /// The magic, in hexadecimal.
        expected: String,
        /// The first bytes, in hexadecimal.
        found: String,
    },
    /// A checkpoint of another version.
    #[error(
        "this is a checkpoint of version {found}, and this program reads version {expected}; go on with the program \
         that wrote it, or begin again with --force"
    )]
    Version {
        /// The version that this program reads.
        expected: u32,
        /// The version in the file.
        found: u32,
    },
    /// The file has not the length that its head tells, or ends within the head.
    #[error(
        "the checkpoint has a wrong length: expected {expected} bytes, found {found}; begin again with --force"
    )]
    Length {
        /// The length of a whole file, in bytes, as far as it is known.
        expected: u64,
        /// The length of the file, in bytes.
        found: u64,
    },
    /// Some bytes are not as they were written.
    #[error(
        "the checkpoint is damaged in bytes {from} to {to}: expected checksum {expected:08x}, found {found:08x}; \
         begin again with --force"
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
    #[error(
        "this is a checkpoint of another table: expected {expected}, found {found}; build that one, or begin again \
         with --force"
    )]
    OtherSpace {
        /// What is to be built.
        expected: String,
        /// What the checkpoint is of.
        found: String,
    },
    /// The file is as it was written, but its parts don't fit each other.
    #[error("the checkpoint makes no sense: {reason}; begin again with --force")]
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
