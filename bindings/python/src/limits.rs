//! Reads limits of searches and other numbers from Python objects.

use std::time::{Duration, Instant};

use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBool;
use tilebase::Interrupt;
use tilebase::search::Limits;

use crate::errors::type_name;

/// Reads a time in seconds; `None` means no limit.
pub(crate) fn read_timeout(seconds: Option<&Bound<'_, PyAny>>) -> PyResult<Option<Duration>> {
    let Some(object) = seconds else { return Ok(None) };
    let seconds = read_real(object, "timeout")?;
    if seconds.is_nan() || seconds < 0.0 {
        return Err(PyValueError::new_err(format!("timeout: expected 0 or more seconds, found {seconds}")));
    }
    // More seconds than a `Duration` holds are no limit.
    Ok(Duration::try_from_secs_f64(seconds).ok())
}

pub(crate) fn read_real(object: &Bound<'_, PyAny>, name: &str) -> PyResult<f64> {
    let py = object.py();
    match object.extract::<f64>() {
        Ok(_) if object.is_instance_of::<PyBool>() => Err(not_a_number(object, name)),
        Ok(number) => Ok(number),
        Err(error) if error.is_instance_of::<PyOverflowError>(py) => Ok(f64::INFINITY),
        Err(error) if error.is_instance_of::<PyTypeError>(py) => Err(not_a_number(object, name)),
        Err(error) => Err(error),
    }
}

/// Reads a number that is not negative. Numbers of more than 64 bits become `u64::MAX`.
pub(crate) fn read_count(object: &Bound<'_, PyAny>, name: &str) -> PyResult<u64> {
    let py = object.py();
    let negative = || PyValueError::new_err(format!("{name}: expected 0 or more, found a negative number"));
    match object.extract::<i128>() {
        Ok(_) if object.is_instance_of::<PyBool>() => Err(not_a_number(object, name)),
        Ok(number) if number < 0 => Err(negative()),
        Ok(number) => Ok(u64::try_from(number).unwrap_or(u64::MAX)),
        Err(error) if error.is_instance_of::<PyOverflowError>(py) => {
            if object.lt(0)? {
                Err(negative())
            } else {
                Ok(u64::MAX)
            }
        }
        Err(error) if error.is_instance_of::<PyTypeError>(py) => Err(not_a_number(object, name)),
        Err(error) => Err(error),
    }
}

pub(crate) fn read_optional_count(object: Option<&Bound<'_, PyAny>>, name: &str) -> PyResult<Option<u64>> {
    object.map(|object| read_count(object, name)).transpose()
}

fn not_a_number(found: &Bound<'_, PyAny>, name: &str) -> PyErr {
    PyTypeError::new_err(format!("{name}: expected a number, found {}", type_name(found)))
}

/// The deadline and the number of threads of a call.
#[derive(Clone, Copy)]
pub(crate) struct CallLimits {
    deadline: Option<Instant>,
    /// 0 means the shared pool.
    pub(crate) threads: usize,
}

impl CallLimits {
    pub(crate) const UNLIMITED: Self = Self { deadline: None, threads: 0 };

    /// Reads the timeout of a call that begins now.
    pub(crate) fn read(timeout: Option<&Bound<'_, PyAny>>, threads: usize) -> PyResult<Self> {
        let begun = Instant::now();
        // A deadline that the clock can't represent is no limit.
        let deadline = read_timeout(timeout)?.and_then(|time| begun.checked_add(time));
        Ok(Self { deadline, threads })
    }

    /// The time that is left; `None` means no limit.
    pub(crate) fn left(&self) -> Option<Duration> {
        self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()))
    }

    /// The limits of a search or a build.
    pub(crate) fn limits(&self, interrupt: &Interrupt) -> Limits {
        Limits::default().with_time(self.left()).with_interrupt(interrupt.clone())
    }

    /// The interrupt, with the deadline.
    pub(crate) fn bound(&self, interrupt: &Interrupt) -> Interrupt {
        self.left().map_or_else(|| interrupt.clone(), |left| interrupt.within(left))
    }
}
