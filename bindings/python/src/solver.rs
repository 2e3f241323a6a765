//! The class `Solver`: a table or pattern databases of one goal, and the methods that use them.

use std::path::PathBuf;
use std::sync::Arc;

use numpy::{PyArray1, PyArray2};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use rayon::prelude::*;
use tilebase::Board;
use tilebase::board::Batch;
use tilebase::search::{Limits, PatternSet};
use tilebase::solve::SolveError;
use tilebase::table::Encoding;

use crate::answer::{judged, read_convention};
use crate::batch::BatchLike;
use crate::batches::{distances_by, optimal_actions_by};
use crate::board_functions::{distance_by, path, steps};
use crate::boardlike::{self, PyBoard};
use crate::bounds::{lower_bound_by, lower_bounds_of};
use crate::building::read_threads;
use crate::cache::{Request, tables_for_bounds};
use crate::configuration::{folder_at, memory_limit as usual_memory_limit, table_folder};
use crate::failure;
use crate::goal::goal_of_shape;
use crate::interruptible::interruptible_in;
use crate::limits::{CallLimits, read_optional_count, read_timeout};
use crate::path::PyPath;
use crate::pool;
use crate::progress::Watcher;
use crate::records;
use crate::shape::{pair, read_optional_shape};
use crate::tables::{Setup, Tables, preset_of};

/// Solves boards of one goal, with a full table if there is one, or else with pattern databases.
///
/// Up to ten cells, the table is built in memory. Larger boards use the tables in the folder. If it
/// has none for the goal, the smallest pattern databases are built: 4x4 takes well under a second,
/// but 5x5 takes about 10 seconds on two cores and 1.4 GB. With save=True, they are saved in the
/// folder, so that they are built only once. pdb-gen builds larger ones.
///
/// All solvers of a goal with the same folder, preset and memory limit share their tables. Without
/// these arguments, solvers also share them with solve(), distances() and the other functions.
/// Tables in use stay in memory, as do the two most recently used sets of pattern databases. A new
/// Solver reads the files again if they have changed.
///
/// Without a preset, solving uses the strongest one in the folder, such as 7-8x1. Presets with one
/// bit per entry (7-8x1, 6x16) are fast in a search, but slow for single lookups, which have to
/// walk to the goal of the pattern. So 7-8 or 6-6-6-6 is used for lower bounds if the folder has
/// it.
///
/// The methods raise BoardError for malformed boards, UnreachableError for boards that can't reach
/// the goal, and TableError if a file was changed. A Solver can't be pickled.
///
/// Parameters
/// ----------
/// shape
///     Rows and columns, as (3, 4) or "3x4"; by default, those of the goal, or 3x3.
/// goal
///     A board or the name of a goal; by default, the blank is last.
/// folder
///     The table folder; by default, that of configure(), or else PDB_DIR, ./pdb if it exists, or
///     the user's cache folder.
/// preset
///     The pattern databases to use: "7-8x1", "7-8", "6-6-3" or "5-5-5" for 4x4.
/// memory_limit
///     Bytes for pattern databases, not counting mapped files; by default, that of configure(). If
///     even the smallest ones exceed it, searches use linear conflicts.
/// threads
///     The number of threads of each call, up to 1024; 0 means one per core.
/// timeout
///     Seconds for loading and building; None means no limit. The methods have their own timeouts.
/// save
///     Whether to save missing tables in the folder, as the same files that pdb-gen writes. Tables
///     that are in memory but not in the folder are built again. For large zero-aware pattern
///     databases, the entries laid out for search (copied into the order in which a search reads
///     them) are also saved, unless there is a timeout. If saving fails, a RuntimeWarning gives the
///     reason, and the tables are used from memory.
/// on_progress
///     Called with a Progress while pattern databases are loaded, built, and laid out for search.
///     It runs on another thread. If it raises an exception, the preparation ends. Tables that are
///     already in memory are not reported.
/// progress
///     Whether to show a progress bar: in a notebook, or else as text on sys.stderr.
///
/// Raises
/// ------
/// ShapeError, GoalError, MethodError
///     If the shape, the goal or the preset is invalid.
/// LimitReached
///     After the timeout.
/// TableError
///     If a table in the folder is damaged.
/// TableTooLargeError
///     If the tables of a preset exceed the memory limit.
///
/// Examples
/// --------
/// >>> import tilebase
/// >>> solver = tilebase.Solver((4, 4))
/// >>> board = "5 1 3 4 2 6 7 8 9 10 15 11 13 14 12 0"
/// >>> str(solver.solve(board)), solver.distance(board), solver.lower_bound(board)
/// ('LUULLURDRDRD', 12, 10)
#[pyclass(name = "Solver", module = "tilebase", frozen)]
pub(crate) struct PySolver {
    tables: Arc<Tables>,
    threads: usize,
}

