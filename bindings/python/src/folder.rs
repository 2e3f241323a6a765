//! The folder with the tables of solvers: the one that was configured, or else the programs' own.

use std::env;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use pyo3::prelude::*;
use tilebase::table::Folder;

/// The folder set with `configure`.
static CONFIGURED: Mutex<Option<PathBuf>> = Mutex::new(None);

/// Sets the table folder of this process for solve(), distances(), Solver and others.
///
/// Parameters
/// ----------
/// folder
///     The folder with tables of pdb-gen. None selects the folder that the command-line programs
///     use: the environment variable PDB_DIR, else ./pdb if it exists, else the user's cache
///     folder.
///
/// Examples
/// --------
/// >>> import tilebase
/// >>> tilebase.configure(folder="pdb")
/// >>> tilebase.configure(folder=None)
#[pyfunction]
#[pyo3(signature = (*, folder))]
pub(crate) fn configure(_attached: Python<'_>, folder: Option<PathBuf>) {
    // The lock is held only by threads that are attached to the interpreter, and never while they
    // detach, so no forked process inherits a held lock.
    *CONFIGURED.lock().unwrap_or_else(PoisonError::into_inner) = folder;
}

/// The folder to use if none is given.
pub(crate) fn table_folder(_attached: Python<'_>) -> Folder {
    let configured = CONFIGURED.lock().unwrap_or_else(PoisonError::into_inner).clone();
    Folder::new(configured.or_else(named_folder).unwrap_or_else(usual_folder))
}

fn named_folder() -> Option<PathBuf> {
    env::var_os("PDB_DIR").map(PathBuf::from)
}

/// The default of the programs, which is `./pdb` if it exists, or else the user's cache folder.
fn usual_folder() -> PathBuf {
    let local = Path::new("pdb");
    match dirs::cache_dir() {
        Some(cache) if !local.is_dir() => cache.join("tilebase"),
        _ => local.to_owned(),
    }
}
