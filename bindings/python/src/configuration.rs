//! The table folder and the memory limit of this process.

use std::collections::BTreeSet;
use std::env;
use std::path::{Path, PathBuf, absolute};
use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::prelude::*;
use tilebase::table::Folder;
use tilebase::{Board, Goal};

use crate::limits::read_count;

/// The settings of `configure`.
struct Configuration {
    folder: Option<PathBuf>,
    memory_limit: Option<u64>,
    /// The folder that the functions used last; `None` after a call of `configure`.
    last: Option<Folder>,
    /// The goals whose files were looked at in that folder.
    checked: BTreeSet<Board>,
}

static CONFIGURATION: Mutex<Configuration> =
    Mutex::new(Configuration { folder: None, memory_limit: None, last: None, checked: BTreeSet::new() });

/// Where functions find their tables.
pub(crate) struct Source {
    pub(crate) folder: Folder,
    pub(crate) memory_limit: Option<u64>,
    /// Whether the goal is asked for the first time since the folder was changed or configured
    /// again. Then its files may have changed since they were last read.
    pub(crate) is_new: bool,
}

/// An argument of `configure`. `Some(None)` resets a setting.
pub(crate) struct Setting<'py>(Option<Bound<'py, PyAny>>);

impl<'a, 'py> FromPyObject<'a, 'py> for Setting<'py> {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        Ok(Self(Some(object.to_owned())))
    }
}

/// Sets the table folder and the memory limit of this process, for all functions and for Solver.
///
/// A setting that is not given keeps its value. The files of the folder are read again.
///
/// Parameters
/// ----------
/// folder
///     The folder with tables of pdb-gen. None selects the folder that the command-line programs
///     use: the environment variable PDB_DIR, else ./pdb if it exists, else the user's cache
///     folder.
/// memory_limit
///     Bytes for pattern databases, not counting mapped files; None means no limit. The strongest
///     ones within the limit are used. If even the smallest ones exceed it, searches use linear
///     conflicts.
///
/// Examples
/// --------
/// >>> import tilebase
/// >>> tilebase.configure(folder="pdb", memory_limit=2_000_000_000)
/// >>> tilebase.configure(folder=None, memory_limit=None)
#[pyfunction]
#[pyo3(signature = (*, folder=Setting(None), memory_limit=Setting(None)))]
#[pyo3(text_signature = "(*, folder=..., memory_limit=...)")]
pub(crate) fn configure(folder: Setting<'_>, memory_limit: Setting<'_>) -> PyResult<()> {
    let folder = folder.0.map(|folder| folder.extract::<Option<PathBuf>>()).transpose()?;
    let read = |limit: Bound<'_, PyAny>| {
        Some(limit)
            .filter(|limit| !limit.is_none())
            .map(|limit| read_count(&limit, "memory_limit"))
            .transpose()
    };
    let memory_limit = memory_limit.0.map(read).transpose()?;
    let mut configuration = configuration();
    configuration.last = None;
    if let Some(folder) = folder {
        configuration.folder = folder;
    }
    if let Some(limit) = memory_limit {
        configuration.memory_limit = limit;
    }
    Ok(())
}

/// The lock is held only by threads that are attached to the interpreter, and never while they
/// detach, so no forked process inherits a held lock.
fn configuration() -> MutexGuard<'static, Configuration> {
    CONFIGURATION.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The folder and the limit of functions, for the tables of a goal.
pub(crate) fn source(_attached: Python<'_>, goal: &Goal) -> Source {
    let mut configuration = configuration();
    let folder = folder_in(&configuration);
    if configuration.last.replace(folder.clone()).as_ref() != Some(&folder) {
        configuration.checked.clear();
    }
    let is_new = configuration.checked.insert(goal.board());
    Source { is_new, memory_limit: configuration.memory_limit, folder }
}

/// The folder to use if none is given.
pub(crate) fn table_folder(_attached: Python<'_>) -> Folder {
    folder_in(&configuration())
}

/// The memory limit to use if none is given.
pub(crate) fn memory_limit(_attached: Python<'_>) -> Option<u64> {
    configuration().memory_limit
}

/// The folder of this path. It stays the same if the working directory changes.
pub(crate) fn folder_at(path: &Path) -> Folder {
    Folder::new(absolute(path).unwrap_or_else(|_| path.to_owned()))
}

fn folder_in(configuration: &Configuration) -> Folder {
    let configured = configuration.folder.clone();
    folder_at(&configured.or_else(named_folder).unwrap_or_else(usual_folder))
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
