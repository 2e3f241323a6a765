//! The class `Solver`: a table or pattern databases of one goal, and the methods that use them.

use std::cell::RefCell;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use numpy::{PyArray1, PyArray2};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use rayon::prelude::*;
use tilebase::board::Batch;
use tilebase::judge::Judge;
use tilebase::search::{Claims, Heuristic, Limits, PatternSet};
use tilebase::solve::{Algorithm, Method, Notice, SolveError};
use tilebase::space::Space;
use tilebase::table::{Encoding, Folder, TableName};
use tilebase::{Board, Goal, Interrupt, Solver};

use crate::answer::{judged, read_convention};
use crate::batch::BatchLike;
use crate::batches::{distances_by, optimal_actions_by};
use crate::boardlike::{self, PyBoard};
use crate::bounds::lower_bounds;
use crate::building::read_threads;
use crate::errors::MethodError;
use crate::failure;
use crate::folder::table_folder;
use crate::goal::goal_of_shape;
use crate::interruptible::interruptible_in;
use crate::limits::{read_optional_count, read_timeout};
use crate::path::PyPath;
use crate::pool;
use crate::questions::{distance_by, path, steps};
use crate::records;
use crate::shape::{pair, read_optional_shape};

/// Solves boards of one goal, with a full table if there is one, or else with pattern databases.
///
/// Up to ten cells, the table is built in memory. Larger boards use the tables in the folder. If it
/// has none for the goal, the smallest pattern databases are built in memory: 4x4 takes well under
/// a second, but 5x5 takes about 20 seconds and 1.4 GB. pdb-gen builds larger tables, and saves
/// them.
///
/// Without a preset, solving uses the strongest one in the folder, such as 7-8x1. Lower bounds of
/// unrelated boards are slow with one bit per entry, so lower_bound and lower_bounds use the
/// strongest preset without such entries: 7-8, if the folder has it.
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
///     Bytes for the tables. If even the smallest ones exceed it, searches use linear conflicts.
/// threads
///     The number of threads of each call, up to 1024; 0 means one per core.
/// timeout
///     Seconds for loading and building; None means no limit. The methods have their own timeouts.
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
    judge: Arc<Judge>,
    /// The solver for lower bounds, prepared on first use.
    bounds: OnceLock<Solver>,
    setup: Setup,
    /// The pattern set used for solving, if any.
    set: Option<PatternSet>,
    threads: usize,
}

/// Where tables come from.
struct Setup {
    goal: Goal,
    folder: Folder,
    preset: Option<PatternSet>,
    memory_limit: Option<u64>,
}

/// A solver, and the pattern set that it uses.
struct Prepared {
    solver: Solver,
    set: Option<PatternSet>,
}

