//! The bindings between the Python package `tilebase` and the crate of the same name. The Python
//! part of the package is in the folder `tilebase` next to this one.
//!
//! The bindings compute no answers. They read the arguments (`boardlike`, `batch`, `answer`), call
//! the library, and convert the results into arrays, records, and exceptions (`failure`). Functions
//! and `Solver` share their tables (`tables`) through one `cache`.
//!
//! The Python part is loaded on use. `tilebase.testing` takes its boards from `_trials`, in the
//! forms of `_forms`, and so do the pytest plugin and `_grade`, which runs solvers with `_calls`. In
//! `tilebase.gym`, `_puzzle` has the rules of the single environment (`_env`) and of the vector
//! environment (`_vector_env`); tests compare the two. `_svg` draws boards as SVGs, and `_picture`
//! as pixels, which `_window` shows. `_progress` shows the reports of `progress` as a bar. Only
//! `_verify`, which replays the solutions of models, and its reader `_moves` are loaded with the
//! package; tests compare that reader with `answer`. The tests also run `bindings/python/README.md`
//! and the notebook in `bindings/python/examples`.

mod answer;
mod anytime;
mod array_heuristic;
mod batch;
mod batches;
mod board;
mod board_functions;
mod boardlike;
mod bounds;
mod building;
mod cache;
mod configuration;
mod costs;
mod errors;
mod failure;
mod goal;
mod heuristic;
mod heuristics;
mod integers;
mod interruptible;
mod known_distances;
mod large;
mod limits;
mod moves;
mod path;
mod pattern_database;
mod pdb_set;
mod pool;
mod progress;
mod records;
mod sample;
mod search;
mod shape;
mod solutions;
mod solver;
mod states;
mod table;
mod tables;
mod view;

use pyo3::prelude::*;

/// The part of the package `tilebase` that is implemented in Rust.
// Free-threaded builds of CPython enable the GIL on import. Without it, a thread could hold one of
// the locks of `cache`, `pool` or `configuration` while another one forks.
#[pymodule(gil_used = true)]
mod _tilebase {
    use pyo3::prelude::*;
    use pyo3::types::PyTuple;

    #[pymodule_export]
    use crate::answer::check;
    #[pymodule_export]
    use crate::anytime::anytime;
    #[pymodule_export]
    use crate::batches::{apply, distances, neighbors, optimal_actions};
    #[pymodule_export]
    use crate::board_functions::{count_solutions, distance, is_solvable, moves, solutions, solve};
    #[pymodule_export]
    use crate::boardlike::PyBoard;
    #[pymodule_export]
    use crate::bounds::{lower_bound, lower_bounds};
    #[pymodule_export]
    use crate::configuration::configure;
    #[pymodule_export]
    use crate::heuristics::{linear_conflict, manhattan, misplaced, walking_distance};
    #[pymodule_export]
    use crate::path::PyPath;
    #[pymodule_export]
    use crate::pattern_database::PyPatternDatabase;
    #[pymodule_export]
    use crate::pdb_set::PyPdbSet;
    #[pymodule_export]
    use crate::sample::{sample, scramble};
    #[pymodule_export]
    use crate::search::search;
    #[pymodule_export]
    use crate::solutions::Solutions;
    #[pymodule_export]
    use crate::solver::PySolver;
    #[pymodule_export]
    use crate::states::{all_boards, all_distances};
    #[pymodule_export]
    use crate::table::PyTable;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        // Load exceptions and NumPy's C interface now: if they were looked up at first use, a
        // failure there would be a panic.
        crate::errors::load(module.py())?;
        module.py().import("numpy")?;
        let _bytes = numpy::dtype::<u8>(module.py());
        let letters = tilebase::Move::ALL.map(tilebase::Move::letter);
        module.add("ACTIONS", PyTuple::new(module.py(), letters)?)?;
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
