//! Functions on batches of boards: arrays in, arrays out.

use numpy::ndarray::{Array2, Array3};
use numpy::{IntoPyArray, PyArray1, PyArray2, PyArray3, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use rayon::prelude::*;
use tilebase::board::Batch;
use tilebase::oracle::OracleError;
use tilebase::search::Limits;
use tilebase::solve::SolveError;
use tilebase::{Board, Interrupt, Move, Solver};

use crate::batch::{BatchLike, Fault, Rows};
use crate::boardlike::Number;
use crate::cache::tables_of;
use crate::errors::{MoveError, exception};
use crate::goal::{goal_on, read_goal};
use crate::integers::Integers;
use crate::interruptible::interruptible_in;
use crate::limits::CallLimits;
use crate::moves::{move_of_action, no_action, read_move};
use crate::pool;
use crate::shape::read_optional_shape;

/// The fewest moves from each board to the goal.
///
/// Up to ten cells, they come from a table. Larger boards are searched on all cores, one board per
/// thread, unless the table folder has a full table.
///
/// Parameters
/// ----------
/// batch
///     An integer array of shape (n, cells) or (n, rows, columns), or a list of boards in any form.
/// goal
///     A board or the name of a goal; by default, the blank is last.
/// shape
///     Rows and columns, as (3, 4) or "3x4". By default, the goal's shape if given, or else square.
///     An array of shape (n, rows, columns) needs no shape.
/// unreachable
///     A 16-bit integer to return for a board that can't reach the goal, instead of an exception.
/// timeout
///     Seconds for loading and building tables and for all boards; None means no limit.
///
/// Returns
/// -------
/// ndarray
///     An int16 array of shape (n,): signed, so that estimates can be subtracted.
///
/// Raises
/// ------
/// BoardError, UnreachableError
///     If a board is malformed or can't reach the goal. The exception's `row` is the board's index,
///     from 0.
/// ShapeError, GoalError
///     If the shape is invalid or unknown, or the goal is malformed or does not fit.
/// LimitReached
///     After the timeout. Its `row` is the index of a board that was not solved in time, and its
///     `lower_bound` is a lower bound on that board's distance, or 0; `row` is None if the tables were
///     not ready in time.
/// TypeError
///     If the numbers are not integers, or there is one board instead of many.
///
/// Examples
/// --------
/// >>> import numpy as np
/// >>> import tilebase
/// >>> boards = np.array([[1, 2, 3, 4, 5, 6, 7, 8, 0], [8, 6, 7, 2, 5, 4, 3, 0, 1]])
/// >>> tilebase.distances(boards)
/// array([ 0, 31], dtype=int16)
/// >>> tilebase.distances(["123456708", "213456780"], unreachable=-1)
/// array([ 1, -1], dtype=int16)
#[pyfunction]
#[pyo3(signature = (batch, goal=None, *, shape=None, unreachable=None, timeout=None))]
pub(crate) fn distances<'py>(
    py: Python<'py>,
    batch: &Bound<'py, PyAny>,
    goal: Option<&Bound<'py, PyAny>>,
    shape: Option<&Bound<'py, PyAny>>,
    unreachable: Option<&Bound<'py, PyAny>>,
    timeout: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyArray1<i16>>> {
    let call_limits = CallLimits::read(timeout, 0)?;
    let goal = read_goal(goal)?;
    let batch = BatchLike::read(batch, read_optional_shape(shape)?, goal.shape())?;
    let tables = tables_of(py, &goal_on(&goal, batch.shape)?, call_limits)?;
    distances_by(py, tables.solver(), &batch, unreachable, call_limits)
}

/// Boards, and whether the moves that lead to them are legal.
type Neighbors<'py> = (Bound<'py, PyArray3<u8>>, Bound<'py, PyArray2<bool>>);

/// The boards that are one move away from each board, and whether each move is legal.
///
/// Parameters
/// ----------
/// batch, shape
///     As for distances. The boards need not be solvable.
///
/// Returns
/// -------
/// tuple of ndarray
///     The boards, a uint8 array of shape (n, 4, cells), and a bool array of shape (n, 4). The
///     moves are in the order of ACTIONS. For an illegal move, the board is unchanged.
///
/// Raises
/// ------
/// BoardError, ShapeError, TypeError
///     As for distances.
///
/// Examples
/// --------
/// >>> import numpy as np
/// >>> import tilebase
/// >>> boards, legal = tilebase.neighbors(np.array([[1, 2, 3, 4, 5, 6, 7, 8, 0]]))
/// >>> boards[0, 0], legal[0]
/// (array([1, 2, 3, 4, 5, 0, 7, 8, 6], dtype=uint8), array([ True, False,  True, False]))
#[pyfunction]
#[pyo3(signature = (batch, *, shape=None))]
pub(crate) fn neighbors<'py>(
    py: Python<'py>,
    batch: &Bound<'py, PyAny>,
    shape: Option<&Bound<'py, PyAny>>,
) -> PyResult<Neighbors<'py>> {
    let batch = BatchLike::read(batch, read_optional_shape(shape)?, None)?;
    let rows = batch.rows()?;
    let (len, cells) = (rows.len, rows.shape.cells());
    let (boards, legal) = rows.work(py, CallLimits::UNLIMITED, |interrupt| {
        let (mut boards, mut legal) = (vec![0; 4 * len * cells], vec![false; 4 * len]);
        rows.for_each_part(interrupt, |first, part| {
            let range = |width: usize| first * width..(first + part.len()) * width;
            part.successors(&mut boards[range(4 * cells)], &mut legal[range(4)]);
            Ok(())
        })?;
        Ok((boards, legal))
    })?;
    let boards = Array3::from_shape_vec((len, 4, cells), boards).map_err(misshapen)?;
    let legal = Array2::from_shape_vec((len, 4), legal).map_err(misshapen)?;
    Ok((boards.into_pyarray(py), legal.into_pyarray(py)))
}

