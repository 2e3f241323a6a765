//! The class `Table`: building, opening, saving, and lookups.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use numpy::{IntoPyArray, PyArray1, PyArray2};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use tilebase::generate::{BuildError, Event, Generator};
use tilebase::judge::Judge;
use tilebase::oracle::{DistanceBlocks, OracleError};
use tilebase::space::StateIndex;
use tilebase::table::{BuiltTable, Encoding, Table};
use tilebase::{Goal, Interrupt, Oracle, Solver};

use crate::answer::{judged, read_convention};
use crate::batch::{BatchLike, Fault};
use crate::batches::{distances_by, optimal_actions_by};
use crate::boardlike::{self, Number, PyBoard};
use crate::building::{read_on_level, read_threads, refuse_overwriting, telling};
use crate::errors::TableError;
use crate::failure;
use crate::goal::{goal_of_shape, goal_on, read_goal};
use crate::integers::Integers;
use crate::interruptible::{interruptible, interruptible_in_parallel};
use crate::limits::read_count;
use crate::path::PyPath;
use crate::questions::{count_by, distance_by, path, steps};
use crate::shape::{pair, read_optional_shape};
use crate::solutions::Solutions;
use crate::states::boards_at;
use crate::view::{make_read_only, view};

/// The distances of all boards to a goal.
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
    /// Builds a table in memory: at once for the 8-puzzle, some seconds and 240 MB for 3x4.
    ///
    /// threads is the number of threads; 0 means one per core. encoding is byte or mod3: the latter
    /// is smaller and slower to read. on_level is called with a Level after each level; an
    /// exception that it raises ends the build.
    ///
    /// >>> import tilebase
    /// >>> table = tilebase.Table.build((2, 3))
    /// >>> len(table), table.deepest, table.distance("543210")
    /// (360, 21, 13)
    #[staticmethod]
    #[pyo3(signature = (shape=None, goal=None, *, threads=None, encoding="byte", on_level=None))]
    #[pyo3(text_signature = "(shape=None, goal=None, *, threads=0, encoding='byte', on_level=None)")]
    fn build(
        py: Python<'_>,
        shape: Option<&Bound<'_, PyAny>>,
        goal: Option<&Bound<'_, PyAny>>,
        threads: Option<&Bound<'_, PyAny>>,
        encoding: &str,
        on_level: Option<Py<PyAny>>,
    ) -> PyResult<Self> {
        let goal = goal_of_shape(read_optional_shape(shape)?, goal)?;
        let encoding = read_encoding(encoding)?;
        let threads = read_threads(threads)?;
        let on_level = read_on_level(py, on_level)?;
        let mut raised = None;
        let built = interruptible(py, |interrupt| {
            build(&goal, threads, encoding, interrupt, telling(on_level.as_ref(), &mut raised))
        })?;
        match raised {
            Some(error) => Err(error),
            None => built.map(Self::of).map_err(|error| failure::oracle(py, &error, None)),
        }
    }

    /// Opens a table file written by pdb-gen or save(). A different goal may be given if it has the
    /// blank in the same cell as the table's own.
    ///
    /// A large file is mapped, not read: if another program truncates it, this process is
    /// terminated.
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

    /// Writes the table to a file, whole or not at all.
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

    /// The number of boards at each distance, from 0 to the deepest.
    #[getter]
    fn histogram<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<u64>>> {
        with_oracle(&*self.judge()?, |oracle| Ok(PyArray1::from_slice(py, oracle.histogram())))
    }

    /// The number of boards.
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
            "a Table is not pickled: save() it, and open() the file in the other process",
        ))
    }

    /// The fewest moves from a board to the goal.
    fn distance(&self, py: Python<'_>, board: &Bound<'_, PyAny>) -> PyResult<u32> {
        distance_by(py, self.judge()?.solver(), &self.board(board)?, (None, 0))
    }

    /// An optimal path; the first one in the order of ACTIONS if there are several.
    fn solve(&self, py: Python<'_>, board: &Bound<'_, PyAny>) -> PyResult<PyPath> {
        path(py, self.judge()?.solver(), &self.board(board)?, (None, 0))
    }

    /// The legal moves, as a list of Step.
    fn moves<'py>(&self, py: Python<'py>, board: &Bound<'py, PyAny>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        steps(py, self.judge()?.solver(), &self.board(board)?, (None, 0))
    }

    /// The number of optimal paths.
    fn count_solutions(&self, py: Python<'_>, board: &Bound<'_, PyAny>) -> PyResult<u128> {
        let board = self.board(board)?;
        with_oracle(&*self.judge()?, |oracle| count_by(py, oracle, &board))
    }

    /// An iterator over all optimal paths.
    fn solutions(&self, py: Python<'_>, board: &Bound<'_, PyAny>) -> PyResult<Solutions> {
        Solutions::new(py, self.judge()?, self.board(board)?)
    }

    /// Checks an answer of another solver, like check() of the package, with this table.
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
            tilebase::board::Unreachable::OtherHalf { .. } => Ok(()),
            other => Err(failure::unreachable(py, &other, None)),
        })?;
        judged(py, &*self.judge()?, &board, answer, (read_convention(convention)?, 0))
    }

    /// The distances of many boards, like distances() of the package, from this table.
    #[pyo3(signature = (batch, *, unreachable=None))]
    fn distances<'py>(
        &self,
        py: Python<'py>,
        batch: &Bound<'py, PyAny>,
        unreachable: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray1<i16>>> {
        distances_by(py, self.judge()?.solver(), &self.batch(batch)?, unreachable, 0)
    }

    /// Whether each move begins a shortest path, for many boards, like optimal_actions() of the
    /// package, from this table.
    fn optimal_actions<'py>(
        &self,
        py: Python<'py>,
        batch: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyArray2<bool>>> {
        optimal_actions_by(py, self.judge()?.solver(), &self.batch(batch)?, 0)
    }

    /// The distances of all boards in index order, read-only. With the encoding "byte", the array
    /// is a view of the table, not a copy. The entries are bytes: convert them before subtracting, as
    /// in `table.as_array().astype(np.int16)`.
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
    fn unrank(&self, index: &Bound<'_, PyAny>) -> PyResult<PyBoard> {
        let index = read_count(index, "index")?;
        with_oracle(&*self.judge()?, |oracle| {
            let board = oracle.space().board_at(StateIndex::new(index));
            board.map(PyBoard).ok_or_else(|| no_index(oracle, &index.to_string()))
        })
    }

    /// The indexes of many boards.
    fn ranks<'py>(&self, py: Python<'py>, batch: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyArray1<u64>>> {
        let (judge, batch) = (self.judge()?, self.batch(batch)?);
        let rows = batch.rows()?;
        let goal = self.goal;
        let ranks = with_oracle(&judge, |oracle| {
            rows.work(py, |interrupt| {
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

    /// The boards at the given indexes, or all boards: an array of (n, cells).
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
        return Err(BuildError::Interrupted { work: "build" }.into());
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
