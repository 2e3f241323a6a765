//! [`BuildError`]: the errors of a build or a count.

use std::collections::TryReserveError;
use std::path::PathBuf;

use crate::exchange::ExchangeError;
use crate::space::SpaceError;
use crate::table::{CheckpointError, EncodingError, WriteError};

/// An error that ends a build or a [count](crate::count). `work` is "build" or "count".
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
        /// The work that needs the memory: `build` or `count`.
        work: &'static str,
        /// Bytes that the whole work needs.
        bytes: u64,
        /// The allocator's error.
        #[source]
        source: TryReserveError,
    },
    /// The threads could not be started.
    #[error("could not start the threads of the {work}: try fewer")]
    Threads {
        /// The work that needs the threads: `build` or `count`.
        work: &'static str,
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
        /// The work that was stopped: `build` or `count`.
        work: &'static str,
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
