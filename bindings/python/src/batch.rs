//! A batch of boards of one shape, as an array.

use numpy::{PyUntypedArray, PyUntypedArrayMethods};
use pyo3::exceptions::{PyKeyboardInterrupt, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString, PyTuple};
use tilebase::board::Batch;
use tilebase::solve::SolveError;
use tilebase::{Interrupt, Move, Shape};

use crate::boardlike::{self, Number, PyBoard, board_of_numbers};
use crate::errors::{BoardError, MoveError, ShapeError, exception, type_name};
use crate::failure;
use crate::integers::{Integers, Numbers};
use crate::interruptible::interruptible;
use crate::limits::CallLimits;

/// Boards passed from Python: an array of `(n, cells)` or `(n, rows, columns)`, or a list of boards
/// in any form.
pub(crate) struct BatchLike<'py> {
    pub(crate) shape: Shape,
    pub(crate) len: usize,
    tiles: Tiles<'py>,
}

enum Tiles<'py> {
    Array(Integers<'py>),
    Own(Vec<u8>),
}

/// A view of the boards for threads that are not attached to the interpreter. The rows are not yet
/// checked to be boards.
#[derive(Clone, Copy)]
pub(crate) struct Rows<'a> {
    pub(crate) shape: Shape,
    pub(crate) len: usize,
    numbers: Numbers<'a>,
}

/// The reason why a batch fails, with the row at fault.
pub(crate) enum Fault {
    NoBoard(usize),
    Illegal(usize, Move),
    Solve(usize, SolveError),
    Interrupted,
    /// The time was over before this row.
    Late(usize),
}

/// Number of boards processed between two checks of the interrupt: half a millisecond of work.
pub(crate) const PART: usize = 1 << 14;

/// Batches of up to this size run on the calling thread: that is faster than starting another one.
const SHORT: usize = 1 << 12;

impl<'py> BatchLike<'py> {
    /// Reads a batch. `shape` is the shape requested by the caller. `likely`, the shape of the
    /// goal, is used only if nothing else determines one.
    pub(crate) fn read(
        object: &Bound<'py, PyAny>,
        shape: Option<Shape>,
        likely: Option<Shape>,
    ) -> PyResult<Self> {
        if let Ok(array) = object.cast::<PyUntypedArray>() {
            return Self::of_array(array, shape, likely);
        }
        if object.is_instance_of::<PyList>() || object.is_instance_of::<PyTuple>() {
            return Self::of_list(object, shape, likely);
        }
        let is_one = object.is_instance_of::<PyString>() || object.is_instance_of::<PyBoard>();
        if !is_one
            && let Some(convert) = object.getattr_opt("__array__")?
            && let Ok(array) = convert.call0()?.cast::<PyUntypedArray>()
        {
            return Self::of_array(array, shape, likely);
        }
        let found = type_name(object);
        let advice = if is_one { ": put one board in a list" } else { "" };
        Err(PyTypeError::new_err(format!(
            "expected many boards, as an integer array of shape (n, cells) or (n, rows, columns), found \
             {found}{advice}"
        )))
    }

    fn of_array(
        array: &Bound<'py, PyUntypedArray>,
        shape: Option<Shape>,
        likely: Option<Shape>,
    ) -> PyResult<Self> {
        let tiles = Integers::read(array, "boards")?;
        let found = match *array.shape() {
            [_, cells] => match shape {
                Some(shape) => shape,
                None => shape_of_cells(cells, likely)?,
            },
            [_, rows, columns] => {
                Shape::new(rows, columns).map_err(|error| ShapeError::new_err(error.to_string()))?
            }
            [_] => {
                return Err(ShapeError::new_err(
                    "expected many boards, as an array of shape (n, cells) or (n, rows, columns), found \
                     one dimension: for a single board, pass board[None]",
                ));
            }
            _ => {
                return Err(ShapeError::new_err(format!(
                    "expected an array of shape (n, cells) or (n, rows, columns), found {} dimensions",
                    array.ndim()
                )));
            }
        };
        let cells: usize = array.shape()[1..].iter().product();
        if shape.is_some_and(|shape| shape != found) || cells != found.cells() {
            let shape = shape.unwrap_or(found);
            let found: Vec<String> = array.shape()[1..].iter().map(ToString::to_string).collect();
            return Err(ShapeError::new_err(format!(
                "expected boards of {shape}, found an array of shape (n, {})",
                found.join(", ")
            )));
        }
        Ok(Self { shape: found, len: array.shape()[0], tiles: Tiles::Array(tiles) })
    }

    fn of_list(list: &Bound<'py, PyAny>, shape: Option<Shape>, likely: Option<Shape>) -> PyResult<Self> {
        let py = list.py();
        let mut tiles = Vec::new();
        let (mut len, mut found) = (0, None);
        for board in list.try_iter()? {
            let board = boardlike::read(&board?, shape.or(found).or(likely));
            let board = board.map_err(|error| in_row(py, &error, len))?.board;
            let expected = *found.get_or_insert(shape.unwrap_or(board.shape()));
            if board.shape() != expected {
                return Err(ShapeError::new_err(format!(
                    "row {len}: expected a board of {expected}, found one of {}",
                    board.shape()
                )));
            }
            tiles.extend(board.tiles().iter().map(|tile| tile.number()));
            len += 1;
        }
        let Some(shape) = found.or(shape).or(likely) else {
            return Err(ShapeError::new_err("an empty batch has no shape: pass shape=(rows, columns)"));
        };
        Ok(Self { shape, len, tiles: Tiles::Own(tiles) })
    }

