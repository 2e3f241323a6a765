//! Tables in memory, which functions and solvers share.
//!
//! Tables in use are found again: a second solver never builds what the first one still holds.
//! Besides, the cache keeps the most recently used ones alive: at most two pattern sets, and the
//! small tables of 64 goals.
//!
//! Its locks are held only by threads that are attached to the interpreter, and never while they
//! detach. Because forking needs the interpreter as well, no child process inherits a held lock.

use std::ffi::CString;
use std::mem;
use std::path::PathBuf;
use std::process;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};
use std::thread;
use std::time::{Duration, Instant};

use pyo3::exceptions::PyRuntimeWarning;
use pyo3::prelude::*;
use tilebase::oracle::OracleError;
use tilebase::search::Limit;
use tilebase::solve::SolveError;
use tilebase::table::Folder;
use tilebase::{Board, Distance, Goal, Interrupt, Shape, Solver};

use crate::configuration::source;
use crate::failure;
use crate::interruptible::interruptible_in;
use crate::limits::CallLimits;
use crate::pool;
use crate::progress::{InCallback, Watcher, is_in_callback};
use crate::tables::{Prepared, Setup, Stamp, Tables};

/// The goal `123456780`, by far the most common: read without a lock.
static EIGHT_PUZZLE: OnceLock<Arc<Tables>> = OnceLock::new();

/// The most recently used first.
static KEPT: Mutex<Vec<Kept>> = Mutex::new(Vec::new());

/// The tables that are being prepared, each with the process that does it: a forked process has no
/// thread that would end its parent's preparations.
static IN_PREPARATION: Mutex<Vec<(u32, Setup)>> = Mutex::new(Vec::new());

/// Maximum number of pattern sets that the cache keeps alive. They need 3 MB for 4x4, and 1 GB for
/// 5x5.
const MAX_PATTERN_SETS: usize = 2;

/// Maximum number of entries. Without pattern sets, they need at most 4 MB each.
const MAX_ENTRIES: usize = 64;

/// Interval between two looks at the preparation of another thread.
const TICK: Duration = Duration::from_millis(10);

struct Kept {
    setup: Setup,
    stamp: Stamp,
    tables: Weak<Tables>,
    /// Set while the cache keeps them alive.
    alive: Option<Arc<Tables>>,
}

/// A request for tables.
pub(crate) struct Request<'a> {
    pub(crate) setup: Setup,
    pub(crate) call_limits: CallLimits,
    /// Whether tables that are not in the folder have to be saved there.
    pub(crate) saves: bool,
    /// Whether files that have changed are read again.
    pub(crate) is_careful: bool,
    pub(crate) watcher: &'a Watcher,
}

/// The distance of an 8-puzzle board to `123456780`.
#[inline]
pub(crate) fn distance_of_eight_puzzle(py: Python<'_>, board: &Board) -> PyResult<Distance> {
    let distance = |tables: &Tables| match tables.solver().oracle() {
        Some(oracle) => oracle.distance(board).map_err(|error| failure::oracle(py, &error, None)),
        None => Err(failure::oracle(py, &OracleError::Inconsistent { board: *board }, None)),
    };
    match EIGHT_PUZZLE.get() {
        Some(tables) => distance(tables),
        None => distance(&*tables_of(py, &Goal::blank_last(Shape::THREE_BY_THREE), CallLimits::UNLIMITED)?),
    }
}

/// The tables of a goal that functions use.
pub(crate) fn tables_of(py: Python<'_>, goal: &Goal, call_limits: CallLimits) -> PyResult<Arc<Tables>> {
    tables_in_time(py, goal, call_limits)?.map_err(|error| failure::solve(py, &error))
}

/// The tables of a goal that functions use, or [`SolveError::NotReady`] if they can't be built in
/// time.
pub(crate) fn tables_in_time(
    py: Python<'_>,
    goal: &Goal,
    call_limits: CallLimits,
) -> PyResult<Result<Arc<Tables>, SolveError>> {
    let is_eight_puzzle = *goal == Goal::blank_last(Shape::THREE_BY_THREE);
    if is_eight_puzzle && let Some(tables) = EIGHT_PUZZLE.get() {
        return Ok(Ok(Arc::clone(tables)));
    }
    let none = Folder::new(PathBuf::new());
    let mut setup = Setup { goal: *goal, folder: none, preset: None, memory_limit: None };
    let mut is_careful = false;
    if !setup.is_small() {
        let source = source(py, goal);
        is_careful = source.is_new;
        setup = Setup { folder: source.folder, memory_limit: source.memory_limit, ..setup };
    }
    let watcher = Watcher::idle();
    let request = Request { setup, call_limits, saves: false, is_careful, watcher: &watcher };
    let tables = request.tables(py)?;
    // Another thread may have been faster; all of them share the first tables.
    Ok(tables
        .map(|tables| if is_eight_puzzle { Arc::clone(EIGHT_PUZZLE.get_or_init(|| tables)) } else { tables }))
}

