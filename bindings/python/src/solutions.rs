//! An iterator over all optimal paths of a board.

use std::sync::{Arc, Mutex, PoisonError};

use pyo3::prelude::*;
use tilebase::judge::Judge;
use tilebase::oracle::OracleError;
use tilebase::{Board, Move};

use crate::failure;
use crate::path::PyPath;

/// An iterator over all optimal paths from a board, created by solutions() or Table.solutions().
///
/// Several threads may take paths from the same iterator.
///
/// >>> import tilebase
/// >>> paths = tilebase.solutions("012753846")
/// >>> str(next(paths)), len(list(paths))
/// ('RDDLURURDD', 1)
#[pyclass(name = "Solutions", module = "tilebase", frozen)]
pub(crate) struct Solutions {
    judge: Arc<Judge>,
    start: Board,
    walk: Mutex<Walk>,
}

/// A depth-first walk through the tree of optimal paths.
struct Walk {
    /// For each move of the current path: the board before it, and the untried moves of that board.
    choices: Vec<(Board, Vec<Move>)>,
    path: Vec<Move>,
    /// The board to continue from; `None` means to backtrack first.
    at: Option<Board>,
}

impl Solutions {
    pub(crate) fn new(py: Python<'_>, judge: Arc<Judge>, start: Board) -> PyResult<Self> {
        // Fail here for an unsolvable board, not at the first path.
        judge.solver().distance(&start).map_err(|error| failure::solve(py, &error))?;
        let walk = Walk { choices: Vec::new(), path: Vec::new(), at: Some(start) };
        Ok(Self { judge, start, walk: Mutex::new(walk) })
    }
}

impl Walk {
    fn next(&mut self, judge: &Judge) -> Result<Option<Vec<Move>>, OracleError> {
        let Some(oracle) = judge.solver().oracle() else { return Ok(None) };
        let mut at = match self.at.take() {
            Some(start) => start,
            None => match self.other_choice() {
                Some(board) => board,
                None => return Ok(None),
            },
        };
        while at != oracle.goal().board() {
            let mut moves = oracle.optimal_moves(&at)?;
            // `other_choice` pops from the end, so this yields the paths in the order of ACTIONS.
            moves.reverse();
            self.choices.push((at, moves));
            match self.other_choice() {
                Some(board) => at = board,
                None => return Ok(None),
            }
        }
        Ok(Some(self.path.clone()))
    }

    /// Backtracks to the last board with an untried move, makes that move, and returns the board
    /// after it.
    fn other_choice(&mut self) -> Option<Board> {
        while let Some((board, left)) = self.choices.last_mut() {
            let next = left.pop().and_then(|step| Some((step, board.after(step)?)));
            self.path.truncate(self.choices.len() - 1);
            match next {
                Some((step, board)) => {
                    self.path.push(step);
                    return Some(board);
                }
                None => drop(self.choices.pop()),
            }
        }
        None
    }
}

#[pymethods]
impl Solutions {
    const fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<PyPath>> {
        let next = self.walk.lock().unwrap_or_else(PoisonError::into_inner).next(&self.judge);
        match next {
            Ok(Some(moves)) => PyPath::found(self.start, moves).map(Some),
            Ok(None) => Ok(None),
            Err(error) => Err(failure::oracle(py, &error, None)),
        }
    }
}
