//! [`BuildError`]: the errors of a build.

use std::collections::TryReserveError;

use crate::exchange::ExchangeError;
use crate::space::SpaceError;
use crate::table::{CheckpointError, EncodingError, SharedWriteError, WriteError};

/// An error that ends a build.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BuildError {
    /// The board has too many states to number.
    #[error(transparent)]
    TooLarge(#[from] SpaceError),
    /// The entries do not fit in memory.
    #[error(
        "there is not enough memory: this build needs {bytes} bytes; \
         close other programs, or choose a smaller board"
    )]
    OutOfMemory {
        /// Bytes that the whole build needs.
        bytes: u64,
        /// The allocator's error.
        #[source]
        source: TryReserveError,
    },
    /// The threads could not be started.
    #[error("the threads of the build could not be started: use fewer")]
    Threads {
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
    /// The build was stopped by its [`Interrupt`](crate::Interrupt) or by its event callback.
    #[error("the build was interrupted")]
    Interrupted,
    /// The encoding does not support the space or the distances.
    #[error(transparent)]
    Encoding(#[from] EncodingError),
    /// A checkpoint exists, but the build cannot resume from it.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
}

impl From<SharedWriteError> for BuildError {
    fn from(error: SharedWriteError) -> Self {
        match error {
            SharedWriteError::Write(error) => error.into(),
            SharedWriteError::Exchange(error) => error.into(),
        }
    }
}
