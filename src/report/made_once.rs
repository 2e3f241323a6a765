//! Things that take a while to make, made once for each key, and asked for from many threads.

use std::collections::BTreeMap;
use std::sync::RwLock;
use std::thread;

/// What was made by key; a failure is remembered as well.
#[derive(Debug)]
pub(super) struct MadeOnce<K, V> {
    made: RwLock<BTreeMap<K, Result<V, String>>>,
}

impl<K: Ord + Clone + Sync + Send, V: Clone + Send + Sync> MadeOnce<K, V> {
    pub(super) const fn new() -> Self {
        Self { made: RwLock::new(BTreeMap::new()) }
    }

    /// What there is for a key; it is made now if nobody has asked for it before.
    pub(super) fn get(&self, key: &K, make: impl FnOnce() -> Result<V, String> + Send) -> Result<V, String> {
        if let Some(known) = self.made.read().map_err(|error| error.to_string())?.get(key) {
            return known.clone();
        }
        let mut made = self.made.write().map_err(|error| error.to_string())?;
        made.entry(key.clone()).or_insert_with(|| apart(make)).clone()
    }
}

/// Does a job on threads of its own. A thread of a pool that waited for others while all is locked could be handed
/// another job of the pool meanwhile, ask for the same thing, and wait for itself.
fn apart<V: Send>(job: impl FnOnce() -> Result<V, String> + Send) -> Result<V, String> {
    if rayon::current_thread_index().is_none() {
        return job();
    }
    let pool = rayon::ThreadPoolBuilder::new().build().map_err(|error| error.to_string())?;
    thread::scope(|scope| scope.spawn(|| pool.install(job)).join())
        .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}
