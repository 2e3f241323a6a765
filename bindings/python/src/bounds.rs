//! Lower bounds of a batch of boards.

use numpy::{IntoPyArray, PyArray1};
use pyo3::prelude::*;
use tilebase::Board;
use tilebase::board::Batch;
use tilebase::solve::SolveError;

use crate::batch::{BatchLike, Fault};

/// Computes the lower bound of each board.
pub(crate) fn lower_bounds<'py>(
    py: Python<'py>,
    batch: &BatchLike<'_>,
    bound_of: impl Fn(&Board) -> Result<u32, SolveError> + Sync,
) -> PyResult<Bound<'py, PyArray1<i16>>> {
    let rows = batch.rows()?;
    let bounds = rows.work(py, |interrupt| {
        let mut bounds = Vec::with_capacity(rows.len);
        rows.for_each_part(interrupt, |first, part: &Batch<'_>| {
            for (row, board) in part.boards().enumerate() {
                let bound = bound_of(&board).map_err(|error| Fault::Solve(first + row, error))?;
                bounds.push(i16::try_from(bound).unwrap_or(i16::MAX));
            }
            Ok(())
        })?;
        Ok(bounds)
    })?;
    Ok(bounds.into_pyarray(py))
}
