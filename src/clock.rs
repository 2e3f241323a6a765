//! Elapsed time and deadlines: the only module that reads the system clock.
//!
//! `wasm32-unknown-unknown` has no clock. The host may `provide` one; without it, time stands
//! still and no time limit is ever reached.

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
use std::sync::OnceLock;
use std::time::Duration;
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
use std::time::Instant;

/// A stopwatch, started on creation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clock {
    #[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
    begun: Instant,
    #[cfg(all(target_family = "wasm", target_os = "unknown"))]
    begun: Duration,
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

/// The time by which work has to end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Deadline {
    clock: Clock,
    time: Duration,
}

impl Deadline {
    /// Returns the deadline that is `time` from now.
    pub(crate) fn after(time: Duration) -> Self {
        Self { clock: Clock::start(), time }
    }

    /// Returns the time left, zero once the deadline has passed.
    pub(crate) fn left(&self) -> Duration {
        self.time.saturating_sub(self.clock.elapsed())
    }

    /// Whether the deadline has passed.
    pub(crate) fn is_over(&self) -> bool {
        self.clock.elapsed() >= self.time
    }
}

/// The host's clock: the time since a fixed moment.
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
static PROVIDED: OnceLock<fn() -> Duration> = OnceLock::new();

/// Gives the library a clock: a function that returns the time since some fixed moment. A search
/// calls it every few thousand states. Only the first call has an effect.
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub fn provide(now: fn() -> Duration) {
    PROVIDED.get_or_init(|| now);
}

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
fn now() -> Duration {
    PROVIDED.get().map_or(Duration::ZERO, |now| now())
}

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
impl Clock {
    pub(crate) fn start() -> Self {
        Self { begun: now() }
    }

    pub(crate) fn elapsed(&self) -> Duration {
        now().saturating_sub(self.begun)
    }
}
