//! Reads boards of up to 100 cells, with their goals.

use pyo3::prelude::*;
use pyo3::types::PyString;
use tilebase::board::{LargeBoard, LargeShape};
use tilebase::notation::GoalName;
use tilebase::{Board, Goal};

use crate::boardlike::{in_numbers, misread};
use crate::errors::GoalError;
use crate::goal::read_instance;
use crate::shape::read_large_shape;

/// A board and a goal of the same shape.
pub(crate) enum AnyInstance {
    /// At most 25 cells.
    Small { board: Board, goal: Goal },
    /// More than 25 cells.
    Large { board: LargeBoard, goal: LargeBoard },
}

/// Reads a board and a goal. `shape` applies to tiles without rows; if it is `None`, they get that
/// of the goal, or else the squarest shape.
pub(crate) fn read_any_instance(
    board: &Bound<'_, PyAny>,
    goal: Option<&Bound<'_, PyAny>>,
    written_shape: Option<&Bound<'_, PyAny>>,
) -> PyResult<AnyInstance> {
    let shape = written_shape.map(read_large_shape).transpose()?;
    let text = text_of(board)?;
    let is_large = shape.map_or_else(|| LargeBoard::is_needed_for(&text), |shape| shape.exact().is_none());
    if is_large {
        let board = LargeBoard::read(&text, shape).map_err(|error| misread(board.py(), &error))?;
        let goal = read_large_goal(goal, board.shape())?;
        return Ok(AnyInstance::Large { board, goal });
    }
    let (board, goal) = read_instance(board, goal, written_shape)?;
    Ok(AnyInstance::Small { board, goal })
}

/// Reads a goal of this shape, which has more than 25 cells.
fn read_large_goal(goal: Option<&Bound<'_, PyAny>>, shape: LargeShape) -> PyResult<LargeBoard> {
    let Some(goal) = goal else { return Ok(LargeBoard::blank_last(shape)) };
    let text = text_of(goal)?;
    match text.parse() {
        Ok(GoalName::BlankLast) => Ok(LargeBoard::blank_last(shape)),
        Ok(GoalName::BlankFirst) => Ok(LargeBoard::blank_first(shape)),
        Ok(GoalName::Snail) => Ok(LargeBoard::snail(shape)),
        Ok(GoalName::Board(_) | GoalName::Tiles(_)) | Err(_) => LargeBoard::read(&text, Some(shape))
            .map_err(|error| GoalError::new_err(format!("the goal: {error}"))),
    }
}

/// Returns a text unchanged, and other boards as comma-separated numbers with `/` between rows.
fn text_of(object: &Bound<'_, PyAny>) -> PyResult<String> {
    match object.cast::<PyString>() {
        Ok(text) => Ok(text.to_string_lossy().into_owned()),
        Err(_) => in_numbers(object),
    }
}
