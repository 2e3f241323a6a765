//! The class `PdbSet`: pattern databases combined into one heuristic.

use std::sync::Arc;

use numpy::PyArray1;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use tilebase::oracle::OracleError;
use tilebase::search::{Heuristic, PatternEntries, PdbSet, PdbSetError};
use tilebase::space::{Pattern, PatternSpace};
use tilebase::{Goal, Interrupt};

use crate::batch::BatchLike;
use crate::boardlike::{self, PyBoard};
use crate::bounds::lower_bounds_by;
use crate::errors::{PatternError, TableError};
use crate::failure;
use crate::interruptible::interruptible_in_parallel;
use crate::limits::CallLimits;
use crate::pattern_database::{Database, PyPatternDatabase};
use crate::records;
use crate::shape::pair;

/// Pattern databases combined into one heuristic.
///
/// Additive: each tile is in exactly one pattern, and the lower bound is the sum of the entries
/// (Korf and Felner, Disjoint pattern database heuristics, 2002).
///
/// Compound: if all databases are zero-aware, patterns may overlap or leave tiles out. The bound is
/// then the largest sum over disjoint patterns, plus Manhattan distances for the tiles outside
/// them.
///
/// On a square board whose goal has the blank on the main diagonal, the reflected board is looked
/// up as well, and the larger bound is used.
///
/// The bounds are admissible, and have the distance's parity. They are consistent if the databases
/// are zero-aware; otherwise a move may lower a bound by more than one, so A* has to reopen states.
///
/// Parameters
/// ----------
/// databases
///     Databases of one goal, either all zero-aware or none. The set copies their entries.
///
/// Raises
/// ------
/// PatternError
///     If they do not form a set: the list is empty, their goals differ, a tile is missing or
///     repeated (unless all databases are zero-aware), or they are too many or too large.
/// TableError
///     If there is not enough memory, or a file was changed.
///
/// Examples
/// --------
/// >>> import tilebase
/// >>> build = tilebase.PatternDatabase.build
/// >>> patterns = tilebase.PdbSet([build((3, 3), [1, 2, 3, 4]), build((3, 3), [5, 6, 7, 8])])
/// >>> patterns.lower_bound("867254301")
/// 29
/// >>> patterns.claims
/// Claims(admissible=True, consistent=False)
#[pyclass(name = "PdbSet", module = "tilebase", frozen)]
pub(crate) struct PyPdbSet {
    databases: Vec<Arc<Database>>,
    pdb_set: PdbSet,
}

#[pymethods]
impl PyPdbSet {
    #[new]
    fn new(py: Python<'_>, databases: &Bound<'_, PyAny>) -> PyResult<Self> {
        let mut read = Vec::new();
        for database in databases.try_iter()? {
            read.push(Arc::clone(&database?.cast::<PyPatternDatabase>()?.get().0));
        }
        let combined = interruptible_in_parallel(py, |interrupt| combine(&read, interrupt))?;
        let pdb_set = combined.map_err(|error| match error {
            NotCombined::Unreadable(error) => failure::oracle(py, &error, None),
            NotCombined::Unfit(PdbSetError::Memory(error)) => TableError::new_err(error.to_string()),
            NotCombined::Unfit(error) => PatternError::new_err(error.to_string()),
        })?;
        Ok(Self { databases: read, pdb_set })
    }

    /// The goal.
    #[getter]
    fn goal(&self) -> PyBoard {
        PyBoard(self.pdb_set.goal().board())
    }

    /// Rows and columns.
    #[getter]
    fn shape(&self) -> (usize, usize) {
        pair(self.pdb_set.goal().shape())
    }

    /// The databases.
    #[getter]
    fn databases(&self) -> Vec<PyPatternDatabase> {
        self.databases.iter().map(|database| PyPatternDatabase(Arc::clone(database))).collect()
    }

    /// The tiles of each database, as a list of tuples.
    #[getter]
    fn patterns<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyTuple>>> {
        self.databases.iter().map(|database| database.tiles(py)).collect()
    }

    /// The size of the databases' entries in bytes. The set also has a copy of these entries, laid
    /// out for lookups.
    #[getter]
    fn memory(&self) -> u64 {
        self.databases.iter().map(|database| database.bytes()).sum()
    }

