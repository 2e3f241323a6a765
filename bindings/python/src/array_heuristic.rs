//! A heuristic that calls a Python function with an array of many boards.

use numpy::ndarray::Array2;
use numpy::{
    IntoPyArray, PyArrayDescrMethods, PyArrayDyn, PyArrayMethods, PyUntypedArray, PyUntypedArrayMethods,
};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::IntoPyDict;
use tilebase::board::Batch;

use crate::errors::{HeuristicError, type_name};
use crate::integers::refuse_masked;
use crate::known_distances::KnownDistances;

/// A callable that takes an array of boards and returns an array of estimates.
pub(crate) struct ArrayHeuristic<'py> {
    callable: Bound<'py, PyAny>,
    /// The exception that a call raised.
    pub(crate) failure: Option<PyErr>,
    /// The number of boards since other threads last got a turn.
    boards: usize,
    /// The distances to compare estimates with, if known.
    known_distances: Option<KnownDistances>,
}

/// Number of boards after which other threads get a turn: about ten milliseconds of search.
const BOARDS_PER_YIELD: usize = 1 << 15;

impl<'py> ArrayHeuristic<'py> {
    pub(crate) fn new(callable: Bound<'py, PyAny>, known_distances: Option<KnownDistances>) -> Self {
        Self { callable, failure: None, boards: 0, known_distances }
    }

    /// The estimates of all boards; `None` after a failure.
    pub(crate) fn estimates(&mut self, batch: &Batch<'_>) -> Option<Vec<f64>> {
        self.call(batch).map_err(|error| self.failure = Some(error)).ok()
    }

    fn call(&mut self, batch: &Batch<'_>) -> PyResult<Vec<f64>> {
        let py = self.callable.py();
        // A callable that is not Python code neither checks for signals nor releases the
        // interpreter.
        py.check_signals()?;
        self.boards += batch.len();
        if self.boards >= BOARDS_PER_YIELD {
            self.boards = 0;
            py.detach(|| ());
        }
        // Each call gets an array of its own, which the callable may keep or change.
        let tiles = batch.rows().flatten().copied().collect();
        let boards = Array2::from_shape_vec((batch.len(), batch.shape().cells()), tiles);
        let boards = boards.map_err(|error| HeuristicError::new_err(error.to_string()))?;
        let estimates = read(&self.callable.call1((boards.into_pyarray(py),))?, batch)?;
        if let Some(known_distances) = &self.known_distances {
            for (row, estimate) in estimates.iter().enumerate() {
                if let Some(board) = batch.get(row) {
                    known_distances.check(py, &board, *estimate)?;
                }
            }
        }
        Ok(estimates)
    }
}

/// Reads the estimates that a callable returned for a batch.
fn read(returned: &Bound<'_, PyAny>, batch: &Batch<'_>) -> PyResult<Vec<f64>> {
    let py = returned.py();
    let numpy = py.import("numpy")?;
    let array = numpy.call_method1("asanyarray", (returned,))?.cast_into::<PyUntypedArray>()?;
    refuse_masked(&array, "heuristic")?;
    if !matches!(array.dtype().kind(), b'f' | b'i' | b'u') {
        let (found, dtype) = (type_name(returned), array.dtype());
        return Err(PyTypeError::new_err(format!(
            "heuristic: expected an array of real numbers, found {found} of dtype {dtype}"
        )));
    }
    let len = batch.len();
    if *array.shape() != [len] {
        let found = array.getattr("shape")?;
        let advice = if array.len() == len { ": return it with .reshape(-1)" } else { "" };
        return Err(HeuristicError::new_err(format!(
            "expected one estimate for each of {len} boards, an array of shape ({len},), found shape \
             {found}{advice}"
        )));
    }
    // Always a copy: contiguous and aligned, and no other thread can change it.
    let options = [("dtype", "float64"), ("order", "C")].into_py_dict(py)?;
    let array = array.call_method("astype", (), Some(&options))?.cast_into::<PyArrayDyn<f64>>()?;
    let estimates = array.try_readonly()?.as_slice()?.to_vec();
    match estimates.iter().position(|estimate| !estimate.is_finite() || *estimate < 0.0) {
        None => Ok(estimates),
        Some(row) => {
            let (found, board) = (estimates[row], batch.get(row).map(|board| board.to_string()));
            Err(HeuristicError::new_err(format!(
                "row {row}: expected an estimate of 0 or more moves, found {found} for {}",
                board.unwrap_or_default()
            )))
        }
    }
}
