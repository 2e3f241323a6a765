//! Limits of a search.

use std::time::Duration;

use super::outcome::Statistics;
use crate::clock::Clock;
use crate::interrupt::Interrupt;
use crate::names::names;
use crate::threads;

/// Limits on the time and size of a search. [`Limits::default`] has none; the setters add some.
///
/// ```
/// use std::time::Duration;
/// use tilebase::search::Limits;
///
/// let limits = Limits::default().with_time(Duration::from_secs(10)).with_expanded(1_000_000);
/// assert_eq!((limits.time, limits.expanded), (Some(Duration::from_secs(10)), Some(1_000_000)));
/// assert_eq!(limits.with_time(None).time, None);
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Limits {
    /// Maximum number of states to expand; `None` is no limit.
    pub expanded: Option<u64>,
    /// Maximum time of one call; `None` is no limit. It is checked every few thousand states. A
    /// [`SolverBuilder`](crate::solve::SolverBuilder) applies it to loading and building pattern
    /// databases as well. On `wasm32-unknown-unknown`, it has no effect until the program provides
    /// a clock (`clock::provide`).
    pub time: Option<Duration>,
    /// Maximum memory for states, in bytes; `None` is no limit. The memory is estimated: stored
    /// states, open and closed, times [`Limits::BYTES_PER_STATE`]. Depth-first searches store one
    /// path and rarely reach it. Long iterations of IDA* also store the roots of their subtrees: up
    /// to 0.2 GB, or less if the limit is smaller. So does the A* prelude of a search with large
    /// patterns: up to 0.1 GB.
    pub memory_in_bytes: Option<u64>,
    /// Stops the search when raised. It is checked as often as the time. Its deadline, if it has
    /// one, counts as [`Limit::Time`].
    pub interrupt: Option<Interrupt>,
    /// Whether to search on the calling thread only. For many searches at once, and for comparable
    /// times.
    pub on_one_thread: bool,
}

impl Limits {
    /// Maximum bytes per stored state: 32 for itself, 8 in the table of known states and 8 in the
    /// open list, doubled because a list may just have grown. While a list grows, it briefly takes
    /// half as much again.
    pub const BYTES_PER_STATE: u64 = 96;

    /// Sets the maximum number of states to expand; `None` is no limit.
    #[must_use]
    pub fn with_expanded(self, states: impl Into<Option<u64>>) -> Self {
        Self { expanded: states.into(), ..self }
    }

    /// Sets the maximum time of one call; `None` is no limit.
    #[must_use]
    pub fn with_time(self, time: impl Into<Option<Duration>>) -> Self {
        Self { time: time.into(), ..self }
    }

    /// Sets the maximum memory for states, in bytes; `None` is no limit.
    #[must_use]
    pub fn with_memory_in_bytes(self, bytes: impl Into<Option<u64>>) -> Self {
        Self { memory_in_bytes: bytes.into(), ..self }
    }

    /// Sets the interrupt that stops the search when it is raised.
    #[must_use]
    pub fn with_interrupt(self, interrupt: impl Into<Option<Interrupt>>) -> Self {
        Self { interrupt: interrupt.into(), ..self }
    }

    /// Sets whether to search on the calling thread alone.
    #[must_use]
    pub const fn with_on_one_thread(mut self, on_one_thread: bool) -> Self {
        self.on_one_thread = on_one_thread;
        self
    }

    /// The interrupt, with the time limit as its deadline.
    pub(crate) fn interrupt_with_deadline(&self) -> Interrupt {
        let interrupt = self.interrupt.clone().unwrap_or_default();
        self.time.map_or_else(|| interrupt.clone(), |time| interrupt.within(time))
    }
}

/// The limit that stopped a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Limit {
    /// [`Limits::expanded`].
    Expanded,
    /// [`Limits::time`].
    Time,
    /// [`Limits::memory_in_bytes`].
    Memory,
    /// The depth limit of a depth-first search: everything within it was searched without finding
    /// the goal.
    Depth,
    /// [`Limits::interrupt`], or the observer of a search.
    Interrupt,
    /// The heuristic failed ([`Heuristic::has_failed`](crate::search::Heuristic::has_failed)), so
    /// nothing is known.
    Heuristic,
}

names! {
    /// All limits.
    Limit {
        Expanded = "node limit reached",
        Time = "time limit reached",
        Memory = "memory limit reached",
        Depth = "depth limit reached",
        Interrupt = "interrupted",
        Heuristic = "the heuristic failed",
    }
}

impl Limit {
    /// The limit that a raised interrupt stands for: its flag, or its deadline.
    pub(crate) fn from_interrupt(interrupt: &Interrupt) -> Self {
        if interrupt.is_signalled() { Self::Interrupt } else { Self::Time }
    }
}

/// A search that was stopped by a limit, and the lower bound that it proved.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error(
    "{limit} after expanding {} states; the optimal length is at least {lower_bound} moves",
    statistics.expanded
)]
pub struct LimitReached {
    /// The limit.
    pub limit: Limit,
    /// No path has fewer moves.
    pub lower_bound: u32,
    /// Counts and time until then.
    pub statistics: Statistics,
}

/// Watches the limits of a running search.
#[derive(Clone, Debug)]
pub(in crate::search) struct Watch {
    clock: Clock,
    limits: Limits,
}

impl Watch {
    /// States expanded between two looks at the clock.
    const CHECK_EVERY: u64 = 1 << 13;

    pub(in crate::search) fn start(limits: &Limits) -> Self {
        Self { clock: Clock::start(), limits: limits.clone() }
    }

    /// Adds the time since the start to the counts of a search that ends now.
    pub(in crate::search) fn timed(&self, statistics: Statistics) -> Statistics {
        Statistics { elapsed: self.clock.elapsed(), ..statistics }
    }

    /// The limit that forbids expanding one more state, given the number expanded and stored so
    /// far.
    #[inline]
    pub(in crate::search) fn reached(&self, expanded: u64, kept: usize) -> Option<Limit> {
        if self.limits.expanded.is_some_and(|most| expanded >= most) {
            Some(Limit::Expanded)
        } else if self.limits.memory_in_bytes.is_some_and(|most| kept as u64 * Limits::BYTES_PER_STATE > most)
        {
            Some(Limit::Memory)
        } else if Self::is_time_to_check(expanded) {
            self.time_or_interrupt()
        } else {
            None
        }
    }

    /// Whether the number of expanded states is limited. The search is then sequential, and checks
    /// the limit before each expansion.
    pub(in crate::search) const fn has_expansion_limit(&self) -> bool {
        self.limits.expanded.is_some()
    }

    /// Whether to use all cores.
    pub(in crate::search) const fn is_parallel(&self) -> bool {
        threads::SUPPORTED && !self.has_expansion_limit() && !self.limits.on_one_thread
    }

    /// Maximum memory for states.
    pub(in crate::search) const fn memory_in_bytes(&self) -> Option<u64> {
        self.limits.memory_in_bytes
    }

    /// Whether to look at the clock after this many states.
    #[inline]
    pub(in crate::search) const fn is_time_to_check(expanded: u64) -> bool {
        expanded.is_multiple_of(Self::CHECK_EVERY)
    }

    /// The limit reached outside the search: time or interrupt.
    pub(in crate::search) fn time_or_interrupt(&self) -> Option<Limit> {
        let interrupt = self.limits.interrupt.as_ref();
        if self.limits.time.is_some_and(|most| self.clock.elapsed() >= most) {
            Some(Limit::Time)
        } else {
            interrupt.filter(|interrupt| interrupt.is_raised()).map(Limit::from_interrupt)
        }
    }
}
