//! The class `Table`: building, opening, saving, and lookups.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use numpy::{IntoPyArray, PyArray1, PyArray2};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use tilebase::generate::{BuildError, Event, Generator, Work};
use tilebase::judge::Judge;
use tilebase::oracle::{DistanceBlocks, OracleError};
use tilebase::space::StateIndex;
use tilebase::table::{BuiltTable, Encoding, Table};
use tilebase::{Goal, Interrupt, Oracle, Solver};

use crate::answer::{judged, read_convention};
use crate::batch::{BatchLike, Fault};
use crate::batches::{distances_by, optimal_actions_by};
use crate::board_functions::{count_by, distance_by, path, steps};
use crate::boardlike::{self, Number, PyBoard};
use crate::building::{read_threads, refuse_overwriting};
use crate::errors::TableError;
use crate::failure;
use crate::goal::{goal_of_shape, goal_on, read_goal};
use crate::integers::Integers;
use crate::interruptible::{interruptible, interruptible_in_parallel};
use crate::limits::{CallLimits, read_count};
use crate::path::PyPath;
use crate::progress::Watcher;
use crate::shape::{pair, read_optional_shape};
use crate::solutions::Solutions;
use crate::states::boards_at;
use crate::view::{make_read_only, view};

/// The distances of all boards to a goal, in memory or mapped from a file.
///
/// Table.build and Table.open create it; len() is the number of boards. As a context manager, it
/// closes the table at the end. Afterwards, everything but goal and shape raises TableError.
///
/// The methods raise BoardError for malformed boards, UnreachableError for boards that can't reach
/// the goal, and TableError if a file was damaged or changed. To use it in another process, save
/// it, and open the file there: it can't be pickled.
///
/// >>> import tilebase
/// >>> with tilebase.Table.build((2, 2)) as table:
/// ...     table, table.histogram
/// (<Table of 2x2, goal 1230>, array([1, 2, 2, 2, 2, 2, 1], dtype=uint64))
#[pyclass(name = "Table", module = "tilebase", frozen)]
pub(crate) struct PyTable {
    goal: Goal,
    /// `None` once the table is closed.
    judge: Mutex<Option<Arc<Judge>>>,
}

impl PyTable {
    fn of(oracle: Oracle) -> Self {
        let goal = *oracle.goal();
        let judge = Judge::new(Solver::from(Arc::new(oracle)));
        Self { goal, judge: Mutex::new(Some(Arc::new(judge))) }
    }

    fn judge(&self) -> PyResult<Arc<Judge>> {
        let judge = self.judge.lock().unwrap_or_else(PoisonError::into_inner).clone();
        judge.ok_or_else(|| TableError::new_err("the table is closed"))
    }

    fn board(&self, board: &Bound<'_, PyAny>) -> PyResult<tilebase::Board> {
        Ok(boardlike::read(board, Some(self.goal.shape()))?.board)
    }

    fn batch<'py>(&self, batch: &Bound<'py, PyAny>) -> PyResult<BatchLike<'py>> {
        BatchLike::read(batch, None, Some(self.goal.shape()))
    }
}

/// Calls `ask` with the oracle of a table.
fn with_oracle<T>(judge: &Judge, ask: impl FnOnce(&Oracle) -> PyResult<T>) -> PyResult<T> {
    match judge.solver().oracle() {
        Some(oracle) => ask(oracle),
        None => Err(TableError::new_err("the table is closed")),
    }
}

