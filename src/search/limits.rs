//! When to give up.

use std::time::{Duration, Instant};

use super::outcome::Statistics;

/// How long a search may go on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// The most states to expand; none is no limit.
    pub expanded: Option<u64>,
    /// The longest time to take; none is no limit. It is looked at every few thousand states.
    pub time: Option<Duration>,
}

/// A search that reached a limit, and what it knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("limit reached after {} states: the goal is at least {at_least} moves away", statistics.expanded)]
pub struct LimitReached {
    /// No path has fewer moves.
    pub at_least: u32,
    /// What the search took so far.
    pub statistics: Statistics,
}

/// Watches the limits of a running search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Watch {
    begun: Instant,
    limits: Limits,
}

impl Watch {
    /// How many states are expanded between two looks at the clock.
    const LOOK_EVERY: u64 = 1 << 13;

    pub(super) fn start(limits: Limits) -> Self {
        Self { begun: Instant::now(), limits }
    }

    pub(super) fn elapsed(&self) -> Duration {
        self.begun.elapsed()
    }

    /// May the search expand one more, after so many?
    #[inline]
    pub(super) fn allows(&self, expanded: u64) -> bool {
        let within_count = self.limits.expanded.is_none_or(|most| expanded < most);
        within_count && (!Self::is_time_to_look(expanded) || self.within_time())
    }

    /// Is it time to look at the clock, after so many?
    #[inline]
    pub(super) const fn is_time_to_look(expanded: u64) -> bool {
        expanded.is_multiple_of(Self::LOOK_EVERY)
    }

    fn within_time(&self) -> bool {
        self.limits.time.is_none_or(|most| self.begun.elapsed() < most)
    }
}
