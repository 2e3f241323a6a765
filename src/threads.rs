//! The thread pool for parallel work, with the calling thread as a fallback.

use std::cell::RefCell;
use std::error::Error as _;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};

use rayon::ThreadPoolBuilder;

/// Whether the target supports threads. A constant, so that the code that distributes work is left
/// out of the WebAssembly module.
pub(crate) const SUPPORTED: bool = !cfg!(all(target_family = "wasm", target_os = "unknown"));

/// Whether rayon's global pool is running. If it was started earlier, `build_global` fails with an
/// error that has no source.
static HAS_GLOBAL_POOL: LazyLock<bool> = LazyLock::new(|| match ThreadPoolBuilder::new().build_global() {
    Ok(()) => true,
    Err(error) => error.source().is_none(),
});

/// Calls `work` with the numbers `0..pieces` in increasing order, on all cores or on this thread
/// only. After a call returns `false`, no thread takes another piece.
pub(crate) fn work_through(pieces: usize, is_parallel: bool, work: &(dyn Fn(usize) -> bool + Sync)) {
    // Each thread counts once past the end. This leaves room, so that the counter cannot wrap
    // around.
    let pieces = pieces.min(usize::MAX / 2);
    let next = AtomicUsize::new(0);
    // Takes a piece, and returns whether there may be another one.
    let take = || {
        let piece = next.fetch_add(1, Ordering::Relaxed);
        if piece >= pieces {
            return false;
        }
        // Also if `work` panics: the other threads find the counter past the end and stop.
        let end = OnDrop(|| _ = next.fetch_max(pieces, Ordering::Relaxed));
        let goes_on = work(piece);
        if goes_on {
            std::mem::forget(end);
        }
        goes_on
    };
    if !(SUPPORTED && is_parallel) {
        return while take() {};
    }
    ensure();
    // `share_out` must run on a thread of the pool, because it sets a thread-local of that thread.
    rayon::scope(|_| share_out(&take));
}

/// Calls `take` on this thread, and on threads of the pool that have nothing else to do, until it
/// returns `false`.
///
/// While this thread waits for its last helpers, rayon may make it a helper of another call,
/// possibly for hours. So a helper checks after each piece whether the helpers that its own call
/// waits for are done. If so, it leaves the other call and counts its slot as vacant. The owner of
/// that call fills the slot again before its next piece; the helper must not, because the job would
/// land in its own queue.
fn share_out(take: &(dyn Fn() -> bool + Sync)) {
    // The number of slots for helpers to fill.
    let vacant = &AtomicUsize::new(rayon::current_num_threads() - 1);
    let helpers = Arc::new(AtomicUsize::new(0));
    let _outer = SetAwaited(AWAITED.replace(None));
    rayon::scope(|scope| {
        // Set when this closure ends, even by a panic: then this thread waits for its helpers.
        let _awaited = SetAwaited(Some(Arc::clone(&helpers)));
        loop {
            for _ in 0..vacant.swap(0, Ordering::Relaxed) {
                helpers.fetch_add(1, Ordering::Relaxed);
                let slot = HelperGuard(Arc::clone(&helpers));
                scope.spawn(move |_| help(take, vacant, slot));
            }
            if !take() {
                break;
            }
        }
    });
}

/// Calls `take` until it returns `false`, or until the helpers that this thread waits for have
/// ended.
fn help(take: &(dyn Fn() -> bool + Sync), vacant: &AtomicUsize, _slot: HelperGuard) {
    let awaited = AWAITED.with_borrow(Clone::clone);
    while awaited.as_ref().is_none_or(|helpers| helpers.load(Ordering::Acquire) > 0) {
        if !take() {
            return;
        }
    }
    vacant.fetch_add(1, Ordering::Relaxed);
}

/// A helper's entry in the number of helpers. Dropping it reduces the number, even in a panic.
struct HelperGuard(Arc<AtomicUsize>);

impl Drop for HelperGuard {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Release);
    }
}

thread_local! {
    /// The number of helpers that this thread is waiting for in [`share_out`], if it is.
    static AWAITED: RefCell<Option<Arc<AtomicUsize>>> = const { RefCell::new(None) };
}

/// Sets [`AWAITED`] to this value on drop.
struct SetAwaited(Option<Arc<AtomicUsize>>);

impl Drop for SetAwaited {
    fn drop(&mut self) {
        AWAITED.set(self.0.take());
    }
}

/// Calls a function on drop, even in a panic.
pub(crate) struct OnDrop<F: Fn()>(pub(crate) F);

