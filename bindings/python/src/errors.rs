//! The exceptions of `tilebase.errors`, for use from Rust.

use std::fmt::Display;

use pyo3::PyTypeInfo;
use pyo3::import_exception;
use pyo3::prelude::*;
use pyo3::types::IntoPyDict;

import_exception!(tilebase.errors, BoardError);
import_exception!(tilebase.errors, ClaimError);
import_exception!(tilebase.errors, GoalError);
import_exception!(tilebase.errors, HeuristicError);
import_exception!(tilebase.errors, LimitReached);
import_exception!(tilebase.errors, MethodError);
import_exception!(tilebase.errors, MoveError);
import_exception!(tilebase.errors, PatternError);
import_exception!(tilebase.errors, SampleError);
import_exception!(tilebase.errors, ShapeError);
import_exception!(tilebase.errors, TableError);
import_exception!(tilebase.errors, TableNotFoundError);
import_exception!(tilebase.errors, TableTooLargeError);
import_exception!(tilebase.errors, UnreachableError);

/// Imports all exception classes. Done once when the module loads: a later import can fail, for
/// example on Ctrl-C, and `import_exception!` then panics.
pub(crate) fn load(py: Python<'_>) -> PyResult<()> {
    py.import("tilebase.errors")?;
    let _classes = [
        BoardError::type_object(py),
        ClaimError::type_object(py),
        GoalError::type_object(py),
        HeuristicError::type_object(py),
        LimitReached::type_object(py),
        MethodError::type_object(py),
        MoveError::type_object(py),
        PatternError::type_object(py),
        SampleError::type_object(py),
        ShapeError::type_object(py),
        TableError::type_object(py),
        TableNotFoundError::type_object(py),
        TableTooLargeError::type_object(py),
        UnreachableError::type_object(py),
    ];
    Ok(())
}

/// Creates an exception with a message and attributes, passed to its class as keywords.
pub(crate) fn exception<'py, E: PyTypeInfo>(
    py: Python<'py>,
    message: impl Display,
    attributes: impl IntoPyDict<'py>,
) -> PyErr {
    let made = attributes
        .into_py_dict(py)
        .and_then(|attributes| E::type_object(py).call((message.to_string(),), Some(&attributes)));
    made.map_or_else(|error| error, PyErr::from_value)
}

/// The name of an object's type, for messages.
pub(crate) fn type_name(object: &Bound<'_, PyAny>) -> String {
    object.get_type().name().map_or_else(|_| "object".to_owned(), |name| name.to_string_lossy().into_owned())
}
