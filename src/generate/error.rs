//! Why a table was not built.

use std::collections::TryReserveError;

use super::checkpoint::CheckpointError;
use crate::exchange::ExchangeError;
use crate::space::SpaceError;
use crate::table::{EncodingError, SharedWriteError, WriteError};

/// Why a build did not come to its end.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BuildError {
    /// The board has too many states to number.
    #[error(transparent)]
    TooLarge(#[from] SpaceError),
    /// The entries do not fit in memory.
    #[error(
        "there is not enough memory: this build needs {bytes} bytes; close other programs, or choose a smaller board"
    )]
    OutOfMemory {
        /// What the build would take in all.
        bytes: u64,
        /// What the allocator said.
        #[source]
        source: TryReserveError,
    },
    /// The threads could not be started.
    #[error("the threads of the build could not be started: use fewer")]
    Threads {
        /// How many were asked for; 0 stands for one for each core.
        threads: usize,
        /// What the thread pool said.
        #[source]
        source: rayon::ThreadPoolBuildError,
    },
    /// The table was built, and could not be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// The ranks that build it together can't go on.
    #[error(transparent)]
    Exchange(#[from] ExchangeError),
    /// It was told to stop, by its [`Interrupt`](crate::Interrupt) or by the function that it tells of events.
    #[error("the build was interrupted")]
    Interrupted,
    /// The entries can't be kept so.
    #[error(transparent)]
    Encoding(#[from] EncodingError),
    /// There is a checkpoint, and the build can't continue from it.
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