    /// The properties of the bounds: admissible always, consistent if all databases are zero-aware.
    #[getter]
    fn claims<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        records::claims(py, self.pdb_set.claims())
    }

    fn __len__(&self) -> usize {
        self.databases.len()
    }

    fn __repr__(&self) -> String {
        let patterns: Vec<String> =
            self.databases.iter().map(|database| database.space.pattern().to_string()).collect();
        let goal = self.pdb_set.goal();
        format!("<PdbSet of {}, patterns {}, goal {goal}>", goal.shape(), patterns.join(" "))
    }

    fn __reduce__(&self) -> PyResult<()> {
        Err(PyTypeError::new_err(
            "a PdbSet cannot be pickled: save its databases, and open them in the other process",
        ))
    }

    /// A lower bound on the number of moves.
    ///
    /// Parameters
    /// ----------
    /// board
    ///     A board in any form.
    ///
    /// Raises
    /// ------
    /// BoardError, UnreachableError
    ///     If the board is malformed, or can't reach the goal.
    ///
    /// Examples
    /// --------
    /// >>> import tilebase
    /// >>> databases = [tilebase.PatternDatabase.build((3, 3), tiles) for tiles in ([1, 2, 3, 4], [5, 6, 7, 8])]
    /// >>> tilebase.PdbSet(databases).lower_bound("867254301")
    /// 29
    fn lower_bound(&self, py: Python<'_>, board: &Bound<'_, PyAny>) -> PyResult<u32> {
        let goal = self.pdb_set.goal();
        let board = boardlike::read(board, Some(goal.shape()))?.board;
        goal.check_reachable(&board).map_err(|why| failure::unreachable(py, &why, None))?;
        Ok(self.pdb_set.estimate(&board))
    }

    /// The lower bounds of many boards.
    ///
    /// Parameters
    /// ----------
    /// batch
    ///     An integer array of shape (n, cells) or (n, rows, columns), or a list of boards.
    ///
    /// Returns
    /// -------
    /// ndarray
    ///     An int16 array of shape (n,).
    ///
    /// Raises
    /// ------
    /// BoardError, UnreachableError
    ///     If a board is malformed, or can't reach the goal. The exception's `row` is the board's
    ///     index, from 0.
    /// ShapeError, TypeError
    ///     If the boards have another shape, or the numbers are not integers.
    ///
    /// Examples
    /// --------
    /// >>> import tilebase
    /// >>> databases = [tilebase.PatternDatabase.build((3, 3), tiles) for tiles in ([1, 2, 3, 4], [5, 6, 7, 8])]
    /// >>> tilebase.PdbSet(databases).lower_bounds(["867254301", "123456780"])
    /// array([29,  0], dtype=int16)
    fn lower_bounds<'py>(
        &self,
        py: Python<'py>,
        batch: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyArray1<i16>>> {
        let goal: &Goal = self.pdb_set.goal();
        let batch = BatchLike::read(batch, None, Some(goal.shape()))?;
        lower_bounds_by(py, &batch, CallLimits::UNLIMITED, |board| {
            goal.check_reachable(board)?;
            Ok(self.pdb_set.estimate(board))
        })
    }
}

/// Why databases were not combined.
enum NotCombined {
    Unreadable(OracleError),
    Unfit(PdbSetError),
}

fn combine(databases: &[Arc<Database>], interrupt: &Interrupt) -> Result<PdbSet, NotCombined> {
    let mut tables: Vec<(PatternSpace, PatternEntries)> = Vec::new();
    for database in databases {
        if interrupt.is_raised() {
            return Err(NotCombined::Unfit(PdbSetError::Interrupted));
        }
        let entries = database.entries().map_err(NotCombined::Unreadable)?;
        tables.push((database.space.clone(), entries.to_vec().into()));
    }
    let mut tiles: Vec<_> = tables.iter().flat_map(|(space, _)| space.pattern().tiles()).collect();
    tiles.sort_unstable();
    let is_partition = tables
        .first()
        .is_none_or(|(space, _)| tiles.iter().copied().eq(Pattern::full(space.shape()).tiles()));
    let are_zero_aware = tables.iter().all(|(space, _)| space.is_zero_aware());
    let combined = match are_zero_aware && !is_partition {
        true => PdbSet::compound(&tables),
        false => PdbSet::new(tables),
    };
    combined.map_err(NotCombined::Unfit)
}