#[pymethods]
impl PyTable {
    /// Builds a table in memory: at once for the 8-puzzle, about a second and 240 MB for 3x4.
    ///
    /// Ctrl-C ends the build.
    ///
    /// Parameters
    /// ----------
    /// shape
    ///     Rows and columns, as (3, 4) or "3x4"; by default, those of the goal, or 3x3.
    /// goal
    ///     A board or the name of a goal; by default, the blank is last.
    /// threads
    ///     The number of threads, up to 1024; 0 means one per core.
    /// encoding
    ///     "byte", or "mod3": two bits per entry, a quarter of the size, but slower to read.
    /// on_level
    ///     Called with a Level after each level. An exception that it raises ends the build.
    /// progress
    ///     Whether to show a progress bar, as Solver does.
    ///
    /// Raises
    /// ------
    /// ShapeError, GoalError, ValueError
    ///     If the shape, the goal, the encoding or the number of threads is invalid.
    /// TableTooLargeError
    ///     If there is not enough memory, or the shape has more than 16 cells.
    ///
    /// Examples
    /// --------
    /// >>> import tilebase
    /// >>> table = tilebase.Table.build((2, 3))
    /// >>> len(table), table.deepest, table.distance("543210")
    /// (360, 21, 14)
    #[staticmethod]
    #[pyo3(signature = (
        shape=None, goal=None, *, threads=None, encoding="byte", on_level=None, progress=false
    ))]
    #[pyo3(text_signature = "(shape=None, goal=None, *, threads=0, encoding='byte', on_level=None, \
                             progress=False)")]
    fn build(
        py: Python<'_>,
        shape: Option<&Bound<'_, PyAny>>,
        goal: Option<&Bound<'_, PyAny>>,
        threads: Option<&Bound<'_, PyAny>>,
        encoding: &str,
        on_level: Option<Py<PyAny>>,
        progress: bool,
    ) -> PyResult<Self> {
        let goal = goal_of_shape(read_optional_shape(shape)?, goal)?;
        let encoding = read_encoding(encoding)?;
        let threads = read_threads(threads)?;
        let watcher = Watcher::of_levels(py, on_level, progress, &format!("{} table", goal.shape()))?;
        let built = interruptible(py, |interrupt| {
            build(&goal, threads, encoding, interrupt, watcher.on_event(interrupt))
        });
        let built = watcher.end(py, built)?;
        built.map(Self::of).map_err(|error| failure::oracle(py, &error, None))
    }

    /// Opens a table file written by pdb-gen or save().
    ///
    /// A large file is mapped, not read: if another program truncates it, this process is
    /// terminated.
    ///
    /// Parameters
    /// ----------
    /// path
    ///     The file, as str or PathLike.
    /// goal
    ///     A board or the name of a goal with the blank in the same cell as the table's own, which
    ///     is the default.
    ///
    /// Raises
    /// ------
    /// TableNotFoundError
    ///     If there is no such file.
    /// TableError
    ///     If it is damaged, has distances in the multi-tile metric, or is a pattern database,
    ///     which PatternDatabase.open reads.
    /// GoalError
    ///     If the table does not serve the goal.
    ///
    /// Examples
    /// --------
    /// >>> import os, tempfile, tilebase
    /// >>> with tempfile.TemporaryDirectory() as folder:
    /// ...     tilebase.Table.build((2, 3)).save(os.path.join(folder, "2x3.pdb"))
    /// ...     with tilebase.Table.open(os.path.join(folder, "2x3.pdb")) as table:
    /// ...         len(table)
    /// 360
    #[staticmethod]
    #[pyo3(signature = (path, goal=None))]
    #[expect(clippy::needless_pass_by_value, reason = "what PyO3 hands over")]
    fn open(py: Python<'_>, path: PathBuf, goal: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let table = interruptible_in_parallel(py, |_quick| Table::open(&path))?;
        let table = table.map_err(|error| failure::table(&error))?;
        let header = table.header();
        if !header.pattern().is_full() {
            return Err(TableError::new_err(format!(
                "{} is a pattern database (tiles {} of {}), not a full table: open it with \
                 tilebase.PatternDatabase.open()",
                path.display(),
                header.pattern(),
                header.shape()
            )));
        }
        let own = *header.goal();
        let goal = match goal {
            Some(goal) => goal_on(&read_goal(Some(goal))?, own.shape())?,
            None => own,
        };
        Oracle::new(table, &goal).map(Self::of).map_err(|error| failure::oracle(py, &error, None))
    }

    /// Writes the table to a file, completely or not at all.
    ///
    /// Parameters
    /// ----------
    /// path
    ///     The file, as str or PathLike.
    /// overwrite
    ///     Whether to replace an existing file.
    ///
    /// Raises
    /// ------
    /// TableError
    ///     If the file exists, unless overwrite is given, or can't be written.
    ///
    /// Examples
    /// --------
    /// >>> import os, tempfile, tilebase
    /// >>> with tempfile.TemporaryDirectory() as folder:
    /// ...     tilebase.Table.build((2, 3)).save(os.path.join(folder, "2x3.pdb"))
    /// ...     os.listdir(folder)
    /// ['2x3.pdb']
    #[pyo3(signature = (path, *, overwrite=false))]
    #[expect(clippy::needless_pass_by_value, reason = "what PyO3 hands over")]
    fn save(&self, py: Python<'_>, path: PathBuf, overwrite: bool) -> PyResult<()> {
        let judge = self.judge()?;
        refuse_overwriting(&path, overwrite)?;
        with_oracle(&judge, |oracle| {
            let saved = interruptible_in_parallel(py, |_whole_or_not_at_all| {
                let header = oracle.table().header();
                let all = DistanceBlocks::new(oracle.table()).and_then(DistanceBlocks::all);
                let all = all.map_err(|error| error.to_string())?;
                let built = BuiltTable::new(header.space(), &*all, header.histogram(), header.encoding());
                built.map_err(|error| error.to_string())?.write_to(&path).map_err(|error| error.to_string())
            })?;
            saved.map_err(TableError::new_err)
        })
    }

    /// Releases the table. Arrays of its entries stay valid.
    ///
    /// Examples
    /// --------
    /// >>> import tilebase
    /// >>> table = tilebase.Table.build((2, 2))
    /// >>> table.close()
    /// >>> table
    /// <Table of 2x2, goal 1230, closed>
    fn close(&self) {
        drop(self.judge.lock().unwrap_or_else(PoisonError::into_inner).take());
    }

    fn __enter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    #[pyo3(signature = (*_exception))]
    fn __exit__(&self, _exception: &Bound<'_, PyTuple>) {
        self.close();
    }

    /// The goal of the distances.
    #[getter]
    const fn goal(&self) -> PyBoard {
        PyBoard(self.goal.board())
    }

    /// Rows and columns.
    #[getter]
    fn shape(&self) -> (usize, usize) {
        pair(self.goal.shape())
    }

    /// The encoding of the entries: "byte" or "mod3".
    #[getter]
    fn encoding(&self) -> PyResult<&'static str> {
        with_oracle(&*self.judge()?, |oracle| Ok(oracle.table().header().encoding().name()))
    }

    /// The greatest distance.
    #[getter]
    fn deepest(&self) -> PyResult<u8> {
        with_oracle(&*self.judge()?, |oracle| Ok(oracle.table().header().deepest()))
    }

    /// The number of boards at each distance, from 0 to the deepest: an array of uint64.
    #[getter]
    fn histogram<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<u64>>> {
        with_oracle(&*self.judge()?, |oracle| Ok(PyArray1::from_slice(py, oracle.histogram())))
    }

    /// The number of boards, which is len().
    #[getter]
    fn states(&self) -> PyResult<u64> {
        with_oracle(&*self.judge()?, |oracle| Ok(oracle.space().states()))
    }

    fn __len__(&self) -> PyResult<usize> {
        Ok(usize::try_from(self.states()?).unwrap_or(usize::MAX))
    }

    fn __repr__(&self) -> String {
        let closed = if self.judge().is_ok() { "" } else { ", closed" };
        format!("<Table of {}, goal {}{closed}>", self.goal.shape(), self.goal)
    }

    fn __reduce__(&self) -> PyResult<()> {
        Err(PyTypeError::new_err(
            "a Table cannot be pickled: save() it, and open() the file in the other process",
        ))
    }

    /// The fewest moves from a board to the goal.
    ///
    /// Parameters
    /// ----------
    /// board
    ///     A board in any form.
    ///
    /// Raises
    /// ------
    /// BoardError, UnreachableError, TableError
    ///     See the class.
    ///
    /// Examples
    /// --------
    /// >>> import tilebase
    /// >>> tilebase.Table.build().distance("867254301")
    /// 31
    fn distance(&self, py: Python<'_>, board: &Bound<'_, PyAny>) -> PyResult<u32> {
        distance_by(py, self.judge()?.solver(), &self.board(board)?, CallLimits::UNLIMITED)
    }

    /// An optimal path; the first one in the order of ACTIONS if there are several.
    ///
    /// Parameters
    /// ----------
    /// board
    ///     A board in any form.
    ///
    /// Raises
    /// ------
    /// BoardError, UnreachableError, TableError
    ///     See the class.
    ///
    /// Examples
    /// --------
    /// >>> import tilebase
    /// >>> str(tilebase.Table.build().solve("123745086"))
    /// 'URRD'
    fn solve(&self, py: Python<'_>, board: &Bound<'_, PyAny>) -> PyResult<PyPath> {
        path(py, self.judge()?.solver(), &self.board(board)?, CallLimits::UNLIMITED)
    }

    /// The legal moves, with the distances after them.
    ///
    /// Parameters
    /// ----------
    /// board
    ///     A board in any form.
    ///
    /// Returns
    /// -------
    /// list of Step
    ///     In the order of ACTIONS.
    ///
    /// Raises
    /// ------
    /// BoardError, UnreachableError, TableError
    ///     See the class.
    ///
    /// Examples
    /// --------
    /// >>> import tilebase
    /// >>> [(step.move, step.distance) for step in tilebase.Table.build().moves("123456708")]
    /// [('U', 2), ('L', 2), ('R', 0)]
    fn moves<'py>(&self, py: Python<'py>, board: &Bound<'py, PyAny>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        steps(py, self.judge()?.solver(), &self.board(board)?, CallLimits::UNLIMITED)
    }

    /// The number of optimal paths.
    ///
    /// Parameters
    /// ----------
    /// board
    ///     A board in any form.
    ///
    /// Raises
    /// ------
    /// BoardError, UnreachableError, TableError
    ///     See the class.
    ///
    /// Examples
    /// --------
    /// >>> import tilebase
    /// >>> tilebase.Table.build().count_solutions("638541720")
    /// 13
    fn count_solutions(&self, py: Python<'_>, board: &Bound<'_, PyAny>) -> PyResult<u128> {
        let board = self.board(board)?;
        with_oracle(&*self.judge()?, |oracle| count_by(py, oracle, &board))
    }

    /// An iterator over all optimal paths, in the order of ACTIONS.
    ///
    /// Parameters
    /// ----------
    /// board
    ///     A board in any form.
    ///
    /// Returns
    /// -------
    /// Solutions
    ///     It stays valid when the table is closed.
    ///
    /// Raises
    /// ------
    /// BoardError, UnreachableError, TableError
    ///     See the class.
    ///
    /// Examples
    /// --------
    /// >>> import tilebase
    /// >>> [str(path) for path in tilebase.Table.build().solutions("012753846")]
    /// ['RDDLURURDD', 'RRDLDLURRD']
    fn solutions(&self, py: Python<'_>, board: &Bound<'_, PyAny>) -> PyResult<Solutions> {
        Solutions::new(py, self.judge()?, self.board(board)?)
    }

    /// Checks an answer of another solver, with the distances of this table.
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
    ///
    /// Examples
    /// --------
    /// >>> import tilebase
    /// >>> tilebase.Table.build().check("123456708", "RLR").kind
    /// 'longer'
    #[pyo3(signature = (board, answer, *, convention="blank"))]
    fn check<'py>(
        &self,
        py: Python<'py>,
        board: &Bound<'py, PyAny>,
        answer: &Bound<'py, PyAny>,
        convention: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        let board = self.board(board)?;
        // Raise for a board of another shape; a board of different parity is left to the judge,
        // because "unsolvable" may be the answer.
        self.goal.check_reachable(&board).or_else(|why| match why {
            tilebase::board::Unreachable::DifferentParity { .. } => Ok(()),
            other => Err(failure::unreachable(py, &other, None)),
        })?;
        judged(py, &*self.judge()?, &board, answer, (read_convention(convention)?, CallLimits::UNLIMITED))
    }

    /// The fewest moves from each board to the goal.
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
    ///
    /// Raises
    /// ------
    /// BoardError, UnreachableError, TableError
    ///     See the class.
    ///
    /// Examples
    /// --------
    /// >>> import tilebase
    /// >>> tilebase.Table.build().distances(["123456780", "867254301"])
    /// array([ 0, 31], dtype=int16)
    #[pyo3(signature = (batch, *, unreachable=None))]
    fn distances<'py>(
        &self,
        py: Python<'py>,
        batch: &Bound<'py, PyAny>,
        unreachable: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray1<i16>>> {
        distances_by(py, self.judge()?.solver(), &self.batch(batch)?, unreachable, CallLimits::UNLIMITED)
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
    ///
    /// Raises
    /// ------
    /// BoardError, UnreachableError, TableError
    ///     See the class.
    ///
    /// Examples
    /// --------
    /// >>> import tilebase
    /// >>> tilebase.Table.build().optimal_actions(["123456708"])
    /// array([[False, False, False,  True]])
    fn optimal_actions<'py>(
        &self,
        py: Python<'py>,
        batch: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyArray2<bool>>> {
        optimal_actions_by(py, self.judge()?.solver(), &self.batch(batch)?, CallLimits::UNLIMITED)
    }

    /// The distances of all boards in index order: a read-only array of uint8.
    ///
    /// With the encoding "byte", it is a view, not a copy, and stays valid when the table is
    /// closed. The entries are bytes: convert them before subtracting, as in
    /// `table.as_array().astype(np.int16)`.
    ///
    /// >>> import tilebase
    /// >>> table = tilebase.Table.build()
    /// >>> int(table.as_array()[table.rank("867254301")])
    /// 31
    fn as_array<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<u8>>> {
        let judge = self.judge()?;
        let has_byte_entries =
            with_oracle(&judge, |oracle| Ok(oracle.table().header().encoding() == Encoding::Byte))?;
        if has_byte_entries {
            return view(py, &judge, |judge| {
                let Some(oracle) = judge.solver().oracle() else { return Ok(&[]) };
                let entries = interruptible_in_parallel(py, |_| oracle.table().payload())?;
                entries.map_err(|error| failure::table(&error))
            });
        }
        let array = with_oracle(&judge, |oracle| {
            let all =
                interruptible(py, |_| DistanceBlocks::new(oracle.table()).and_then(DistanceBlocks::all))?;
            let all = all.map_err(|error| failure::oracle(py, &error, None))?;
            Ok(all.into_owned().into_pyarray(py))
        })?;
        make_read_only(&array).map(|()| array)
    }

    /// The index of a board, which is its position in as_array().
    ///
    /// Parameters
    /// ----------
    /// board
    ///     A board in any form.
    ///
    /// Raises
    /// ------
    /// BoardError, UnreachableError, TableError
    ///     See the class.
    ///
    /// Examples
    /// --------
    /// >>> import tilebase
    /// >>> table = tilebase.Table.build()
    /// >>> table.rank("638541720"), table.unrank(174942)
    /// (174942, Board('638541720'))
    fn rank(&self, py: Python<'_>, board: &Bound<'_, PyAny>) -> PyResult<u64> {
        let board = self.board(board)?;
        let unreachable = |why| failure::unreachable(py, &why, None);
        self.goal.check_reachable(&board).map_err(unreachable)?;
        with_oracle(&*self.judge()?, |oracle| Ok(oracle.space().index_of_reachable(&board).number()))
    }

    /// The board at an index.
    ///
    /// Parameters
    /// ----------
    /// index
    ///     A number from 0 to len() - 1; another one raises ValueError.
    ///
    /// Raises
    /// ------
    /// ValueError, TypeError
    ///     If the index is out of range, or is not an integer.
    /// TableError
    ///     If the table is closed.
    ///
    /// Examples
    /// --------
    /// >>> import tilebase
    /// >>> tilebase.Table.build().unrank(174942)
    /// Board('638541720')
    fn unrank(&self, index: &Bound<'_, PyAny>) -> PyResult<PyBoard> {
        let index = read_count(index, "index")?;
        with_oracle(&*self.judge()?, |oracle| {
            let board = oracle.space().board_at(StateIndex::new(index));
            board.map(PyBoard).ok_or_else(|| no_index(oracle, &index.to_string()))
        })
    }

    /// The indexes of many boards.
    ///
    /// Parameters
    /// ----------
    /// batch
    ///     An integer array of shape (n, cells) or (n, rows, columns), or a list of boards.
    ///
    /// Returns
    /// -------
    /// ndarray
    ///     A uint64 array of shape (n,).
    ///
    /// Raises
    /// ------
    /// BoardError, UnreachableError, TableError
    ///     See the class.
    ///
    /// Examples
    /// --------
    /// >>> import tilebase
    /// >>> tilebase.Table.build().ranks(["638541720", "123456780"])
    /// array([174942, 161280], dtype=uint64)
    fn ranks<'py>(&self, py: Python<'py>, batch: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyArray1<u64>>> {
        let (judge, batch) = (self.judge()?, self.batch(batch)?);
        let rows = batch.rows()?;
        let goal = self.goal;
        let ranks = with_oracle(&judge, |oracle| {
            rows.work(py, CallLimits::UNLIMITED, |interrupt| {
                let mut ranks = Vec::with_capacity(rows.len);
                rows.for_each_part(interrupt, |first, part| {
                    for (row, index) in oracle.space().indexes_of(part).enumerate() {
                        let index = index.ok_or_else(|| {
                            let why = part.get(row).and_then(|board| goal.check_reachable(&board).err());
                            let error = why
                                .map_or(OracleError::Inconsistent { board: goal.board() }, OracleError::from);
                            Fault::Solve(first + row, error.into())
                        })?;
                        ranks.push(index.number());
                    }
                    Ok(())
                })?;
                Ok(ranks)
            })
        })?;
        Ok(ranks.into_pyarray(py))
    }

    /// The boards at some indexes, or all boards.
    ///
    /// Parameters
    /// ----------
    /// indices
    ///     A list or an integer array of shape (k,). None means all, in index order.
    ///
    /// Returns
    /// -------
    /// ndarray
    ///     The boards, a uint8 array of shape (k, cells).
    ///
    /// Raises
    /// ------
    /// ValueError
    ///     If an index is not from 0 to len() - 1, or the array has another number of dimensions.
    /// TableTooLargeError
    ///     If there is not enough memory.
    ///
    /// Examples
    /// --------
    /// >>> import tilebase
    /// >>> tilebase.Table.build((2, 2)).boards([0, 11])
    /// array([[0, 1, 3, 2],
    ///        [3, 1, 2, 0]], dtype=uint8)
    #[pyo3(signature = (indices=None))]
    fn boards<'py>(
        &self,
        py: Python<'py>,
        indices: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray2<u8>>> {
        let judge = self.judge()?;
        with_oracle(&judge, |oracle| {
            let space = oracle.space();
            match indices {
                None => boards_at(py, space, space.states(), &|place| place),
                Some(indices) => {
                    let indices = read_indices(oracle, indices)?;
                    let index_of = |place: u64| usize::try_from(place).map_or(0, |place| indices[place]);
                    boards_at(py, space, indices.len() as u64, &index_of)
                }
            }
        })
    }
}

