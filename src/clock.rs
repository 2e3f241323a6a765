//! How long something has taken: the only place that asks the system for the time.

use std::time::Duration;
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
use std::time::Instant;

/// A clock that was started when the work began.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clock {
    #[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
    begun: Instant,
}

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
impl Clock {
    pub(crate) fn start() -> Self {
        Self { begun: Instant::now() }
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.begun.elapsed()
    }
}

/// In a page there is no system, and so no time: the clock stands still. Whoever runs the page's core times it from outside.
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
impl Clock {
    pub(crate) const fn start() -> Self {
        Self {}
    }

    pub(crate) const fn elapsed(&self) -> Duration {
        Duration::ZERO
    }
}
