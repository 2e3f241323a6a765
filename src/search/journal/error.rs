//! What can be wrong with a saved search.

use std::io;
use std::path::{Path, PathBuf};

use crate::exchange::ExchangeError;
use crate::search::limits::LimitReached;
use crate::search::problem::Problem;

/// Why a search with a [`Journal`](super::Journal) has no answer.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ResumableError {
    /// A limit came first.
    #[error(transparent)]
    Limit(#[from] LimitReached),
    /// The search was to go on from what it can't go on from.
    #[error(transparent)]
    Saved(#[from] SavedSearchError),
    /// The ranks that the search was shared out among can't go on.
    #[error(transparent)]
    Ranks(#[from] ExchangeError),
}

/// A file that this search can't go on from: which, and why.
#[derive(Debug, thiserror::Error)]
#[error("{}: {problem}", file.display())]
pub struct SavedSearchError {
    /// The file.
    pub file: PathBuf,
    /// What is wrong with it.
    pub problem: SavedSearchProblem,
}

impl SavedSearchError {
    pub(super) fn at(file: &Path) -> impl Fn(SavedSearchProblem) -> Self + '_ {
        |problem| Self { file: file.to_owned(), problem }
    }
}

/// What is wrong with a saved search.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SavedSearchProblem {
    /// The system did not let it be read, or removed.
    #[error("the saved search cannot be read or removed: {0}")]
    Io(#[from] io::Error),
    /// Folders, pipes and devices hold no saved search.
    #[error("expected a saved search, found a folder, pipe or device: move it away")]
    NotAFile,
    /// The file does not begin as saved searches do.
    #[error("this is not a saved search: it begins with {found}, not with {expected}")]
    Magic {
        /// The magic, in hexadecimal.
        expected: String,
        /// The first bytes, in hexadecimal.
        found: String,
    },
    /// A saved search of another version.
    #[error(
        "this is a saved search of version {found}, and this program reads version {expected}: resume it with the \
         program that wrote it"
    )]
    Version {
        /// The version that this program reads.
        expected: u32,
        /// The version in the file.
        found: u32,
    },
    /// The file has not the length that its head tells, or ends within the head.
    #[error("the saved search has a wrong length: expected {expected} bytes, found {found}")]
    Length {
        /// The length of a whole file, in bytes, as far as it is known.
        expected: u64,
        /// The length of the file, in bytes.
        found: u64,
    },
    /// The bytes are not as they were written.
    #[error("the saved search is damaged: expected checksum {expected:08x}, found {found:08x}")]
    Checksum {
        /// The checksum in the file.
        expected: u32,
        /// The checksum of the bytes.
        found: u32,
    },
    /// A saved search for another board or goal.
    #[error(
        "this is a saved search for another question: expected {} to {}, found {} to {}",
        expected.start(), expected.goal(), found.start(), found.goal()
    )]
    OtherQuestion {
        /// What is to be solved.
        expected: Box<Problem>,
        /// What the saved search is for.
        found: Box<Problem>,
    },
    /// A saved search by another heuristic, or with other tables.
    #[error(
        "this is a saved search by another heuristic or other tables (expected estimates with checksum {expected:08x}, \
         found {found:08x}): resume it with those that it began with"
    )]
    OtherHeuristic {
        /// The checksum of this search's estimates of some boards.
        expected: u32,
        /// That of the saved search's.
        found: u32,
    },
    /// The subtrees that this search finds are not those that were saved: of another version of the library, or a search that
    /// may take more memory, or less.
    #[error(
        "the saved search has other subtrees than this one at bound {bound} (expected {expected}, found {found}): resume \
         it with the limit of memory, and the version of this program, that it began with"
    )]
    OtherSubtrees {
        /// The bound of the iteration.
        bound: u32,
        /// How many subtrees this search has, or their checksum, if there are as many.
        expected: String,
        /// The saved search's.
        found: String,
    },
    /// The file is as it was written, but its parts don't fit each other.
    #[error("the saved search is inconsistent: {reason}")]
    Contradiction {
        /// What does not fit.
        reason: String,
    },
}

impl SavedSearchProblem {
    pub(super) fn contradiction(reason: impl Into<String>) -> Self {
        Self::Contradiction { reason: reason.into() }
    }
}