/// The boards after one move each.
///
/// Parameters
/// ----------
/// batch, shape
///     As for distances. The boards need not be solvable.
/// actions
///     One for each board: an array or list of indexes into ACTIONS (0 to 3), or of letters.
///
/// Returns
/// -------
/// ndarray
///     The boards, a uint8 array of shape (n, cells).
///
/// Raises
/// ------
/// MoveError
///     If an action is invalid or illegal (the exception's `row` says which board, unless a letter
///     is invalid), or if the number of actions differs from the number of boards.
/// BoardError, ShapeError, TypeError
///     As for distances.
///
/// Examples
/// --------
/// >>> import numpy as np
/// >>> import tilebase
/// >>> tilebase.apply(np.array([[1, 2, 3, 4, 5, 6, 7, 8, 0]]), [tilebase.ACTIONS.index("U")])
/// array([[1, 2, 3, 4, 5, 0, 7, 8, 6]], dtype=uint8)
#[pyfunction]
#[pyo3(signature = (batch, actions, *, shape=None))]
pub(crate) fn apply<'py>(
    py: Python<'py>,
    batch: &Bound<'py, PyAny>,
    actions: &Bound<'py, PyAny>,
    shape: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyArray2<u8>>> {
    let batch = BatchLike::read(batch, read_optional_shape(shape)?, None)?;
    let rows = batch.rows()?;
    let (len, cells) = (rows.len, rows.shape.cells());
    let moves = read_actions(actions)?;
    if moves.len() != len {
        let found = moves.len();
        return Err(MoveError::new_err(format!(
            "expected one action for each of {len} boards, found {found}"
        )));
    }
    let boards = rows.work(py, CallLimits::UNLIMITED, |interrupt| {
        let mut boards = vec![0; len * cells];
        rows.for_each_part(interrupt, |first, part| {
            let moves = &moves[first..first + part.len()];
            let after = &mut boards[first * cells..(first + part.len()) * cells];
            part.after(moves, after).map_err(|row| Fault::Illegal(first + row, moves[row]))
        })?;
        Ok(boards)
    })?;
    Ok(Array2::from_shape_vec((len, cells), boards).map_err(misshapen)?.into_pyarray(py))
}

