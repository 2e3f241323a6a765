//! What answers for a goal, made when it is first asked for: the table where there is one, and else pattern tables. Those
//! of the goals that were asked for last are kept.

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

/// So many goals with tables are kept: each takes 4 MB at most, and those with the blank in the same cell share one.
const MOST_TABLES: usize = 8;

/// So many goals without are kept: pattern tables take 3 MB for 4x4, but 1 GB for 5x5.
const MOST_CATALOGUES: usize = 2;

/// The goal `123456780`, which most questions are about: looked up without a lock.
static EIGHT_PUZZLE: OnceLock<Arc<Judge>> = OnceLock::new();

/// The other goals, the last one that was asked for first.
///
/// The lock is only ever held by a thread that is attached to the interpreter, and never while it detaches: so a forked
/// child does not inherit it held.
static KEPT: Mutex<Vec<Arc<Judge>>> = Mutex::new(Vec::new());

/// The distance of a board of the 8-puzzle to `123456780`.
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

/// The judge of a goal, if it is ready within a time; else [`SolveError::NotReady`].
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
        return Ok(Ok(Arc::clone(EIGHT_PUZZLE.get_or_init(|| judge))));
    }
    keep(&judge);
    Ok(Ok(judge))
}

fn build(py: Python<'_>, goal: &Goal, time: Option<Duration>) -> PyResult<Result<Solver, SolveError>> {
    // A table of 3x3 takes less time than a thread is worth.
    if goal.shape().cells() <= 9 {
        return Ok(Solver::new(goal));
    }
    let built = interruptible_in_parallel(py, |interrupt| {
        let limits = Limits { time, interrupt: Some(interrupt.clone()), ..Limits::default() };
        Solver::builder(goal).limits(limits).build()
    })?;
    // The limits of this call are not those of later ones.
    Ok(built.map(|solver| solver.with_limits(Limits::default())))
}

fn kept(goal: &Goal) -> Option<Arc<Judge>> {
    let mut all = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    let place = all.iter().position(|judge| judge.solver().goal() == goal)?;
    let judge = all.remove(place);
    all.insert(0, Arc::clone(&judge));
    Some(judge)
}

/// The table of another goal with the blank in the same cell, if one is kept.
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
            Some(_) => (&mut tables, MOST_TABLES),
            None => (&mut catalogues, MOST_CATALOGUES),
        };
        *number += 1;
        *number <= most
    });
}
