//! The result of a search for a cheapest path.

use crate::board::Move;
use crate::search::common::limits::Limit;
use crate::search::common::outcome::Statistics;

/// A cheapest path.
#[derive(Clone, Debug)]
pub struct CostOutcome {
    /// A path from the start to the goal. No path is cheaper.
    pub moves: Vec<Move>,
    /// Its cost.
    pub cost: u32,
    /// Counts and time.
    pub statistics: Statistics,
}

/// A search that was stopped by a limit, and the lower bound that it proved.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error(
    "{limit} after expanding {} states; the least cost is at least {lower_bound}",
    statistics.expanded
)]
pub struct CostLimitReached {
    /// The limit.
    pub limit: Limit,
    /// No path costs less.
    pub lower_bound: u32,
    /// Counts and time until then.
    pub statistics: Statistics,
}
