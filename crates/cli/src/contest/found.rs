//! The result of a search, for shortest and for cheapest paths alike.

use tilebase::search::{CostLimitReached, CostOutcome, Limit, LimitReached, Outcome, Statistics};

/// The result of a search.
pub(super) type Found = Result<FoundPath, Stopped>;

/// The measure that optimal paths minimize.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Measure {
    /// The number of moves.
    Moves,
    /// The cost.
    Cost,
}

/// A path that a search found.
#[derive(Clone, Copy, Debug)]
pub(super) struct FoundPath {
    /// The number of moves.
    pub(super) length: usize,
    /// The cost, where moves have costs.
    pub(super) cost: Option<u32>,
    /// Whether it is guaranteed to be optimal.
    pub(super) is_optimal: bool,
    /// The counts and the time of the search.
    pub(super) statistics: Statistics,
}

impl FoundPath {
    /// The cost, where moves have costs, or else the number of moves.
    pub(super) fn measure(&self) -> u32 {
        let length = || u32::try_from(self.length).expect("a path in memory is shorter");
        self.cost.unwrap_or_else(length)
    }
}

/// A search that a limit ended.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stopped {
    /// The limit.
    pub(super) limit: Limit,
    /// The counts and the time of the search.
    pub(super) statistics: Statistics,
}

impl From<Outcome> for FoundPath {
    fn from(outcome: Outcome) -> Self {
        let (length, is_optimal) = (outcome.moves.len(), outcome.is_optimal());
        Self { length, cost: None, is_optimal, statistics: outcome.statistics }
    }
}

impl From<LimitReached> for Stopped {
    fn from(LimitReached { limit, statistics, .. }: LimitReached) -> Self {
        Self { limit, statistics }
    }
}

impl From<CostOutcome> for FoundPath {
    fn from(CostOutcome { moves, cost, statistics }: CostOutcome) -> Self {
        Self { length: moves.len(), cost: Some(cost), is_optimal: true, statistics }
    }
}

impl From<CostLimitReached> for Stopped {
    fn from(CostLimitReached { limit, statistics, .. }: CostLimitReached) -> Self {
        Self { limit, statistics }
    }
}
