//! When to give up.

use std::fmt;
use std::time::Duration;

use super::outcome::Statistics;
use crate::clock::Clock;
use crate::interrupt::Interrupt;

/// How long a search may go on, and how large it may grow.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// The most states to expand; none is no limit.
    pub expanded: Option<u64>,
    /// The longest time to take; none is no limit. It is looked at every few thousand states. In a page
    /// (`wasm32-unknown-unknown`) the library has no clock until it is given one (`clock::provide`), and the limit is not
    /// reached before.
    pub time: Option<Duration>,
    /// The most memory for states, in bytes; none is no limit. The memory is estimated: the states that are kept, open
    /// and closed, times [`Limits::BYTES_PER_STATE`]. Depth-first searches keep one path,
    /// and hardly ever reach it. Long iterations of IDA* keep the states that they begin at as well: up to 0.2 GB of them, and
    /// fewer where the limit is smaller. So does A* at the beginning of a search by large patterns: up to 0.1 GB.
    pub memory_in_bytes: Option<u64>,
    /// When this is raised, the search gives up. It is looked at as often as the time.
    pub interrupt: Option<Interrupt>,
    /// Search on the calling thread alone, even where a search could be shared out: for many searches at once, and for
    /// times that can be compared.
    pub on_one_thread: bool,
}

impl Limits {
    /// What a kept state takes at most: 32 bytes itself, 8 in the table of known states and 8 in the open list, and twice
    /// as much where lists have just been doubled. While one is doubled, it takes half as much again for a moment.
    pub const BYTES_PER_STATE: u64 = 96;
}

/// Which limit ended a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Limit {
    /// [`Limits::expanded`].
    Expanded,
    /// [`Limits::time`].
    Time,
    /// [`Limits::memory_in_bytes`].
    Memory,
    /// The depth limit of a depth-first search: all within it was searched, and the goal is not there.
    Depth,
    /// [`Limits::interrupt`], or the observer of a search.
    Interrupt,
    /// The heuristic has failed ([`Heuristic::has_failed`](super::Heuristic::has_failed)), so the search says nothing.
    Heuristic,
}

impl Limit {
    /// `time limit reached`, `interrupted`, and so on.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Expanded => "limit of states reached",
            Self::Time => "time limit reached",
            Self::Memory => "memory limit reached",
            Self::Depth => "depth limit reached",
            Self::Interrupt => "interrupted",
            Self::Heuristic => "the heuristic failed",
        }
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A search that reached a limit, and what it knows.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("{limit} after {} states: the goal is at least {at_least} moves away", statistics.expanded)]
pub struct LimitReached {
    /// Which limit.
    pub limit: Limit,
    /// No path has fewer moves.
    pub at_least: u32,
    /// What the search took so far.
    pub statistics: Statistics,
}

/// Watches the limits of a running search.
#[derive(Clone, Debug)]
pub(super) struct Watch {
    clock: Clock,
    limits: Limits,
}

impl Watch {
    /// How many states are expanded between two looks at the clock.
    const LOOK_EVERY: u64 = 1 << 13;

    pub(super) fn start(limits: &Limits) -> Self {
        Self { clock: Clock::start(), limits: limits.clone() }
    }

    pub(super) fn elapsed(&self) -> Duration {
        self.clock.elapsed()
    }

    /// The limit that forbids to expand one more, after so many, with so many states kept.
    #[inline]
    pub(super) fn reached(&self, expanded: u64, kept: usize) -> Option<Limit> {
        if self.limits.expanded.is_some_and(|most| expanded >= most) {
            Some(Limit::Expanded)
        } else if self.limits.memory_in_bytes.is_some_and(|most| kept as u64 * Limits::BYTES_PER_STATE > most)
        {
            Some(Limit::Memory)
        } else if Self::is_time_to_look(expanded) {
            self.outside()
        } else {
            None
        }
    }

    /// The most memory for states.
    pub(super) const fn memory_in_bytes(&self) -> Option<u64> {
        self.limits.memory_in_bytes
    }

    /// Is it time to look at the clock, after so many?
    #[inline]
    pub(super) const fn is_time_to_look(expanded: u64) -> bool {
        expanded.is_multiple_of(Self::LOOK_EVERY)
    }

    /// The limit that does not lie in the search, but outside, if it is reached.
    pub(super) fn outside(&self) -> Option<Limit> {
        if self.limits.time.is_some_and(|most| self.clock.elapsed() >= most) {
            Some(Limit::Time)
        } else if self.limits.interrupt.as_ref().is_some_and(Interrupt::is_raised) {
            Some(Limit::Interrupt)
        } else {
            None
        }
    }
}
