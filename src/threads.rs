//! The threads of parallel work, or, where the system gives none, the caller's own.

use std::error::Error as _;
use std::sync::LazyLock;

use rayon::ThreadPoolBuilder;

/// Can there be threads at all? A page's module has none but the one that calls it. It is a constant, so that what shares out
/// work is left out of the module.
pub(crate) const CAN_BE: bool = !cfg!(all(target_family = "wasm", target_os = "unknown"));

/// Are there the threads that the whole process shares? The error without a cause says that they were started before.
static ARE_THERE: LazyLock<bool> = LazyLock::new(|| match ThreadPoolBuilder::new().build_global() {
    Ok(()) => true,
    Err(error) => error.source().is_none(),
});

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
