//! Builds large pattern databases: one set at a time, on a thread of its own.
//!
//! Those of 5x5 take seconds and gigabytes to build. A request waits for them only as long as its
//! limits allow. The build goes on without it, so a later request finds them ready.
//!
//! Only one set is in memory at a time. Before a build starts, the previous set is removed from the
//! cache, and the build waits until the last search that uses it has ended.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, Weak};
use std::thread;
use std::time::{Duration, Instant};

use tilebase::search::{Limit, PdbSet};
use tilebase::solve::SolveError;
use tilebase::{Interrupt, Solver};

use crate::supply::{Key, Supply};

/// Whether threads can be started. A constant, so that a page's module leaves out this code.
pub(crate) const HAS_THREADS: bool = !cfg!(target_family = "wasm");

/// How often a waiting request checks its limits.
const POLL: Duration = Duration::from_millis(10);

/// The builds. Dropping it stops the one that runs.
#[derive(Debug, Default)]
pub(crate) struct LargeBuilds {
    shared: Arc<Shared>,
    stop: Interrupt,
}

/// The state shared by requests and the building thread.
#[derive(Debug, Default)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    is_building: bool,
    /// The last failure, until a request for the same solver takes it.
    failed: Option<(Key, SolveError)>,
    /// The last set that was built. Searches may use it after it has left the cache.
    last: Weak<PdbSet>,
}

impl LargeBuilds {
    /// Waits for a solver, and has it built if no other build runs.
    ///
    /// # Errors
    /// [`SolveError`] if it can't be built; [`SolveError::NotReady`] if it is not ready when the
    /// interrupt is raised or `is_over` returns true.
    pub(crate) fn wait_for(
        &self,
        supply: &Arc<Supply>,
        key: &Key,
        interrupt: &Interrupt,
        is_over: &dyn Fn() -> bool,
    ) -> Result<Solver, SolveError> {
        let begin = Instant::now();
        let mut state = self.shared.state();
        loop {
            if let Some(solver) = supply.find(key) {
                return Ok(solver);
            }
            if let Some((_, error)) = state.failed.take_if(|(failed, _)| failed == key) {
                return Err(error);
            }
            if interrupt.is_raised() || is_over() {
                let limit = if interrupt.is_signalled() { Limit::Interrupt } else { Limit::Time };
                return Err(SolveError::NotReady { limit, elapsed: begin.elapsed() });
            }
            if !state.is_building {
                supply.drop_large_tables();
                if state.last.strong_count() == 0 {
                    state.is_building = true;
                    drop(state);
                    self.start(supply, key);
                    state = self.shared.state();
                }
            }
            let waited = self.shared.changed.wait_timeout(state, POLL);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Starts a build. If the system allows no other thread, it ends at once, and a waiting request
    /// tries again.
    fn start(&self, supply: &Arc<Supply>, key: &Key) {
        let running = Running(Arc::clone(&self.shared));
        let (supply, key, stop) = (Arc::clone(supply), *key, self.stop.clone());
        let build = move || {
            let built = supply.find_or_build(&key, &stop);
            let mut state = running.0.state();
            match built {
                Ok(solver) => {
                    let set = solver.shared_pdb_set();
                    state.last = set.map_or_else(Weak::new, |set| Arc::downgrade(&set));
                }
                Err(error) => state.failed = Some((key, error)),
            }
        };
        let _not_started = thread::Builder::new().name("pattern databases".to_owned()).spawn(build);
    }
}

impl Drop for LargeBuilds {
    fn drop(&mut self) {
        self.stop.raise();
    }
}

impl Shared {
    /// Locks, ignoring poison: no update can be left half done.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A running build. It ends on drop, also after a panic.
struct Running(Arc<Shared>);

impl Drop for Running {
    fn drop(&mut self) {
        self.0.state().is_building = false;
        self.0.changed.notify_all();
    }
}
