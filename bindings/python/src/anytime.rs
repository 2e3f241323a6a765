//! The anytime search: a path at once, then shorter ones, on boards of up to 100 cells.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use tilebase::Interrupt;
use tilebase::anytime::{Answer, Task};
use tilebase::board::LargeBoard;
use tilebase::solve::SolveError;
use tilebase::{Board, Goal};

use crate::cache::tables_in_time;
use crate::errors::{UnreachableError, type_name};
use crate::failure;
use crate::interruptible::{interruptible, interruptible_in_parallel};
use crate::large::{AnyInstance, read_any_instance};
use crate::limits::{CallLimits, read_optional_count};
use crate::records;

/// Maximum time for first paths before the exact search of a board of up to 25 cells.
const MAX_TIME_BEFORE_SEARCH: Duration = Duration::from_secs(1);

/// Divisor of the time and expansion limits: at most a tenth goes to first paths before the exact search.
const SHARE_BEFORE_SEARCH: u32 = 10;

/// Maximum cells of boards whose tables are built at once: they need no first path.
const MAX_CELLS_OF_QUICK_TABLES: usize = 10;

/// Finds a path at once, and improves it until the timeout or until the path is proven optimal.
///
/// Boards may have up to 100 cells, such as 10x10; all other functions take at most 25 cells. Beam
/// searches improve the path. On boards of up to 25 cells, these get a tenth of the time, up to one
/// second; an exact search with the tables of solve() gets the rest.
///
/// Parameters
/// ----------
/// board
///     A board in any form. A board of more than 25 cells may be numbers as text, a list of tiles
///     or rows, or an array.
/// goal
///     A board of the same shape or the name of a goal ("blank-last", "blank-first", "snail"); by
///     default, the blank is last.
/// timeout
///     Seconds until the best path so far is returned; math.inf means until a path is proven
///     optimal. Even with timeout=0, a path is returned; finding it takes at most a few tenths of a
///     second.
/// max_expanded
///     The number of states after which the search ends. Beam searches check it after each better
///     path and every 8,192 states. On boards of more than 25 cells, the same limit gives the same
///     path, unless the timeout comes first.
/// shape
///     Rows and columns; by default, those of the rows or the goal, or else the shape closest to
///     square, with no more rows than columns.
/// on_improvement
///     A function that is called with an AnytimeResult for the first path, and again for each
///     shorter path or better bound. An exception that it raises ends the search. It may be called
///     from another thread.
///
/// Returns
/// -------
/// AnytimeResult
///     The best path, with a lower bound on the optimal length.
///
/// Raises
/// ------
/// BoardError, GoalError, ShapeError
///     If the board, the goal or the shape is malformed, or they differ in shape.
/// UnreachableError
///     If the goal can't be reached from the board.
/// TableError
///     If a table in the folder is damaged.
///
/// Examples
/// --------
/// >>> import tilebase
/// >>> board = [[2, 0, 3, 4, 5, 6], [1, *range(8, 13)], [7, *range(14, 19)]]
/// >>> board += [[13, *range(20, 25)], [19, *range(26, 31)], [25, *range(31, 36)]]
/// >>> result = tilebase.anytime(board, timeout=10)
/// >>> result.moves, result.lower_bound, result.optimal
/// ('LDDDDDRRRRR', 11, True)
#[pyfunction]
#[pyo3(signature = (board, goal=None, *, timeout, max_expanded=None, shape=None, on_improvement=None))]
pub(crate) fn anytime<'py>(
    py: Python<'py>,
    board: &Bound<'py, PyAny>,
    goal: Option<&Bound<'py, PyAny>>,
    timeout: &Bound<'py, PyAny>,
    max_expanded: Option<&Bound<'py, PyAny>>,
    shape: Option<&Bound<'py, PyAny>>,
    on_improvement: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let instance = read_any_instance(board, goal, shape)?;
    let run = Run {
        begun: Instant::now(),
        call_limits: CallLimits::read(Some(timeout), 0)?,
        expanded: read_optional_count(max_expanded, "max_expanded")?,
        on_improvement: read_callback(py, on_improvement)?,
    };
    let best = match instance {
        AnyInstance::Large { board, goal } => {
            run.improve(py, &task(board, goal)?, run.call_limits.left(), run.expanded)?
        }
        AnyInstance::Small { board, goal } => run.solve(py, &board, &goal)?,
    };
    run.record(py, &best)
}

