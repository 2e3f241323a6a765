//! Limits on one request.

use std::time::Duration;

use tilebase::Interrupt;
use tilebase::search::Limits;

/// The limits on one request. A request may set lower limits, but not higher ones.
#[derive(Clone, Debug)]
pub struct RequestLimits {
    /// The time of a search.
    pub time: Duration,
    /// The memory of a search, in bytes.
    pub memory_in_bytes: u64,
    /// The memory of pattern databases that are built for a search, in bytes. If they would need
    /// more, a search uses linear conflicts, which need no table.
    pub pdb_memory_in_bytes: u64,
    /// The states of a trace.
    pub traced: usize,
    /// The boards of a sample.
    pub boards: usize,
    /// The paths of a list of solutions.
    pub paths: usize,
}

impl Default for RequestLimits {
    /// Ten seconds, 1 GB for a search, 2 GB for pattern databases (those of 5x5 need 1.5 GB), and
    /// 10,000 states, boards, and paths.
    fn default() -> Self {
        Self {
            time: Duration::from_secs(10),
            memory_in_bytes: 1_000_000_000,
            pdb_memory_in_bytes: 2_000_000_000,
            traced: 10_000,
            boards: 10_000,
            paths: 10_000,
        }
    }
}

impl RequestLimits {
    /// The limits of a search. A timeout in seconds takes effect only if it is below `time`.
    pub(crate) fn for_search(&self, seconds: Option<f64>, interrupt: &Interrupt) -> Limits {
        let asked = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        Limits::default()
            .with_time(asked.map_or(self.time, |asked| asked.min(self.time)))
            .with_memory_in_bytes(self.memory_in_bytes)
            .with_interrupt(interrupt.clone())
            // Requests are answered in parallel, so each gets one core.
            .with_on_one_thread(true)
    }
}
