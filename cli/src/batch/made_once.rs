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

    /// What there is for a key; it is made now if nobody has asked for it before. A thread that panicked while it held the
    /// lock has left a whole map behind: it only ever inserts a value that is made.
    pub(crate) fn get(&self, key: &K, make: impl FnOnce() -> V + Send) -> V {
        if let Some(known) = self.made.read().unwrap_or_else(PoisonError::into_inner).get(key) {
            return known.clone();
        }
        let mut made = self.made.write().unwrap_or_else(PoisonError::into_inner);
        made.entry(*key).or_insert_with(|| apart(make)).clone()
    }
}

/// Does a job on threads of its own. A thread of a pool that waited for others while all is locked could be handed
/// another job of the pool meanwhile, ask for the same thing, and wait for itself.
fn apart<V: Send>(job: impl FnOnce() -> V + Send) -> V {
    if rayon::current_thread_index().is_none() || rayon::current_num_threads() == 1 {
        return job();
    }
    let pool =
        rayon::ThreadPoolBuilder::new().build().expect("there are threads already, so there can be more");
    thread::scope(|scope| scope.spawn(|| pool.install(job)).join())
        .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}
