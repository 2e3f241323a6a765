//! Things that take a while to make, made once for each key, and asked for from many threads.

use std::collections::BTreeMap;
use std::sync::{PoisonError, RwLock};
use std::thread;

/// What was made by key. Where making can fail, the value is a result: a failure is remembered as well.
#[derive(Debug)]
pub(crate) struct MadeOnce<K, V> {
    made: RwLock<BTreeMap<K, V>>,
}

impl<K: Ord + Copy + Sync + Send, V: Clone + Send + Sync> MadeOnce<K, V> {
    pub(crate) const fn new() -> Self {
        Self { made: RwLock::new(BTreeMap::new()) }
    }

    /// The value made for a key; `None` on the first request.
    pub(crate) fn known(&self, key: &K) -> Option<V> {
        self.made.read().unwrap_or_else(PoisonError::into_inner).get(key).cloned()
    }

    /// What there is for a key; it is made now if nobody has asked for it before. A thread that panicked while it held the
    /// lock has left a whole map behind: it only ever inserts a value that is made.
    pub(crate) fn get(&self, key: &K, make: impl FnOnce() -> V + Send) -> V {
        if let Some(known) = self.known(key) {
            return known;
        }
        let mut made = self.made.write().unwrap_or_else(PoisonError::into_inner);
        made.entry(*key).or_insert_with(|| apart(make)).clone()
    }
}

/// Does a job on threads of its own. A thread of a pool that waited for others while all is locked could be handed
/// another job of the pool meanwhile, ask for the same thing, and wait for itself.
fn apart<V: Send>(job: impl FnOnce() -> V + Send) -> V {
    if rayon::current_thread_index().is_none() {
        return job();
    }
    let Ok(pool) = rayon::ThreadPoolBuilder::new().build() else { return job() };
    let mut job = Some(job);
    let mut made = None;
    // Where there are no threads to be had there is a pool of one at the most, which has no other jobs to hand out.
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
