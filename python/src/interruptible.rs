//! Long work that heeds Ctrl-C.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use pyo3::prelude::*;
use rayon::ThreadPool;
use tilebase::Interrupt;

use crate::failure;
use crate::pool::pool;

/// How often Python is asked whether a signal has come.
const TICK: Duration = Duration::from_millis(20);

/// Does work on a thread of its own while the calling thread, detached from the interpreter, waits for it or for a signal.
/// When a signal's handler raises an exception, as Ctrl-C does, the interrupt is raised, the work is waited for, and the
/// exception is the answer.
///
/// The work must not wait for the interpreter but in callbacks, for which the waiting thread lets go of it.
pub(crate) fn interruptible<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&Interrupt) -> T + Send,
) -> PyResult<T> {
    let (interrupt, is_done) = (Interrupt::new(), AtomicBool::new(false));
    thread::scope(|scope| {
        let waiting = thread::current();
        let (interrupt, is_done) = (&interrupt, &is_done);
        let worker = thread::Builder::new().name("tilebase".to_owned()).spawn_scoped(scope, move || {
            // Also when it panics.
            let _at_the_end = Wake { is_done, waiting };
            work(interrupt)
        });
        let worker = worker.map_err(failure::threads)?;
        let mut signal = None;
        while !is_done.load(Ordering::Acquire) {
            py.detach(|| thread::park_timeout(TICK));
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

/// The same for work that shares itself out among the threads of the pool. It must not call back into Python: a callback
/// that comes to more such work would wait for the thread that it runs on.
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

/// Wakes the waiting thread when it is dropped.
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
