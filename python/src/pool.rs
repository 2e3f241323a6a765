//! The threads that parallel work is shared out to. A process that was forked has none of its parent's threads, so
//! there the pool is made anew: in the parent's, work would wait for ever.

use std::mem;
use std::process;
use std::sync::{Arc, Mutex, PoisonError};

use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::failure;

/// The pool, and the process that it was made in.
static POOL: Mutex<Option<(u32, Arc<ThreadPool>)>> = Mutex::new(None);

/// The pool of this process, with a thread for each core.
///
/// The lock is only ever held by a thread that is attached to the interpreter, and never while it detaches; whoever forks
/// is attached too, so that no child inherits a lock that is held.
pub(crate) fn pool(_attached: Python<'_>) -> PyResult<Arc<ThreadPool>> {
    let mut pool = POOL.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((made_in, pool)) = &*pool
        && *made_in == process::id()
    {
        return Ok(Arc::clone(pool));
    }
    let made = Arc::new(of_threads(0)?);
    // To drop a parent's pool is to send word to threads that are not there.
    mem::forget(pool.replace((process::id(), Arc::clone(&made))));
    Ok(made)
}

/// A pool for one piece of work alone; 0 is a thread for each core.
pub(crate) fn of_threads(threads: usize) -> PyResult<ThreadPool> {
    ThreadPoolBuilder::new().num_threads(threads).build().map_err(failure::threads)
}
