//! The thread pool for parallel work, with the calling thread as a fallback.

use std::error::Error as _;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::ThreadPoolBuilder;

/// Whether the target supports threads. A constant, so that the code that distributes work is left
/// out of the WebAssembly module.
pub(crate) const CAN_BE: bool = !cfg!(all(target_family = "wasm", target_os = "unknown"));

/// Whether rayon's global pool is running. `build_global` also fails if the pool was started
/// earlier; that error has no source.
static ARE_THERE: LazyLock<bool> = LazyLock::new(|| match ThreadPoolBuilder::new().build_global() {
    Ok(()) => true,
    Err(error) => error.source().is_none(),
});

/// Calls `work` with the numbers `0..pieces` in increasing order, on all cores or on this thread
/// only. After a call returns `false`, no further piece is started.
pub(crate) fn work_through(pieces: usize, is_shared_out: bool, work: &(dyn Fn(usize) -> bool + Sync)) {
    let next = AtomicUsize::new(0);
    let take = || {
        while let Some(piece) = Some(next.fetch_add(1, Ordering::Relaxed)).filter(|piece| *piece < pieces) {
            if !work(piece) {
                // Stops the other threads too: the counter is past the end.
                next.store(pieces, Ordering::Relaxed);
            }
        }
    };
    if !(CAN_BE && is_shared_out) {
        return take();
    }
    ensure();
    rayon::scope(|scope| {
        for _ in 0..rayon::current_num_threads() {
            scope.spawn(|_| take());
        }
    });
}

/// Ensures that parallel work can run on this thread. Where no threads can be started, rayon panics
/// on the first parallel call. There, this function makes the calling thread a pool of one. The
/// library calls it before parallel work; call it yourself only if you use `rayon` directly.
///
/// ```
/// use rayon::prelude::*;
///
/// tilebase::threads::ensure();
/// assert_eq!((0..100).into_par_iter().sum::<u32>(), 4950);
/// ```
pub fn ensure() {
    if rayon::current_thread_index().is_some() || *ARE_THERE {
        return;
    }
    if let Ok(alone) = ThreadPoolBuilder::new().num_threads(1).use_current_thread().build() {
        // Never dropped: this thread belongs to the pool for as long as it lives.
        std::mem::forget(alone);
    }
}
