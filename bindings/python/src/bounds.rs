//! Lower bounds on distances, without a search.

use std::sync::Arc;

use numpy::{IntoPyArray, PyArray1};
use pyo3::prelude::*;
use tilebase::board::Batch;
use tilebase::search::Heuristic;
use tilebase::solve::SolveError;
use tilebase::{Board, Goal};

use crate::batch::{BatchLike, Fault};
use crate::board_functions::tables_for;
use crate::cache::{tables_for_bounds, tables_of};
use crate::failure;
use crate::goal::{goal_on, read_goal, read_instance};
use crate::limits::CallLimits;
use crate::shape::read_optional_shape;
use crate::tables::Tables;

/// A lower bound on the number of moves to the goal, without a search.
///
/// On boards of up to ten cells, or with a full table in the table folder, it is the distance.
/// Otherwise, it comes from the pattern databases of solve(), with one exception. Presets with one
/// bit per entry (7-8x1, 6x16) are fast in a search, but slow for single lookups, which have to
/// walk to the goal of the pattern. So 7-8 or 6-6-6-6 is used for lower bounds if the folder has
/// it. If the memory limit rules out all pattern databases, the bound is Manhattan distance plus
/// linear conflicts.
///
/// The bound is admissible: it never exceeds the distance. It is consistent if it comes from a
/// table, from linear conflicts, or from zero-aware pattern databases. Otherwise, a move may lower
/// it by more than one, so A* has to reopen states. Solver.claims reports both properties.
///
/// Parameters
/// ----------
/// board
///     A board in any form: text, tiles, rows, an array, or a Board.
/// goal
///     A board or the name of a goal; by default, the blank is last.
/// shape
///     Rows and columns, as (3, 4) or "3x4", for boards without rows.
/// timeout
///     Seconds for loading and building tables; None means no limit.
///
/// Returns
/// -------
/// int
///     The lower bound. It has the parity of the distance.
///
/// Raises
/// ------
/// BoardError, GoalError, ShapeError, UnreachableError, TableError
///     As for solve.
/// LimitReached
///     After the timeout. Its lower_bound is Manhattan distance plus linear conflicts.
///
/// Examples
/// --------
/// >>> import tilebase
/// >>> board = "5 1 3 4 2 6 7 8 9 10 15 11 13 14 12 0"
/// >>> tilebase.lower_bound(board), tilebase.distance(board)
/// (10, 12)
#[pyfunction]
#[pyo3(signature = (board, goal=None, *, shape=None, timeout=None))]
pub(crate) fn lower_bound(
    py: Python<'_>,
    board: &Bound<'_, PyAny>,
    goal: Option<&Bound<'_, PyAny>>,
    shape: Option<&Bound<'_, PyAny>>,
    timeout: Option<&Bound<'_, PyAny>>,
) -> PyResult<u32> {
    let call_limits = CallLimits::read(timeout, 0)?;
    let (board, goal) = read_instance(board, goal, shape)?;
    lower_bound_by(py, &tables_for(py, &board, &goal, call_limits)?, &board, call_limits)
}

/// The lower bounds of many boards, without a search.
///
/// They are admissible. For the tables they come from, and whether they are consistent, see
/// lower_bound().
///
/// Parameters
/// ----------
/// batch, goal, shape, timeout
///     As for distances.
///
/// Returns
/// -------
/// ndarray
///     An int16 array of shape (n,).
///
/// Raises
/// ------
/// BoardError, UnreachableError, ShapeError, GoalError, LimitReached, TypeError
///     As for distances.
///
/// Examples
/// --------
/// >>> import numpy as np
/// >>> import tilebase
/// >>> walks = tilebase.scramble(3, steps=30, shape=(4, 4), seed=1)
/// >>> tilebase.lower_bounds(walks), tilebase.distances(walks)
/// (array([26, 20, 24], dtype=int16), array([26, 26, 30], dtype=int16))
#[pyfunction]
#[pyo3(signature = (batch, goal=None, *, shape=None, timeout=None))]
pub(crate) fn lower_bounds<'py>(
    py: Python<'py>,
    batch: &Bound<'py, PyAny>,
    goal: Option<&Bound<'py, PyAny>>,
    shape: Option<&Bound<'py, PyAny>>,
    timeout: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyArray1<i16>>> {
    let call_limits = CallLimits::read(timeout, 0)?;
    let goal = read_goal(goal)?;
    let batch = BatchLike::read(batch, read_optional_shape(shape)?, goal.shape())?;
    let tables = tables_of(py, &goal_on(&goal, batch.shape)?, call_limits)?;
    lower_bounds_of(py, &tables, &batch, call_limits)
}

/// The lower bound of a board, from these tables or faster ones.
pub(crate) fn lower_bound_by(
    py: Python<'_>,
    tables: &Arc<Tables>,
    board: &Board,
    call_limits: CallLimits,
) -> PyResult<u32> {
    let goal: &Goal = &tables.setup.goal;
    let tables = tables_for_bounds(py, tables, call_limits)?;
    let bound = tables
        .map_err(|error| error.for_board(board, goal))
        .and_then(|tables| tables.solver().estimate(board));
    bound.map_err(|error| failure::solve(py, &error))
}

/// The lower bounds of a batch, from these tables or faster ones.
pub(crate) fn lower_bounds_of<'py>(
    py: Python<'py>,
    tables: &Arc<Tables>,
    batch: &BatchLike<'_>,
    call_limits: CallLimits,
) -> PyResult<Bound<'py, PyArray1<i16>>> {
    let tables = tables_for_bounds(py, tables, call_limits)?.map_err(|error| failure::solve(py, &error))?;
    let solver = tables.solver();
    let Some(pdb_set) = solver.shared_pdb_set() else {
        return lower_bounds_by(py, batch, call_limits, |board| solver.estimate(board));
    };
    // Not `Solver::estimate`, which asks the system for each board whether the files have changed.
    let goal = solver.goal();
    let bounds = lower_bounds_by(py, batch, call_limits, |board| {
        goal.check_reachable(board)?;
        Ok(pdb_set.estimate(board))
    })?;
    pdb_set.check_unchanged().map_err(|error| failure::table(&error))?;
    Ok(bounds)
}

/// Computes the lower bound of each board.
pub(crate) fn lower_bounds_by<'py>(
    py: Python<'py>,
    batch: &BatchLike<'_>,
    call_limits: CallLimits,
    bound_of: impl Fn(&Board) -> Result<u32, SolveError> + Sync,
) -> PyResult<Bound<'py, PyArray1<i16>>> {
    let rows = batch.rows()?;
    let bounds = rows.work(py, call_limits, |interrupt| {
        let mut bounds = Vec::with_capacity(rows.len);
        rows.for_each_part(interrupt, |first, part: &Batch<'_>| {
            let mut row = first;
            // Not a `for` loop, which copies each board when it is compiled for size.
            part.boards().try_for_each(|board| {
                // Bounds from zero-aware pattern databases are slow.
                if row.is_multiple_of(64) && interrupt.is_raised() {
                    return Err(if interrupt.is_signalled() { Fault::Interrupted } else { Fault::Late(row) });
                }
                let bound = bound_of(&board).map_err(|error| Fault::Solve(row, error))?;
                bounds.push(i16::try_from(bound).unwrap_or(i16::MAX));
                row += 1;
                Ok(())
            })
        })?;
        Ok(bounds)
    })?;
    Ok(bounds.into_pyarray(py))
}
