//! Pools that limit the number of running and queued jobs.
//!
//! A job keeps its permit until its thread ends, even if its client has left. Otherwise, clients
//! that disconnect right after each request could start any number of threads.

use std::sync::Arc;

use tilebase::Interrupt;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::{JoinHandle, spawn_blocking};

use super::metrics::{Count, Inside};
use super::shutdown::{Phase, ShutdownSignal, unless};

/// A pool for jobs of one kind.
#[derive(Debug)]
pub(super) struct Pool {
    /// One permit per running job.
    slots: Arc<Semaphore>,
    /// One permit per running or queued job.
    places: Arc<Semaphore>,
    running: Count,
}

/// The queue is full.
#[derive(Debug)]
pub(super) struct Full;

/// A job panicked.
#[derive(Debug)]
pub(super) struct Broken;

/// A permit to run a job now.
#[derive(Debug)]
pub(super) struct Permit {
    slot: OwnedSemaphorePermit,
    place: OwnedSemaphorePermit,
    running: Count,
}

/// A running job. Dropping it, as when the client leaves, raises its interrupt.
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

    /// Waits for a permit, in order of arrival. Fails if the queue is full.
    pub(super) async fn acquire(&self) -> Result<Permit, Full> {
        // Check the queue before waiting: a request that does not fit must fail at once.
        let place = Arc::clone(&self.places).try_acquire_owned().map_err(|_none_left| Full)?;
        let slot = Arc::clone(&self.slots).acquire_owned().await.map_err(|_never_closed| Full)?;
        Ok(Permit { slot, place, running: self.running.clone() })
    }
}

impl Permit {
    /// Starts a job on its own thread.
    ///
    /// The permit is released when the job ends, not when the [`Job`] is dropped: an interrupted
    /// job keeps running for a moment.
    pub(super) fn start<T: Send + 'static>(
        self,
        job: impl FnOnce(&Interrupt) -> T + Send + 'static,
    ) -> Job<T> {
        let interrupt = Interrupt::new();
        let own = interrupt.clone();
        let handle = spawn_blocking(move || {
            // Move all parts into the job, so that they are released when it ends.
            let Self { slot, place, running } = self;
            let _held: (Inside, OwnedSemaphorePermit, OwnedSemaphorePermit) = (running.enter(), slot, place);
            job(&own)
        });
        Job { handle, interrupt }
    }
}

impl<T> Job<T> {
    /// Waits for the result. On shutdown the job is interrupted and returns what it has by then.
    pub(super) async fn done(mut self, shutdown: &ShutdownSignal) -> Result<T, Broken> {
        let in_time = unless(shutdown.reached(Phase::Interrupting), &mut self.handle).await;
        let done = match in_time {
            Ok(done) => done,
            Err(()) => {
                self.interrupt.raise();
                (&mut self.handle).await
            }
        };
        done.map_err(|_panicked| Broken)
    }

    /// Returns the job's interrupt.
    pub(super) fn interrupt(&self) -> Interrupt {
        self.interrupt.clone()
    }
}

impl<T> Drop for Job<T> {
    fn drop(&mut self) {
        self.interrupt.raise();
    }
}
