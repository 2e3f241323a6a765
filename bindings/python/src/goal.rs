//! Reads a goal from any Python form, alone or together with a board.

use pyo3::prelude::*;
use pyo3::types::PyString;
use tilebase::notation::GoalName;
use tilebase::{Board, Goal, Shape};

use crate::boardlike::{self, BoardLike};
use crate::errors::{BoardError, GoalError, ShapeError};
use crate::shape::read_optional_shape;

/// Reads a goal: a board, or the name of a preset. `None` stands for the blank in the last cell.
pub(crate) fn read_goal(object: Option<&Bound<'_, PyAny>>) -> PyResult<GoalName> {
    let Some(object) = object else { return Ok(GoalName::BlankLast) };
    if let Ok(text) = object.cast::<PyString>() {
        return text
            .to_string_lossy()
            .parse()
            .map_err(|error: tilebase::notation::ReadError| refused(&error));
    }
    let py = object.py();
    match boardlike::read(object, None) {
        Ok(BoardLike { board, has_rows: true }) => Ok(GoalName::Board(board)),
        Ok(BoardLike { board, has_rows: false }) => Ok(GoalName::Tiles(board)),
        Err(error) if error.is_instance_of::<BoardError>(py) => Err(refused(error.value(py))),
        Err(error) => Err(error),
    }
}

/// The goal on a shape.
pub(crate) fn goal_on(goal: &GoalName, shape: Shape) -> PyResult<Goal> {
    goal.on(shape).map_err(|error| GoalError::new_err(error.to_string()))
}

/// The goal for `shape`, which defaults to the shape of the goal, or else to 3x3.
pub(crate) fn goal_of_shape(shape: Option<Shape>, goal: Option<&Bound<'_, PyAny>>) -> PyResult<Goal> {
    let goal = read_goal(goal)?;
    let shape = shape.or(goal.likely_shape()).unwrap_or(Shape::THREE_BY_THREE);
    goal_on(&goal, shape)
}

/// Reads a board and a goal. Each may determine the shape of the other, unless the caller gives a
/// shape.
pub(crate) fn read_instance(
    board: &Bound<'_, PyAny>,
    goal: Option<&Bound<'_, PyAny>>,
    shape: Option<&Bound<'_, PyAny>>,
) -> PyResult<(Board, Goal)> {
    let goal = read_goal(goal)?;
    let shape = read_optional_shape(shape)?;
    let board = boardlike::read(board, shape.or(goal.shape()))?.board;
    if let Some(shape) = shape.filter(|shape| *shape != board.shape()) {
        let found = board.shape();
        return Err(ShapeError::new_err(format!("expected a board of {shape}, found one of {found}")));
    }
    Ok((board, goal_on(&goal, board.shape())?))
}

fn refused(error: &impl ToString) -> PyErr {
    GoalError::new_err(format!("the goal: {}", error.to_string()))
}
