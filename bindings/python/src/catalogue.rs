//! Pattern databases for boards that are too many for a table, such as the 15- and the 24-puzzle.

use std::path::PathBuf;

use numpy::{IntoPyArray, PyArray1};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyString;
use rayon::prelude::*;
use tilebase::board::Batch;
use tilebase::search::{Limits, PatternSet};
use tilebase::solve::{Algorithm, Method, SolveError};
use tilebase::table::Folder;
use tilebase::{Board, Solver};

use crate::batch::{BatchLike, Fault};
use crate::boardlike::{self, PyBoard};
use crate::errors::MethodError;
use crate::failure;
use crate::goal::goal_of_shape;
use crate::interruptible::{interruptible_in, interruptible_in_parallel};
use crate::limits::read_timeout;
use crate::pool;
use crate::records;
use crate::shape::{pair, read_optional_shape};
use crate::table::read_threads;

/// Pattern databases of a shape whose boards are too many for a table, such as the 15- and the
/// 24-puzzle. The shape is by default that of the goal, or 4x4.
///
/// The partition determines which tiles share a database: "7-8x1", "7-8", "6-6-3" or "5-5-5" for
/// 4x4. By default it is the strongest one whose databases are all in the folder, else the weakest,
/// which is built at once. Building a large one takes minutes; pdb-gen does it once and for all.
///
/// >>> import tilebase
/// >>> catalogue = tilebase.Catalogue((4, 4))
/// >>> catalogue.lower_bound("5 1 3 4 2 6 7 8 9 10 15 11 13 14 12 0")
/// 10
#[pyclass(name = "Catalogue", module = "tilebase", frozen)]
pub(crate) struct PyCatalogue(Solver);

#[pymethods]
impl PyCatalogue {
    #[new]
    #[pyo3(signature = (shape=None, goal=None, *, partition=None, folder=None))]
    fn new(
        py: Python<'_>,
        shape: Option<&Bound<'_, PyAny>>,
        goal: Option<&Bound<'_, PyAny>>,
        partition: Option<&str>,
        folder: Option<PathBuf>,
    ) -> PyResult<Self> {
        let shape = match (read_optional_shape(shape)?, goal) {
            (None, None) => tilebase::Shape::new(4, 4).ok(),
            (shape, _) => shape,
        };
        let goal = goal_of_shape(shape, goal)?;
        let sets = PatternSet::of_goal(&goal);
        let named = partition.map(|name| {
            sets.iter().find(|set| set.name() == name).ok_or_else(|| {
                let names: Vec<&str> = sets.iter().map(PatternSet::name).collect();
                let found = tilebase::notation::shorten(name);
                MethodError::new_err(format!(
                    "partition: expected one of {}, found {found:?}",
                    names.join(", ")
                ))
            })
        });
        let named = named.transpose()?.cloned();
        let built = interruptible_in_parallel(py, |interrupt| {
            let limits = Limits { interrupt: Some(interrupt.clone()), ..Limits::default() };
            let mut builder = Solver::builder(&goal).method(Method::of(Algorithm::Ida)).limits(limits);
            if let Some(folder) = folder {
                builder = builder.folder(&Folder::new(folder));
            }
            if let Some(set) = named {
                builder = builder.pattern_set(set);
            }
            builder.build()
        })?;
        built.map(Self).map_err(|error| failure::solve(py, &error))
    }

    /// The goal.
    #[getter]
    const fn goal(&self) -> PyBoard {
        PyBoard(self.0.goal().board())
    }

    /// Rows and columns.
    #[getter]
    fn shape(&self) -> (usize, usize) {
        pair(self.0.goal().shape())
    }

    /// A lower bound on the number of moves.
    fn lower_bound(&self, py: Python<'_>, board: &Bound<'_, PyAny>) -> PyResult<u32> {
        let board = boardlike::read(board, Some(self.0.goal().shape()))?.board;
        self.0.estimate(&board).map_err(|error| failure::solve(py, &error))
    }

