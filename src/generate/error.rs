//! [`BuildError`]: the errors of a build, a count, or a proof.

use std::collections::TryReserveError;
use std::fmt;
use std::path::PathBuf;

use crate::exchange::ExchangeError;
use crate::space::SpaceError;
use crate::table::{CheckpointError, EncodingError, WriteError};

/// The work that computes levels. It prints as a noun: "build", "count", or "proof".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Work {
    /// A table is built.
    Build,
    /// Boards are [counted](crate::count).
    Count,
    /// The entries of a table are counted again, level by level, to [prove](crate::prove) them.
    Proof,
}

impl fmt::Display for Work {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Build => "build",
            Self::Count => "count",
            Self::Proof => "proof",
        })
    }
}

/// An error that ends a build, a [count](crate::count), or a [proof](crate::prove).
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BuildError {
    /// The board has too many states to number.
    #[error(transparent)]
    TooLarge(#[from] SpaceError),
    /// A count would need more memory than the limit, or than this machine can address.
    #[error("there is not enough memory: this count needs {bytes} bytes, and the limit is {limit}")]
    OverLimit {
        /// Bytes that the count needs.
        bytes: u64,
        /// Maximum bytes.
        limit: u64,
    },
    /// The entries or the state sets do not fit in memory.
    #[error(
        "there is not enough memory: this {work} needs {bytes} bytes; \
         choose a smaller board or pattern, or free memory"
    )]
    OutOfMemory {
        /// The work that needs the memory.
        work: Work,
        /// Bytes that the whole work needs.
        bytes: u64,
        /// The allocator's error.
        #[source]
        source: TryReserveError,
    },
    /// The threads could not be started.
    #[error("could not start the threads of the {work}: try fewer")]
    Threads {
        /// The work that needs the threads.
        work: Work,
        /// Requested number of threads; 0 means one per core.
        threads: usize,
        /// The thread pool's error.
        #[source]
        source: rayon::ThreadPoolBuildError,
    },
    /// The table was built but could not be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// The processes that build the table together cannot continue.
    #[error(transparent)]
    Exchange(#[from] ExchangeError),
    /// The work was stopped by its [`Interrupt`](crate::Interrupt) or by its callback.
    #[error("the {work} was interrupted")]
    Interrupted {
        /// The work that was stopped.
        work: Work,
    },
    /// The encoding does not support the space or the distances.
    #[error(transparent)]
    Encoding(#[from] EncodingError),
    /// The checkpoint of a build or the level files of a count cannot be used: they are damaged,
    /// belong to other work, or are inaccessible.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
    /// The disk is full. Completed slabs of a count are kept, and it can resume when there is more
    /// space.
    #[error(
        "{source}; the files in {} take up to about {} MB: make room, then resume it",
        folder.display(),
        bytes.div_ceil(1_000_000)
    )]
    DiskFull {
        /// Folder of the files.
        folder: PathBuf,
        /// Total bytes that the files are expected to need.
        bytes: u64,
        /// The file that could not be written.
        source: Box<CheckpointError>,
    },
}
