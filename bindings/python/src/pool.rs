//! The thread pool for parallel work. A forked process has none of its parent's threads, so it gets
//! a new pool: work given to the parent's pool would never finish.

use std::mem;
use std::process;
use std::sync::{Arc, Mutex, PoisonError};

use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::failure;

/// The pool and the id of the process that created it.
static POOL: Mutex<Option<(u32, Arc<ThreadPool>)>> = Mutex::new(None);

/// The pool of this process, with a thread for each core.
///
/// The lock is held only by threads that are attached to the interpreter, and never while they
/// detach. The thread that forks is attached as well, so no child process inherits a held lock.
pub(crate) fn pool(_attached: Python<'_>) -> PyResult<Arc<ThreadPool>> {
    let mut pool = POOL.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((made_in, pool)) = &*pool
        && *made_in == process::id()
    {
        return Ok(Arc::clone(pool));
    }
    let made = Arc::new(of_threads(0)?);
    // Forget the parent's pool: dropping it would signal threads that don't exist here.
    mem::forget(pool.replace((process::id(), Arc::clone(&made))));
    Ok(made)
}

/// The shared pool for 0 threads, or else a pool for a single task.
pub(crate) fn sized(py: Python<'_>, threads: usize) -> PyResult<Arc<ThreadPool>> {
    if threads == 0 { pool(py) } else { own(threads) }
}

/// A pool for a single task, which may wait for work on the shared pool.
pub(crate) fn own(threads: usize) -> PyResult<Arc<ThreadPool>> {
    of_threads(threads).map(Arc::new)
}

/// Creates a pool for a single task; 0 means one thread per core.
fn of_threads(threads: usize) -> PyResult<ThreadPool> {
    ThreadPoolBuilder::new().num_threads(threads).build().map_err(failure::threads)
}
