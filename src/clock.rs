//! Elapsed time and deadlines: the only module that asks the system for the time.
//!
//! On `wasm32-unknown-unknown` there is no system to ask. The host may [`provide`] a clock; without one, time stands
//! still, and no time limit is ever reached.

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
use std::sync::OnceLock;
use std::time::Duration;
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
use std::time::Instant;

/// A clock that was started when the work began.
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

/// A moment by which work has to end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Deadline {
    clock: Clock,
    time: Duration,
}

impl Deadline {
    /// The moment this long from now.
    pub(crate) fn after(time: Duration) -> Self {
        Self { clock: Clock::start(), time }
    }

    /// The time left, zero once the moment has passed.
    pub(crate) fn left(&self) -> Duration {
        self.time.saturating_sub(self.clock.elapsed())
    }

    /// Whether the moment has passed.
    pub(crate) fn is_over(&self) -> bool {
        self.clock.elapsed() >= self.time
    }
}

/// The time since a moment that stays the same, by whoever runs the library.
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
static PROVIDED: OnceLock<fn() -> Duration> = OnceLock::new();

/// Gives the library a clock: a function that tells the time since some moment, always the same one. It is asked every few
/// thousand states of a search. The first clock stays; a second one is not taken.
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
