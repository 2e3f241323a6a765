//! Reads the answer of another solver from a Python object and judges it.

use numpy::{PyUntypedArray, PyUntypedArrayMethods};
use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyInt, PySequence, PyString};
use tilebase::judge::{Claim, Finding, Judge};
use tilebase::notation::{MoveConvention, MoveOptions};
use tilebase::search::Limits;
use tilebase::solve::{Algorithm, CostSolver};
use tilebase::{Board, Move};

use crate::boardlike::{self, PyBoard};
use crate::cache::tables_in_time;
use crate::costs::solver_of;
use crate::errors::{BoardError, MoveError, type_name};
use crate::failure;
use crate::goal::read_instance;
use crate::interruptible::interruptible_in;
use crate::limits::CallLimits;
use crate::moves::read_move;
use crate::path::{MAX_MOVES, PyPath};
use crate::pool;
use crate::records;

/// An answer after reading.
enum Reading {
    Claim(Claim),
    /// Not an answer, with the reason.
    Malformed(String),
}

/// Checks an answer of another solver: replays it and compares its length with the optimum.
///
/// Any optimal path is right. A wrong answer gives a verdict, not an exception. Beyond ten cells,
/// the optimum requires a search, unless the table folder has a full table.
///
/// Parameters
/// ----------
/// board
///     A board in any form: text, tiles, rows, an array, or a Board.
/// answer
///     A string of moves in any notation; a list of moves, of actions (0 to 3), or of boards from
///     the first to the last; a length, also as a float such as 31.0; None or False for
///     "unsolvable", True for "solvable".
/// goal
///     A board or the name of a goal; by default, the blank is last.
/// convention
///     Whether a direction is that of the "blank" or of the "tile". Actions are always the blank's.
/// cost
///     The costs of moves, as for solve. A path is right if none is cheaper; an integer answer is
///     read as a cost, not a length.
/// shape
///     Rows and columns, as (3, 4) or "3x4", for boards without rows.
/// timeout
///     Seconds for loading and building tables and for searching; None means no limit.
///
/// Returns
/// -------
/// Verdict
///     It is true if the answer is right.
///
/// Raises
/// ------
/// BoardError, GoalError, MoveError
///     If the board, the goal, or the convention or costs are invalid.
/// ShapeError
///     If the shape is invalid, or differs from the board's.
/// LimitReached
///     After the timeout. Its lower_bound is a lower bound on the length.
/// TypeError
///     If the answer has another type, or is a fraction such as 1.5.
///
/// Examples
/// --------
/// >>> import tilebase
/// >>> tilebase.check("123456708", "R").kind
/// 'optimal'
/// >>> print(tilebase.check("123456708", ["R", "L", "R"]))
/// 3 moves, 2 more than needed
/// >>> print(tilebase.check("123456708", None))
/// it can be solved, in 1 move: R
/// >>> bool(tilebase.check("213456780", None)), bool(tilebase.check("867254301", 31))
/// (True, True)
/// >>> print(tilebase.check("253410786", "DLLURULDDRR", cost="tile"))
/// cost 53 in 11 moves, 8 more than the least cost
#[pyfunction]
#[pyo3(signature = (board, answer, goal=None, *, convention="blank", cost=None, shape=None, timeout=None))]
#[expect(clippy::too_many_arguments, reason = "they have names in Python")]
pub(crate) fn check<'py>(
    py: Python<'py>,
    board: &Bound<'py, PyAny>,
    answer: &Bound<'py, PyAny>,
    goal: Option<&Bound<'py, PyAny>>,
    convention: &str,
    cost: Option<&Bound<'py, PyAny>>,
    shape: Option<&Bound<'py, PyAny>>,
    timeout: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let call_limits = CallLimits::read(timeout, 0)?;
    let (board, goal) = read_instance(board, goal, shape)?;
    let convention = read_convention(convention)?;
    let tables = tables_in_time(py, &goal, call_limits)?.map_err(|error| {
        // An unsolvable board is no error here: that may be the answer.
        let error = if goal.is_reachable_from(&board) { error.for_board(&board, &goal) } else { error };
        failure::solve(py, &error)
    })?;
    let judge = &*tables.judge;
    let Some(cost) = cost else { return judged(py, judge, &board, answer, (convention, call_limits)) };
    let solver = solver_of(py, cost, &goal, convention, call_limits)?
        .map_err(|(error, _)| failure::cost(py, &error))?;
    let finding = match read_answer(answer, &board, convention)? {
        Reading::Claim(Claim::Length(cost)) => {
            find(py, judge, Some(&solver), &board, &Claim::Cost(cost.into()), call_limits)?
        }
        Reading::Claim(claim) => find(py, judge, Some(&solver), &board, &claim, call_limits)?,
        Reading::Malformed(reason) => Finding::Malformed { reason },
    };
    records::verdict(py, finding.is_right(false), finding.kind(), &finding.to_string())
}

