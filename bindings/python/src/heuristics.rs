//! Heuristics as functions of one board or of many.

use numpy::{PyUntypedArray, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyString;
use tilebase::search::{Heuristic, LinearConflict, Manhattan, Misplaced, WalkingDistance};
use tilebase::{Board, Goal, Shape};

use crate::batch::BatchLike;
use crate::boardlike::{self, PyBoard};
use crate::bounds::lower_bounds_by;
use crate::errors::ShapeError;
use crate::goal::{goal_on, read_goal};
use crate::limits::CallLimits;
use crate::shape::read_optional_shape;

/// One board, or many.
pub(crate) enum Boards<'py> {
    One(Board),
    Many(BatchLike<'py>),
}

/// Maximum number of items that are tried as one board: a board has at most 25 cells.
const MAX_CELLS: usize = 25;

impl<'py> Boards<'py> {
    /// Reads one board or a batch. An object that can be read as one board is one board. A batch
    /// can't be read as one, since each of its boards has a blank. `shape` and `likely` are as in
    /// [`BatchLike::read`].
    pub(crate) fn read(
        object: &Bound<'py, PyAny>,
        shape: Option<Shape>,
        likely: Option<Shape>,
    ) -> PyResult<Self> {
        let dimensions = object.cast::<PyUntypedArray>().ok().map(PyUntypedArrayMethods::ndim);
        let is_surely_one = dimensions == Some(1)
            || object.is_instance_of::<PyString>()
            || object.is_instance_of::<PyBoard>();
        if !is_surely_one && object.len().is_ok_and(|len| len > MAX_CELLS) {
            return BatchLike::read(object, shape, likely).map(Self::Many);
        }
        let one = match boardlike::read(object, shape.or(likely)) {
            Ok(one) => one.board,
            Err(error) if is_surely_one => return Err(error),
            Err(error) => {
                let is_of_tiles = object.get_item(0).is_ok_and(|first| first.len().is_err());
                return match BatchLike::read(object, shape, likely) {
                    Err(_) if is_of_tiles => Err(error),
                    batch => batch.map(Self::Many),
                };
            }
        };
        match shape.filter(|shape| *shape != one.shape()) {
            None => Ok(Self::One(one)),
            Some(shape) => {
                Err(ShapeError::new_err(format!("expected a board of {shape}, found one of {}", one.shape())))
            }
        }
    }

    pub(crate) fn shape(&self) -> Shape {
        match self {
            Self::One(board) => board.shape(),
            Self::Many(batch) => batch.shape,
        }
    }

    /// The estimates of a heuristic: an integer for one board, else an array of int16.
    pub(crate) fn estimates(
        &self,
        py: Python<'py>,
        heuristic: &dyn Heuristic,
    ) -> PyResult<Bound<'py, PyAny>> {
        let batch = match self {
            Self::One(board) => return Ok(heuristic.estimate(board).into_pyobject(py)?.into_any()),
            Self::Many(batch) => batch,
        };
        Ok(lower_bounds_by(py, batch, CallLimits::UNLIMITED, |board| Ok(heuristic.estimate(board)))?
            .into_any())
    }
}

/// The Manhattan distance: the sum of all tiles' steps to their goal cells, without the blank.
///
/// Admissible and consistent. Boards that can't reach the goal have estimates, too.
///
/// Parameters
/// ----------
/// boards
///     One board in any form, or many: an integer array of shape (n, cells) or (n, rows, columns),
///     or a list of boards.
/// goal
///     A board or the name of a goal; by default, the blank is last.
/// shape
///     Rows and columns, as (3, 4) or "3x4", if the boards and the goal do not determine them.
///
/// Returns
/// -------
/// int or ndarray
///     An int for one board, an int16 array of shape (n,) for many.
///
/// Raises
/// ------
/// BoardError, ShapeError, GoalError
///     If a board is malformed, the shape is invalid or unknown, or the goal does not fit.
/// TypeError
///     If the tiles are not integers.
///
/// Examples
/// --------
/// >>> import numpy as np
/// >>> from tilebase.heuristics import manhattan
/// >>> manhattan("867254301")
/// 21
/// >>> manhattan(np.array([[1, 2, 3, 4, 5, 6, 7, 8, 0], [8, 6, 7, 2, 5, 4, 3, 0, 1]]))
/// array([ 0, 21], dtype=int16)
#[pyfunction]
#[pyo3(signature = (boards, goal=None, *, shape=None))]
pub(crate) fn manhattan<'py>(
    py: Python<'py>,
    boards: &Bound<'py, PyAny>,
    goal: Option<&Bound<'py, PyAny>>,
    shape: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let (boards, goal) = read(boards, goal, shape)?;
    boards.estimates(py, &Manhattan::new(&goal))
}

