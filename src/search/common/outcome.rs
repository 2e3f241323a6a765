//! The result of a search.

use std::time::Duration;

use super::settings::Weight;
use crate::board::Move;

/// An algorithm's guarantee for the length of its path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guarantee {
    /// No path is shorter.
    Optimal,
    /// The path is at most this many times as long as a shortest one.
    AtMostTimes(Weight),
    /// No guarantee.
    None,
}

/// The result of a search.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// A path from the start to the goal.
    pub moves: Vec<Move>,
    /// The algorithm's guarantee for its length.
    pub guarantee: Guarantee,
    /// Counts and time.
    pub statistics: Statistics,
}

impl Outcome {
    /// Whether the algorithm guarantees that no path is shorter.
    #[must_use]
    pub fn is_optimal(&self) -> bool {
        self.guarantee == Guarantee::Optimal
    }

    /// The lower bound on the optimal length, in moves, that follows from the guarantee; `None`
    /// without a guarantee.
    #[must_use]
    pub fn lower_bound(&self) -> Option<u32> {
        let length = self.moves.len();
        match self.guarantee {
            Guarantee::Optimal => Some(length as u32),
            // Subtracting 1e-9 absorbs rounding errors only: a quotient that is not an integer is
            // at least 1/10,000 away from one.
            Guarantee::AtMostTimes(weight) => Some((length as f64 / weight.value() - 1e-9).ceil() as u32),
            Guarantee::None => None,
        }
    }
}

/// Counts and time of a search. The [module documentation](crate::search) defines the counts;
/// [`Conventions`](crate::search::Conventions) may define some of them differently.
#[derive(Clone, Copy, Debug, Default)]
pub struct Statistics {
    /// States whose successors were generated.
    pub expanded: u64,
    /// States produced, including the start and duplicates.
    pub generated: u64,
    /// The largest number of entries in the open list.
    pub peak_open: u64,
    /// Closed states that returned to the open list.
    pub reopened: u64,
    /// Time from start to answer.
    pub elapsed: Duration,
}
