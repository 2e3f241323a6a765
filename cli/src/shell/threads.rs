//! Threads to share work out to, where the system lets there be any.

use std::num::NonZero;
use std::sync::{Mutex, OnceLock, PoisonError};
use std::thread;

use rayon::ThreadPoolBuilder;

/// Are there fewer threads to be had than the machine has cores? Then work is not shared out. To be asked first by the
/// main thread, before anything uses the thread pool, which panics where its threads can't be started: here they are
/// tried, and where they are missing, a pool takes its place that needs no thread but this one.
pub(crate) fn threads_are_short() -> bool {
    static ARE_SHORT: OnceLock<bool> = OnceLock::new();
    *ARE_SHORT.get_or_init(|| {
        let wanted = thread::available_parallelism().map_or(1, NonZero::get);
        let are_short = threads_to_be_had(wanted) < wanted;
        if are_short {
            // It can only fail if there is a pool already, and then there are threads.
            let _there_is_one = ThreadPoolBuilder::new().num_threads(1).use_current_thread().build_global();
        }
        are_short
    })
}

/// Makes sure of the threads. What has one board and a small table does not ask: it needs none, and to try them takes as
/// long as the answer.
pub(crate) fn prepare_threads() {
    let _are_short = threads_are_short();
}

/// How many threads there can be at once beside this one, up to so many.
fn threads_to_be_had(wanted: usize) -> usize {
    let gate = Mutex::new(());
    let closed = gate.lock().unwrap_or_else(PoisonError::into_inner);
    thread::scope(|scope| {
        let start = |_: &usize| thread::Builder::new().spawn_scoped(scope, || drop(gate.lock())).is_ok();
        let started = (0..wanted).take_while(start).count();
        drop(closed);
        started
    })
}