/// Manhattan distance plus two moves for each tile that must leave its goal row or column to let
/// another pass.
///
/// Admissible and consistent.
///
/// Parameters
/// ----------
/// boards, goal, shape
///     As for manhattan.
///
/// Returns
/// -------
/// int or ndarray
///     As for manhattan.
///
/// Raises
/// ------
/// BoardError, ShapeError, GoalError, TypeError
///     As for manhattan.
///
/// Examples
/// --------
/// >>> from tilebase.heuristics import linear_conflict
/// >>> linear_conflict("867254301"), linear_conflict(["321456780", "123456780"])
/// (23, array([8, 0], dtype=int16))
#[pyfunction]
#[pyo3(signature = (boards, goal=None, *, shape=None))]
pub(crate) fn linear_conflict<'py>(
    py: Python<'py>,
    boards: &Bound<'py, PyAny>,
    goal: Option<&Bound<'py, PyAny>>,
    shape: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let (boards, goal) = read(boards, goal, shape)?;
    boards.estimates(py, &LinearConflict::new(&goal))
}

/// The number of tiles that are not in their goal cells (the Hamming distance without the blank).
///
/// Admissible and consistent.
///
/// Parameters
/// ----------
/// boards, goal, shape
///     As for manhattan.
///
/// Returns
/// -------
/// int or ndarray
///     As for manhattan.
///
/// Raises
/// ------
/// BoardError, ShapeError, GoalError, TypeError
///     As for manhattan.
///
/// Examples
/// --------
/// >>> from tilebase.heuristics import misplaced
/// >>> misplaced("867254301"), misplaced("123456708")
/// (7, 1)
#[pyfunction]
#[pyo3(signature = (boards, goal=None, *, shape=None))]
pub(crate) fn misplaced<'py>(
    py: Python<'py>,
    boards: &Bound<'py, PyAny>,
    goal: Option<&Bound<'py, PyAny>>,
    shape: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let (boards, goal) = read(boards, goal, shape)?;
    boards.estimates(py, &Misplaced::new(&goal))
}

/// Takahashi's walking distance, which counts vertical and horizontal moves separately.
///
/// It is the least number of vertical moves if only the goal rows of the tiles matter, plus the
/// least number of horizontal moves if only their goal columns do. Admissible, consistent, and
/// never below the Manhattan distance.
///
/// The first call for a shape builds a table: a few milliseconds for 4x4, up to a second for 2x6
/// and 3x5.
///
/// Parameters
/// ----------
/// boards, goal, shape
///     As for manhattan, for shapes up to 2x6, 3x5, and 4x4.
///
/// Returns
/// -------
/// int or ndarray
///     As for manhattan.
///
/// Raises
/// ------
/// BoardError, ShapeError, GoalError, TypeError
///     As for manhattan, and ShapeError for a larger shape.
///
/// Examples
/// --------
/// >>> from tilebase.heuristics import manhattan, walking_distance
/// >>> board = "4 3 2 1 8 7 6 5 12 11 10 9 0 15 14 13"
/// >>> manhattan(board), walking_distance(board)
/// (29, 35)
#[pyfunction]
#[pyo3(signature = (boards, goal=None, *, shape=None))]
pub(crate) fn walking_distance<'py>(
    py: Python<'py>,
    boards: &Bound<'py, PyAny>,
    goal: Option<&Bound<'py, PyAny>>,
    shape: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let (boards, goal) = read(boards, goal, shape)?;
    let Some(heuristic) = py.detach(|| WalkingDistance::new(&goal)) else {
        return Err(ShapeError::new_err(format!(
            "walking_distance: expected a shape up to 2x6, 3x5, or 4x4, found {}: use linear_conflict",
            goal.shape()
        )));
    };
    boards.estimates(py, &heuristic)
}

/// Reads the arguments common to all heuristics.
fn read<'py>(
    boards: &Bound<'py, PyAny>,
    goal: Option<&Bound<'py, PyAny>>,
    shape: Option<&Bound<'py, PyAny>>,
) -> PyResult<(Boards<'py>, Goal)> {
    let goal = read_goal(goal)?;
    let boards = Boards::read(boards, read_optional_shape(shape)?, goal.shape())?;
    let goal = goal_on(&goal, boards.shape())?;
    Ok((boards, goal))
}
