//! Reads moves from Python objects: letters, words, or indexes into `ACTIONS`.

use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyString};
use tilebase::{Board, Move};

use crate::errors::{MoveError, type_name};

/// Reads one move: a letter, a word, or an index into `ACTIONS`.
pub(crate) fn read_move(object: &Bound<'_, PyAny>) -> PyResult<Move> {
    if let Ok(text) = object.cast::<PyString>() {
        return text
            .to_string_lossy()
            .parse()
            .map_err(|error: tilebase::notation::ReadError| MoveError::new_err(error.to_string()));
    }
    if object.is_instance_of::<PyBool>() {
        return Err(not_a_move(object));
    }
    match object.extract::<i64>() {
        Ok(action) => move_of_action(action).ok_or_else(|| MoveError::new_err(no_action(action))),
        Err(error) if error.is_instance_of::<PyOverflowError>(object.py()) => {
            Err(MoveError::new_err("expected an action from 0 to 3, found a number of more than 64 bits"))
        }
        Err(error) if error.is_instance_of::<PyTypeError>(object.py()) => Err(not_a_move(object)),
        Err(error) => Err(error),
    }
}

pub(crate) fn move_of_action(action: i64) -> Option<Move> {
    usize::try_from(action).ok().and_then(|action| Move::ALL.get(action)).copied()
}

pub(crate) fn no_action(found: i64) -> String {
    format!("expected an action from 0 to 3 (U, D, L, R), found {found}")
}

/// The board after a move.
pub(crate) fn after(board: &Board, step: Move) -> PyResult<Board> {
    board.after(step).ok_or_else(|| {
        MoveError::new_err(format!("{step} is not legal: the blank of {board} would leave the board"))
    })
}

/// The letters of the moves, in the blank's convention.
pub(crate) fn letters(moves: &[Move]) -> String {
    moves.iter().map(|step| step.letter()).collect()
}

fn not_a_move(found: &Bound<'_, PyAny>) -> PyErr {
    PyTypeError::new_err(format!(
        "expected a move, as \"U\", \"D\", \"L\", \"R\" or 0 to 3, found {}",
        type_name(found)
    ))
}
