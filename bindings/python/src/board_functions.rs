//! Functions on one board: solving, distances, and moves.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyString;
use tilebase::search::Outcome;
use tilebase::solve::SolveError;
use tilebase::{Board, Goal, Oracle, Solver};

use crate::boardlike::nine_digits;
use crate::cache::{distance_of_eight_puzzle, tables_in_time, tables_of};
use crate::configuration::table_folder;
use crate::costs::by_cost;
use crate::failure;
use crate::goal::read_instance;
use crate::interruptible::interruptible_in;
use crate::limits::CallLimits;
use crate::path::PyPath;
use crate::pool;
use crate::records;
use crate::solutions::Solutions;
use crate::tables::Tables;

/// Finds an optimal path to the goal: from a table for up to ten cells, or else by a search.
///
/// Larger boards use the tables in the table folder (see configure). If it has none for the goal,
/// small pattern databases are built in memory: well under a second for 4x4, about 10 seconds on
/// two cores and 1.4 GB for 5x5. They stay in memory, and a Solver with the same goal shares them.
///
/// Parameters
/// ----------
/// board
///     A board in any form: text, tiles, rows, an array, or a Board.
/// goal
///     A board or the name of a goal ("blank-last", "blank-first", "snail"); by default, the blank
///     is last.
/// timeout
///     Seconds for loading and building tables and for searching; None means no limit.
/// cost
///     The cost of a move, for a cheapest path: "unit" (1), "tile" (the number on the tile), or a
///     cost from 1 to 1,000,000 for each direction of the blank: "U=1,D=3,L=2,R=2", or a dict.
/// shape
///     Rows and columns, as (3, 4) or "3x4", for boards without rows. By default, those of the
///     goal, or else the shape closest to square, with no more rows than columns.
///
/// Returns
/// -------
/// Path
///     The moves of the blank; a sequence of letters.
///
/// Raises
/// ------
/// BoardError, GoalError, MoveError
///     If the board, the goal, or the costs are malformed, or the shapes differ.
/// ShapeError
///     If the shape is invalid, or differs from the board's.
/// UnreachableError
///     If the goal can't be reached from the board.
/// LimitReached
///     After the timeout. Its lower_bound is a lower bound on the length or cost.
/// TableError
///     If a table in the folder is damaged.
///
/// Examples
/// --------
/// >>> import tilebase
/// >>> str(tilebase.solve("123745086"))
/// 'URRD'
/// >>> len(tilebase.solve("5 1 3 4 2 6 7 8 9 10 15 11 13 14 12 0"))
/// 12
/// >>> tilebase.solve([[1, 2, 3], [8, 0, 4], [7, 6, 5]], goal="snail")
/// Path('123804765', '')
/// >>> len(tilebase.solve("253410786")), len(tilebase.solve("253410786", cost="tile"))
/// (11, 15)
#[pyfunction]
#[pyo3(signature = (board, goal=None, *, timeout=None, cost=None, shape=None))]
pub(crate) fn solve(
    py: Python<'_>,
    board: &Bound<'_, PyAny>,
    goal: Option<&Bound<'_, PyAny>>,
    timeout: Option<&Bound<'_, PyAny>>,
    cost: Option<&Bound<'_, PyAny>>,
    shape: Option<&Bound<'_, PyAny>>,
) -> PyResult<PyPath> {
    let call_limits = CallLimits::read(timeout, 0)?;
    let (board, goal) = read_instance(board, goal, shape)?;
    if let Some(cost) = cost {
        let found = by_cost(py, cost, (&board, &goal), call_limits, |solver| solver.solve(&board))?;
        return PyPath::found(board, found.moves);
    }
    path(py, tables_for(py, &board, &goal, call_limits)?.solver(), &board, call_limits)
}

