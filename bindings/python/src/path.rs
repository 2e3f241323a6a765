//! A path: its first board and its moves.

use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};
use tilebase::notation::MoveConvention;
use tilebase::{Board, Move};

use crate::board::written;
use crate::boardlike::{self, PyBoard};
use crate::errors::MoveError;
use crate::moves::{letters, read_move};

/// A path of moves from a board: a sequence of letters, which name the moves of the blank.
///
/// A Path is immutable and hashable, and can be pickled. It equals a string with the same letters.
///
/// Parameters
/// ----------
/// start
///     The first board, in any form.
/// moves
///     The moves of the blank: a string of letters, or a sequence of letters, words, or indexes
///     into ACTIONS.
///
/// Raises
/// ------
/// BoardError
///     If the board is malformed.
/// MoveError
///     If a move is malformed or illegal, or there are more than 1,048,576.
///
/// Examples
/// --------
/// >>> import tilebase
/// >>> path = tilebase.solve("123450786")
/// >>> path == "D", len(path), list(path), path.end
/// (True, 1, ['D'], Board('123456780'))
/// >>> tilebase.Path("123456780", "ULDR").boards()[-1]
/// Board('123485760')
#[pyclass(name = "Path", module = "tilebase", frozen, sequence)]
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct PyPath {
    start: Board,
    end: Board,
    moves: Vec<Move>,
}

/// Maximum number of moves read from Python, far above any known path. It also bounds the reading
/// of endless iterators.
pub(crate) const MAX_MOVES: usize = 1 << 20;

impl PyPath {
    /// Creates a path from legal moves, such as those of a solver; an illegal one is an error.
    pub(crate) fn found(start: Board, moves: Vec<Move>) -> PyResult<Self> {
        match start.along(moves.iter().copied()).last().transpose() {
            Ok(end) => Ok(Self { start, end: end.unwrap_or(start), moves }),
            Err(error) => Err(MoveError::new_err(error.to_string())),
        }
    }

    pub(crate) fn moves(&self) -> &[Move] {
        &self.moves
    }

    fn letters(&self) -> String {
        letters(&self.moves)
    }

    fn tuple<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.moves.iter().map(|step| step.letter()))
    }
}

#[pymethods]
impl PyPath {
    #[new]
    fn new(start: &Bound<'_, PyAny>, moves: &Bound<'_, PyAny>) -> PyResult<Self> {
        let start = boardlike::read(start, None)?.board;
        if let Ok(path) = moves.cast::<Self>() {
            return Self::found(start, path.get().moves.clone());
        }
        let Some(moves) = boardlike::items_up_to(moves, MAX_MOVES)? else {
            return Err(MoveError::new_err(format!("expected at most {MAX_MOVES} moves")));
        };
        Self::found(start, moves.iter().map(read_move).collect::<PyResult<_>>()?)
    }

    /// The first board.
    #[getter]
    fn start(&self) -> PyBoard {
        PyBoard(self.start)
    }

    /// The last board.
    #[getter]
    fn end(&self) -> PyBoard {
        PyBoard(self.end)
    }

    /// All boards of the path, including the first and the last.
    ///
    /// >>> import tilebase
    /// >>> tilebase.Path("123456780", "UL").boards()
    /// [Board('123456780'), Board('123450786'), Board('123405786')]
    fn boards(&self) -> Vec<PyBoard> {
        let after = self.start.along(self.moves.iter().copied()).map_while(Result::ok);
        std::iter::once(self.start).chain(after).map(PyBoard).collect()
    }

    /// The numbers of the tiles that slide, one for each move.
    ///
    /// >>> import tilebase
    /// >>> tilebase.Path("123456780", "UL").tiles_moved
    /// (6, 5)
    #[getter]
    fn tiles_moved<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let boards = self.boards();
        // After a move, the tile that slid is where the blank was before.
        let tiles = boards.windows(2).map(|pair| pair[1].0.tile_at(pair[0].0.blank()).number());
        PyTuple::new(py, tiles.collect::<Vec<_>>())
    }

    /// The letters of the tiles' directions, which are opposite to those of the blank.
    ///
    /// >>> import tilebase
    /// >>> tilebase.Path("123456780", "UL").by_tile()
    /// 'DR'
    fn by_tile(&self) -> String {
        MoveConvention::Tile.write(&self.moves)
    }

    /// The position of the first move with a letter.
    ///
    /// Parameters
    /// ----------
    /// value
    ///     The letter: "U", "D", "L" or "R".
    /// bounds
    ///     The first position to search and the one after the last, as for list.index.
    ///
    /// Raises
    /// ------
    /// ValueError
    ///     If no such move has the letter.
    ///
    /// Examples
    /// --------
    /// >>> import tilebase
    /// >>> tilebase.Path("123456780", "UULL").index("L")
    /// 2
    #[pyo3(signature = (value, *bounds))]
    fn index<'py>(
        &self,
        py: Python<'py>,
        value: &Bound<'py, PyAny>,
        bounds: &Bound<'py, PyTuple>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let mut arguments = vec![value.clone()];
        arguments.extend(bounds.iter());
        self.tuple(py)?.call_method1("index", PyTuple::new(py, arguments)?)
    }

    /// The number of moves with a letter.
    ///
    /// Parameters
    /// ----------
    /// value
    ///     The letter: "U", "D", "L" or "R".
    ///
    /// Examples
    /// --------
    /// >>> import tilebase
    /// >>> tilebase.Path("123456780", "UULL").count("L")
    /// 2
    fn count<'py>(&self, py: Python<'py>, value: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.tuple(py)?.call_method1("count", (value,))
    }

    fn __len__(&self) -> usize {
        self.moves.len()
    }

    fn __getitem__<'py>(&self, py: Python<'py>, key: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        PyString::new(py, &self.letters()).as_any().get_item(key)
    }

    fn __contains__(&self, py: Python<'_>, value: &Bound<'_, PyAny>) -> PyResult<bool> {
        self.tuple(py)?.as_any().contains(value)
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(self.tuple(py)?.as_any().try_iter()?.into_any())
    }

    fn __reversed__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let reversed: Vec<char> = self.moves.iter().rev().map(|step| step.letter()).collect();
        Ok(PyTuple::new(py, reversed)?.as_any().try_iter()?.into_any())
    }

    /// Whether `other` is a path with the same start and moves, or the text of the letters.
    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        match (other.cast::<Self>(), other.cast::<PyString>()) {
            (Ok(path), _) => self == path.get(),
            (_, Ok(text)) => text.to_string_lossy() == self.letters(),
            _ => false,
        }
    }

    /// The hash of the letters as a text, because the path equals that text.
    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        PyString::new(py, &self.letters()).hash()
    }

    fn __str__(&self) -> String {
        self.letters()
    }

    fn __repr__(&self) -> String {
        format!("Path('{}', '{}')", written(&self.start), self.letters())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyAny>, (PyBoard, String)) {
        (py.get_type::<Self>().into_any(), (PyBoard(self.start), self.letters()))
    }

    fn _repr_svg_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("tilebase._svg")?.call_method1("path_svg", (slf,))
    }
}