/// Whether each move begins a shortest path, for each board.
///
/// Parameters
/// ----------
/// batch, goal, shape, timeout
///     As for distances.
///
/// Returns
/// -------
/// ndarray
///     A bool array of shape (n, 4), in the order of ACTIONS. All are False for the goal itself.
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
/// >>> tilebase.optimal_actions(np.array([[1, 2, 3, 4, 5, 6, 7, 0, 8]]))
/// array([[False, False, False,  True]])
#[pyfunction]
#[pyo3(signature = (batch, goal=None, *, shape=None, timeout=None))]
pub(crate) fn optimal_actions<'py>(
    py: Python<'py>,
    batch: &Bound<'py, PyAny>,
    goal: Option<&Bound<'py, PyAny>>,
    shape: Option<&Bound<'py, PyAny>>,
    timeout: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyArray2<bool>>> {
    let call_limits = CallLimits::read(timeout, 0)?;
    let goal = read_goal(goal)?;
    let batch = BatchLike::read(batch, read_optional_shape(shape)?, goal.shape())?;
    let tables = tables_of(py, &goal_on(&goal, batch.shape)?, call_limits)?;
    optimal_actions_by(py, tables.solver(), &batch, call_limits)
}

/// Computes the distances of a batch with a solver for the goal.
pub(crate) fn distances_by<'py>(
    py: Python<'py>,
    solver: &Solver,
    batch: &BatchLike<'_>,
    unreachable: Option<&Bound<'py, PyAny>>,
    call_limits: CallLimits,
) -> PyResult<Bound<'py, PyArray1<i16>>> {
    let unreachable = unreachable.map(number_for_unreachable).transpose()?;
    let rows = batch.rows()?;
    let distances = work_by(py, solver, &rows, call_limits, |solver, interrupt| {
        let mut distances = vec![0; rows.len];
        rows.for_each_part(interrupt, |first, part| {
            fill(solver, part, first, &mut distances[first..first + part.len()], unreachable)
        })?;
        // Last, because a change of the file during the batch may have affected any answer.
        check_unchanged(solver)?;
        Ok(distances)
    })?;
    Ok(distances.into_pyarray(py))
}

pub(crate) fn optimal_actions_by<'py>(
    py: Python<'py>,
    solver: &Solver,
    batch: &BatchLike<'_>,
    call_limits: CallLimits,
) -> PyResult<Bound<'py, PyArray2<bool>>> {
    let rows = batch.rows()?;
    let cells = rows.shape.cells();
    let optimal = work_by(py, solver, &rows, call_limits, |solver, interrupt| {
        let mut optimal = vec![false; 4 * rows.len];
        let (mut next, mut own, mut theirs) = (Vec::new(), Vec::new(), Vec::new());
        rows.for_each_part(interrupt, |first, part| {
            let len = part.len();
            next.resize(4 * len * cells, 0);
            own.resize(len, 0);
            theirs.resize(4 * len, 0);
            let flags = &mut optimal[4 * first..4 * (first + len)];
            part.successors(&mut next, flags);
            fill(solver, part, first, &mut own, None)?;
            // Row `n` of the successors belongs to board `n / 4`.
            let next =
                Batch::new(rows.shape, &next).map_err(|error| Fault::NoBoard(first + error.number / 4))?;
            fill(solver, &next, first, &mut theirs, None)?;
            // For an illegal move, `successors` repeats the board itself, which is never closer
            // than itself, so illegal moves need no test of their own.
            for (flag, (place, theirs)) in flags.iter_mut().zip(theirs.iter().enumerate()) {
                *flag = *theirs < own[place / 4];
            }
            Ok(())
        })?;
        check_unchanged(solver)?;
        Ok(optimal)
    })?;
    Ok(Array2::from_shape_vec((rows.len, 4), optimal).map_err(misshapen)?.into_pyarray(py))
}

/// Processes a batch from a table or, without one, by interruptible searches.
fn work_by<T: Send>(
    py: Python<'_>,
    solver: &Solver,
    rows: &Rows<'_>,
    call_limits: CallLimits,
    work: impl FnOnce(&Solver, &Interrupt) -> Result<T, Fault> + Send,
) -> PyResult<T> {
    if solver.oracle().is_some() {
        return rows.work(py, call_limits, |interrupt| work(solver, interrupt));
    }
    let pool = pool::sized(py, call_limits.threads)?;
    let outcome = interruptible_in(py, &pool, |interrupt| {
        // Its deadline bounds the whole batch, while a time limit would bound each board.
        let interrupt = call_limits.bound(interrupt);
        // With several boards, each is searched by a single thread.
        let limits = Limits::default().with_interrupt(interrupt.clone()).with_on_one_thread(rows.len > 1);
        work(&solver.with_limits(limits), &interrupt)
    })?;
    outcome.map_err(|fault| rows.exception(py, &fault))
}

