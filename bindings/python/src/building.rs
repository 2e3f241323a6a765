//! The arguments that builds of tables have in common.

use std::path::Path;

use crate::errors::TableError;
use crate::limits::read_count;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// Maximum number of threads; more than any machine has cores are taken for a mistake.
const MAX_THREADS: u64 = 1024;

pub(crate) fn read_threads(threads: Option<&Bound<'_, PyAny>>) -> PyResult<usize> {
    let threads = threads.map_or(Ok(0), |threads| read_count(threads, "threads"))?;
    if threads > MAX_THREADS {
        return Err(PyValueError::new_err(format!(
            "threads: expected at most {MAX_THREADS}, or 0 for one per core, found {threads}"
        )));
    }
    Ok(usize::try_from(threads).unwrap_or(0))
}

/// Refuses to replace a file unless asked to.
pub(crate) fn refuse_overwriting(path: &Path, overwrite: bool) -> PyResult<()> {
    if overwrite || !path.exists() {
        return Ok(());
    }
    let path = path.display();
    Err(TableError::new_err(format!("{path} already exists: pass overwrite=True to replace it")))
}