/// The length of a shortest path to the goal or, with costs, the least cost.
///
/// Parameters
/// ----------
/// board, goal, timeout, cost, shape
///     As for solve.
///
/// Raises
/// ------
/// BoardError, GoalError, MoveError, ShapeError, UnreachableError, LimitReached, TableError
///     As for solve.
///
/// Examples
/// --------
/// >>> import tilebase
/// >>> tilebase.distance("867254301")
/// 31
/// >>> tilebase.distance("123456780", goal="123456708")
/// 1
/// >>> tilebase.distance("253410786", cost="tile")
/// 45
#[pyfunction]
#[pyo3(signature = (board, goal=None, *, timeout=None, cost=None, shape=None))]
pub(crate) fn distance(
    py: Python<'_>,
    board: &Bound<'_, PyAny>,
    goal: Option<&Bound<'_, PyAny>>,
    timeout: Option<&Bound<'_, PyAny>>,
    cost: Option<&Bound<'_, PyAny>>,
    shape: Option<&Bound<'_, PyAny>>,
) -> PyResult<u32> {
    // A shortcut for the most common call: a text of nine digits and the default goal.
    if [goal, timeout, cost, shape].iter().all(Option::is_none)
        && let Ok(text) = board.cast::<PyString>()
        && let Some(board) = text.to_str().ok().and_then(nine_digits)
    {
        return distance_of_eight_puzzle(py, &board).map(|distance| distance.moves().into());
    }
    let call_limits = CallLimits::read(timeout, 0)?;
    let (board, goal) = read_instance(board, goal, shape)?;
    match cost {
        Some(cost) => by_cost(py, cost, (&board, &goal), call_limits, |solver| solver.least_cost(&board)),
        None => distance_by(py, tables_for(py, &board, &goal, call_limits)?.solver(), &board, call_limits),
    }
}

/// The legal moves, with the distances after them.
///
/// Parameters
/// ----------
/// board, goal, timeout, shape
///     As for solve. The timeout covers all moves.
///
/// Returns
/// -------
/// list of Step
///     In the order of ACTIONS: the move, the board after it, the distance of that board from the
///     goal, and whether the move begins a shortest path (none does from the goal).
///
/// Raises
/// ------
/// BoardError, GoalError, ShapeError, UnreachableError, LimitReached, TableError
///     As for solve.
///
/// Examples
/// --------
/// >>> import tilebase
/// >>> [step.move for step in tilebase.moves("123405786") if step.is_optimal]
/// ['R']
#[pyfunction]
#[pyo3(signature = (board, goal=None, *, timeout=None, shape=None))]
pub(crate) fn moves<'py>(
    py: Python<'py>,
    board: &Bound<'py, PyAny>,
    goal: Option<&Bound<'py, PyAny>>,
    timeout: Option<&Bound<'py, PyAny>>,
    shape: Option<&Bound<'py, PyAny>>,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let call_limits = CallLimits::read(timeout, 0)?;
    let (board, goal) = read_instance(board, goal, shape)?;
    steps(py, tables_for(py, &board, &goal, call_limits)?.solver(), &board, call_limits)
}

/// Whether the goal can be reached from the board, by a parity test. Half of all boards can't.
///
/// Parameters
/// ----------
/// board, goal, shape
///     As for solve.
///
/// Raises
/// ------
/// BoardError, GoalError, ShapeError
///     If the board, the goal or the shape is malformed, or the shapes differ.
///
/// Examples
/// --------
/// >>> import tilebase
/// >>> tilebase.is_solvable("123456780"), tilebase.is_solvable("213456780")
/// (True, False)
#[pyfunction]
#[pyo3(signature = (board, goal=None, *, shape=None))]
pub(crate) fn is_solvable(
    board: &Bound<'_, PyAny>,
    goal: Option<&Bound<'_, PyAny>>,
    shape: Option<&Bound<'_, PyAny>>,
) -> PyResult<bool> {
    let (board, goal) = read_instance(board, goal, shape)?;
    Ok(goal.is_reachable_from(&board))
}

/// The number of optimal paths. It requires a table.
///
/// Parameters
/// ----------
/// board, goal, shape
///     As for solve.
///
/// Raises
/// ------
/// BoardError, GoalError, ShapeError, UnreachableError
///     As for solve.
/// TableTooLargeError
///     If the board has more than ten cells, and the folder has no table: use
///     Table.count_solutions.
///
/// Examples
/// --------
/// >>> import tilebase
/// >>> tilebase.count_solutions("638541720")
/// 13
#[pyfunction]
#[pyo3(signature = (board, goal=None, *, shape=None))]
pub(crate) fn count_solutions(
    py: Python<'_>,
    board: &Bound<'_, PyAny>,
    goal: Option<&Bound<'_, PyAny>>,
    shape: Option<&Bound<'_, PyAny>>,
) -> PyResult<u128> {
    let (board, goal) = read_instance(board, goal, shape)?;
    let tables = with_table(py, &goal)?;
    count_by(py, oracle_of(py, &tables)?, &board)
}

