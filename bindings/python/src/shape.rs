//! Reads shapes (rows and columns) from Python objects.

use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyList, PyString, PyTuple};
use tilebase::Shape;
use tilebase::board::LargeShape;

use crate::errors::{ShapeError, type_name};

/// Reads a shape: `(3, 4)`, or the text `"3x4"`.
pub(crate) fn read_shape(object: &Bound<'_, PyAny>) -> PyResult<Shape> {
    if let Ok(text) = object.cast::<PyString>() {
        return text.to_string_lossy().parse().map_err(refused);
    }
    let [rows, columns] = sides(object)?;
    Shape::new(rows, columns).map_err(refused)
}

/// Reads a shape of up to 100 cells.
pub(crate) fn read_large_shape(object: &Bound<'_, PyAny>) -> PyResult<LargeShape> {
    if let Ok(text) = object.cast::<PyString>() {
        return text.to_string_lossy().parse().map_err(refused);
    }
    let [rows, columns] = sides(object)?;
    LargeShape::new(rows, columns).map_err(refused)
}

/// The rows and columns of a tuple or list.
fn sides(object: &Bound<'_, PyAny>) -> PyResult<[usize; 2]> {
    let is_pair = object.is_instance_of::<PyTuple>() || object.is_instance_of::<PyList>();
    if !is_pair || object.len()? != 2 {
        return Err(not_a_shape(object));
    }
    Ok([side(&object.get_item(0)?)?, side(&object.get_item(1)?)?])
}

pub(crate) fn read_optional_shape(object: Option<&Bound<'_, PyAny>>) -> PyResult<Option<Shape>> {
    object.map(read_shape).transpose()
}

/// A shape as a tuple for Python.
pub(crate) fn pair(shape: Shape) -> (usize, usize) {
    (shape.rows(), shape.columns())
}

#[expect(clippy::needless_pass_by_value, reason = "what `map_err` takes")]
fn refused(error: tilebase::board::ShapeError) -> PyErr {
    ShapeError::new_err(error.to_string())
}

/// Reads a number of rows or columns. A negative one becomes 0 and one of more than 64 bits
/// `usize::MAX`; neither is valid, so `Shape::new` rejects both.
fn side(object: &Bound<'_, PyAny>) -> PyResult<usize> {
    if object.is_instance_of::<PyBool>() {
        return Err(not_a_shape(object));
    }
    match object.extract::<i64>() {
        Ok(side) => Ok(usize::try_from(side).unwrap_or(0)),
        Err(error) if error.is_instance_of::<PyOverflowError>(object.py()) => Ok(usize::MAX),
        Err(error) if error.is_instance_of::<PyTypeError>(object.py()) => Err(not_a_shape(object)),
        Err(error) => Err(error),
    }
}

fn not_a_shape(found: &Bound<'_, PyAny>) -> PyErr {
    PyTypeError::new_err(format!(
        "expected a shape, as (rows, columns) or \"3x3\", found {}",
        type_name(found)
    ))
}