pub(crate) fn judged<'py>(
    py: Python<'py>,
    judge: &Judge,
    board: &Board,
    answer: &Bound<'py, PyAny>,
    (convention, call_limits): (MoveConvention, CallLimits),
) -> PyResult<Bound<'py, PyAny>> {
    let finding = match read_answer(answer, board, convention)? {
        Reading::Claim(claim) => find(py, judge, None, board, &claim, call_limits)?,
        Reading::Malformed(reason) => Finding::Malformed { reason },
    };
    records::verdict(py, finding.is_right(false), finding.kind(), &finding.to_string())
}

fn find(
    py: Python<'_>,
    judge: &Judge,
    costs: Option<&CostSolver>,
    board: &Board,
    claim: &Claim,
    call_limits: CallLimits,
) -> PyResult<Finding> {
    let within = |limits: Limits| {
        let judge = Judge::new(judge.solver().with_limits(limits.clone()));
        match costs {
            Some(costs) => judge.with_costs(costs.with_limits(limits)),
            None => judge,
        }
    };
    let has_tables = judge.solver().oracle().is_some();
    let finding = match costs {
        None if has_tables => judge.judge(board, claim),
        Some(costs) if has_tables && costs.algorithm() == Algorithm::Table => {
            within(Limits::default()).judge(board, claim)
        }
        _ => interruptible_in(py, &*pool::sized(py, call_limits.threads)?, |interrupt| {
            within(call_limits.limits(interrupt)).judge(board, claim)
        })?,
    };
    finding.map_err(|error| failure::solve(py, &error))
}

pub(crate) fn read_convention(name: &str) -> PyResult<MoveConvention> {
    let named = MoveConvention::ALL.into_iter().find(|known| known.name() == name);
    named.ok_or_else(|| {
        let found = tilebase::notation::shorten(name);
        MoveError::new_err(format!("convention: expected \"blank\" or \"tile\", found {found:?}"))
    })
}

fn read_answer(answer: &Bound<'_, PyAny>, board: &Board, convention: MoveConvention) -> PyResult<Reading> {
    if answer.is_none() {
        return Ok(Reading::Claim(Claim::Unsolvable));
    }
    // Also true of NumPy's booleans.
    if let Ok(is_solvable) = answer.extract::<bool>() {
        let claim = if is_solvable { Claim::Solvable } else { Claim::Unsolvable };
        return Ok(Reading::Claim(claim));
    }
    if let Ok(path) = answer.cast::<PyPath>() {
        return Ok(Reading::Claim(Claim::Path(path.get().moves().to_vec())));
    }
    if let Ok(text) = answer.cast::<PyString>() {
        let read = moves_in(&text.to_string_lossy(), board, convention);
        return Ok(read.map_or_else(Reading::Malformed, |moves| Reading::Claim(Claim::Path(moves))));
    }
    let is_array = answer.cast::<PyUntypedArray>().is_ok_and(|array| array.ndim() > 0);
    let is_list = answer.is_instance_of::<PySequence>()
        && !answer.is_instance_of::<PyBytes>()
        && !answer.is_instance_of::<PyBoard>();
    if is_array || is_list {
        return read_list(answer, board, convention);
    }
    read_length(answer)
}

/// Reads moves in any form that the library knows. The first attempt does without the board, so
/// that an illegal move is left to the judge. The second passes the board, which tile numbers need.
fn moves_in(text: &str, board: &Board, convention: MoveConvention) -> Result<Vec<Move>, String> {
    let options = MoveOptions { convention, ..MoveOptions::default() };
    let error = match options.read(text) {
        Ok(moves) => return Ok(moves),
        Err(error) => error,
    };
    let on_board = MoveOptions { start: Some(*board), ..options };
    on_board.read(text).map_err(|_on_board| error.to_string())
}

