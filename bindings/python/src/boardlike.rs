//! Reads a board from any Python form: text, a sequence of numbers or rows, an array, or a `Board`.

use numpy::{PyArrayDescrMethods, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyByteArray, PyBytes, PyInt, PyList, PyMemoryView, PySequence, PyString, PyTuple};
use tilebase::board::{BoardFaults, LargeBoard};
use tilebase::notation::ReadError;
use tilebase::{Board, Shape};

use crate::errors::{BoardError, exception, type_name};

/// A placement of the tiles: a sequence of numbers, row by row, with 0 for the blank.
///
/// A Board is immutable, hashable and ordered, and can be pickled. str() gives its rows.
///
/// Parameters
/// ----------
/// board
///     A string in any notation, on one line or as drawn rows, a list of tiles or rows, an array of
///     integers of one or two dimensions, or another Board.
/// shape
///     Rows and columns, as (3, 4) or "3x4": at least 2 each, and at most 25 cells. By default,
///     tiles without rows get the shape closest to square, with no more rows than columns.
///
/// Raises
/// ------
/// BoardError
///     If the value is not a board, or has another shape. The attribute faults lists all reasons.
/// ShapeError
///     If the shape is invalid.
/// TypeError
///     If the tiles are not integers.
///
/// Examples
/// --------
/// >>> from tilebase import Board
/// >>> board = Board([[1, 2, 3], [4, 5, 6], [7, 0, 8]])
/// >>> board, board.shape, board.blank, board[3]
/// (Board('123456708'), (3, 3), 7, 4)
/// >>> board == Board("1 2 3 4 5 6 7 _ 8")
/// True
/// >>> print(board)
/// 1 2 3
/// 4 5 6
/// 7 . 8
#[pyclass(name = "Board", module = "tilebase", frozen, eq, ord, hash, sequence)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct PyBoard(pub(crate) Board);

/// A board that was read from a Python object.
#[derive(Clone, Copy)]
pub(crate) struct BoardLike {
    pub(crate) board: Board,
    /// Whether the object determined the shape, as rows do.
    pub(crate) has_rows: bool,
}

/// Maximum number of items read from a sequence, far above the 25 of a valid board. It bounds the
/// work on endless iterators and the length of messages.
const MAX_ITEMS: usize = 1 << 10;

/// Reads a board. `shape` applies to tiles without rows; if it is `None`, they get the squarest
/// shape.
pub(crate) fn read(object: &Bound<'_, PyAny>, shape: Option<Shape>) -> PyResult<BoardLike> {
    if let Ok(board) = object.cast::<PyBoard>() {
        return Ok(BoardLike { board: board.get().0, has_rows: true });
    }
    if let Ok(text) = object.cast::<PyString>() {
        return Ok(BoardLike { board: read_text(text, shape)?, has_rows: false });
    }
    let items = tiles_or_rows(object)?;
    match items.first() {
        Some(first) if is_row(first) => {
            let rows = items.iter().map(row_of_numbers).collect::<PyResult<Vec<_>>>()?;
            Ok(BoardLike { board: board_of_rows(object.py(), &rows)?, has_rows: true })
        }
        _ => {
            let numbers = items.iter().map(Number::read).collect::<PyResult<Vec<_>>>()?;
            Ok(BoardLike { board: board_of_numbers(object.py(), &numbers, shape)?, has_rows: false })
        }
    }
}

/// Reads nine digits, the usual form of a board, in some nanoseconds. No other notation gives a
/// board for such a text, so skipping the general reader is safe.
#[inline]
pub(crate) fn nine_digits(text: &str) -> Option<Board> {
    let digits: &[u8; 9] = text.as_bytes().try_into().ok()?;
    // Other characters become numbers above 8, which are not tiles of 3x3.
    Board::from_bytes(Shape::THREE_BY_THREE, &digits.map(|digit| digit.wrapping_sub(b'0'))).ok()
}

fn read_text(text: &Bound<'_, PyString>, shape: Option<Shape>) -> PyResult<Board> {
    // A lone surrogate becomes a replacement character, which is not a tile.
    let text = text.to_string_lossy();
    if shape.is_none_or(|shape| shape == Shape::THREE_BY_THREE)
        && let Some(board) = nine_digits(&text)
    {
        return Ok(board);
    }
    Python::attach(|py| Board::read(&text, shape).map_err(|error| misread_small(py, &text, &error)))
}

