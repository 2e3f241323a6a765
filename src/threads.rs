//! The threads of parallel work, or, where the system gives none, the caller's own.

use std::error::Error as _;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::ThreadPoolBuilder;

/// Can there be threads at all? A page's module has none but the one that calls it. It is a constant, so that what
/// shares out work is left out of the module.
pub(crate) const CAN_BE: bool = !cfg!(all(target_family = "wasm", target_os = "unknown"));

/// Are there the threads that the whole process shares? The error without a cause says that they were started before.
static ARE_THERE: LazyLock<bool> = LazyLock::new(|| match ThreadPoolBuilder::new().build_global() {
    Ok(()) => true,
    Err(error) => error.source().is_none(),
});

/// Does pieces of work by number, from the front: on all cores, or here alone. Once one of them says no, no other is begun.
pub(crate) fn work_through(pieces: usize, is_shared_out: bool, work: &(dyn Fn(usize) -> bool + Sync)) {
    let next = AtomicUsize::new(0);
    let take = || {
        while let Some(piece) = Some(next.fetch_add(1, Ordering::Relaxed)).filter(|piece| *piece < pieces) {
            if !work(piece) {
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

/// Sees to it that parallel work can be done here. Where no threads can be started, work that asked for them would
/// panic: then the calling thread becomes a pool of one, and does it alone. The library calls this itself; it is here for
/// those who share out work by `rayon` beside it.
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
        // The thread is in this pool as long as it lives.
        std::mem::forget(alone);
    }
}