impl<F: Fn()> Drop for OnDrop<F> {
    fn drop(&mut self) {
        (self.0)();
    }
}

/// Locks a mutex, even if it is poisoned: no value is left half changed, and a panic ends the work
/// anyway.
pub(crate) fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Ensures that parallel work can run on this thread. If the system allows no threads, rayon would
/// panic on the first parallel call. This function then makes the calling thread a pool of one. The
/// library calls it itself; you need it only if you use `rayon` directly.
///
/// ```
/// use rayon::prelude::*;
///
/// tilebase::threads::ensure();
/// assert_eq!((0..100).into_par_iter().sum::<u32>(), 4950);
/// ```
pub fn ensure() {
    if rayon::current_thread_index().is_some() || *HAS_GLOBAL_POOL {
        return;
    }
    if let Ok(alone) = ThreadPoolBuilder::new().num_threads(1).use_current_thread().build() {
        // Never dropped: this thread belongs to the pool for as long as it lives.
        std::mem::forget(alone);
    }
}

#[cfg(test)]
mod tests {
    use std::panic::{self, AssertUnwindSafe};
    use std::sync::atomic::AtomicBool;
    use std::thread;
    use std::time::{Duration, Instant};

    use super::*;

    const MAX_WAIT: Duration = Duration::from_secs(20);

    fn wait_for(flag: &AtomicBool) {
        let begin = Instant::now();
        while !flag.load(Ordering::Acquire) {
            assert!(begin.elapsed() < MAX_WAIT);
            thread::sleep(Duration::from_millis(1));
        }
    }

    /// A thread that waits for its last helper may join another call, but returns when that helper
    /// is done.
    #[test]
    fn other_work_does_not_hold_up_a_waiting_thread() {
        let pool = ThreadPoolBuilder::new().num_threads(3).build().unwrap();
        let [has_owner, has_helper, has_other, is_over] = [const { AtomicBool::new(false) }; 4];
        let begin = Instant::now();
        let is_late = || begin.elapsed() > MAX_WAIT;
        // Goes on until the first call has returned.
        let other = || {
            work_through(usize::MAX, true, &|_| {
                has_other.store(true, Ordering::Release);
                thread::sleep(Duration::from_millis(1));
                !(is_over.load(Ordering::Acquire) || is_late())
            });
        };
        pool.scope(|scope| {
            let owner = rayon::current_thread_index();
            work_through(3, true, &|_| {
                if rayon::current_thread_index() == owner {
                    if !has_owner.swap(true, Ordering::AcqRel) {
                        wait_for(&has_helper);
                        scope.spawn(|_| other());
                        wait_for(&has_other);
                    }
                } else if !has_helper.swap(true, Ordering::AcqRel) {
                    wait_for(&has_other);
                    thread::sleep(Duration::from_millis(100));
                } else {
                    // The third thread leaves a piece for the owner.
                    wait_for(&has_owner);
                }
                true
            });
            is_over.store(true, Ordering::Release);
        });
        assert!(!is_late());
    }

    #[test]
    fn a_panic_ends_the_work() {
        let pool = ThreadPoolBuilder::new().num_threads(2).build().unwrap();
        let begun = AtomicUsize::new(0);
        let work = || {
            work_through(10_000, true, &|piece| {
                begun.fetch_add(1, Ordering::Relaxed);
                if piece == 3 {
                    panic::resume_unwind(Box::new("a planned panic"));
                }
                thread::sleep(Duration::from_millis(1));
                true
            });
        };
        assert!(panic::catch_unwind(AssertUnwindSafe(|| pool.install(work))).is_err());
        assert!(begun.load(Ordering::Relaxed) < 1_000);
    }

    /// Every piece is worked on once, also by threads that leave and join again.
    #[test]
    fn every_piece_is_worked_on_once() {
        let pool = ThreadPoolBuilder::new().num_threads(4).build().unwrap();
        let counts: Vec<Vec<AtomicUsize>> =
            (0..20).map(|_| (0..500).map(|_| AtomicUsize::new(0)).collect()).collect();
        pool.scope(|scope| {
            for counts in &counts {
                scope.spawn(|_| {
                    work_through(counts.len(), true, &|piece| {
                        counts[piece].fetch_add(1, Ordering::Relaxed);
                        if piece % 100 == 0 {
                            thread::sleep(Duration::from_millis(1));
                        }
                        true
                    });
                });
            }
        });
        assert!(counts.iter().flatten().all(|count| count.load(Ordering::Relaxed) == 1));
    }
}
