//! Conversions from errors of the library to exceptions.

use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use tilebase::board::Unreachable;
use tilebase::generate::BuildError;
use tilebase::oracle::OracleError;
use tilebase::search::{Limit, LimitReached as Reached};
use tilebase::solve::{CostSolveError, SolveError};
use tilebase::table::TableError as NoTable;

use crate::boardlike::PyBoard;
use crate::errors::{
    GoalError, LimitReached, MethodError, SampleError, TableError, TableNotFoundError, TableTooLargeError,
    UnreachableError, exception,
};

/// The row of a batch; `None` outside batches.
pub(crate) type Row = Option<usize>;

pub(crate) fn unreachable(py: Python<'_>, why: &Unreachable, row: Row) -> PyErr {
    let (Unreachable::OtherShape { board, goal } | Unreachable::DifferentParity { board, goal }) = why;
    let message = match row {
        Some(row) => format!("row {row}: {why}"),
        None => why.to_string(),
    };
    let attributes = || -> PyResult<_> {
        Ok([
            ("board", Bound::new(py, PyBoard(*board))?.into_any()),
            ("goal", Bound::new(py, PyBoard(goal.board()))?.into_any()),
            ("row", row.into_pyobject(py)?),
        ])
    };
    match attributes() {
        Ok(attributes) => exception::<UnreachableError>(py, message, attributes),
        Err(error) => error,
    }
}

pub(crate) fn oracle(py: Python<'_>, error: &OracleError, row: Row) -> PyErr {
    match error {
        OracleError::Unreachable(why) => unreachable(py, why, row),
        OracleError::Table(error) => table(error),
        OracleError::Mismatch { .. } => GoalError::new_err(error.to_string()),
        OracleError::Build(error) => build(py, error),
        other => TableError::new_err(other.to_string()),
    }
}

pub(crate) fn table(error: &NoTable) -> PyErr {
    match error {
        NoTable::Absent { .. } => TableNotFoundError::new_err(error.to_string()),
        other => TableError::new_err(other.to_string()),
    }
}

/// An exception for a failed build, with the size of a table that is too large, if known.
pub(crate) fn build(py: Python<'_>, error: &BuildError) -> PyErr {
    match error {
        BuildError::OutOfMemory { bytes, .. } => too_large(py, error, Some(*bytes)),
        BuildError::TooLarge(_) => too_large(py, error, None),
        other => TableError::new_err(other.to_string()),
    }
}

pub(crate) fn too_large(py: Python<'_>, message: impl std::fmt::Display, bytes: Option<u64>) -> PyErr {
    exception::<TableTooLargeError>(py, message, [("bytes", bytes)])
}

pub(crate) fn limit(py: Python<'_>, reached: &Reached, row: Row) -> PyErr {
    limit_with(py, reached, reached.limit, (reached.lower_bound, reached.statistics.expanded), row)
}

/// The exception for a batch whose time is over before this row.
pub(crate) fn late(py: Python<'_>, row: usize) -> PyErr {
    limit_with(py, Limit::Time, Limit::Time, (0, 0), Some(row))
}

fn limit_with(
    py: Python<'_>,
    message: impl std::fmt::Display,
    limit: Limit,
    (lower_bound, expanded): (u32, u64),
    row: Row,
) -> PyErr {
    let message = match row {
        Some(row) => format!("row {row}: {message}"),
        None => message.to_string(),
    };
    let which = match limit {
        Limit::Expanded => "expanded",
        Limit::Time => "time",
        Limit::Memory => "memory",
        Limit::Depth => "depth",
        Limit::Interrupt => "interrupt",
        Limit::Heuristic => "heuristic",
    };
    let attributes = || -> PyResult<_> {
        Ok([
            ("limit", which.into_pyobject(py)?.into_any()),
            ("lower_bound", lower_bound.into_pyobject(py)?.into_any()),
            ("expanded", expanded.into_pyobject(py)?.into_any()),
            ("row", row.into_pyobject(py)?.into_any()),
        ])
    };
    match attributes() {
        Ok(attributes) => exception::<LimitReached>(py, message, attributes),
        Err(error) => error,
    }
}

/// The exception for a cheapest path that was not found.
pub(crate) fn cost(py: Python<'_>, error: &CostSolveError) -> PyErr {
    match error {
        CostSolveError::Board(why) => unreachable(py, why, None),
        CostSolveError::Limit(reached) => {
            limit_with(py, reached, reached.limit, (reached.lower_bound, reached.statistics.expanded), None)
        }
        other => TableError::new_err(other.to_string()),
    }
}

pub(crate) fn solve(py: Python<'_>, error: &SolveError) -> PyErr {
    match error {
        SolveError::Board(why) => unreachable(py, why, None),
        SolveError::Limit(reached) => limit(py, reached, None),
        SolveError::NotReady { limit, .. } => limit_with(py, error, *limit, (0, 0), None),
        SolveError::PatternsTooLarge { bytes, .. } => too_large(py, error, Some(*bytes)),
        SolveError::Cost(error) => cost(py, error),
        SolveError::NoTable { states, goal, .. } => {
            let (rows, columns) = (goal.shape().rows(), goal.shape().columns());
            too_large(py, format!("{error}; build one with Table.build(({rows}, {columns}))"), Some(*states))
        }
        SolveError::OutOfReach { states, .. } => too_large(py, error, Some(*states)),
        SolveError::TooLarge(_) => too_large(py, error, None),
        SolveError::Build(error) => build(py, error),
        SolveError::Method(_) | SolveError::NoGuarantee { .. } => MethodError::new_err(error.to_string()),
        SolveError::TooManyBoards { .. } | SolveError::NoSuchDepth { .. } => {
            SampleError::new_err(error.to_string())
        }
        SolveError::Oracle(error) => oracle(py, error, None),
        SolveError::Table(error) => table(error),
        other => TableError::new_err(other.to_string()),
    }
}

/// An exception for a thread that the system refused to start.
pub(crate) fn threads(error: impl std::fmt::Display) -> PyErr {
    PyOSError::new_err(format!("no thread could be started: {error}"))
}
