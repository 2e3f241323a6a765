//! What a search took.

use serde::Serialize;
use tilebase::search::Statistics;

/// What a search took.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(crate) struct SearchStatistics {
    /// States expanded: those whose successors were made.
    pub(crate) expanded: u64,
    /// States generated, the start among them.
    pub(crate) generated: u64,
    /// The most states that waited in the open list at a time; 0 for searches that have none.
    pub(crate) peak_open: u64,
    /// States that were closed and opened again.
    pub(crate) reopened: u64,
    /// Seconds.
    pub(crate) seconds: f64,
}

impl From<&Statistics> for SearchStatistics {
    fn from(statistics: &Statistics) -> Self {
        let Statistics { expanded, generated, peak_open, reopened, elapsed, .. } = *statistics;
        Self { expanded, generated, peak_open, reopened, seconds: elapsed.as_secs_f64() }
    }
}