#[pymethods]
impl PySolver {
    #[new]
    #[pyo3(signature = (
        shape=None, goal=None, *, folder=None, preset=None, memory_limit=None, threads=None, timeout=None,
        save=false, on_progress=None, progress=false
    ))]
    #[pyo3(text_signature = "(shape=None, goal=None, *, folder=None, preset=None, memory_limit=None, \
                             threads=0, timeout=None, save=False, on_progress=None, progress=False)")]
    #[expect(clippy::too_many_arguments, reason = "they have names in Python")]
    fn new(
        py: Python<'_>,
        shape: Option<&Bound<'_, PyAny>>,
        goal: Option<&Bound<'_, PyAny>>,
        folder: Option<PathBuf>,
        preset: Option<&str>,
        memory_limit: Option<&Bound<'_, PyAny>>,
        threads: Option<&Bound<'_, PyAny>>,
        timeout: Option<&Bound<'_, PyAny>>,
        save: bool,
        on_progress: Option<Py<PyAny>>,
        progress: bool,
    ) -> PyResult<Self> {
        let threads = read_threads(threads)?;
        let call_limits = CallLimits::read(timeout, threads)?;
        let goal = goal_of_shape(read_optional_shape(shape)?, goal)?;
        let setup = Setup {
            goal,
            folder: folder.map_or_else(|| table_folder(py), |folder| folder_at(&folder)),
            preset: preset.map(|name| preset_of(&goal, name)).transpose()?,
            memory_limit: read_optional_count(memory_limit, "memory_limit")?
                .or_else(|| usual_memory_limit(py)),
        };
        let watcher = Watcher::of_steps(py, on_progress, progress, &goal.shape().to_string())?;
        let request = Request { setup, call_limits, saves: save, is_careful: true, watcher: &watcher };
        let prepared = request.tables(py);
        let prepared = watcher.end(py, prepared)?;
        Ok(Self { tables: prepared.map_err(|error| failure::solve(py, &error))?, threads })
    }

    /// The goal.
    #[getter]
    fn goal(&self) -> PyBoard {
        PyBoard(self.tables.setup.goal.board())
    }

    /// Rows and columns.
    #[getter]
    fn shape(&self) -> (usize, usize) {
        pair(self.tables.setup.goal.shape())
    }

    /// The preset of the pattern databases that solve boards, such as "7-8x1".
    ///
    /// It is None if boards are solved with a table, or with linear conflicts because of the memory
    /// limit.
    #[getter]
    fn pattern_set(&self) -> Option<&str> {
        self.tables.set.as_ref().map(PatternSet::name)
    }

    /// The size of the tables' entries in bytes.
    ///
    /// Laid out for search, the entries may need up to three times as much.
    #[getter]
    fn memory(&self, py: Python<'_>) -> PyResult<u64> {
        if let Some(oracle) = self.tables.solver().oracle() {
            return Ok(oracle.table().header().payload_len());
        }
        let Some(set) = &self.tables.set else { return Ok(0) };
        let encoding = if set.is_zero_aware() { Encoding::Bit } else { Encoding::Byte };
        let bytes = set.patterns().iter().map(|pattern| {
            let space = set.space(&self.tables.setup.goal, pattern).map_err(SolveError::from)?;
            Ok(encoding.payload_len(space.entries()))
        });
        bytes.sum::<Result<u64, SolveError>>().map_err(|error| failure::solve(py, &error))
    }

    /// The properties of lower bounds.
    ///
    /// They are admissible. They are consistent with a table, or if all pattern databases are
    /// zero-aware.
    #[getter]
    fn claims<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let tables = tables_for_bounds(py, &self.tables, self.call_limits(None)?)?;
        records::claims(py, tables.map_err(|error| failure::solve(py, &error))?.claims())
    }

    /// An optimal path.
    ///
    /// Parameters
    /// ----------
    /// board
    ///     A board in any form.
    /// timeout
    ///     Seconds for the search; None means no limit.
    ///
    /// Raises
    /// ------
    /// LimitReached
    ///     After the timeout. Its lower_bound is a lower bound on the length.
    ///
    /// Examples
    /// --------
    /// >>> import tilebase
    /// >>> str(tilebase.Solver().solve("123745086"))
    /// 'URRD'
    #[pyo3(signature = (board, *, timeout=None))]
    fn solve(
        &self,
        py: Python<'_>,
        board: &Bound<'_, PyAny>,
        timeout: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<PyPath> {
        path(py, self.tables.solver(), &self.board(board)?, self.call_limits(timeout)?)
    }

    /// Optimal paths of many boards; each board is solved by one thread.
    ///
    /// Parameters
    /// ----------
    /// batch
    ///     An integer array of shape (n, cells) or (n, rows, columns), or a list of boards.
    /// timeout
    ///     Seconds for each board; None means no limit.
    ///
    /// Returns
    /// -------
    /// list of Result
    ///     The result of a board that timed out has no moves, only lower_bound.
    ///
    /// Raises
    /// ------
    /// BoardError, ShapeError, UnreachableError, TableError
    ///     See the class. A board that reaches a limit raises no exception.
    ///
    /// Examples
    /// --------
    /// >>> import tilebase
    /// >>> solver = tilebase.Solver((4, 4))
    /// >>> walks = tilebase.scramble(3, steps=9, shape=(4, 4), seed=7)
    /// >>> [result.length for result in solver.solve_many(walks)]
    /// [9, 9, 9]
    #[pyo3(signature = (batch, *, timeout=None))]
    fn solve_many<'py>(
        &self,
        py: Python<'py>,
        batch: &Bound<'py, PyAny>,
        timeout: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let time = read_timeout(timeout)?;
        let boards = self.boards(py, batch)?;
        let pool = pool::sized(py, self.threads)?;
        let outcomes = interruptible_in(py, &pool, |interrupt| {
            let limits = Limits::default()
                .with_time(time)
                .with_interrupt(interrupt.clone())
                .with_on_one_thread(boards.len() > 1);
            let solver = self.tables.solver().with_limits(limits);
            boards.par_iter().map(|board| solver.solve(board)).collect::<Vec<_>>()
        })?;
        let outcomes = boards.iter().zip(outcomes).enumerate();
        outcomes
            .map(|(row, (board, outcome))| match outcome {
                Ok(outcome) => records::found(py, *board, outcome, 0),
                Err(SolveError::Limit(reached)) => records::given_up(py, &reached),
                Err(SolveError::Board(why)) => Err(failure::unreachable(py, &why, Some(row))),
                Err(error) => Err(failure::solve(py, &error)),
            })
            .collect()
    }

    /// The length of a shortest path.
    ///
    /// Parameters
    /// ----------
    /// board, timeout
    ///     As for Solver.solve.
    ///
    /// Raises
    /// ------
    /// LimitReached
    ///     As for Solver.solve.
    ///
    /// Examples
    /// --------
    /// >>> import tilebase
    /// >>> tilebase.Solver(goal="snail").distance("283164705")
    /// 5
    #[pyo3(signature = (board, *, timeout=None))]
    fn distance(
        &self,
        py: Python<'_>,
        board: &Bound<'_, PyAny>,
        timeout: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<u32> {
        distance_by(py, self.tables.solver(), &self.board(board)?, self.call_limits(timeout)?)
    }

    /// The fewest moves from each board to the goal.
    ///
    /// Parameters
    /// ----------
    /// batch, unreachable, timeout
    ///     As for distances() of the package.
    ///
    /// Returns
    /// -------
    /// ndarray
    ///     An int16 array of shape (n,).
    ///
    /// Raises
    /// ------
    /// LimitReached
    ///     As for distances() of the package.
    ///
    /// Examples
    /// --------
    /// >>> import tilebase
    /// >>> tilebase.Solver().distances(["123456780", "867254301"])
    /// array([ 0, 31], dtype=int16)
    #[pyo3(signature = (batch, *, unreachable=None, timeout=None))]
    fn distances<'py>(
        &self,
        py: Python<'py>,
        batch: &Bound<'py, PyAny>,
        unreachable: Option<&Bound<'py, PyAny>>,
        timeout: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray1<i16>>> {
        let call_limits = self.call_limits(timeout)?;
        distances_by(py, self.tables.solver(), &self.batch(batch)?, unreachable, call_limits)
    }

    /// Whether each move begins a shortest path, for many boards.
    ///
    /// Parameters
    /// ----------
    /// batch, timeout
    ///     As for distances() of the package.
    ///
    /// Returns
    /// -------
    /// ndarray
    ///     A bool array of shape (n, 4), in the order of ACTIONS.
    ///
    /// Raises
    /// ------
    /// LimitReached
    ///     As for distances() of the package.
    ///
    /// Examples
    /// --------
    /// >>> import tilebase
    /// >>> tilebase.Solver().optimal_actions(["123456708"])
    /// array([[False, False, False,  True]])
    #[pyo3(signature = (batch, *, timeout=None))]
    fn optimal_actions<'py>(
        &self,
        py: Python<'py>,
        batch: &Bound<'py, PyAny>,
        timeout: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray2<bool>>> {
        let call_limits = self.call_limits(timeout)?;
        optimal_actions_by(py, self.tables.solver(), &self.batch(batch)?, call_limits)
    }

    /// The legal moves, with the distances after them.
    ///
    /// Parameters
    /// ----------
    /// board, timeout
    ///     As for Solver.solve. The timeout covers all moves.
    ///
    /// Returns
    /// -------
    /// list of Step
    ///     In the order of ACTIONS.
    ///
    /// Raises
    /// ------
    /// LimitReached
    ///     As for Solver.solve.
    ///
    /// Examples
    /// --------
    /// >>> import tilebase
    /// >>> [(step.move, step.distance) for step in tilebase.Solver().moves("123456708")]
    /// [('U', 2), ('L', 2), ('R', 0)]
    #[pyo3(signature = (board, *, timeout=None))]
    fn moves<'py>(
        &self,
        py: Python<'py>,
        board: &Bound<'py, PyAny>,
        timeout: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Vec<Bound<'py, PyAny>>> {
        steps(py, self.tables.solver(), &self.board(board)?, self.call_limits(timeout)?)
    }

    /// Checks an answer of another solver, with the tables of this one.
    ///
    /// Parameters
    /// ----------
    /// board, answer, convention, timeout
    ///     As for check() of the package.
    ///
    /// Returns
    /// -------
    /// Verdict
    ///     It is true if the answer is right.
    ///
    /// Raises
    /// ------
    /// MoveError, LimitReached, TypeError
    ///     As for check() of the package.
    ///
    /// Examples
    /// --------
    /// >>> import tilebase
    /// >>> tilebase.Solver().check("123456708", "RLR").kind
    /// 'longer'
    #[pyo3(signature = (board, answer, *, convention="blank", timeout=None))]
    fn check<'py>(
        &self,
        py: Python<'py>,
        board: &Bound<'py, PyAny>,
        answer: &Bound<'py, PyAny>,
        convention: &str,
        timeout: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let how = (read_convention(convention)?, self.call_limits(timeout)?);
        judged(py, &self.tables.judge, &self.board(board)?, answer, how)
    }

    /// A lower bound on the number of moves, without a search; with a table, the distance.
    ///
    /// The bound is admissible: it never exceeds the distance. It is consistent if it comes from a
    /// table, from linear conflicts, or from zero-aware pattern databases (see claims). Otherwise,
    /// a move may lower it by more than one, so A* has to reopen states.
    ///
    /// Parameters
    /// ----------
    /// board
    ///     A board in any form.
    /// timeout
    ///     Seconds for loading the tables for lower bounds, if these differ from the tables for
    ///     solving; None means no limit.
    ///
    /// Returns
    /// -------
    /// int
    ///     The lower bound. It has the parity of the distance.
    ///
    /// Raises
    /// ------
    /// BoardError, UnreachableError
    ///     If the board is malformed, or can't reach the goal.
    /// LimitReached
    ///     After the timeout. Its lower_bound is Manhattan distance plus linear conflicts.
    ///
    /// Examples
    /// --------
    /// >>> import tilebase
    /// >>> solver = tilebase.Solver((4, 4))
    /// >>> solver.lower_bound("5 1 3 4 2 6 7 8 9 10 15 11 13 14 12 0"), solver.claims
    /// (10, Claims(admissible=True, consistent=False))
    #[pyo3(signature = (board, *, timeout=None))]
    fn lower_bound(
        &self,
        py: Python<'_>,
        board: &Bound<'_, PyAny>,
        timeout: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<u32> {
        let call_limits = self.call_limits(timeout)?;
        lower_bound_by(py, &self.tables, &self.board(board)?, call_limits)
    }

    /// The lower bounds of many boards, without a search. See lower_bound() for details.
    ///
    /// Parameters
    /// ----------
    /// batch
    ///     An integer array of shape (n, cells) or (n, rows, columns), or a list of boards.
    /// timeout
    ///     Seconds for loading tables and for all boards; None means no limit.
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
    /// LimitReached
    ///     After the timeout.
    ///
    /// Examples
    /// --------
    /// >>> import tilebase
    /// >>> tilebase.Solver().lower_bounds(["867254301", "123456780"])
    /// array([31,  0], dtype=int16)
    #[pyo3(signature = (batch, *, timeout=None))]
    fn lower_bounds<'py>(
        &self,
        py: Python<'py>,
        batch: &Bound<'py, PyAny>,
        timeout: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray1<i16>>> {
        let call_limits = self.call_limits(timeout)?;
        lower_bounds_of(py, &self.tables, &self.batch(batch)?, call_limits)
    }

    fn __repr__(&self) -> String {
        let by = match (&self.tables.set, self.tables.solver().heuristic()) {
            (Some(set), _) => format!("pattern databases {}", set.name()),
            (None, Some(heuristic)) => heuristic.name().to_owned(),
            (None, None) => "a table".to_owned(),
        };
        let goal = &self.tables.setup.goal;
        format!("<Solver of {}, goal {goal}, by {by}>", goal.shape())
    }

    fn __reduce__(&self) -> PyResult<()> {
        Err(PyTypeError::new_err("a Solver cannot be pickled: create one in the other process"))
    }
}

impl PySolver {
    fn call_limits(&self, timeout: Option<&Bound<'_, PyAny>>) -> PyResult<CallLimits> {
        CallLimits::read(timeout, self.threads)
    }

    fn board(&self, board: &Bound<'_, PyAny>) -> PyResult<Board> {
        Ok(boardlike::read(board, Some(self.tables.setup.goal.shape()))?.board)
    }

    fn batch<'py>(&self, batch: &Bound<'py, PyAny>) -> PyResult<BatchLike<'py>> {
        BatchLike::read(batch, None, Some(self.tables.setup.goal.shape()))
    }

    fn boards(&self, py: Python<'_>, batch: &Bound<'_, PyAny>) -> PyResult<Vec<Board>> {
        let batch = self.batch(batch)?;
        let rows = batch.rows()?;
        rows.work(py, CallLimits::UNLIMITED, |interrupt| {
            let mut boards = Vec::with_capacity(rows.len);
            rows.for_each_part(interrupt, |_, part: &Batch<'_>| {
                boards.extend(part.boards());
                Ok(())
            })?;
            Ok(boards)
        })
    }
}