/// Writes the distances of one part of a batch.
fn fill(
    solver: &Solver,
    part: &Batch<'_>,
    first: usize,
    distances: &mut [i16],
    unreachable: Option<i16>,
) -> Result<(), Fault> {
    match solver.oracle() {
        Some(oracle) => {
            for (row, (slot, found)) in distances.iter_mut().zip(oracle.distances(part)).enumerate() {
                *slot = match (found, unreachable) {
                    (Ok(distance), _) => distance.moves().into(),
                    (Err(OracleError::Unreachable(_)), Some(number)) => number,
                    (Err(error), _) => return Err(Fault::Solve(first + row, error.into())),
                };
            }
        }
        None => {
            let boards: Vec<Board> = part.boards().collect();
            // Checked first, so that no search is wasted when a board is unreachable.
            for (row, board) in boards.iter().enumerate().filter(|_| unreachable.is_none()) {
                solver.goal().check_reachable(board).map_err(|why| Fault::Solve(first + row, why.into()))?;
            }
            let found = boards.par_iter().enumerate().map(|(row, board)| {
                match (solver.distance(board), unreachable) {
                    (Ok(distance), _) => Ok(i16::try_from(distance).unwrap_or(i16::MAX)),
                    (Err(SolveError::Board(_)), Some(number)) => Ok(number),
                    (Err(error), _) => Err(Fault::Solve(first + row, error)),
                }
            });
            distances.copy_from_slice(&found.collect::<Result<Vec<i16>, Fault>>()?);
        }
    }
    Ok(())
}

/// Checks that the file of a mapped table was not changed while it was read.
fn check_unchanged(solver: &Solver) -> Result<(), Fault> {
    let Some(oracle) = solver.oracle() else { return Ok(()) };
    oracle.table().check_unchanged().map_err(|error| Fault::Solve(0, error.into()))
}

fn number_for_unreachable(object: &Bound<'_, PyAny>) -> PyResult<i16> {
    match Number::read(object) {
        Ok(Number::Of64Bits(number)) => i16::try_from(number).map_err(|_wider| too_wide()),
        Ok(Number::TooSmall | Number::TooLarge) => Err(too_wide()),
        Err(error) if error.is_instance_of::<PyTypeError>(object.py()) => {
            Err(PyTypeError::new_err("unreachable: expected an integer"))
        }
        Err(error) => Err(error),
    }
}

fn too_wide() -> PyErr {
    PyValueError::new_err("unreachable: expected a 16-bit integer, from -32768 to 32767")
}

/// Reads an array of numbers or letters, one for each board.
fn read_actions(actions: &Bound<'_, PyAny>) -> PyResult<Vec<Move>> {
    let py = actions.py();
    let array = py.import("numpy")?.call_method1("asanyarray", (actions,))?;
    let array = array.cast_into::<PyUntypedArray>()?;
    if array.ndim() != 1 {
        return Err(MoveError::new_err(format!(
            "expected one action for each board, as an array of shape (n,), found {} dimensions",
            array.ndim()
        )));
    }
    // NumPy gives an empty list the type float, which `Integers::read` would reject.
    if array.len() == 0 {
        return Ok(Vec::new());
    }
    if numpy::PyArrayDescrMethods::kind(&array.dtype()) == b'U' {
        return array.call_method0("tolist")?.try_iter()?.map(|letter| read_move(&letter?)).collect();
    }
    let integers = Integers::read(&array, "actions")?;
    let numbers = integers.numbers()?;
    let action = |row| match numbers.number(row) {
        Some(Number::Of64Bits(action)) => move_of_action(action).ok_or(action),
        _ => Err(i64::MAX),
    };
    let moves = (0..array.len()).map(|row| {
        action(row).map_err(|found| {
            exception::<MoveError>(py, format!("row {row}: {}", no_action(found)), [("row", row)])
        })
    });
    moves.collect()
}

/// Converts the error of an array whose length is not the product of its sides, which never happens
/// here.
#[expect(clippy::needless_pass_by_value, reason = "what `map_err` takes")]
pub(crate) fn misshapen(error: numpy::ndarray::ShapeError) -> PyErr {
    PyValueError::new_err(error.to_string())
}
