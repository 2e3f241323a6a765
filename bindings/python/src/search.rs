//! Searches by a named algorithm and heuristic.

use std::sync::PoisonError;

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;
use tilebase::search::{Claims, Limits, Outcome, Weight};
use tilebase::solve::{Algorithm, HeuristicName, Method, MethodOptions, SolveError};
use tilebase::{Board, Goal, Interrupt, Solver};

use crate::errors::{MethodError, type_name};
use crate::failure;
use crate::folder::table_folder;
use crate::goal::read_question;
use crate::heuristic::PythonHeuristic;
use crate::interruptible::interruptible_in_parallel;
use crate::limits::{read_count, read_optional_count, read_real, read_timeout};
use crate::records;

/// A number of bytes; `None` means no limit.
pub(crate) struct Bytes(Option<u64>);

/// Default memory limit: a search that is too large should fail before the machine runs out of
/// memory.
const USUAL: Bytes = Bytes(Some(4_000_000_000));

impl<'a, 'py> FromPyObject<'a, 'py> for Bytes {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        if object.is_none() { Ok(Self(None)) } else { read_count(&object, "max_memory").map(Some).map(Self) }
    }
}

/// Searches with the given algorithm and heuristic; returns the path and the cost of the search.
///
/// algorithm: table, breadth-first, bidirectional, uniform-cost, depth-first, iterative-deepening,
/// greedy, astar, weighted-astar or ida. heuristic: zero, misplaced, manhattan, linear-conflict,
/// walking-distance, manhattan-plus-misplaced, patterns, exact, or a callable that takes a tuple of
/// tiles and returns a number. The default is patterns for ida and manhattan otherwise. Estimates
/// are rounded up to integers. With `admissible` and `consistent` you claim that a callable has
/// these properties; the result is optimal if they hold.
///
/// weight applies to weighted-astar (default 2), and depth_limit to depth-first (default 31).
/// timeout is in seconds, max_expanded in states, and max_memory in bytes, estimated at 96 per
/// state. At a limit, LimitReached is raised.
///
/// >>> import tilebase
/// >>> result = tilebase.search("867254301", "astar", "manhattan")
/// >>> result.length, result.optimal, result.statistics.expanded
/// (31, True, 6744)
/// >>> def misplaced(tiles):
/// ...     return sum(tile != 0 and tile != place + 1 for place, tile in enumerate(tiles))
/// >>> tilebase.search("123745086", "astar", misplaced, admissible=True).optimal
/// True
#[pyfunction]
#[pyo3(
    signature = (
        board, algorithm="astar", heuristic=None, *, goal=None, weight=None, depth_limit=None, timeout=None,
        max_expanded=None, max_memory=USUAL, admissible=false, consistent=false
    ),
    text_signature = "(board, algorithm='astar', heuristic=None, *, goal=None, weight=None, \
                      depth_limit=None, timeout=None, max_expanded=None, max_memory=4000000000, \
                      admissible=False, consistent=False)"
)]
#[expect(clippy::too_many_arguments, reason = "they have names in Python")]
#[expect(clippy::needless_pass_by_value, reason = "what PyO3 hands over")]
pub(crate) fn search<'py>(
    py: Python<'py>,
    board: &Bound<'py, PyAny>,
    algorithm: &str,
    heuristic: Option<&Bound<'py, PyAny>>,
    goal: Option<&Bound<'py, PyAny>>,
    weight: Option<&Bound<'py, PyAny>>,
    depth_limit: Option<&Bound<'py, PyAny>>,
    timeout: Option<&Bound<'py, PyAny>>,
    max_expanded: Option<&Bound<'py, PyAny>>,
    max_memory: Bytes,
    admissible: bool,
    consistent: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let (board, goal) = read_question(board, goal)?;
    let weight = weight.map(read_weight).transpose()?;
    let depth_limit = read_optional_count(depth_limit, "depth_limit")?;
    let options = MethodOptions {
        weight,
        depth_limit: depth_limit.map(|depth| u32::try_from(depth).unwrap_or(u32::MAX)),
        ..MethodOptions::default()
    };
    let limits = Limits {
        expanded: read_optional_count(max_expanded, "max_expanded")?,
        time: read_timeout(timeout)?,
        memory_in_bytes: max_memory.0,
        ..Limits::default()
    };
    let asked = Asked { board, goal, algorithm: algorithm_of(algorithm)?, options, limits };
    match heuristic {
        Some(callable) if callable.is_callable() => {
            asked.by_callable(py, callable, Claims { admissible, consistent, parity: false })
        }
        _ if admissible || consistent => Err(MethodError::new_err(
            "admissible and consistent are claims of a callable: named heuristics make their own",
        )),
        Some(name) => asked.by_name(py, Some(heuristic_of(name)?)),
        None => asked.by_name(py, None),
    }
}