    pub(crate) fn rows(&self) -> PyResult<Rows<'_>> {
        let numbers = match &self.tiles {
            Tiles::Array(array) => array.numbers()?,
            Tiles::Own(tiles) => Numbers::Bytes(tiles),
        };
        Ok(Rows { shape: self.shape, len: self.len, numbers })
    }
}

impl Rows<'_> {
    /// Calls `visit` for each part of the batch, with the row of its first board. Stops at the
    /// first row that is not a board, or when the interrupt is raised.
    ///
    /// Each part is copied before it is checked, because another thread may write into the array at
    /// any time.
    pub(crate) fn for_each_part(
        &self,
        interrupt: &Interrupt,
        mut visit: impl FnMut(usize, &Batch<'_>) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        let cells = self.shape.cells();
        let mut tiles = Vec::with_capacity(PART.min(self.len) * cells);
        for first in (0..self.len).step_by(PART) {
            if interrupt.is_raised() {
                return Err(if interrupt.is_signalled() { Fault::Interrupted } else { Fault::Late(first) });
            }
            let end = self.len.min(first + PART);
            self.numbers.copy_bytes(first * cells..end * cells, &mut tiles);
            let batch =
                Batch::new(self.shape, &tiles).map_err(|error| Fault::NoBoard(first + error.number))?;
            visit(first, &batch)?;
        }
        Ok(())
    }

    /// Runs work over all boards, interruptible by Ctrl-C. The interrupt also has the deadline.
    pub(crate) fn work<T: Send>(
        &self,
        py: Python<'_>,
        call_limits: CallLimits,
        work: impl FnOnce(&Interrupt) -> Result<T, Fault> + Send,
    ) -> PyResult<T> {
        let work = |interrupt: &Interrupt| work(&call_limits.bound(interrupt));
        let outcome = if self.len <= SHORT { work(&Interrupt::new()) } else { interruptible(py, work)? };
        outcome.map_err(|fault| self.exception(py, &fault))
    }

    /// Converts a fault to an exception that names the row.
    pub(crate) fn exception(&self, py: Python<'_>, fault: &Fault) -> PyErr {
        match fault {
            Fault::NoBoard(row) => self.no_board(py, *row),
            Fault::Illegal(row, step) => {
                let message = format!("row {row}: {step} is not legal: the blank would leave the board");
                exception::<MoveError>(py, message, [("row", *row)])
            }
            Fault::Solve(row, SolveError::Board(why)) => failure::unreachable(py, why, Some(*row)),
            Fault::Solve(row, SolveError::Limit(reached)) => failure::limit(py, reached, Some(*row)),
            Fault::Solve(_, error) => failure::solve(py, error),
            Fault::Interrupted => PyKeyboardInterrupt::new_err(()),
            Fault::Late(row) => failure::late(py, *row),
        }
    }

    fn no_board(&self, py: Python<'_>, row: usize) -> PyErr {
        let cells = self.shape.cells();
        let numbers: Vec<Number> =
            (row * cells..(row + 1) * cells).filter_map(|place| self.numbers.number(place)).collect();
        match board_of_numbers(py, &numbers, Some(self.shape)) {
            Err(error) => in_row(py, &error, row),
            Ok(_) => BoardError::new_err(format!("row {row} was changed while it was read")),
        }
    }
}

/// Adds the row to a `BoardError`; other exceptions are returned unchanged.
fn in_row(py: Python<'_>, error: &PyErr, row: usize) -> PyErr {
    if !error.is_instance_of::<BoardError>(py) {
        return error.clone_ref(py);
    }
    let faults = error.value(py).getattr("faults");
    let attributes =
        || -> PyResult<_> { Ok([("faults", faults?), ("row", row.into_pyobject(py)?.into_any())]) };
    match attributes() {
        Ok(attributes) => exception::<BoardError>(py, format!("row {row}: {}", error.value(py)), attributes),
        Err(error) => error,
    }
}

/// Determines the shape of boards with this number of cells: that of the goal if it fits, else the
/// square.
fn shape_of_cells(cells: usize, likely: Option<Shape>) -> PyResult<Shape> {
    if let Some(shape) = likely.filter(|shape| shape.cells() == cells) {
        return Ok(shape);
    }
    let sides = (2..cells).filter(|rows| cells.is_multiple_of(*rows));
    let shapes: Vec<Shape> = sides.filter_map(|rows| Shape::new(rows, cells / rows).ok()).collect();
    if let Some(square) = shapes.iter().find(|shape| shape.rows() == shape.columns()) {
        return Ok(*square);
    }
    let choices: Vec<String> = shapes.iter().map(ToString::to_string).collect();
    Err(ShapeError::new_err(if choices.is_empty() {
        format!("no shape has {cells} cells: expected an array of shape (n, cells), with 4 to 25 cells")
    } else {
        format!("boards of {cells} cells may be {}: pass shape=(rows, columns)", choices.join(", "))
    }))
}
