//! Creates the records of `tilebase.records` from Rust.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use tilebase::generate::Level;
use tilebase::search::{Guarantee, LimitReached, Outcome, Statistics};
use tilebase::{Board, Move};

use crate::boardlike::PyBoard;
use crate::path::PyPath;

static STEP: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
static LEVEL: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
static RESULT: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
static VERDICT: PyOnceLock<Py<PyAny>> = PyOnceLock::new();

fn class<'py>(py: Python<'py>, kept: &PyOnceLock<Py<PyAny>>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    let import = || -> PyResult<_> { Ok(py.import("tilebase.records")?.getattr(name)?.unbind()) };
    Ok(kept.get_or_try_init(py, import)?.bind(py).clone())
}

pub(crate) fn step<'py>(
    py: Python<'py>,
    step: Move,
    board: Board,
    distance: u32,
    is_optimal: bool,
) -> PyResult<Bound<'py, PyAny>> {
    class(py, &STEP, "Step")?.call1((step.letter(), PyBoard(board), distance, is_optimal))
}

pub(crate) fn level<'py>(py: Python<'py>, level: &Level) -> PyResult<Bound<'py, PyAny>> {
    class(py, &LEVEL, "Level")?.call1((level.distance, level.new, level.reached, level.states))
}

pub(crate) fn verdict<'py>(
    py: Python<'py>,
    is_right: bool,
    kind: &str,
    message: &str,
) -> PyResult<Bound<'py, PyAny>> {
    class(py, &VERDICT, "Verdict")?.call1((is_right, kind, message))
}

/// The record of a path that was found. `at_least` is a lower bound on the optimal length; it is
/// used if the path is not known to be optimal.
pub(crate) fn found<'py>(
    py: Python<'py>,
    start: Board,
    outcome: Outcome,
    at_least: u32,
) -> PyResult<Bound<'py, PyAny>> {
    let Outcome { moves, guarantee, statistics } = outcome;
    let length = moves.len();
    let (guarantee, at_least) = match guarantee {
        Guarantee::Optimal => ("optimal".to_owned(), length as u64),
        Guarantee::AtMostTimes(weight) => {
            // The shortest path has at least length / weight moves. Subtracting 1e-9 absorbs
            // rounding errors only: a quotient that is not an integer is at least 1/10,000 away
            // from one.
            let least = (length as f64 / weight.value() - 1e-9).ceil() as u64;
            (format!("at most {weight} times the optimum"), least.max(at_least.into()))
        }
        Guarantee::None => ("none".to_owned(), at_least.into()),
    };
    let path = PyPath::found(start, moves)?;
    result(py, Some(path), &statistics, &guarantee, at_least)
}

/// The record of a search that reached a limit.
pub(crate) fn given_up<'py>(py: Python<'py>, reached: &LimitReached) -> PyResult<Bound<'py, PyAny>> {
    result(py, None, &reached.statistics, "none", reached.at_least.into())
}

fn result<'py>(
    py: Python<'py>,
    path: Option<PyPath>,
    statistics: &Statistics,
    guarantee: &str,
    at_least: u64,
) -> PyResult<Bound<'py, PyAny>> {
    let length = path.as_ref().map(|path| path.moves().len());
    let Statistics { expanded, generated, peak_open, reopened, elapsed } = *statistics;
    class(py, &RESULT, "Result")?.call1((
        path,
        length,
        expanded,
        generated,
        peak_open,
        reopened,
        guarantee,
        at_least,
        elapsed.as_secs_f64(),
    ))
}
