//! A heuristic that is a function in Python.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyString, PyTuple};
use tilebase::search::{Claims, Heuristic};
use tilebase::{Board, Interrupt};

use crate::errors::{HeuristicError, type_name};

/// What it has failed with, if it has.
pub(crate) type Failure = Arc<Mutex<Option<PyErr>>>;

/// No board is as far away: a larger estimate is lowered to this, so that sums of lengths and weighted estimates keep to 32
/// bits. That makes no admissible estimate inadmissible, and no consistent ones inconsistent: the minimum of two
/// consistent heuristics is consistent, and so is a constant.
const LARGEST: f64 = 1e6;

/// What a computation with floats may be off by.
const TOLERANCE: f64 = 1e-9;

/// A callable of a tuple of tiles.
pub(crate) struct PythonHeuristic {
    callable: Py<PyAny>,
    claims: Claims,
    failure: Failure,
    interrupt: Interrupt,
    calls: AtomicU64,
}

/// After so many calls other threads have their turn: some ten milliseconds of the quickest callables. Not more often:
/// a thread that waits for the interpreter insists on its turn only after five milliseconds in which nobody let go of
/// it, and before that whoever lets go mostly has it again first.
const TURN_IN_CALLS: u64 = 1 << 15;

impl PythonHeuristic {
    /// One that raises the interrupt when the callable fails, so that the search ends.
    pub(crate) fn new(callable: Py<PyAny>, claims: Claims, interrupt: Interrupt) -> Self {
        Self { callable, claims, failure: Failure::default(), interrupt, calls: AtomicU64::new(0) }
    }

    pub(crate) fn failure(&self) -> Failure {
        Arc::clone(&self.failure)
    }

    fn estimate(&self, py: Python<'_>, board: &Board) -> PyResult<u32> {
        // A callable that is no Python code never looks for signals itself, nor lets go of the interpreter.
        py.check_signals()?;
        if self.calls.fetch_add(1, Ordering::Relaxed).is_multiple_of(TURN_IN_CALLS) {
            py.detach(|| ());
        }
        let tiles = PyTuple::new(py, board.tiles().iter().map(|tile| tile.number()))?;
        whole(&self.callable.bind(py).call1((tiles,))?)
    }
}

impl Heuristic for PythonHeuristic {
    fn of(&self, board: &Board) -> u32 {
        if self.interrupt.is_raised() {
            return 0;
        }
        let estimate = Python::attach(|py| self.estimate(py, board));
        estimate.unwrap_or_else(|error| {
            *self.failure.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
            self.interrupt.raise();
            0
        })
    }

    fn claims(&self) -> Claims {
        self.claims
    }

    fn has_failed(&self) -> bool {
        self.interrupt.is_raised()
    }
}

/// An estimate as a whole number of moves: the next integer, if it is none.
///
/// That keeps what is claimed of it. If h is not above the distance d, which is an integer, then neither is the next
/// integer from h, written |h|. If h(a) <= h(b) + 1, then |h(a)| <= |h(b) + 1| = |h(b)| + 1. Before, a billionth is
/// taken off, which keeps both claims as well: so 3.0000000000000004, which was meant to be 3, does not become 4.
fn whole(estimate: &Bound<'_, PyAny>) -> PyResult<u32> {
    let py = estimate.py();
    if estimate.is_instance_of::<PyBool>() || estimate.is_instance_of::<PyString>() {
        return Err(no_number(estimate));
    }
    let number = match estimate.extract::<f64>() {
        Ok(number) => number,
        // An integer beyond all floats.
        Err(error) if error.is_instance_of::<PyOverflowError>(py) => {
            if estimate.lt(0)? {
                f64::NEG_INFINITY
            } else {
                LARGEST
            }
        }
        Err(error) if error.is_instance_of::<PyTypeError>(py) => return Err(no_number(estimate)),
        Err(error) => return Err(error),
    };
    if !number.is_finite() || number < 0.0 {
        return Err(HeuristicError::new_err(format!(
            "expected an estimate of 0 or more moves, found {number}"
        )));
    }
    Ok((number.min(LARGEST) - TOLERANCE).ceil().max(0.0) as u32)
}

fn no_number(found: &Bound<'_, PyAny>) -> PyErr {
    PyTypeError::new_err(format!("expected a number of the heuristic, found {}", type_name(found)))
}
