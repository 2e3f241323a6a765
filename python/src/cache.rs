//! Judges by goal, created on first use: with a table where the goal has one, else with pattern
//! databases. The most recently used goals stay in memory.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use pyo3::prelude::*;
use tilebase::judge::Judge;
use tilebase::oracle::OracleError;
use tilebase::search::Limits;
use tilebase::solve::SolveError;
use tilebase::{Board, Distance, Goal, Shape, Solver};

use crate::failure;
use crate::interruptible::interruptible_in_parallel;

/// Number of goals with tables to keep. Each takes at most 4 MB, and goals with the same blank cell
/// share a table.
const MAX_TABLES: usize = 8;

/// Number of goals without tables to keep: pattern databases take 3 MB for 4x4, but 1 GB for 5x5.
const MAX_CATALOGUES: usize = 2;

/// The goal `123456780`, by far the most common: read without a lock.
static EIGHT_PUZZLE: OnceLock<Arc<Judge>> = OnceLock::new();

/// All other goals, the most recently used first.
///
/// The lock is held only by threads that are attached to the interpreter, and never while they
/// detach. Because forking needs the interpreter as well, no child process inherits a held lock.
static KEPT: Mutex<Vec<Arc<Judge>>> = Mutex::new(Vec::new());

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
    if let Some(judge) = kept(goal) {
        return Ok(Ok(judge));
    }
    let solver = match sharing_a_table(goal) {
        Some(solver) => solver,
        None => match build(py, goal, time)? {
            Ok(solver) => solver,
            Err(error) => return Ok(Err(error)),
        },
    };
    let judge = Arc::new(Judge::new(solver));
    if is_eight_puzzle {
        // Another thread may have been faster; all of them share the first judge.
        return Ok(Ok(Arc::clone(EIGHT_PUZZLE.get_or_init(|| judge))));
    }
    keep(&judge);
    Ok(Ok(judge))
}

fn build(py: Python<'_>, goal: &Goal, time: Option<Duration>) -> PyResult<Result<Solver, SolveError>> {
    // Building a 3x3 table is faster than starting a thread.
    if goal.shape().cells() <= 9 {
        return Ok(Solver::new(goal));
    }
    let built = interruptible_in_parallel(py, |interrupt| {
        let limits = Limits { time, interrupt: Some(interrupt.clone()), ..Limits::default() };
        Solver::builder(goal).limits(limits).build()
    })?;
    // The limits apply to this call only, while the solver may be reused.
    Ok(built.map(|solver| solver.with_limits(Limits::default())))
}

fn kept(goal: &Goal) -> Option<Arc<Judge>> {
    let mut all = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    let place = all.iter().position(|judge| judge.solver().goal() == goal)?;
    let judge = all.remove(place);
    all.insert(0, Arc::clone(&judge));
    Some(judge)
}

/// The table of another goal that has the blank in the same cell, if one is in memory.
fn sharing_a_table(goal: &Goal) -> Option<Solver> {
    let all = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    let oracles =
        EIGHT_PUZZLE.get().into_iter().chain(all.iter()).filter_map(|judge| judge.solver().oracle());
    let sharing = oracles.map(|oracle| oracle.with_goal(goal)).find_map(Result::ok);
    sharing.map(|oracle| Solver::from(Arc::new(oracle)))
}

fn keep(judge: &Arc<Judge>) {
    let mut all = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    all.insert(0, Arc::clone(judge));
    let (mut tables, mut catalogues) = (0, 0);
    all.retain(|judge| {
        let (number, most) = match judge.solver().oracle() {
            Some(_) => (&mut tables, MAX_TABLES),
            None => (&mut catalogues, MAX_CATALOGUES),
        };
        *number += 1;
        *number <= most
    });
}
