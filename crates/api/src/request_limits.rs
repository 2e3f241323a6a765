//! Limits on one request.

use std::time::Duration;

use tilebase::Interrupt;
use tilebase::search::Limits;

use crate::failure::Failure;

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
    /// The limits of a search.
    pub(crate) fn for_search(&self, interrupt: &Interrupt) -> Limits {
        Limits::default()
            .with_time(self.time)
            .with_memory_in_bytes(self.memory_in_bytes)
            .with_interrupt(interrupt.clone())
            // Requests are answered in parallel, so each gets one core.
            .with_on_one_thread(true)
    }

    /// The limits of a search with a timeout in seconds, which takes effect if it is below `time`.
    pub(crate) fn for_search_within(
        &self,
        seconds: Option<f64>,
        interrupt: &Interrupt,
    ) -> Result<Limits, Failure> {
        let limits = self.for_search(interrupt);
        match seconds {
            None => Ok(limits),
            Some(seconds) if seconds >= 0.0 => {
                // A number that is too large for a duration is above any limit.
                let asked = Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX);
                Ok(limits.with_time(asked.min(self.time)))
            }
            Some(_) => {
                let message = "seconds must be 0 or more";
                Err(Failure::choice(&message, "Leave it out to use the server's limit."))
            }
        }
    }
}
