//! Statistics of a search.

use serde::Serialize;
use tilebase::search::Statistics;

/// The statistics of a search.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(crate) struct SearchStatistics {
    /// Expanded states: those whose successors were generated.
    pub(crate) expanded: u64,
    /// Generated states, including the start.
    pub(crate) generated: u64,
    /// The length of the longest open list; 0 for searches without one.
    pub(crate) peak_open: u64,
    /// Closed states that were reopened.
    pub(crate) reopened: u64,
    /// The time in seconds.
    pub(crate) seconds: f64,
}

impl From<&Statistics> for SearchStatistics {
    fn from(statistics: &Statistics) -> Self {
        let Statistics { expanded, generated, peak_open, reopened, elapsed, .. } = *statistics;
        Self { expanded, generated, peak_open, reopened, seconds: elapsed.as_secs_f64() }
    }
}
