//! What a search gives.

use std::time::Duration;

use crate::board::Move;

/// The answer of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// A path from the start to the goal.
    pub moves: Vec<Move>,
    /// Does the algorithm guarantee that no path is shorter?
    pub is_optimal: bool,
    /// What it took.
    pub statistics: Statistics,
}

/// What a search took. The [module's page](super) defines each count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// States whose successors were generated.
    pub expanded: u64,
    /// States produced, the start and repetitions included.
    pub generated: u64,
    /// The largest number of entries in the open list.
    pub peak_open: u64,
    /// Closed states that were put back.
    pub reopened: u64,
    /// Time from start to answer.
    pub elapsed: Duration,
}
