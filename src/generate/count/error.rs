//! Why levels were not counted.

use std::collections::TryReserveError;
use std::path::PathBuf;

use super::file_error::LevelFilesError;

/// Why a count did not come to its end.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CountError {
    /// It would take more memory than it may, or than this machine can address.
    #[error("there is not enough memory: this count needs {bytes} bytes, and the limit is {limit}")]
    OverLimit {
        /// What the count would take in all.
        bytes: u64,
        /// What it may take.
        limit: u64,
    },
    /// The sets of states do not fit in memory.
    #[error(
        "there is not enough memory: this count needs {bytes} bytes; close other programs, or choose a smaller board"
    )]
    OutOfMemory {
        /// What the count would take in all.
        bytes: u64,
        /// What the allocator said.
        #[source]
        source: TryReserveError,
    },
    /// The threads could not be started.
    #[error("the threads of the count could not be started: use fewer")]
    Threads {
        /// How many were asked for; 0 stands for one for each core.
        threads: usize,
        /// What the thread pool said.
        #[source]
        source: rayon::ThreadPoolBuildError,
    },
    /// The files of levels can't be gone on with: they are damaged, or those of another count, or the system does not allow it.
    #[error(transparent)]
    Files(#[from] LevelFilesError),
    /// The disk has no room left. What was finished is there, and the count can be resumed when there is more room.
    #[error(
        "{source}; the files in {} take up to about {} MB: make room, then resume it",
        folder.display(),
        bytes.div_ceil(1_000_000)
    )]
    DiskFull {
        /// The folder of the files.
        folder: PathBuf,
        /// What they are expected to take in all.
        bytes: u64,
        /// The file that could not be written.
        source: LevelFilesError,
    },
    /// It was told to stop, by its [`Interrupt`](crate::Interrupt) or by the function that it tells of levels.
    #[error("the count was interrupted")]
    Interrupted,
}
