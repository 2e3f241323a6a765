//! The threads that share out the work of levels.

use rayon::ThreadPoolBuildError;

use crate::threads;

/// From so many states on, a level is shared out among threads. Below, starting threads and handing out the work takes
/// what it saves: two threads take 0.79 ms for 3x3 where one takes 0.68, and on 2x5 (1.8 million states) they are even.
const WORTH_THREADS_IN_STATES: u64 = 1 << 21;

/// Does the work of levels of so many states, in a pool of so many threads (0: one for each core), or on the calling
/// thread if that is all it is worth. The work is told whether to share itself out.
///
/// # Errors
/// If the threads can't be started.
pub(super) fn on_threads<R: Send>(
    threads: usize,
    states: u64,
    work: impl FnOnce(bool) -> R + Send,
) -> Result<R, ThreadPoolBuildError> {
    if !threads::CAN_BE || threads == 1 || states < WORTH_THREADS_IN_STATES {
        return Ok(work(false));
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
    Ok(pool.install(|| work(true)))
}
