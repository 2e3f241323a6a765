//! [`CountError`]: the errors of a count.

use std::collections::TryReserveError;
use std::path::PathBuf;

use crate::table::CheckpointError;

/// An error that ends a count.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CountError {
    /// The count would need more memory than the limit, or than this machine can address.
    #[error("there is not enough memory: this count needs {bytes} bytes, and the limit is {limit}")]
    OverLimit {
        /// Bytes that the count needs.
        bytes: u64,
        /// Maximum bytes.
        limit: u64,
    },
    /// The state sets do not fit in memory.
    #[error(
        "there is not enough memory: this count needs {bytes} bytes; \
         close other programs, or choose a smaller board"
    )]
    OutOfMemory {
        /// Bytes that the count needs.
        bytes: u64,
        /// The allocator's error.
        #[source]
        source: TryReserveError,
    },
    /// The threads could not be started.
    #[error("the threads of the count could not be started: use fewer")]
    Threads {
        /// Requested number of threads; 0 means one per core.
        threads: usize,
        /// The thread pool's error.
        #[source]
        source: rayon::ThreadPoolBuildError,
    },
    /// The level files cannot be used: they are damaged, belong to another count, or are
    /// inaccessible.
    #[error(transparent)]
    Files(#[from] CheckpointError),
    /// The disk is full. Completed slabs are kept, and the count can resume when there is more
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
        source: CheckpointError,
    },
    /// The count was stopped by its [`Interrupt`](crate::Interrupt) or by its level callback.
    #[error("the count was interrupted")]
    Interrupted,
}