struct Asked {
    board: Board,
    goal: Goal,
    algorithm: Algorithm,
    options: MethodOptions,
    limits: Limits,
}

impl Asked {
    fn by_name(self, py: Python<'_>, heuristic: Option<HeuristicName>) -> PyResult<Bound<'_, PyAny>> {
        let Self { board, goal, algorithm, options, limits } = self;
        let method = method(algorithm, MethodOptions { heuristic, ..options })?;
        let folder = table_folder(py);
        let outcome = interruptible_in_parallel(py, |interrupt| {
            let limits = Limits { interrupt: Some(interrupt.clone()), ..limits };
            Solver::builder(&goal).folder(&folder).method(method).limits(limits).solve(&board)
        })?;
        result(py, board, &goal, outcome)
    }

    /// Searches on the calling thread, which stays attached to the interpreter, so that no call of
    /// the heuristic has to attach.
    fn by_callable<'py>(
        self,
        py: Python<'py>,
        callable: &Bound<'py, PyAny>,
        claims: Claims,
    ) -> PyResult<Bound<'py, PyAny>> {
        let Self { board, goal, algorithm, options, limits } = self;
        let interrupt = Interrupt::new();
        let heuristic = PythonHeuristic::new(callable.clone().unbind(), claims, interrupt.clone());
        let failure = heuristic.failure();
        let limits = Limits { interrupt: Some(interrupt), on_one_thread: true, ..limits };
        let method = method(algorithm, options)?;
        let search = Solver::builder(&goal).method(method).heuristic(heuristic).limits(limits);
        let outcome = search.solve(&board);
        match failure.lock().unwrap_or_else(PoisonError::into_inner).take() {
            Some(error) => Err(error),
            None => result(py, board, &goal, outcome),
        }
    }
}

fn result<'py>(
    py: Python<'py>,
    board: Board,
    goal: &Goal,
    outcome: Result<Outcome, SolveError>,
) -> PyResult<Bound<'py, PyAny>> {
    let outcome = outcome.map_err(|error| failure::solve(py, &error))?;
    // A lower bound for any path: each move brings the blank one step closer at most.
    let steps = goal.shape().steps_between(board.blank(), goal.blank());
    records::found(py, board, outcome, steps as u32)
}

fn method(algorithm: Algorithm, options: MethodOptions) -> PyResult<Method> {
    Method::new(algorithm, options).map_err(|error| MethodError::new_err(error.to_string()))
}

fn algorithm_of(name: &str) -> PyResult<Algorithm> {
    let named = Algorithm::ALL.into_iter().find(|algorithm| algorithm.name() == name);
    named.ok_or_else(|| no_such("algorithm", name, &Algorithm::ALL.map(Algorithm::name)))
}

fn heuristic_of(name: &Bound<'_, PyAny>) -> PyResult<HeuristicName> {
    let Ok(text) = name.cast::<PyString>() else {
        let found = type_name(name);
        return Err(PyTypeError::new_err(format!("heuristic: expected a name or a callable, found {found}")));
    };
    let name = text.to_string_lossy();
    let named = HeuristicName::ALL.into_iter().find(|heuristic| heuristic.name() == name);
    named.ok_or_else(|| no_such("heuristic", &name, &HeuristicName::ALL.map(HeuristicName::name)))
}

fn no_such(what: &str, found: &str, names: &[&str]) -> PyErr {
    let found = tilebase::notation::shorten(found);
    MethodError::new_err(format!("{what}: expected one of {}, found {found:?}", names.join(", ")))
}

fn read_weight(object: &Bound<'_, PyAny>) -> PyResult<Weight> {
    Weight::new(read_real(object, "weight")?).map_err(|error| PyValueError::new_err(error.to_string()))
}