/// An iterator over all optimal paths, in the order of ACTIONS. It requires a table.
///
/// Parameters
/// ----------
/// board, goal, shape
///     As for solve.
///
/// Returns
/// -------
/// Solutions
///     An iterator of Path. The goal itself has one path, which is empty.
///
/// Raises
/// ------
/// BoardError, GoalError, ShapeError, UnreachableError, TableTooLargeError
///     As for count_solutions, before the first path.
///
/// Examples
/// --------
/// >>> import tilebase
/// >>> [str(path) for path in tilebase.solutions("012753846")]
/// ['RDDLURURDD', 'RRDLDLURRD']
#[pyfunction]
#[pyo3(signature = (board, goal=None, *, shape=None))]
pub(crate) fn solutions(
    py: Python<'_>,
    board: &Bound<'_, PyAny>,
    goal: Option<&Bound<'_, PyAny>>,
    shape: Option<&Bound<'_, PyAny>>,
) -> PyResult<Solutions> {
    let (board, goal) = read_instance(board, goal, shape)?;
    Solutions::new(py, Arc::clone(&with_table(py, &goal)?.judge), board)
}

/// The tables of a goal. If they are not ready in time, the exception has a lower bound for the
/// board.
pub(crate) fn tables_for(
    py: Python<'_>,
    board: &Board,
    goal: &Goal,
    call_limits: CallLimits,
) -> PyResult<Arc<Tables>> {
    // First: an unsolvable board needs no tables, whose preparation may take long.
    goal.check_reachable(board).map_err(|why| failure::unreachable(py, &why, None))?;
    tables_in_time(py, goal, call_limits)?.map_err(|error| failure::solve(py, &error.for_board(board, goal)))
}

/// The full table of a goal, if the folder has it or it is built in a moment.
pub(crate) fn with_table(py: Python<'_>, goal: &Goal) -> PyResult<Arc<Tables>> {
    // Ask for the table first, to fail before pattern databases are built as a fallback.
    if goal.shape().cells() > 10 {
        let none = Solver::builder(goal).folder(&table_folder(py)).oracle().map(|_| ());
        none.map_err(|error| failure::solve(py, &error))?;
    }
    tables_of(py, goal, CallLimits::UNLIMITED)
}

pub(crate) fn oracle_of<'a>(py: Python<'_>, tables: &'a Tables) -> PyResult<&'a Oracle> {
    tables.solver().oracle().ok_or_else(|| failure::too_large(py, "this goal has no table", None))
}

pub(crate) fn path(
    py: Python<'_>,
    solver: &Solver,
    board: &Board,
    call_limits: CallLimits,
) -> PyResult<PyPath> {
    let outcome = answer(py, solver, call_limits, |solver| solver.solve(board))?;
    let Outcome { moves, .. } = outcome;
    PyPath::found(*board, moves)
}

pub(crate) fn distance_by(
    py: Python<'_>,
    solver: &Solver,
    board: &Board,
    call_limits: CallLimits,
) -> PyResult<u32> {
    answer(py, solver, call_limits, |solver| solver.distance(board))
}

/// The records of all legal moves.
pub(crate) fn steps<'py>(
    py: Python<'py>,
    solver: &Solver,
    board: &Board,
    call_limits: CallLimits,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let mut steps = Vec::new();
    for (step, next) in board.successors() {
        steps.push((step, next, distance_by(py, solver, &next, call_limits)?));
    }
    // Except at the goal, a board's distance is one more than the least distance among its
    // neighbors.
    let least = steps.iter().map(|(.., distance)| *distance).min();
    let is_goal = *board == solver.goal().board();
    let record =
        |(step, next, distance)| records::step(py, step, next, distance, !is_goal && Some(distance) == least);
    steps.into_iter().map(record).collect()
}

pub(crate) fn count_by(py: Python<'_>, oracle: &Oracle, board: &Board) -> PyResult<u128> {
    oracle.count_paths(board).map_err(|error| failure::oracle(py, &error, None))
}

/// Asks a solver: directly if it has a table, else interruptibly.
fn answer<T: Send>(
    py: Python<'_>,
    solver: &Solver,
    call_limits: CallLimits,
    ask: impl FnOnce(&Solver) -> Result<T, SolveError> + Send,
) -> PyResult<T> {
    let answer = if solver.oracle().is_some() {
        ask(solver)
    } else {
        interruptible_in(py, &*pool::sized(py, call_limits.threads)?, |interrupt| {
            ask(&solver.with_limits(call_limits.limits(interrupt)))
        })?
    };
    answer.map_err(|error| failure::solve(py, &error))
}
