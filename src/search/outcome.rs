//! What a search gives.

use std::time::Duration;

use super::settings::Weight;
use crate::board::Move;

/// What is known of the length of a path before it is compared with anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guarantee {
    /// No path is shorter.
    Optimal,
    /// The path is at most so many times as long as a shortest one.
    AtMostTimes(Weight),
    /// Nothing.
    None,
}

/// The answer of a search.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// A path from the start to the goal.
    pub moves: Vec<Move>,
    /// What the algorithm guarantees of its length.
    pub guarantee: Guarantee,
    /// What it took.
    pub statistics: Statistics,
}

impl Outcome {
    /// Does the algorithm guarantee that no path is shorter?
    #[must_use]
    pub fn is_optimal(&self) -> bool {
        self.guarantee == Guarantee::Optimal
    }
}

/// What a search took. The [module's page](super) defines each count, and
/// [`Conventions`](super::Conventions) may define some of them otherwise.
#[derive(Clone, Copy, Debug, Default)]
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
