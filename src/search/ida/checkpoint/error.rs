//! The errors of resumable searches.

use crate::exchange::ExchangeError;
use crate::search::common::limits::LimitReached;
use crate::table::CheckpointError;

/// Why a search with [`Checkpoints`](super::Checkpoints) has no answer.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SearchError {
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
    NotResumable,
}
