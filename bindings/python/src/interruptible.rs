//! Runs long work so that Ctrl-C can end it.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use pyo3::prelude::*;
use rayon::ThreadPool;
use tilebase::Interrupt;

use crate::failure;
use crate::pool::pool;

/// Interval between two checks for signals.
const TICK: Duration = Duration::from_millis(20);

/// Runs `work` on a thread of its own, while the calling thread waits for it and for signals,
/// detached from the interpreter. If a signal handler raises an exception, as Ctrl-C does, this
/// raises the interrupt, waits for the work to end, and returns the exception.
///
/// The work must not wait for the interpreter except in callbacks, during which the calling thread
/// is detached.
pub(crate) fn interruptible<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&Interrupt) -> T + Send,
) -> PyResult<T> {
    let (interrupt, is_done) = (Interrupt::new(), AtomicBool::new(false));
    thread::scope(|scope| {
        let waiting = thread::current();
        let (interrupt, is_done) = (&interrupt, &is_done);
        let worker = thread::Builder::new().name("tilebase".to_owned()).spawn_scoped(scope, move || {
            // A guard, so that the waiting thread also wakes if the work panics.
            let _at_the_end = Wake { is_done, waiting };
            work(interrupt)
        });
        let worker = worker.map_err(failure::threads)?;
        let mut signal = None;
        while !is_done.load(Ordering::Acquire) {
            py.detach(|| thread::park_timeout(TICK));
            // After the first exception, only wait: the work needs time to notice the interrupt.
            if signal.is_none()
                && let Err(exception) = py.check_signals()
            {
                interrupt.raise();
                signal = Some(exception);
            }
        }
        let outcome = py.detach(|| worker.join()).unwrap_or_else(|panic| resume_unwind(panic));
        signal.map_or(Ok(outcome), Err)
    })
}

/// Like [`interruptible`], for work that runs in parallel on the thread pool. The work must not
/// call back into Python: a callback that starts more parallel work would wait for the thread it
/// runs on.
pub(crate) fn interruptible_in_parallel<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&Interrupt) -> T + Send,
) -> PyResult<T> {
    let pool = pool(py)?;
    interruptible_in(py, &pool, work)
}

pub(crate) fn interruptible_in<T: Send>(
    py: Python<'_>,
    pool: &ThreadPool,
    work: impl FnOnce(&Interrupt) -> T + Send,
) -> PyResult<T> {
    interruptible(py, |interrupt| pool.install(|| work(interrupt)))
}

/// A guard that wakes the waiting thread when dropped.
struct Wake<'a> {
    is_done: &'a AtomicBool,
    waiting: thread::Thread,
}

impl Drop for Wake<'_> {
    fn drop(&mut self) {
        self.is_done.store(true, Ordering::Release);
        self.waiting.unpark();
    }
}