/// The error for a text that is not a board of up to 25 cells.
fn misread_small(py: Python<'_>, text: &str, error: &ReadError) -> PyErr {
    if !LargeBoard::is_needed_for(text) {
        return misread(py, error);
    }
    let message = format!("{error}; only anytime() takes boards of more than 25 cells");
    exception::<BoardError>(py, message, [("faults", vec![error.to_string()])])
}

pub(crate) fn misread(py: Python<'_>, error: &ReadError) -> PyErr {
    let faults = error.faults().map_or_else(|| vec![error.to_string()], in_words);
    exception::<BoardError>(py, error, [("faults", faults)])
}

/// Describes each fault of a board.
pub(crate) fn in_words(faults: &BoardFaults) -> Vec<String> {
    faults.faults().iter().map(ToString::to_string).collect()
}

/// An integer where a tile is expected.
pub(crate) enum Number {
    Of64Bits(i64),
    TooSmall,
    TooLarge,
}

impl Number {
    pub(crate) fn read(object: &Bound<'_, PyAny>) -> PyResult<Self> {
        if object.is_instance_of::<PyBool>() {
            return Err(not_a_tile(object));
        }
        match object.extract::<i64>() {
            Ok(number) => Ok(Self::Of64Bits(number)),
            Err(error) if error.is_instance_of::<PyOverflowError>(object.py()) => {
                let is_negative = object.is_instance_of::<PyInt>() && object.lt(0)?;
                Ok(if is_negative { Self::TooSmall } else { Self::TooLarge })
            }
            Err(error) if error.is_instance_of::<PyTypeError>(object.py()) => Err(not_a_tile(object)),
            Err(error) => Err(error),
        }
    }

    /// The tile as `u32`; 2^32 - 1 stands for any number that is not a tile.
    fn tile(&self) -> u32 {
        match self {
            Self::Of64Bits(number) => u32::try_from(*number).unwrap_or(u32::MAX),
            Self::TooSmall | Self::TooLarge => u32::MAX,
        }
    }

    fn shown(&self) -> String {
        match self {
            Self::Of64Bits(number) => number.to_string(),
            Self::TooSmall => "<-2^63".to_owned(),
            Self::TooLarge => ">=2^63".to_owned(),
        }
    }
}

impl From<i64> for Number {
    fn from(number: i64) -> Self {
        Self::Of64Bits(number)
    }
}

impl From<u64> for Number {
    fn from(number: u64) -> Self {
        i64::try_from(number).map_or(Self::TooLarge, Self::Of64Bits)
    }
}

/// Builds a board from numbers, row by row.
pub(crate) fn board_of_numbers(py: Python<'_>, numbers: &[Number], shape: Option<Shape>) -> PyResult<Board> {
    let tiles: Vec<u32> = numbers.iter().map(Number::tile).collect();
    if let Some(shape) = shape.or_else(|| Shape::squarest(tiles.len()))
        && let Ok(board) = Board::new(shape, &tiles)
    {
        return Ok(board);
    }
    Err(no_board(py, &comma_separated(numbers), shape))
}

fn board_of_rows(py: Python<'_>, rows: &[Vec<Number>]) -> PyResult<Board> {
    let tiles: Vec<u32> = rows.iter().flatten().map(Number::tile).collect();
    let columns = rows.first().map_or(0, Vec::len);
    if rows.iter().all(|row| row.len() == columns)
        && let Ok(shape) = Shape::new(rows.len(), columns)
        && let Ok(board) = Board::new(shape, &tiles)
    {
        return Ok(board);
    }
    let text: Vec<String> = rows.iter().map(|row| comma_separated(row)).collect();
    Err(no_board(py, &text.join("/"), None))
}

/// The numbers of an object that is not a text, with `/` between its rows.
pub(crate) fn in_numbers(object: &Bound<'_, PyAny>) -> PyResult<String> {
    let items = tiles_or_rows(object)?;
    match items.first() {
        Some(first) if is_row(first) => {
            let rows = items.iter().map(|row| row_of_numbers(row).map(|row| comma_separated(&row)));
            Ok(rows.collect::<PyResult<Vec<_>>>()?.join("/"))
        }
        _ => Ok(comma_separated(&items.iter().map(Number::read).collect::<PyResult<Vec<_>>>()?)),
    }
}

fn comma_separated(numbers: &[Number]) -> String {
    numbers.iter().map(Number::shown).collect::<Vec<_>>().join(",")
}

