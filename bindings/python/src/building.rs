//! The arguments that builds of tables have in common.

use std::ops::ControlFlow;
use std::path::Path;

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use tilebase::generate::Event;

use crate::errors::{TableError, type_name};
use crate::limits::read_count;
use crate::records;

/// Maximum number of threads; more than any machine has cores are taken for a mistake.
const MAX_THREADS: u64 = 1024;

pub(crate) fn read_threads(threads: Option<&Bound<'_, PyAny>>) -> PyResult<usize> {
    let threads = threads.map_or(Ok(0), |threads| read_count(threads, "threads"))?;
    if threads > MAX_THREADS {
        return Err(PyValueError::new_err(format!(
            "threads: expected at most {MAX_THREADS}, or 0 for one for each core, found {threads}"
        )));
    }
    Ok(usize::try_from(threads).unwrap_or(0))
}

/// Reads the callback for levels; `None` means none.
pub(crate) fn read_on_level(py: Python<'_>, on_level: Option<Py<PyAny>>) -> PyResult<Option<Py<PyAny>>> {
    let on_level = on_level.filter(|callback| !callback.is_none(py));
    match on_level.as_ref().filter(|callback| !callback.bind(py).is_callable()) {
        None => Ok(on_level),
        Some(callback) => {
            let found = type_name(callback.bind(py));
            Err(PyTypeError::new_err(format!("on_level: expected a callable, found {found}")))
        }
    }
}

/// Calls the callback with each level. An exception that it raises is kept, and ends the build.
pub(crate) fn telling<'a>(
    on_level: Option<&'a Py<PyAny>>,
    raised: &'a mut Option<PyErr>,
) -> impl FnMut(Event) -> ControlFlow<()> + Send + 'a {
    move |event| {
        let (Event::Level(level), Some(callback)) = (event, on_level) else {
            return ControlFlow::Continue(());
        };
        let told = Python::attach(|py| callback.bind(py).call1((records::level(py, &level)?,)).map(drop));
        told.map_or_else(
            |error| {
                *raised = Some(error);
                ControlFlow::Break(())
            },
            ControlFlow::Continue,
        )
    }
}

/// Refuses to replace a file unless asked to.
pub(crate) fn refuse_overwriting(path: &Path, overwrite: bool) -> PyResult<()> {
    if overwrite || !path.exists() {
        return Ok(());
    }
    let path = path.display();
    Err(TableError::new_err(format!("{path} is there already: give overwrite=True to replace it")))
}