fn read_list(answer: &Bound<'_, PyAny>, board: &Board, convention: MoveConvention) -> PyResult<Reading> {
    let Some(items) = boardlike::items_up_to(answer, MAX_MOVES)? else {
        return Ok(Reading::Malformed(format!("the list has more than {MAX_MOVES} items")));
    };
    if !items.is_empty() && items.iter().all(is_integer) {
        let actions = items.iter().map(read_move).collect::<PyResult<Vec<_>>>();
        return Ok(match actions {
            // Actions always name the direction of the blank.
            Ok(moves) => Reading::Claim(Claim::Path(moves)),
            Err(error) => Reading::Malformed(error.value(answer.py()).to_string()),
        });
    }
    let texts: Option<Vec<_>> =
        items.iter().map(|item| item.cast::<PyString>().ok().map(|text| text.to_string_lossy())).collect();
    if let Some(texts) = &texts {
        // A list of texts may be moves or boards; it is boards only if its first item is one.
        // Joining with spaces makes each item a word of its own.
        let read = moves_in(&texts.join(" "), board, convention);
        match read {
            Ok(moves) => return Ok(Reading::Claim(Claim::Path(moves))),
            Err(reason) if boardlike::read(&items[0], Some(board.shape())).is_err() => {
                return Ok(Reading::Malformed(reason));
            }
            Err(_) => {}
        }
    }
    let mut boards = Vec::with_capacity(items.len());
    for (place, item) in items.iter().enumerate() {
        match boardlike::read(item, Some(board.shape())) {
            Ok(read) => boards.push(read.board),
            Err(error) if error.is_instance_of::<BoardError>(item.py()) => {
                let reason = error.value(item.py());
                return Ok(Reading::Malformed(format!("item {place} of the list, counted from 0: {reason}")));
            }
            Err(error) if error.is_instance_of::<PyTypeError>(item.py()) => {
                return Err(no_answer(item, "in the list"));
            }
            Err(error) => return Err(error),
        }
    }
    Ok(Reading::Claim(Claim::Boards(boards)))
}

/// Whether an item is an integer, of Python or NumPy, and so an action.
fn is_integer(item: &Bound<'_, PyAny>) -> bool {
    let is_number = item.is_instance_of::<PyInt>() || item.extract::<i64>().is_ok();
    is_number && !item.is_instance_of::<PyBool>()
}

fn read_length(answer: &Bound<'_, PyAny>) -> PyResult<Reading> {
    let py = answer.py();
    match answer.extract::<i64>() {
        Ok(length) => Ok(match u32::try_from(length) {
            Ok(length) => Reading::Claim(Claim::Length(length)),
            Err(_) => Reading::Malformed(format!("{length} is not a path length")),
        }),
        Err(error) if error.is_instance_of::<PyOverflowError>(py) => {
            Ok(Reading::Malformed("a number of more than 64 bits is not a path length".to_owned()))
        }
        Err(error) if error.is_instance_of::<PyTypeError>(py) => read_real_length(answer),
        Err(error) => Err(error),
    }
}

/// Reads a whole number of another type, such as 31.0.
fn read_real_length(answer: &Bound<'_, PyAny>) -> PyResult<Reading> {
    let Ok(length) = answer.extract::<f64>() else { return Err(no_answer(answer, "as an answer")) };
    if length.fract() != 0.0 {
        return Err(no_answer(answer, &format!("{length}, which is not a whole number of moves")));
    }
    Ok(if (0.0..=f64::from(u32::MAX)).contains(&length) {
        Reading::Claim(Claim::Length(length as u32))
    } else {
        Reading::Malformed(format!("{length} is not a path length"))
    })
}

fn no_answer(found: &Bound<'_, PyAny>, place: &str) -> PyErr {
    PyTypeError::new_err(format!(
        "expected moves as letters or actions, boards, a length, None for unsolvable or True for solvable, \
         found {} {place}",
        type_name(found)
    ))
}