    /// The lower bounds of many boards.
    fn lower_bounds<'py>(
        &self,
        py: Python<'py>,
        batch: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyArray1<i16>>> {
        let batch = BatchLike::read(batch, None, Some(self.0.goal().shape()))?;
        let rows = batch.rows()?;
        let bounds = rows.work(py, |interrupt| {
            let mut bounds = Vec::with_capacity(rows.len);
            rows.for_each_part(interrupt, |first, part| {
                for (row, board) in part.boards().enumerate() {
                    let bound = self.0.estimate(&board).map_err(|error| Fault::Solve(first + row, error))?;
                    bounds.push(i16::try_from(bound).unwrap_or(i16::MAX));
                }
                Ok(())
            })?;
            Ok(bounds)
        })?;
        Ok(bounds.into_pyarray(py))
    }

    /// Optimal paths of many boards, or of one, found on all cores: a list of Result.
    ///
    /// The timeout, in seconds, applies to each board. The result of a board that timed out has no
    /// moves, only at_least.
    ///
    /// >>> import tilebase
    /// >>> catalogue = tilebase.Catalogue((4, 4))
    /// >>> [result.length for result in catalogue.solve(tilebase.scramble(3, steps=9, shape=(4, 4), seed=7))]
    /// [9, 9, 9]
    #[pyo3(signature = (batch_or_board, *, timeout=None, threads=None))]
    #[pyo3(text_signature = "($self, batch_or_board, *, timeout=None, threads=0)")]
    fn solve<'py>(
        &self,
        py: Python<'py>,
        batch_or_board: &Bound<'py, PyAny>,
        timeout: Option<&Bound<'py, PyAny>>,
        threads: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let time = read_timeout(timeout)?;
        let boards = self.boards(py, batch_or_board)?;
        let pool = match read_threads(threads)? {
            0 => pool::pool(py)?,
            threads => std::sync::Arc::new(pool::of_threads(threads)?),
        };
        let is_one = boards.len() == 1;
        let outcomes = interruptible_in(py, &pool, |interrupt| {
            // A single board is searched by all threads; of several, each gets one thread.
            let interrupt = Some(interrupt.clone());
            let solver =
                self.0.with_limits(Limits { time, interrupt, on_one_thread: !is_one, ..Limits::default() });
            boards.par_iter().map(|board| solver.solve(board)).collect::<Vec<_>>()
        })?;
        let outcomes = boards.iter().zip(outcomes).enumerate();
        outcomes
            .map(|(row, (board, outcome))| match outcome {
                Ok(outcome) => records::found(py, *board, outcome, 0),
                Err(SolveError::Limit(reached)) => records::given_up(py, &reached),
                Err(SolveError::Board(why)) => {
                    Err(failure::unreachable(py, &why, Some(row).filter(|_| !is_one)))
                }
                Err(error) => Err(failure::solve(py, &error)),
            })
            .collect()
    }

    fn __repr__(&self) -> String {
        format!("<Catalogue of {}, goal {}>", self.0.goal().shape(), self.0.goal())
    }

    fn __reduce__(&self) -> PyResult<()> {
        Err(PyTypeError::new_err("a Catalogue is not pickled: make one in the other process"))
    }
}

impl PyCatalogue {
    fn boards(&self, py: Python<'_>, object: &Bound<'_, PyAny>) -> PyResult<Vec<Board>> {
        let shape = self.0.goal().shape();
        if object.is_instance_of::<PyString>() || object.is_instance_of::<PyBoard>() {
            return Ok(vec![boardlike::read(object, Some(shape))?.board]);
        }
        let batch = match BatchLike::read(object, None, Some(shape)) {
            Ok(batch) => batch,
            // Not a batch: perhaps a single board, as a list of tiles or rows, or as an array.
            Err(error) => match boardlike::read(object, Some(shape)) {
                Ok(one) => return Ok(vec![one.board]),
                Err(_) => return Err(error),
            },
        };
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
}
