//! The thread pool for parallel work, with the calling thread as a fallback.

use std::cell::RefCell;
use std::error::Error as _;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock};

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
    // So that the numbers beyond the last one do not wrap around.
    let pieces = pieces.min(usize::MAX / 2);
    let next = AtomicUsize::new(0);
    // Takes a piece, and returns whether there may be another one.
    let take = || {
        let piece = next.fetch_add(1, Ordering::Relaxed);
        if piece >= pieces {
            return false;
        }
        let goes_on = work(piece);
        if !goes_on {
            // Stops the other threads too: the counter is past the end.
            next.fetch_max(pieces, Ordering::Relaxed);
        }
        goes_on
    };
    if !(CAN_BE && is_shared_out) {
        return while take() {};
    }
    ensure();
    // Moves to a thread of the pool: `share_out` needs one, for its thread-local.
    rayon::scope(|_| share_out(&take));
}

/// Calls `take` on all threads of the pool until it returns `false`.
///
/// This thread begins, and threads without other work help. While a thread waits for its last helpers,
/// rayon may make it a helper of another call, which may take hours. Such a helper leaves as soon as its
/// own helpers are done. Its place is offered again before this thread's next piece. (If the helper
/// spawned itself again, its thread would take it again.)
fn share_out(take: &(dyn Fn() -> bool + Sync)) {
    let vacant = &AtomicUsize::new(rayon::current_num_threads() - 1);
    let helpers = Arc::new(AtomicUsize::new(0));
    let _outer = Restored(AWAITED.replace(None));
    rayon::scope(|scope| {
        loop {
            for _ in 0..vacant.swap(0, Ordering::Relaxed) {
                helpers.fetch_add(1, Ordering::Relaxed);
                let place = Place(Arc::clone(&helpers));
                scope.spawn(move |_| help(take, vacant, place));
            }
            if !take() {
                break;
            }
        }
        AWAITED.set(Some(Arc::clone(&helpers)));
    });
}

fn help(take: &(dyn Fn() -> bool + Sync), vacant: &AtomicUsize, _place: Place) {
    let awaited = AWAITED.with_borrow(Clone::clone);
    while awaited.as_ref().is_none_or(|helpers| helpers.load(Ordering::Acquire) > 0) {
        if !take() {
            return;
        }
    }
    vacant.fetch_add(1, Ordering::Relaxed);
}

/// The place of a helper, which is counted until it is dropped.
struct Place(Arc<AtomicUsize>);

impl Drop for Place {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Release);
    }
}

thread_local! {
    /// The number of helpers that have not ended, in the call of [`share_out`] that this thread is
    /// waiting for.
    static AWAITED: RefCell<Option<Arc<AtomicUsize>>> = const { RefCell::new(None) };
}

/// On drop, sets [`AWAITED`] back to that of the outer call.
struct Restored(Option<Arc<AtomicUsize>>);

impl Drop for Restored {
    fn drop(&mut self) {
        AWAITED.set(self.0.take());
    }
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

#[cfg(test)]
mod tests {
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

    /// A thread that waits for its last helper joins other work, but only until the helper is done.
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
