//! The Python methods of `Board`.

use numpy::PyArray1;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use tilebase::board::Tile;
use tilebase::notation::BoardForm;
use tilebase::{Board, Shape};

use crate::boardlike::{self, PyBoard};
use crate::errors::BoardError;
use crate::goal::{goal_on, read_goal};
use crate::moves::{after, read_move};
use crate::shape::{pair, read_optional_shape};

/// A pickled board: its class and the arguments to call it with.
type Reduced<'py> = (Bound<'py, PyAny>, (Bound<'py, PyTuple>, (usize, usize)));

#[pymethods]
impl PyBoard {
    #[new]
    #[pyo3(signature = (board, shape=None))]
    fn new(board: &Bound<'_, PyAny>, shape: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let shape = read_optional_shape(shape)?;
        let board = boardlike::read(board, shape)?.board;
        match shape.filter(|shape| *shape != board.shape()) {
            Some(shape) => {
                let found = board.shape();
                Err(BoardError::new_err(format!("expected a board of {shape}, found one of {found}")))
            }
            None => Ok(Self(board)),
        }
    }

    /// Rows and columns, as a tuple.
    #[getter]
    fn shape(&self) -> (usize, usize) {
        pair(self.0.shape())
    }

    /// The tiles, row by row, as a tuple.
    #[getter]
    pub(crate) fn tiles<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.tiles().iter().map(|tile| tile.number()))
    }

    /// The tiles, as a tuple for each row.
    ///
    /// >>> from tilebase import Board
    /// >>> Board("123456780").rows
    /// ((1, 2, 3), (4, 5, 6), (7, 8, 0))
    #[getter]
    fn rows<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let rows = self.0.tiles().chunks(self.0.shape().columns());
        let rows: PyResult<Vec<_>> =
            rows.map(|row| PyTuple::new(py, row.iter().map(|tile| tile.number()))).collect();
        PyTuple::new(py, rows?)
    }

    /// The cell of the blank, counted row by row from 0.
    #[getter]
    fn blank(&self) -> usize {
        self.0.blank().index()
    }

    /// The board after a move.
    ///
    /// Parameters
    /// ----------
    /// move
    ///     The direction of the blank: a letter ("U", "D", "L", "R"), a word ("up"), or an index
    ///     into ACTIONS.
    ///
    /// Raises
    /// ------
    /// MoveError
    ///     If it is not a move, or the blank would leave the board.
    ///
    /// Examples
    /// --------
    /// >>> from tilebase import Board
    /// >>> Board("123456708").after("R")
    /// Board('123456780')
    #[pyo3(signature = (r#move))]
    fn after(&self, r#move: &Bound<'_, PyAny>) -> PyResult<Self> {
        after(&self.0, read_move(r#move)?).map(Self)
    }

    /// The boards that are one move away, each with its move, in the order of ACTIONS.
    ///
    /// >>> from tilebase import Board
    /// >>> Board("123456780").neighbors()
    /// [('U', Board('123450786')), ('L', Board('123456708'))]
    fn neighbors(&self) -> Vec<(char, Self)> {
        self.0.successors().map(|(step, next)| (step.letter(), Self(next))).collect()
    }

    /// Whether the goal can be reached, by a parity test.
    ///
    /// Parameters
    /// ----------
    /// goal
    ///     A board or the name of a goal; by default, the blank is last.
    ///
    /// Raises
    /// ------
    /// GoalError
    ///     If the goal is malformed or has another shape.
    ///
    /// Examples
    /// --------
    /// >>> from tilebase import Board
    /// >>> Board("213456780").is_solvable()
    /// False
    #[pyo3(signature = (goal=None))]
    fn is_solvable(&self, goal: Option<&Bound<'_, PyAny>>) -> PyResult<bool> {
        Ok(goal_on(&read_goal(goal)?, self.0.shape())?.is_reachable_from(&self.0))
    }

    /// The cell of a tile, counted row by row from 0.
    ///
    /// Parameters
    /// ----------
    /// value
    ///     The number on the tile; 0 is the blank.
    /// bounds
    ///     The first cell to search and the one after the last, as for list.index.
    ///
    /// Raises
    /// ------
    /// ValueError
    ///     If no such cell has the tile.
    ///
    /// Examples
    /// --------
    /// >>> from tilebase import Board
    /// >>> Board("867254301").index(0)
    /// 7
    #[pyo3(signature = (value, *bounds))]
    fn index<'py>(
        &self,
        py: Python<'py>,
        value: &Bound<'py, PyAny>,
        bounds: &Bound<'py, PyTuple>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let mut arguments = vec![value.clone()];
        arguments.extend(bounds.iter());
        self.tiles(py)?.call_method1("index", PyTuple::new(py, arguments)?)
    }

    /// The number of cells with a tile: 0 or 1.
    ///
    /// Parameters
    /// ----------
    /// value
    ///     The number on the tile; 0 is the blank.
    ///
    /// Examples
    /// --------
    /// >>> from tilebase import Board
    /// >>> Board("867254301").count(8), Board("867254301").count(9)
    /// (1, 0)
    fn count<'py>(&self, py: Python<'py>, value: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.tiles(py)?.call_method1("count", (value,))
    }

    fn __len__(&self) -> usize {
        self.0.tiles().len()
    }

    fn __getitem__<'py>(&self, py: Python<'py>, key: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.tiles(py)?.as_any().get_item(key)
    }

    fn __contains__(&self, py: Python<'_>, value: &Bound<'_, PyAny>) -> PyResult<bool> {
        self.tiles(py)?.as_any().contains(value)
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(self.tiles(py)?.as_any().try_iter()?.into_any())
    }

    fn __reversed__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let reversed: Vec<u8> = self.0.tiles().iter().rev().map(|tile| tile.number()).collect();
        Ok(PyTuple::new(py, reversed)?.as_any().try_iter()?.into_any())
    }

    /// The tiles as an array of bytes.
    #[pyo3(signature = (dtype=None, copy=None))]
    fn __array__<'py>(
        &self,
        py: Python<'py>,
        dtype: Option<&Bound<'py, PyAny>>,
        copy: Option<bool>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if copy == Some(false) {
            return Err(PyValueError::new_err(
                "converting a Board to an array always copies it: omit copy=False",
            ));
        }
        let tiles: Vec<u8> = self.0.tiles().iter().map(|tile| tile.number()).collect();
        let array = PyArray1::from_vec(py, tiles).into_any();
        match dtype {
            Some(dtype) => array.call_method1("astype", (dtype,)),
            None => Ok(array),
        }
    }

    /// The board on one line, as Board() reads it.
    ///
    /// >>> from tilebase import Board
    /// >>> Board([[1, 2, 3], [4, 5, 6], [7, 0, 8]]).text, Board([[1, 2], [3, 4], [0, 5]]).text
    /// ('123456708', '1 2/3 4/0 5')
    #[getter]
    fn text(&self) -> String {
        written(&self.0)
    }

    /// The board as rows, with a dot for the blank.
    fn __str__(&self) -> String {
        let tiles = self.0.tiles();
        let width = (tiles.len() - 1).to_string().len();
        let cell = |tile: &Tile| match tile.number() {
            0 => format!("{:>width$}", "."),
            number => format!("{number:>width$}"),
        };
        let row = |row: &[Tile]| row.iter().map(cell).collect::<Vec<_>>().join(" ");
        tiles.chunks(self.0.shape().columns()).map(row).collect::<Vec<_>>().join("\n")
    }

    fn __repr__(&self) -> String {
        format!("Board('{}')", written(&self.0))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        Ok((py.get_type::<Self>().into_any(), (self.tiles(py)?, self.shape())))
    }

    fn _repr_svg_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("tilebase._svg")?.call_method1("board_svg", (slf,))
    }
}

/// A text that reads back as this board: with row separators unless the board has the default shape
/// for its number of tiles.
pub(crate) fn written(board: &Board) -> String {
    if Shape::squarest(board.tiles().len()) == Some(board.shape()) {
        return board.to_string();
    }
    BoardForm::Slash.write(board).unwrap_or_else(|_no_such_form| board.to_string())
}
