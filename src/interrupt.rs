//! A flag that stops long-running work.
//!
//! One [`Interrupt`] bounds a whole call. Building, reading, and laying out pattern databases, the
//! pruning automaton, and the search itself check it between levels, pages, or a few thousand
//! states.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::clock::Deadline;

/// Stops searches, builds, and other long-running work. Clones share one flag:
/// [raising](Self::raise) one of them, from another thread or a callback, soon stops all work that
/// was given a clone.
///
/// An interrupt may also have a deadline ([`within`](Self::within)), so a single value limits a
/// call in both ways.
///
/// ```
/// use tilebase::search::{Limit, Limits, Manhattan, Problem, Search};
/// use tilebase::{Goal, Interrupt, Shape};
///
/// let goal = Goal::blank_last(Shape::new(4, 4)?);
/// let hardest = "0,12,9,13,15,11,10,14,3,7,2,5,4,8,6,1".parse()?;
/// let interrupt = Interrupt::new();
/// let limits = Limits::default().with_interrupt(interrupt.clone());
/// let found = std::thread::scope(|scope| {
///     let search = scope.spawn(|| {
///         let problem = Problem::new(hardest, goal).expect("it can be solved");
///         Search::ida(&Manhattan::new(&goal)).limits(limits).run(&problem)
///     });
///     interrupt.raise();
///     search.join().expect("a search does not panic")
/// });
/// assert_eq!(found.unwrap_err().limit, Limit::Interrupt);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Interrupt {
    flag: Arc<AtomicBool>,
    deadline: Option<Deadline>,
}

impl Interrupt {
    /// Creates an interrupt that is not raised and has no deadline.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns an interrupt with the same flag that also counts as raised after `time`. An earlier
    /// deadline stays in force. A deadline does not set the flag, so other clones are unaffected.
    ///
    /// ```
    /// use std::time::Duration;
    /// use tilebase::Interrupt;
    ///
    /// let interrupt = Interrupt::new();
    /// let late = interrupt.within(Duration::ZERO);
    /// assert!(late.is_raised() && !late.is_signalled() && !interrupt.is_raised());
    /// interrupt.raise();
    /// assert!(late.is_signalled());
    /// ```
    #[must_use]
    pub fn within(&self, time: Duration) -> Self {
        let is_earlier = |deadline: &Deadline| deadline.left() <= time;
        let deadline = self.deadline.filter(is_earlier).unwrap_or_else(|| Deadline::after(time));
        Self { flag: Arc::clone(&self.flag), deadline: Some(deadline) }
    }

    /// Stops the work. An interrupt cannot be reset: use a new one for the next call.
    pub fn raise(&self) {
        self.flag.store(true, Ordering::Relaxed);
    }

    /// Whether the work has to stop: the flag was set, or the deadline has passed. With a deadline
    /// this reads the clock, so call it only every few microseconds.
    #[must_use]
    #[inline]
    pub fn is_raised(&self) -> bool {
        self.is_signalled() || self.deadline.is_some_and(|deadline| deadline.is_over())
    }

    /// Whether there is a deadline.
    pub(crate) const fn has_deadline(&self) -> bool {
        self.deadline.is_some()
    }

    /// Whether the flag was set, ignoring the deadline. This is a single load.
    #[must_use]
    #[inline]
    pub fn is_signalled(&self) -> bool {
        // Relaxed is enough: the flag orders no other memory access.
        self.flag.load(Ordering::Relaxed)
    }
}

/// Creates an interrupt from an existing flag, such as one set by a signal handler.
impl From<Arc<AtomicBool>> for Interrupt {
    fn from(flag: Arc<AtomicBool>) -> Self {
        Self { flag, deadline: None }
    }
}
