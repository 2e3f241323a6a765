//! Checks a caller's assertion that a heuristic is admissible, where distances are known.

use std::sync::Arc;

use pyo3::prelude::*;
use tilebase::search::Claims;
use tilebase::{Board, Goal};

use crate::boardlike::PyBoard;
use crate::cache::tables_of;
use crate::errors::{ClaimError, exception};
use crate::failure;
use crate::limits::CallLimits;
use crate::tables::Tables;

/// Maximum cells of boards whose tables are built in a moment.
const MAX_CELLS: usize = 10;

/// Rounding error allowed in estimates computed with floats.
pub(crate) const TOLERANCE: f64 = 1e-9;

/// The distances of boards with at most [`MAX_CELLS`] cells.
pub(crate) struct KnownDistances(Arc<Tables>);

impl KnownDistances {
    /// The distances by which an asserted admissibility can be checked; `None` if it isn't asserted
    /// or the goal has too many cells.
    pub(crate) fn of(py: Python<'_>, goal: &Goal, claims: Claims) -> PyResult<Option<Self>> {
        let is_known = claims.admissible && goal.shape().cells() <= MAX_CELLS;
        let tables = is_known.then(|| tables_of(py, goal, CallLimits::UNLIMITED)).transpose()?;
        Ok(tables.filter(|tables| tables.solver().oracle().is_some()).map(Self))
    }

    /// Fails if an estimate exceeds the distance.
    pub(crate) fn check(&self, py: Python<'_>, board: &Board, estimate: f64) -> PyResult<()> {
        let Some(oracle) = self.0.solver().oracle() else { return Ok(()) };
        let distance = oracle.distance(board).map_err(|error| failure::oracle(py, &error, None))?;
        let distance = u32::from(distance.moves());
        if estimate - TOLERANCE <= f64::from(distance) {
            return Ok(());
        }
        let message = format!(
            "the heuristic is not admissible: it returns {estimate} for {board}, whose distance is \
             {distance}; omit admissible=True"
        );
        Err(claim_error(py, &message, board, (estimate, distance)))
    }
}

fn claim_error(py: Python<'_>, message: &str, board: &Board, (estimate, distance): (f64, u32)) -> PyErr {
    let attributes = || -> PyResult<_> {
        Ok([
            ("board", Bound::new(py, PyBoard(*board))?.into_any()),
            ("estimate", estimate.into_pyobject(py)?.into_any()),
            ("distance", distance.into_pyobject(py)?.into_any()),
        ])
    };
    match attributes() {
        Ok(attributes) => exception::<ClaimError>(py, message, attributes),
        Err(error) => error,
    }
}
