//! A wish that work should stop, and those who heed it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Tells one search or build, or several, to stop. Clones are one and the same: whoever keeps one may
/// [raise](Self::raise) it, from another thread or a callback, and the work that was given another ends soon after.
///
/// ```
/// use tilebase::search::{Limit, Limits, Manhattan, Problem, ida_with};
/// use tilebase::{Goal, Interrupt, Shape};
///
/// let goal = Goal::blank_last(Shape::new(4, 4)?);
/// let hardest = "0,12,9,13,15,11,10,14,3,7,2,5,4,8,6,1".parse()?;
/// let interrupt = Interrupt::new();
/// let limits = Limits { interrupt: Some(interrupt.clone()), ..Limits::default() };
/// let found = std::thread::scope(|scope| {
///     let search = scope.spawn(|| {
///         ida_with(&Problem::new(hardest, goal).expect("it can be solved"), &Manhattan::new(&goal), &limits)
///     });
///     interrupt.raise();
///     search.join().expect("a search does not panic")
/// });
/// assert_eq!(found.unwrap_err().limit, Limit::Interrupt);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// One that is not raised.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Tells the work to stop. There is no way back: the next work gets a new one.
    pub fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Has it been raised?
    #[must_use]
    #[inline]
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Raised when the flag is set, by a handler of signals, say.
impl From<Arc<AtomicBool>> for Interrupt {
    fn from(flag: Arc<AtomicBool>) -> Self {
        Self(flag)
    }
}
