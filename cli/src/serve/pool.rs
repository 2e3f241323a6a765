//! What takes longer than a look: on threads of its own, so many at a time, with so many waiting.

use std::sync::Arc;

use tilebase::Interrupt;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::{JoinHandle, spawn_blocking};

use super::metrics::{Count, Inside};
use super::phase::{Bell, Phase, unless};

/// Jobs of one kind, so many at a time.
#[derive(Debug)]
pub(super) struct Pool {
    /// One for each that runs.
    slots: Arc<Semaphore>,
    /// One for each that runs or waits.
    places: Arc<Semaphore>,
    running: Count,
}

/// More are waiting than may.
#[derive(Debug)]
pub(super) struct Full;

/// A job failed in a way that none should.
#[derive(Debug)]
pub(super) struct Broken;

/// The right to run a job now.
#[derive(Debug)]
pub(super) struct Turn {
    slot: OwnedSemaphorePermit,
    place: OwnedSemaphorePermit,
    running: Count,
}

/// A job that runs. Its interrupt is raised when this is dropped, as it is when the client leaves.
#[derive(Debug)]
pub(super) struct Job<T> {
    handle: JoinHandle<T>,
    interrupt: Interrupt,
}

impl Pool {
    pub(super) fn new(slots: u32, waiting: u32, running: &Count) -> Self {
        let semaphore = |permits: u32| Arc::new(Semaphore::new(permits as usize));
        Self {
            slots: semaphore(slots),
            places: semaphore(slots.saturating_add(waiting)),
            running: running.clone(),
        }
    }

    /// Waits for a turn, in the order of those who came; not if too many wait already.
    pub(super) async fn turn(&self) -> Result<Turn, Full> {
        let place = Arc::clone(&self.places).try_acquire_owned().map_err(|_none_left| Full)?;
        let slot = Arc::clone(&self.slots).acquire_owned().await.map_err(|_never_closed| Full)?;
        Ok(Turn { slot, place, running: self.running.clone() })
    }
}

impl Turn {
    /// Starts a job on a thread of its own. The turn ends with the job, and not with the interest in it: what was
    /// interrupted runs on for a moment.
    pub(super) fn start<T: Send + 'static>(
        self,
        job: impl FnOnce(&Interrupt) -> T + Send + 'static,
    ) -> Job<T> {
        let interrupt = Interrupt::new();
        let own = interrupt.clone();
        let handle = spawn_blocking(move || {
            // All of it, so that it ends with the job.
            let Self { slot, place, running } = self;
            let _held: (Inside, OwnedSemaphorePermit, OwnedSemaphorePermit) = (running.enter(), slot, place);
            job(&own)
        });
        Job { handle, interrupt }
    }
}

impl<T> Job<T> {
    /// What the job comes to. When the server hurries it is interrupted, and has what it has by then.
    pub(super) async fn done(mut self, bell: &Bell) -> Result<T, Broken> {
        let in_time = unless(bell.at(Phase::Hurrying), &mut self.handle).await;
        let done = match in_time {
            Ok(done) => done,
            Err(()) => {
                self.interrupt.raise();
                (&mut self.handle).await
            }
        };
        done.map_err(|_panicked| Broken)
    }

    /// What interrupts it.
    pub(super) fn interrupt(&self) -> Interrupt {
        self.interrupt.clone()
    }
}

impl<T> Drop for Job<T> {
    fn drop(&mut self) {
        self.interrupt.raise();
    }
}