#[pymethods]
impl PySolver {
    #[new]
    #[pyo3(signature = (
        shape=None, goal=None, *, folder=None, preset=None, memory_limit=None, threads=None, timeout=None
    ))]
    #[pyo3(text_signature = "(shape=None, goal=None, *, folder=None, preset=None, memory_limit=None, \
                             threads=0, timeout=None)")]
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
    ) -> PyResult<Self> {
        let goal = goal_of_shape(read_optional_shape(shape)?, goal)?;
        let setup = Setup {
            goal,
            folder: folder.map_or_else(|| table_folder(py), Folder::new),
            preset: preset.map(|name| preset_of(&goal, name)).transpose()?,
            memory_limit: read_optional_count(memory_limit, "memory_limit")?,
        };
        let (threads, time) = (read_threads(threads)?, read_timeout(timeout)?);
        let pool = pool::sized(py, threads)?;
        let prepared = interruptible_in(py, &pool, |interrupt| {
            let limits = Limits { time, interrupt: Some(interrupt.clone()), ..Limits::default() };
            setup.prepare(setup.preset.as_ref(), limits)
        })?;
        let Prepared { solver, set } = prepared.map_err(|error| failure::solve(py, &error))?;
        Ok(Self { judge: Arc::new(Judge::new(solver)), bounds: OnceLock::new(), setup, set, threads })
    }

    /// The goal.
    #[getter]
    const fn goal(&self) -> PyBoard {
        PyBoard(self.setup.goal.board())
    }

    /// Rows and columns.
    #[getter]
    fn shape(&self) -> (usize, usize) {
        pair(self.setup.goal.shape())
    }

    /// The preset of the pattern databases that solve boards, such as "7-8x1".
    ///
    /// It is None if boards are solved with a table, or with linear conflicts because of the memory
    /// limit.
    #[getter]
    fn pattern_set(&self) -> Option<&str> {
        self.set.as_ref().map(PatternSet::name)
    }

    /// The size of the tables' entries in bytes.
    ///
    /// Laid out for search, the entries may need up to three times as much.
    #[getter]
    fn memory(&self, py: Python<'_>) -> PyResult<u64> {
        if let Some(oracle) = self.judge.solver().oracle() {
            return Ok(oracle.table().header().payload_len());
        }
        let Some(set) = &self.set else { return Ok(0) };
        let encoding = if set.is_zero_aware() { Encoding::Bit } else { Encoding::Byte };
        let bytes = set.patterns().iter().map(|pattern| {
            let space = set.space(&self.setup.goal, pattern).map_err(SolveError::from)?;
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
        let catalogue = self.bounds(py)?.shared_catalogue();
        records::claims(py, catalogue.map_or(Claims::ALL, |catalogue| catalogue.claims()))
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
    ///     After the timeout. Its at_least is a lower bound on the length.
    #[pyo3(signature = (board, *, timeout=None))]
    fn solve(
        &self,
        py: Python<'_>,
        board: &Bound<'_, PyAny>,
        timeout: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<PyPath> {
        path(py, self.judge.solver(), &self.board(board)?, (read_timeout(timeout)?, self.threads))
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
    ///     The result of a board that timed out has no moves, only at_least.
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
            let limits = Limits {
                time,
                interrupt: Some(interrupt.clone()),
                on_one_thread: boards.len() > 1,
                ..Limits::default()
            };
            let solver = self.judge.solver().with_limits(limits);
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
    #[pyo3(signature = (board, *, timeout=None))]
    fn distance(
        &self,
        py: Python<'_>,
        board: &Bound<'_, PyAny>,
        timeout: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<u32> {
        distance_by(py, self.judge.solver(), &self.board(board)?, (read_timeout(timeout)?, self.threads))
    }

    /// The fewest moves from each board to the goal, without a time limit.
    ///
    /// Parameters
    /// ----------
    /// batch, unreachable
    ///     As for distances() of the package.
    ///
    /// Returns
    /// -------
    /// ndarray
    ///     An int16 array of shape (n,).
    #[pyo3(signature = (batch, *, unreachable=None))]
    fn distances<'py>(
        &self,
        py: Python<'py>,
        batch: &Bound<'py, PyAny>,
        unreachable: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray1<i16>>> {
        distances_by(py, self.judge.solver(), &self.batch(batch)?, unreachable, self.threads)
    }

    /// Whether each move begins a shortest path, for many boards.
    ///
    /// Parameters
    /// ----------
    /// batch
    ///     As for distances() of the package.
    ///
    /// Returns
    /// -------
    /// ndarray
    ///     A bool array of shape (n, 4), in the order of ACTIONS.
    fn optimal_actions<'py>(
        &self,
        py: Python<'py>,
        batch: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyArray2<bool>>> {
        optimal_actions_by(py, self.judge.solver(), &self.batch(batch)?, self.threads)
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
    #[pyo3(signature = (board, *, timeout=None))]
    fn moves<'py>(
        &self,
        py: Python<'py>,
        board: &Bound<'py, PyAny>,
        timeout: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Vec<Bound<'py, PyAny>>> {
        steps(py, self.judge.solver(), &self.board(board)?, (read_timeout(timeout)?, self.threads))
    }

    /// Checks an answer of another solver, with the tables of this one.
    ///
    /// Parameters
    /// ----------
    /// board, answer, convention
    ///     As for check() of the package.
    ///
    /// Returns
    /// -------
    /// Verdict
    ///     It is true if the answer is right.
    ///
    /// Raises
    /// ------
    /// MoveError, TypeError
    ///     As for check() of the package.
    #[pyo3(signature = (board, answer, *, convention="blank"))]
    fn check<'py>(
        &self,
        py: Python<'py>,
        board: &Bound<'py, PyAny>,
        answer: &Bound<'py, PyAny>,
        convention: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        let how = (read_convention(convention)?, self.threads);
        judged(py, &self.judge, &self.board(board)?, answer, how)
    }

    /// A lower bound on the number of moves, without a search; with a table, the distance.
    ///
    /// Parameters
    /// ----------
    /// board
    ///     A board in any form.
    fn lower_bound(&self, py: Python<'_>, board: &Bound<'_, PyAny>) -> PyResult<u32> {
        let board = self.board(board)?;
        self.bounds(py)?.estimate(&board).map_err(|error| failure::solve(py, &error))
    }

    /// The lower bounds of many boards, without a search.
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
    fn lower_bounds<'py>(
        &self,
        py: Python<'py>,
        batch: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyArray1<i16>>> {
        let batch = self.batch(batch)?;
        let solver = self.bounds(py)?;
        let Some(catalogue) = solver.shared_catalogue() else {
            return lower_bounds(py, &batch, |board| solver.estimate(board));
        };
        // Not `Solver::estimate`, which asks the system for each board whether the files have changed.
        let goal = solver.goal();
        let bounds = lower_bounds(py, &batch, |board| {
            goal.check_reachable(board)?;
            Ok(catalogue.estimate(board))
        })?;
        catalogue.check_unchanged().map_err(|error| failure::table(&error))?;
        Ok(bounds)
    }

    fn __repr__(&self) -> String {
        let by = match (&self.set, self.judge.solver().heuristic()) {
            (Some(set), _) => format!("pattern databases {}", set.name()),
            (None, Some(heuristic)) => heuristic.name().to_owned(),
            (None, None) => "a table".to_owned(),
        };
        format!("<Solver of {}, goal {}, by {by}>", self.setup.goal.shape(), self.setup.goal)
    }

    fn __reduce__(&self) -> PyResult<()> {
        Err(PyTypeError::new_err("a Solver is not pickled: make one in the other process"))
    }
}

impl PySolver {
    fn board(&self, board: &Bound<'_, PyAny>) -> PyResult<Board> {
        Ok(boardlike::read(board, Some(self.setup.goal.shape()))?.board)
    }

    fn batch<'py>(&self, batch: &Bound<'py, PyAny>) -> PyResult<BatchLike<'py>> {
        BatchLike::read(batch, None, Some(self.setup.goal.shape()))
    }

    fn boards(&self, py: Python<'_>, batch: &Bound<'_, PyAny>) -> PyResult<Vec<Board>> {
        let batch = self.batch(batch)?;
        let rows = batch.rows()?;
        rows.work(py, |interrupt| {
            let mut boards = Vec::with_capacity(rows.len);
            rows.for_each_part(interrupt, |_, part: &Batch<'_>| {
                boards.extend(part.boards());
                Ok(())
            })?;
            Ok(boards)
        })
    }

    /// The solver for lower bounds. It is the solver for paths, unless that one uses bit entries
    /// and the folder has a preset without them that is within the memory limit.
    fn bounds(&self, py: Python<'_>) -> PyResult<&Solver> {
        if let Some(bounds) = self.bounds.get() {
            return Ok(bounds);
        }
        let is_chosen =
            self.setup.preset.is_some() || !self.set.as_ref().is_some_and(PatternSet::is_zero_aware);
        let sets = PatternSet::of_goal(&self.setup.goal);
        let faster = sets.iter().find(|set| !set.is_zero_aware() && self.setup.has(set));
        let solver = match faster.filter(|_| !is_chosen) {
            None => self.judge.solver().clone(),
            Some(faster) => {
                let pool = pool::sized(py, self.threads)?;
                let prepared = interruptible_in(py, &pool, |interrupt: &Interrupt| {
                    let interrupt = Some(interrupt.clone());
                    self.setup.prepare(Some(faster), Limits { interrupt, ..Limits::default() })
                })?;
                match prepared {
                    Ok(prepared) => prepared.solver,
                    Err(SolveError::PatternsTooLarge { .. }) => self.judge.solver().clone(),
                    Err(error) => return Err(failure::solve(py, &error)),
                }
            }
        };
        // Another thread may have been faster.
        Ok(self.bounds.get_or_init(|| solver))
    }
}

impl Setup {
    /// Loads or builds the tables of a pattern set, or else the best ones within the memory limit.
    fn prepare(&self, set: Option<&PatternSet>, limits: Limits) -> Result<Prepared, SolveError> {
        // The sets that do not fit, and the one that is built because none was found.
        let (skipped, built) = (RefCell::new(Vec::new()), RefCell::new(None));
        let mut builder = Solver::builder(&self.goal).folder(&self.folder).limits(limits).on_notice(
            |notice| match notice {
                Notice::PatternSetTooLarge { pattern_set, .. } => skipped.borrow_mut().push(pattern_set),
                Notice::CatalogueInMemory { pattern_set, .. } => *built.borrow_mut() = Some(pattern_set),
                _ => {}
            },
        );
        if let Some(set) = set {
            builder = builder.method(Method::of(Algorithm::Ida)).pattern_set(set.clone());
        }
        if let Some(bytes) = self.memory_limit {
            builder = builder.tables_in_bytes(bytes);
        }
        // The limits apply to this call only.
        let solver = builder.build()?.with_limits(Limits::default());
        let (skipped, built) = (skipped.take(), built.take());
        let is_used = |set: &PatternSet| match &built {
            Some(name) => set.name() == name,
            None => self.has(set) && !skipped.iter().any(|name| name == set.name()),
        };
        let used = match (set, solver.shared_catalogue()) {
            (_, None) => None,
            (Some(set), _) => Some(set.clone()),
            (None, Some(_)) => PatternSet::of_goal(&self.goal).into_iter().find(is_used),
        };
        Ok(Prepared { solver, set: used })
    }

    /// Whether the folder has all tables of a pattern set.
    fn has(&self, set: &PatternSet) -> bool {
        let encodings: &[Encoding] =
            if set.is_zero_aware() { &[Encoding::Bit, Encoding::Byte] } else { &[Encoding::Byte] };
        set.patterns().iter().all(|pattern| {
            let Ok(space) = set.space(&self.goal, pattern) else { return false };
            let space = Space::Pattern(space);
            encodings
                .iter()
                .any(|encoding| self.folder.file_of(&TableName::of_space(&space, *encoding)).exists())
        })
    }
}

fn preset_of(goal: &Goal, name: &str) -> PyResult<PatternSet> {
    let sets = PatternSet::of_goal(goal);
    sets.iter().find(|set| set.name() == name).cloned().ok_or_else(|| {
        let names: Vec<&str> = sets.iter().map(PatternSet::name).collect();
        let found = tilebase::notation::shorten(name);
        MethodError::new_err(format!("preset: expected one of {}, found {found:?}", names.join(", ")))
    })
}
