//! A heuristic that calls a Python function.
//!
//! The function is called on the thread that called the search, so no estimate crosses threads.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyString, PyTuple};
use tilebase::search::{Claims, Heuristic};
use tilebase::{Board, Interrupt};

use crate::errors::{HeuristicError, type_name};
use crate::known_distances::{KnownDistances, TOLERANCE};

/// The exception that the callable raised, if any.
pub(crate) type Failure = Arc<Mutex<Option<PyErr>>>;

/// Upper limit of estimates, above any distance, so that sums of lengths and weighted estimates fit
/// into 32 bits. It preserves admissibility. It also preserves consistency: a constant is
/// consistent, and so is the minimum of two consistent heuristics.
const MAX_ESTIMATE: f64 = 1e6;

/// A callable that takes a tuple of tiles.
pub(crate) struct PythonHeuristic {
    callable: Py<PyAny>,
    claims: Claims,
    failure: Failure,
    interrupt: Interrupt,
    calls: AtomicU64,
    /// The distances to compare estimates with, if known.
    known_distances: Option<KnownDistances>,
}

/// Number of calls after which other threads get a turn: about ten milliseconds for the fastest
/// callables. More often would not help: a waiting thread requests the interpreter only after five
/// milliseconds, and until then the releasing thread usually gets it back.
const CALLS_PER_YIELD: u64 = 1 << 15;

impl PythonHeuristic {
    /// Creates a heuristic that raises the interrupt when the callable fails, which ends the
    /// search.
    pub(crate) fn new(
        callable: Py<PyAny>,
        claims: Claims,
        interrupt: Interrupt,
        known_distances: Option<KnownDistances>,
    ) -> Self {
        Self {
            callable,
            claims,
            failure: Failure::default(),
            interrupt,
            calls: AtomicU64::new(0),
            known_distances,
        }
    }

    pub(crate) fn failure(&self) -> Failure {
        Arc::clone(&self.failure)
    }

    fn estimate(&self, py: Python<'_>, board: &Board) -> PyResult<u32> {
        // A callable that is not Python code neither checks for signals nor releases the
        // interpreter.
        py.check_signals()?;
        if self.calls.fetch_add(1, Ordering::Relaxed).is_multiple_of(CALLS_PER_YIELD) {
            py.detach(|| ());
        }
        let tiles = PyTuple::new(py, board.tiles().iter().map(|tile| tile.number()))?;
        let estimate = number(&self.callable.bind(py).call1((tiles,))?)?;
        if let Some(known_distances) = &self.known_distances {
            known_distances.check(py, board, estimate)?;
        }
        Ok(whole(estimate))
    }
}

impl Heuristic for PythonHeuristic {
    fn estimate(&self, board: &Board) -> u32 {
        // The search is ending after a failure; the callable must not run again.
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

/// Rounds an estimate up to a whole number of moves.
///
/// Rounding up keeps both claims. Let `c(h)` be the ceiling of `h`. If `h <= d` for the distance
/// `d`, an integer, then `c(h) <= d`. If `h(a) <= h(b) + 1`, then
/// `c(h(a)) <= c(h(b) + 1) = c(h(b)) + 1`. `TOLERANCE` is subtracted first, which keeps both claims
/// as well, so that 3.0000000000000004 becomes 3, not 4.
fn whole(estimate: f64) -> u32 {
    (estimate.min(MAX_ESTIMATE) - TOLERANCE).ceil().max(0.0) as u32
}

/// Reads an estimate.
fn number(estimate: &Bound<'_, PyAny>) -> PyResult<f64> {
    let py = estimate.py();
    if estimate.is_instance_of::<PyBool>() || estimate.is_instance_of::<PyString>() {
        return Err(no_number(estimate));
    }
    let number = match estimate.extract::<f64>() {
        Ok(number) => number,
        // An integer too large for a float.
        Err(error) if error.is_instance_of::<PyOverflowError>(py) => {
            if estimate.lt(0)? {
                f64::NEG_INFINITY
            } else {
                MAX_ESTIMATE
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
    Ok(number)
}

fn no_number(found: &Bound<'_, PyAny>) -> PyErr {
    PyTypeError::new_err(format!("expected the heuristic to return a number, found {}", type_name(found)))
}
