//! Judges by goal, created on first use: with a table where the goal has one, else with pattern
//! databases, from the table folder if it has them. The most recently used goals stay in memory.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use pyo3::prelude::*;
use tilebase::judge::Judge;
use tilebase::oracle::OracleError;
use tilebase::search::Limits;
use tilebase::solve::{SolveError, SolverCache};
use tilebase::table::Folder;
use tilebase::{Board, Distance, Goal, Shape, Solver};

use crate::failure;
use crate::folder::table_folder;
use crate::interruptible::interruptible_in_parallel;

/// The goal `123456780`, by far the most common: read without a lock.
static EIGHT_PUZZLE: OnceLock<Arc<Judge>> = OnceLock::new();

/// The judges of recent goals.
///
/// Its lock is held only by threads that are attached to the interpreter, and never while they
/// detach. Because forking needs the interpreter as well, no child process inherits a held lock.
static RECENT: SolverCache<Judge> = SolverCache::new();

/// The folder of the tables in `RECENT`. Its lock is like that one's.
static FOLDER: Mutex<Option<PathBuf>> = Mutex::new(None);

/// Maximum cells of boards whose tables are built without looking for a file.
const MAX_CELLS_BUILT: usize = 9;

/// The distance of an 8-puzzle board to `123456780`.
#[inline]
pub(crate) fn distance_of_eight_puzzle(py: Python<'_>, board: &Board) -> PyResult<Distance> {
    let distance = |judge: &Judge| match judge.solver().oracle() {
        Some(oracle) => oracle.distance(board).map_err(|error| failure::oracle(py, &error, None)),
        None => Err(failure::oracle(py, &OracleError::Inconsistent { board: *board }, None)),
    };
    match EIGHT_PUZZLE.get() {
        Some(judge) => distance(judge),
        None => distance(&*judge_of(py, &Goal::blank_last(Shape::THREE_BY_THREE))?),
    }
}

/// The judge of a goal.
pub(crate) fn judge_of(py: Python<'_>, goal: &Goal) -> PyResult<Arc<Judge>> {
    judge_in_time(py, goal, None)?.map_err(|error| failure::solve(py, &error))
}

/// The judge of a goal, or [`SolveError::NotReady`] if it can't be built within `time`.
pub(crate) fn judge_in_time(
    py: Python<'_>,
    goal: &Goal,
    time: Option<Duration>,
) -> PyResult<Result<Arc<Judge>, SolveError>> {
    let is_eight_puzzle = *goal == Goal::blank_last(Shape::THREE_BY_THREE);
    if is_eight_puzzle && let Some(judge) = EIGHT_PUZZLE.get() {
        return Ok(Ok(Arc::clone(judge)));
    }
    let folder = table_folder(py);
    forget_others(folder.path());
    if let Some(judge) = RECENT.find(goal, None) {
        return Ok(Ok(judge));
    }
    let solver = match RECENT.sharing_a_table(goal) {
        Some(solver) => solver,
        None => match build(py, goal, &folder, time)? {
            Ok(solver) => solver,
            Err(error) => return Ok(Err(error)),
        },
    };
    let judge = RECENT.keep(None, Judge::new(solver));
    // Another thread may have been faster; all of them share the first judge.
    Ok(Ok(if is_eight_puzzle { Arc::clone(EIGHT_PUZZLE.get_or_init(|| judge)) } else { judge }))
}

/// Removes the judges with pattern databases of another folder.
fn forget_others(folder: &Path) {
    let mut used = FOLDER.lock().unwrap_or_else(PoisonError::into_inner);
    if used.as_deref() != Some(folder) {
        RECENT.retain(|solver| solver.goal().shape().cells() <= MAX_CELLS_BUILT);
        *used = Some(folder.to_owned());
    }
}

fn build(
    py: Python<'_>,
    goal: &Goal,
    folder: &Folder,
    time: Option<Duration>,
) -> PyResult<Result<Solver, SolveError>> {
    // Building a 3x3 table is faster than starting a thread.
    if goal.shape().cells() <= MAX_CELLS_BUILT {
        return Ok(Solver::new(goal));
    }
    let built = interruptible_in_parallel(py, |interrupt| {
        let limits = Limits { time, interrupt: Some(interrupt.clone()), ..Limits::default() };
        Solver::builder(goal).folder(folder).limits(limits).build()
    })?;
    // The limits apply to this call only, while the solver may be reused.
    Ok(built.map(|solver| solver.with_limits(Limits::default())))
}
