//! Thread-safe caching of values that take long to make, by key.

use std::collections::BTreeMap;
use std::sync::{PoisonError, RwLock};
use std::thread;

/// Cached values. A failure can be cached too, if the value type is a `Result`.
#[derive(Debug)]
pub(crate) struct MadeOnce<K, V> {
    made: RwLock<BTreeMap<K, V>>,
}

impl<K: Ord + Copy + Sync + Send, V: Clone + Send + Sync> MadeOnce<K, V> {
    pub(crate) const fn new() -> Self {
        Self { made: RwLock::new(BTreeMap::new()) }
    }

    /// Returns the value for a key, if it was made before.
    pub(crate) fn known(&self, key: &K) -> Option<V> {
        self.made.read().unwrap_or_else(PoisonError::into_inner).get(key).cloned()
    }

    /// Returns the value for a key, making it on the first request.
    ///
    /// Ignores poison: only complete values are inserted.
    pub(crate) fn get(&self, key: &K, make: impl FnOnce() -> V + Send) -> V {
        if let Some(known) = self.known(key) {
            return known;
        }
        let mut made = self.made.write().unwrap_or_else(PoisonError::into_inner);
        made.entry(*key).or_insert_with(|| apart(make)).clone()
    }
}

/// Runs a job on threads outside the current pool.
///
/// While a pool thread waits here with the lock held, the pool could give it another job that asks
/// for the same value: a deadlock.
fn apart<V: Send>(job: impl FnOnce() -> V + Send) -> V {
    if rayon::current_thread_index().is_none() {
        return job();
    }
    let Ok(pool) = rayon::ThreadPoolBuilder::new().build() else { return job() };
    let mut job = Some(job);
    let mut made = None;
    // If no threads can be started, the job runs on this one.
    thread::scope(|scope| {
        let work = || made = job.take().map(|job| pool.install(job));
        let worker = thread::Builder::new().spawn_scoped(scope, work);
        if let Ok(Err(panic)) = worker.map(thread::ScopedJoinHandle::join) {
            std::panic::resume_unwind(panic);
        }
    });
    made.unwrap_or_else(|| {
        job.take().map_or_else(|| unreachable!("it was made, or is still to do"), |job| job())
    })
}