/// The error for numbers that are not a board. It comes from reading them as text, so that both
/// forms give the same messages. The text may happen to be a valid board preceded by an index,
/// which a list must not be.
fn no_board(py: Python<'_>, text: &str, shape: Option<Shape>) -> PyErr {
    match Board::read(text, shape) {
        Err(error) => misread_small(py, text, &error),
        Ok(board) => {
            let fault = format!("expected only the {} tiles of a board", board.tiles().len());
            exception::<BoardError>(py, format!("not a board: [{text}]: {fault}"), [("faults", vec![fault])])
        }
    }
}

fn row_of_numbers(row: &Bound<'_, PyAny>) -> PyResult<Vec<Number>> {
    if !is_row(row) {
        return Err(PyTypeError::new_err(format!("expected a row of tiles, found {}", type_name(row))));
    }
    tiles_or_rows(row)?.iter().map(Number::read).collect()
}

/// The items of an object that may be a board but is not a text.
fn tiles_or_rows<'py>(object: &Bound<'py, PyAny>) -> PyResult<Vec<Bound<'py, PyAny>>> {
    if let Ok(array) = object.cast::<PyUntypedArray>() {
        return items_of_array(array);
    }
    let is_sequence = object.is_instance_of::<PyList>()
        || object.is_instance_of::<PyTuple>()
        || object.is_instance_of::<PySequence>() && !is_of_bytes(object);
    if is_sequence {
        return items_of_sequence(object);
    }
    if let Some(convert) = object.getattr_opt("__array__")?
        && let Ok(array) = convert.call0()?.cast::<PyUntypedArray>()
    {
        return items_of_array(array);
    }
    Err(PyTypeError::new_err(format!(
        "expected a board: a string such as \"123456780\", a list of tiles or rows, an array of integers or \
         a Board, found {}",
        type_name(object)
    )))
}

fn is_of_bytes(object: &Bound<'_, PyAny>) -> bool {
    object.is_instance_of::<PyBytes>()
        || object.is_instance_of::<PyByteArray>()
        || object.is_instance_of::<PyMemoryView>()
}

/// Whether an item of a sequence is a row rather than a tile.
fn is_row(object: &Bound<'_, PyAny>) -> bool {
    if object.is_instance_of::<PyInt>() {
        return false;
    }
    match object.cast::<PyUntypedArray>() {
        Ok(array) => array.ndim() > 0,
        Err(_) => object.is_instance_of::<PySequence>() && !object.is_instance_of::<PyString>(),
    }
}

fn items_of_sequence<'py>(object: &Bound<'py, PyAny>) -> PyResult<Vec<Bound<'py, PyAny>>> {
    items_up_to(object, MAX_ITEMS)?.ok_or_else(|| too_many(object.py()))
}

/// The items of an iterable, or `None` if there are more than `most`. Safe on endless iterators.
pub(crate) fn items_up_to<'py>(
    object: &Bound<'py, PyAny>,
    most: usize,
) -> PyResult<Option<Vec<Bound<'py, PyAny>>>> {
    let mut items = Vec::new();
    for item in object.try_iter()? {
        if items.len() == most {
            return Ok(None);
        }
        items.push(item?);
    }
    Ok(Some(items))
}

fn items_of_array<'py>(array: &Bound<'py, PyUntypedArray>) -> PyResult<Vec<Bound<'py, PyAny>>> {
    if !matches!(array.dtype().kind(), b'i' | b'u') {
        return Err(PyTypeError::new_err(format!(
            "expected an array of integers, found {}: convert it with .astype(np.uint8)",
            array.dtype()
        )));
    }
    match array.ndim() {
        1 | 2 if array.len() <= MAX_ITEMS => items_of_sequence(&array.call_method0("tolist")?),
        1 | 2 => Err(too_many(array.py())),
        dimensions => Err(PyTypeError::new_err(format!(
            "expected one board, as an array of one or two dimensions, found {dimensions}: for many \
             boards, use distances() or another batch function"
        ))),
    }
}

fn too_many(py: Python<'_>) -> PyErr {
    let fault = format!("expected at most 25 tiles, or 100 for anytime(), found over {MAX_ITEMS}");
    exception::<BoardError>(py, format!("not a board: {fault}"), [("faults", vec![fault])])
}

fn not_a_tile(found: &Bound<'_, PyAny>) -> PyErr {
    let what = if found.is_none() { "None: the blank is 0".to_owned() } else { type_name(found) };
    PyTypeError::new_err(format!("expected an integer for each tile, found {what}"))
}
