//! Errors of resumable searches and their checkpoints.

use std::io;
use std::path::{Path, PathBuf};

use crate::exchange::ExchangeError;
use crate::search::common::limits::LimitReached;
use crate::search::common::problem::Problem;

/// Why a search with [`Checkpoints`](super::Checkpoints) has no answer.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SearchError {
    /// A limit was reached first.
    #[error(transparent)]
    Limit(#[from] LimitReached),
    /// The checkpoint to resume from is unusable.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
    /// The process group that shares the search has failed.
    #[error(transparent)]
    Processes(#[from] ExchangeError),
    /// The algorithm is neither IDA* nor iterative deepening.
    #[error("the algorithm has no checkpoints (IDA* and iterative deepening have)")]
    NoCheckpoints,
}

/// An unusable checkpoint: the file, and the reason.
#[derive(Debug, thiserror::Error)]
#[error("{}: {problem}", file.display())]
pub struct CheckpointError {
    /// The file.
    pub file: PathBuf,
    /// The reason.
    pub problem: CheckpointProblem,
}

impl CheckpointError {
    pub(super) fn at(file: &Path) -> impl Fn(CheckpointProblem) -> Self + '_ {
        |problem| Self { file: file.to_owned(), problem }
    }
}

/// Why a checkpoint is unusable.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CheckpointProblem {
    /// The file can't be read or removed.
    #[error("the saved search cannot be read or removed: {0}")]
    Io(#[from] io::Error),
    /// The path is a folder, a pipe, or a device.
    #[error("expected a saved search, found a folder, pipe or device: move it away")]
    NotAFile,
    /// The file does not begin with the magic of a checkpoint.
    #[error("this is not a saved search: it begins with {found}, not with {expected}")]
    Magic {
        /// The magic, in hexadecimal.
        expected: String,
        /// The first bytes, in hexadecimal.
        found: String,
    },
    /// A checkpoint of another version.
    #[error(
        "this is a saved search of version {found}, and this program reads version {expected}: resume it \
         with the program that wrote it"
    )]
    Version {
        /// The version that this program reads.
        expected: u32,
        /// The version in the file.
        found: u32,
    },
    /// The file's length is not that given in its header, or the header is incomplete.
    #[error("the saved search has a wrong length: expected {expected} bytes, found {found}")]
    Length {
        /// The length of a complete file, in bytes, as far as it is known.
        expected: u64,
        /// The length of the file, in bytes.
        found: u64,
    },
    /// The checksum does not match the bytes.
    #[error("the saved search is damaged: expected checksum {expected:08x}, found {found:08x}")]
    Checksum {
        /// The checksum in the file.
        expected: u32,
        /// The checksum of the bytes.
        found: u32,
    },
    /// A checkpoint for another board or goal.
    #[error(
        "this is a saved search for another question: expected {} to {}, found {} to {}",
        expected.start(), expected.goal(), found.start(), found.goal()
    )]
    OtherProblem {
        /// The problem to be solved.
        expected: Box<Problem>,
        /// The problem of the checkpoint.
        found: Box<Problem>,
    },
    /// A checkpoint of a search with another heuristic or other tables.
    #[error(
        "this is a saved search by another heuristic or other tables (expected estimates with checksum \
         {expected:08x}, found {found:08x}): resume it with those that it began with"
    )]
    OtherHeuristic {
        /// The checksum of this search's estimates for some boards.
        expected: u32,
        /// The checksum of the saved search's estimates.
        found: u32,
    },
    /// The subtrees of this search differ from those saved. The checkpoint is from another version
    /// of the library, or from a search with another memory limit.
    #[error(
        "the saved search has other subtrees than this one at bound {bound} (expected {expected}, found \
         {found}): resume it with the limit of memory, and the version of this program, that it began with"
    )]
    OtherSubtrees {
        /// The bound of the iteration.
        bound: u32,
        /// The number of subtrees of this search, with their checksum.
        expected: String,
        /// The number and checksum in the checkpoint.
        found: String,
    },
    /// The file is intact, but its parts contradict each other.
    #[error("the saved search is inconsistent: {reason}")]
    Contradiction {
        /// The contradiction.
        reason: String,
    },
}

impl CheckpointProblem {
    pub(super) fn contradiction(reason: impl Into<String>) -> Self {
        Self::Contradiction { reason: reason.into() }
    }
}