fn task(board: LargeBoard, goal: LargeBoard) -> PyResult<Task> {
    Task::new(board, goal).ok_or_else(|| {
        let message = format!("{board} cannot reach the goal {goal}: they have different parity");
        UnreachableError::new_err(message)
    })
}

fn read_callback(py: Python<'_>, callback: Option<Py<PyAny>>) -> PyResult<Option<Py<PyAny>>> {
    match callback {
        Some(callback) if !callback.bind(py).is_callable() => {
            let found = type_name(callback.bind(py));
            Err(PyTypeError::new_err(format!("on_improvement: expected a callable, found {found}")))
        }
        callback => Ok(callback),
    }
}

/// The limits of a call, and its callback.
struct Run {
    begun: Instant,
    call_limits: CallLimits,
    expanded: Option<u64>,
    on_improvement: Option<Py<PyAny>>,
}

/// The best path so far, and the states expanded for it.
struct Best {
    answer: Answer,
    expanded: u64,
}

impl Run {
    /// Improves paths within limits. The time counts from the beginning of the call.
    fn improve(
        &self,
        py: Python<'_>,
        task: &Task,
        time: Option<Duration>,
        most: Option<u64>,
    ) -> PyResult<Best> {
        let (mut expanded, mut raised) = (0, None);
        let answer = interruptible(py, |interrupt: &Interrupt| {
            task.improve(None, &mut |progress| {
                expanded = progress.expanded;
                if progress.is_better {
                    let best = Best { answer: progress.answer.clone(), expanded };
                    raised = self.report(&best).err();
                }
                let is_over = time.is_some_and(|time| self.begun.elapsed() >= time)
                    || most.is_some_and(|most| expanded >= most)
                    || interrupt.is_raised()
                    || raised.is_some();
                if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            })
        })?;
        match raised {
            Some(exception) => Err(exception),
            None => Ok(Best { answer, expanded }),
        }
    }

    /// Improves paths for a moment, then searches exactly.
    fn solve(&self, py: Python<'_>, board: &Board, goal: &Goal) -> PyResult<Best> {
        goal.check_reachable(board).map_err(|why| failure::unreachable(py, &why, None))?;
        let task = task(board.into(), (&goal.board()).into())?;
        let is_quick = goal.shape().cells() <= MAX_CELLS_OF_QUICK_TABLES;
        let most = if is_quick { Duration::ZERO } else { MAX_TIME_BEFORE_SEARCH };
        let time = self.call_limits.left().map_or(most, |time| most.min(time / SHARE_BEFORE_SEARCH));
        let share = self.expanded.map(|states| states / u64::from(SHARE_BEFORE_SEARCH));
        let mut best = self.improve(py, &task, Some(time), share)?;
        if best.answer.is_optimal() {
            return Ok(best);
        }
        let tables = match tables_in_time(py, goal, self.call_limits)? {
            Ok(tables) => tables,
            // The time was too short for the pattern databases.
            Err(SolveError::NotReady { .. }) => return Ok(best),
            Err(error) => return Err(failure::solve(py, &error)),
        };
        let expanded = self.expanded.map(|states| states.saturating_sub(best.expanded));
        let found = interruptible_in_parallel(py, |interrupt| {
            let limits = self.call_limits.limits(interrupt).with_expanded(expanded);
            tables.solver().with_limits(limits).solve(board)
        })?;
        let before = best.answer.clone();
        match found {
            Ok(outcome) => {
                best.expanded += outcome.statistics.expanded;
                let lower_bound = outcome.lower_bound().unwrap_or_default();
                best.answer = Answer { moves: outcome.moves, lower_bound };
            }
            Err(SolveError::Limit(reached)) => {
                best.expanded += reached.statistics.expanded;
                best.answer.lower_bound = best.answer.lower_bound.max(reached.lower_bound);
            }
            Err(error) => return Err(failure::solve(py, &error)),
        }
        if best.answer != before {
            self.report(&best)?;
        }
        Ok(best)
    }

    /// Calls the callback.
    fn report(&self, best: &Best) -> PyResult<()> {
        let Some(callback) = &self.on_improvement else { return Ok(()) };
        Python::attach(|py| callback.bind(py).call1((self.record(py, best)?,)).map(drop))
    }

    fn record<'py>(&self, py: Python<'py>, best: &Best) -> PyResult<Bound<'py, PyAny>> {
        records::anytime(py, &best.answer, best.expanded, self.begun.elapsed())
    }
}