/// The tables for lower bounds: these, or those of a pattern set in the folder whose lookups are
/// faster and that is within the memory limit.
pub(crate) fn tables_for_bounds(
    py: Python<'_>,
    tables: &Arc<Tables>,
    call_limits: CallLimits,
) -> PyResult<Result<Arc<Tables>, SolveError>> {
    let known = tables.bounds.get().map(Option::as_ref);
    let found = match known {
        Some(found) => return Ok(Ok(Arc::clone(found.unwrap_or(tables)))),
        None => match tables.faster_set() {
            None => None,
            Some(faster) => {
                let setup = Setup { preset: Some(faster), ..tables.setup.clone() };
                let watcher = Watcher::idle();
                let request =
                    Request { setup, call_limits, saves: false, is_careful: true, watcher: &watcher };
                match request.tables(py)? {
                    Ok(found) => Some(found),
                    Err(SolveError::PatternsTooLarge { .. }) => None,
                    Err(error) => return Ok(Err(error)),
                }
            }
        },
    };
    // Another thread may have been faster.
    Ok(Ok(Arc::clone(tables.bounds.get_or_init(|| found).as_ref().unwrap_or(tables))))
}

impl Request<'_> {
    /// The tables, which are loaded or built unless they are in memory.
    pub(crate) fn tables(&self, py: Python<'_>) -> PyResult<Result<Arc<Tables>, SolveError>> {
        if let Some(found) = self.find() {
            return Ok(Ok(found));
        }
        let begun = Instant::now();
        let _turn = loop {
            match Turn::take(&self.setup) {
                Some(turn) => break turn,
                None if self.call_limits.left() == Some(Duration::ZERO) => {
                    return Ok(Err(SolveError::NotReady { limit: Limit::Time, elapsed: begun.elapsed() }));
                }
                None => {
                    py.detach(|| thread::sleep(TICK));
                    py.check_signals()?;
                }
            }
        };
        // Another thread may have prepared them meanwhile.
        if let Some(found) = self.find() {
            return Ok(Ok(found));
        }
        if let Some((solver, stamp)) = self.sharing_a_table() {
            return Ok(Ok(keep(Arc::new(Tables::new(&self.setup, solver, None)), stamp)));
        }
        // Taken before the files are read, so that later changes are noticed.
        let stamp = self.setup.stamp();
        let Prepared { tables, unsaved } = match self.prepare(py)? {
            Ok(prepared) => prepared,
            Err(error) => return Ok(Err(error)),
        };
        let stamp = if self.saves { self.setup.stamp() } else { stamp };
        let tables = keep(Arc::new(tables), stamp);
        if let Some(first) = unsaved.first() {
            let message = format!("the tables are used from memory, because they were not saved: {first}");
            let message = CString::new(message).unwrap_or_default();
            PyErr::warn(py, &py.get_type::<PyRuntimeWarning>(), &message, 1)?;
        }
        Ok(Ok(tables))
    }

    fn prepare(&self, py: Python<'_>) -> PyResult<Result<Prepared, SolveError>> {
        let Self { setup, call_limits, saves, watcher, .. } = self;
        // Building a 3x3 table is faster than starting a thread.
        if setup.is_small() && !saves {
            return Ok(setup.prepare(false, call_limits.limits(&Interrupt::new()), watcher));
        }
        // A callback blocks a thread of the pool, and may wait for work on the shared one.
        let pool = if watcher.is_idle() {
            pool::sized(py, call_limits.threads)?
        } else {
            pool::own(call_limits.threads)?
        };
        interruptible_in(py, &pool, |interrupt| setup.prepare(*saves, call_limits.limits(interrupt), watcher))
    }

    /// Finds tables in memory.
    fn find(&self) -> Option<Arc<Tables>> {
        // Without the lock: this reads a folder.
        let stamp = self.is_careful.then(|| self.setup.stamp());
        let mut kept = lock(&KEPT);
        let place = kept.iter().position(|kept| kept.setup.accepts_same_tables_as(&self.setup))?;
        let found = kept[place].tables.upgrade()?;
        if stamp.is_some_and(|stamp| stamp != kept[place].stamp) {
            // Removed now: if the new files can't be read, later calls must not find the old tables.
            let outdated = kept.remove(place);
            drop(kept);
            drop(outdated);
            return None;
        }
        if self.saves && !self.setup.is_saved(&found) {
            return None;
        }
        kept[..=place].rotate_right(1);
        kept[0].alive = Some(Arc::clone(&found));
        let forgotten = forget_some(&mut kept);
        drop(kept);
        // Without the lock: unmapping a gigabyte takes some time.
        drop(forgotten);
        Some(found)
    }

    /// A solver that uses the full table of another goal with the blank in the same cell, and the
    /// stamp of that table's files.
    fn sharing_a_table(&self) -> Option<(Solver, Stamp)> {
        if self.saves {
            return None;
        }
        // Without the lock: this reads a folder.
        let now = self.is_careful.then(|| self.setup.stamp());
        let kept = lock(&KEPT);
        let may_share = |kept: &&Kept| {
            kept.setup.may_share_a_table(&self.setup) && now.as_ref().is_none_or(|now| *now == kept.stamp)
        };
        kept.iter().filter(may_share).find_map(|kept| {
            let tables = kept.tables.upgrade()?;
            let oracle = tables.solver().oracle()?.with_goal(&self.setup.goal).ok()?;
            Some((Solver::from(Arc::new(oracle)), kept.stamp.clone()))
        })
    }
}