fn build(
    goal: &Goal,
    threads: usize,
    encoding: Encoding,
    interrupt: &Interrupt,
    on_event: impl FnMut(Event) -> ControlFlow<()> + Send,
) -> Result<Oracle, OracleError> {
    let generator = Generator::for_goal(goal).map_err(BuildError::from)?;
    let generator = generator.threads(threads).interrupt(interrupt).on_event(on_event);
    let table = generator.table(encoding)?;
    if interrupt.is_raised() {
        return Err(BuildError::Interrupted { work: Work::Build }.into());
    }
    Oracle::new(table, goal)
}

fn read_encoding(name: &str) -> PyResult<Encoding> {
    let of_full_boards = [Encoding::Byte, Encoding::Mod3];
    of_full_boards.into_iter().find(|encoding| encoding.name() == name).ok_or_else(|| {
        let names = of_full_boards.map(Encoding::name).join(", ");
        let found = tilebase::notation::shorten(name);
        PyValueError::new_err(format!("encoding: expected one of {names}, found {found:?}"))
    })
}

fn read_indices(oracle: &Oracle, indices: &Bound<'_, PyAny>) -> PyResult<Vec<u64>> {
    let array = indices.py().import("numpy")?.call_method1("asanyarray", (indices,))?;
    let array = array.cast_into::<numpy::PyUntypedArray>()?;
    let len = numpy::PyUntypedArrayMethods::len(&array);
    if numpy::PyUntypedArrayMethods::ndim(&array) != 1 {
        return Err(PyValueError::new_err("indices: expected an array of one dimension"));
    }
    // NumPy gives an empty list the type float, which `Integers::read` would reject.
    if len == 0 {
        return Ok(Vec::new());
    }
    let integers = Integers::read(&array, "indices")?;
    let numbers = integers.numbers()?;
    let states = oracle.space().states();
    let index = |place| match numbers.number(place) {
        Some(Number::Of64Bits(index)) => {
            let found = u64::try_from(index).ok().filter(|index| *index < states);
            found.ok_or_else(|| no_index(oracle, &index.to_string()))
        }
        _ => Err(no_index(oracle, "a number of more than 63 bits")),
    };
    (0..len).map(index).collect()
}

fn no_index(oracle: &Oracle, found: &str) -> PyErr {
    let last = oracle.space().states() - 1;
    PyValueError::new_err(format!("expected an index from 0 to {last}, found {found}"))
}
