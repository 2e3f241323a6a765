//! Creates the records of `tilebase.records` from Rust.

use std::time::Duration;

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use tilebase::anytime::Answer;
use tilebase::generate::Level;
use tilebase::search::{Claims, Guarantee, LimitReached, Outcome, Statistics};
use tilebase::{Board, Move};

use crate::boardlike::PyBoard;
use crate::moves::letters;
use crate::path::PyPath;

static STEP: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
static LEVEL: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
static PROGRESS: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
static RESULT: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
static STATISTICS: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
static CLAIMS: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
static ANYTIME_RESULT: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
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

pub(crate) fn progress<'py>(
    py: Python<'py>,
    step: &str,
    (number, of): (usize, usize),
    level: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    class(py, &PROGRESS, "Progress")?.call1((step, number, of, level))
}

pub(crate) fn claims(py: Python<'_>, claims: Claims) -> PyResult<Bound<'_, PyAny>> {
    class(py, &CLAIMS, "Claims")?.call1((claims.admissible, claims.consistent))
}

pub(crate) fn verdict<'py>(
    py: Python<'py>,
    is_right: bool,
    kind: &str,
    message: &str,
) -> PyResult<Bound<'py, PyAny>> {
    class(py, &VERDICT, "Verdict")?.call1((is_right, kind, message))
}

/// The record of a path that was found. `lower_bound` is a lower bound on the optimal length, which may
/// exceed the one that follows from the guarantee.
pub(crate) fn found<'py>(
    py: Python<'py>,
    start: Board,
    outcome: Outcome,
    lower_bound: u32,
) -> PyResult<Bound<'py, PyAny>> {
    let lower_bound = outcome.lower_bound().map_or(lower_bound, |least| least.max(lower_bound));
    let Outcome { moves, guarantee, statistics } = outcome;
    let (optimal, suboptimality_bound) = match guarantee {
        Guarantee::Optimal => (true, Some(1.0)),
        Guarantee::AtMostTimes(weight) => (false, Some(weight.value())),
        Guarantee::None => (false, None),
    };
    let length = moves.len();
    let path = PyPath::found(start, moves)?;
    let statistics = counts(py, &statistics)?;
    class(py, &RESULT, "Result")?.call1((path, length, optimal, suboptimality_bound, lower_bound, statistics))
}

/// The record of a path of an anytime search.
pub(crate) fn anytime<'py>(
    py: Python<'py>,
    answer: &Answer,
    expanded: u64,
    elapsed: Duration,
) -> PyResult<Bound<'py, PyAny>> {
    let (is_optimal, ratio) = (answer.is_optimal(), answer.ratio());
    let Answer { moves, lower_bound } = answer;
    let seconds = elapsed.as_secs_f64();
    let values = (letters(moves), moves.len(), is_optimal, ratio, *lower_bound, expanded, seconds);
    class(py, &ANYTIME_RESULT, "AnytimeResult")?.call1(values)
}

/// The record of a search that reached a limit.
pub(crate) fn given_up<'py>(py: Python<'py>, reached: &LimitReached) -> PyResult<Bound<'py, PyAny>> {
    let none = py.None();
    let statistics = counts(py, &reached.statistics)?;
    class(py, &RESULT, "Result")?.call1((&none, &none, &none, &none, reached.lower_bound, statistics))
}

fn counts<'py>(py: Python<'py>, statistics: &Statistics) -> PyResult<Bound<'py, PyAny>> {
    let Statistics { expanded, generated, peak_open, reopened, elapsed } = *statistics;
    let seconds = elapsed.as_secs_f64();
    class(py, &STATISTICS, "Statistics")?.call1((expanded, generated, peak_open, reopened, seconds))
}
