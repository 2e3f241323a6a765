//! NumPy arrays of any integer type.

use numpy::{
    PyArrayDescrMethods, PyArrayDyn, PyArrayMethods, PyReadonlyArrayDyn, PyUntypedArray,
    PyUntypedArrayMethods,
};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::IntoPyDict;

use crate::boardlike::Number;

/// An array of integers, contiguous in memory. Contiguous bytes are used in place; other types are
/// widened to 64 bits, which changes no value.
pub(crate) enum Integers<'py> {
    Bytes(PyReadonlyArrayDyn<'py, u8>),
    Signed(PyReadonlyArrayDyn<'py, i64>),
    Unsigned(PyReadonlyArrayDyn<'py, u64>),
}

/// The numbers of an array, for threads that are not attached to the interpreter.
#[derive(Clone, Copy)]
pub(crate) enum Numbers<'a> {
    Bytes(&'a [u8]),
    Signed(&'a [i64]),
    Unsigned(&'a [u64]),
}

impl<'py> Integers<'py> {
    /// Reads an array; `what` names it in messages.
    pub(crate) fn read(array: &Bound<'py, PyUntypedArray>, what: &str) -> PyResult<Self> {
        let py = array.py();
        refuse_masked(array, what)?;
        let dtype = array.dtype();
        let widened = match (dtype.kind(), dtype.itemsize()) {
            (b'u', 1) => "uint8",
            (b'u', _) => "uint64",
            (b'i', _) => "int64",
            _ => {
                return Err(PyTypeError::new_err(format!(
                    "{what}: expected an array of integers, found one of {dtype}: convert it with \
                     .astype(np.uint8)"
                )));
            }
        };
        let options = [("dtype", widened), ("order", "C")].into_py_dict(py)?;
        let array = py.import("numpy")?.call_method("asarray", (array,), Some(&options))?;
        Ok(match widened {
            "uint8" => Self::Bytes(array.cast_into::<PyArrayDyn<u8>>()?.try_readonly()?),
            "uint64" => Self::Unsigned(array.cast_into::<PyArrayDyn<u64>>()?.try_readonly()?),
            _ => Self::Signed(array.cast_into::<PyArrayDyn<i64>>()?.try_readonly()?),
        })
    }

    pub(crate) fn numbers(&self) -> PyResult<Numbers<'_>> {
        Ok(match self {
            Self::Bytes(array) => Numbers::Bytes(array.as_slice()?),
            Self::Signed(array) => Numbers::Signed(array.as_slice()?),
            Self::Unsigned(array) => Numbers::Unsigned(array.as_slice()?),
        })
    }
}

/// Refuses a masked array that hides numbers: its data has some value in their places.
pub(crate) fn refuse_masked(array: &Bound<'_, PyUntypedArray>, what: &str) -> PyResult<()> {
    if array.getattr_opt("mask")?.is_none() {
        return Ok(());
    }
    let is_masked = array.py().import("numpy.ma")?.call_method1("is_masked", (array,))?;
    match is_masked.extract()? {
        false => Ok(()),
        true => Err(PyValueError::new_err(format!(
            "{what}: the array is masked, so some numbers are missing: remove these rows, or fill the \
             gaps with .filled()"
        ))),
    }
}

impl Numbers<'_> {
    pub(crate) fn number(&self, place: usize) -> Option<Number> {
        match self {
            Self::Bytes(all) => all.get(place).map(|number| i64::from(*number).into()),
            Self::Signed(all) => all.get(place).map(|number| (*number).into()),
            Self::Unsigned(all) => all.get(place).map(|number| (*number).into()),
        }
    }

    /// Copies a range of numbers as bytes. A number outside 0..=255 becomes 255, which is not a
    /// tile of any shape.
    pub(crate) fn copy_bytes(&self, range: std::ops::Range<usize>, bytes: &mut Vec<u8>) {
        bytes.clear();
        match self {
            Self::Bytes(all) => bytes.extend_from_slice(&all[range]),
            Self::Signed(all) => {
                bytes.extend(all[range].iter().map(|number| u8::try_from(*number).unwrap_or(u8::MAX)));
            }
            Self::Unsigned(all) => {
                bytes.extend(all[range].iter().map(|number| u8::try_from(*number).unwrap_or(u8::MAX)));
            }
        }
    }
}