/// Adds tables, replacing others that meet the same requirements.
fn keep(tables: Arc<Tables>, stamp: Stamp) -> Arc<Tables> {
    let setup = tables.setup.clone();
    let mut kept = lock(&KEPT);
    let is_replaced = |kept: &mut Kept| kept.setup.accepts_same_tables_as(&setup);
    let replaced: Vec<Kept> = kept.extract_if(.., is_replaced).collect();
    kept.insert(0, Kept { setup, stamp, tables: Arc::downgrade(&tables), alive: Some(Arc::clone(&tables)) });
    let forgotten = forget_some(&mut kept);
    drop(kept);
    drop((replaced, forgotten));
    tables
}

/// Stops keeping the least recently used tables alive, and removes entries without tables. Returns
/// what the caller has to drop without the lock.
fn forget_some(kept: &mut Vec<Kept>) -> Vec<Arc<Tables>> {
    let (mut sets, mut forgotten): (Vec<*const Tables>, _) = (Vec::new(), Vec::new());
    for (place, kept) in kept.iter_mut().enumerate() {
        let Some(alive) = &kept.alive else { continue };
        if alive.set.is_some() {
            // Tables keep alive those for their lower bounds.
            let own = [Some(alive), alive.bounds.get().and_then(Option::as_ref)].into_iter().flatten();
            let new: Vec<_> = own.map(Arc::as_ptr).filter(|tables| !sets.contains(tables)).collect();
            if sets.is_empty() || sets.len() + new.len() <= MAX_PATTERN_SETS {
                sets.extend(new);
                continue;
            }
        } else if place < MAX_ENTRIES {
            continue;
        }
        forgotten.extend(mem::take(&mut kept.alive));
    }
    kept.retain(|kept| kept.alive.is_some() || kept.tables.strong_count() > 0);
    forgotten
}

/// The right to prepare tables. Other threads wait until it is dropped.
struct Turn {
    /// What is prepared; `None` if the thread did not wait.
    setup: Option<Setup>,
    /// A signal handler that runs on this thread does not wait either: it would wait for itself.
    _in_callback: InCallback,
}

impl Turn {
    /// Takes the right, unless another thread of this process has it. A callback does not wait: it
    /// might wait for the work that has called it.
    fn take(setup: &Setup) -> Option<Self> {
        if is_in_callback() {
            return Some(Self { setup: None, _in_callback: InCallback::new() });
        }
        let mut all = lock(&IN_PREPARATION);
        if all.iter().any(|(process, other)| *process == process::id() && other.accepts_same_tables_as(setup))
        {
            return None;
        }
        all.push((process::id(), setup.clone()));
        Some(Self { setup: Some(setup.clone()), _in_callback: InCallback::new() })
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        if let Some(setup) = &self.setup {
            lock(&IN_PREPARATION)
                .retain(|(process, other)| *process != process::id() || !other.accepts_same_tables_as(setup));
        }
    }
}

/// Locks, ignoring poison: no update can be left half done.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
