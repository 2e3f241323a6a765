//! Searches by a named algorithm and heuristic.

use std::num::NonZeroUsize;
use std::sync::PoisonError;

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;
use tilebase::search::{BatchSearch, BestFirst, Claims, Limits, Outcome, Problem, Weight};
use tilebase::solve::{
    Algorithm, HeuristicName, Method, MethodError as UnsuitableMethod, MethodOptions, SolveError,
};
use tilebase::{Board, Goal, Interrupt, Solver};

use crate::array_heuristic::ArrayHeuristic;
use crate::board_functions::tables_for;
use crate::configuration::{memory_limit, table_folder};
use crate::errors::{MethodError, type_name};
use crate::failure;
use crate::goal::read_instance;
use crate::heuristic::PythonHeuristic;
use crate::interruptible::interruptible_in_parallel;
use crate::known_distances::KnownDistances;
use crate::limits::{CallLimits, read_count, read_optional_count, read_real};
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
/// With batch_size, the search expands several states at a time and estimates all their new
/// successors in one call, which suits learned heuristics. Weighted A* with batch_size > 1 is the
/// batch-weighted A* search (BWAS) of DeepCubeA (Agostinelli, McAleer, Shmakov and Baldi, Solving
/// the Rubik's Cube with Deep Reinforcement Learning and Search, 2019), whose path-cost weight,
/// lambda, is 1 / weight.
///
/// Parameters
/// ----------
/// board
///     A board in any form, as for solve.
/// algorithm
///     table, breadth-first, bidirectional, uniform-cost, depth-first, iterative-deepening, greedy,
///     astar, weighted-astar or ida. With batch_size: greedy (h), astar (g + h) or weighted-astar
///     (g + weight h).
/// heuristic
///     zero, misplaced, manhattan, linear-conflict, walking-distance, manhattan-plus-misplaced,
///     patterns, exact, or a callable that takes a tuple of tiles and returns a number, which is
///     rounded up. The default is patterns for ida and manhattan otherwise. With batch_size: a
///     callable that takes a uint8 array of shape (n, cells) and returns an array of n real
///     numbers. It is never called for the goal, whose estimate is 0.
/// goal
///     A board or the name of a goal; by default, the blank is last.
/// weight
///     The weight of weighted-astar, from 1 to 100 in steps of 0.01; default 2.
/// depth_limit
///     Depth limit of depth-first; default 31.
/// timeout
///     Time limit in seconds. With batch_size, it is checked after each batch.
/// max_expanded
///     The largest number of states to expand.
/// max_memory
///     Memory limit for states in bytes, estimated at 96 per state, or 144 with batch_size. None
///     means no limit.
/// admissible, consistent
///     Your assertion that the callable is admissible or consistent. With admissible=True, results
///     of astar and ida are marked optimal. On boards of up to ten cells, this is checked by
///     comparing each estimate with the exact distance; on larger boards, it is not checked.
///     consistent is never checked.
/// batch_size
///     The largest number of states to expand at a time.
/// stop_at_goal
///     Whether to stop with the first batch that contains the goal, as DeepCubeA does. By default,
///     the search continues until no state in the open list has an f below the length of the best
///     path. This takes a few more batches, but is required for the guarantee. Greedy search always
///     stops with the first batch that contains the goal.
///
/// Returns
/// -------
/// Result
///     With batch_size, if a limit is reached after a path was found, the result contains that
///     path, not proven optimal.
///
/// Raises
/// ------
/// BoardError, GoalError, UnreachableError
///     As for solve.
/// MethodError
///     If the algorithm or the heuristic is unknown, or the options can't be combined.
/// HeuristicError
///     If an estimate is negative, infinite or NaN, or an array does not contain exactly one
///     estimate per board.
/// ClaimError
///     If admissible is True, and the estimate for a board of up to ten cells exceeds its distance.
/// TypeError
///     If an estimate is not a real number.
/// LimitReached
///     If a limit is reached before a path was found.
///
/// Examples
/// --------
/// >>> import tilebase
/// >>> result = tilebase.search("867254301", "astar", "manhattan")
/// >>> result.length, result.optimal, result.statistics.expanded
/// (31, True, 6744)
/// >>> def misplaced(tiles):
/// ...     return sum(tile != 0 and tile != place + 1 for place, tile in enumerate(tiles))
/// >>> tilebase.search("123745086", "astar", misplaced, admissible=True).optimal
/// True
/// >>> def misplaced_tiles(boards):
/// ...     return ((boards != [1, 2, 3, 4, 5, 6, 7, 8, 0]) & (boards != 0)).sum(axis=1)
/// >>> tilebase.search("123745086", "astar", misplaced_tiles, batch_size=100, admissible=True).length
/// 4
#[pyfunction]
#[pyo3(
    signature = (
        board, algorithm="astar", heuristic=None, *, goal=None, weight=None, depth_limit=None, timeout=None,
        max_expanded=None, max_memory=USUAL, admissible=false, consistent=false, batch_size=None,
        stop_at_goal=false
    ),
    text_signature = "(board, algorithm='astar', heuristic=None, *, goal=None, weight=None, \
                      depth_limit=None, timeout=None, max_expanded=None, max_memory=4000000000, \
                      admissible=False, consistent=False, batch_size=None, stop_at_goal=False)"
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
    batch_size: Option<&Bound<'py, PyAny>>,
    stop_at_goal: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let call_limits = CallLimits::read(timeout, 0)?;
    let (board, goal) = read_instance(board, goal, None)?;
    let weight = weight.map(read_weight).transpose()?;
    let depth_limit = read_optional_count(depth_limit, "depth_limit")?;
    let options = MethodOptions {
        weight,
        depth_limit: depth_limit.map(|depth| u32::try_from(depth).unwrap_or(u32::MAX)),
        ..MethodOptions::default()
    };
    let limits = Limits::default()
        .with_expanded(read_optional_count(max_expanded, "max_expanded")?)
        .with_time(call_limits.left())
        .with_memory_in_bytes(max_memory.0);
    let asked = Asked { board, goal, algorithm: algorithm_of(algorithm)?, options, limits };
    let claims = Claims::NONE.with_admissible(admissible).with_consistent(consistent);
    if let Some(size) = batch_size.map(read_batch_size).transpose()? {
        return asked.by_arrays(py, heuristic, claims, (size, stop_at_goal));
    }
    if stop_at_goal {
        return Err(MethodError::new_err("stop_at_goal needs a batch_size: other searches have no batches"));
    }
    match heuristic {
        Some(callable) if callable.is_callable() => asked.by_callable(py, callable, claims),
        _ if admissible || consistent => Err(MethodError::new_err(
            "admissible and consistent apply only to a callable: the properties of named heuristics are \
             known",
        )),
        Some(name) => asked.by_name(py, Some(heuristic_of(name)?), call_limits),
        None => asked.by_name(py, None, call_limits),
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
    fn by_name(
        self,
        py: Python<'_>,
        heuristic: Option<HeuristicName>,
        call_limits: CallLimits,
    ) -> PyResult<Bound<'_, PyAny>> {
        let Self { board, goal, algorithm, options, limits } = self;
        let method = method(algorithm, MethodOptions { heuristic, ..options })?;
        let (folder, memory_limit) = (table_folder(py), memory_limit(py));
        // Smaller boards have a table, and their pattern databases are built in a moment.
        let shared = if method.heuristic() == Some(HeuristicName::Patterns) && goal.shape().cells() > 10 {
            tables_for(py, &board, &goal, call_limits)?.solver().shared_pdb_set()
        } else {
            None
        };
        let outcome = interruptible_in_parallel(py, |interrupt| {
            let limits = limits.with_time(call_limits.left()).with_interrupt(interrupt.clone());
            let builder = Solver::builder(&goal).folder(&folder).method(method).limits(limits);
            match (shared, memory_limit) {
                (Some(shared), _) => builder.pattern_databases(shared).solve(&board),
                (None, Some(bytes)) => builder.pdb_memory_in_bytes(bytes).solve(&board),
                (None, None) => builder.solve(&board),
            }
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
        let known_distances = KnownDistances::of(py, &goal, claims)?;
        let heuristic =
            PythonHeuristic::new(callable.clone().unbind(), claims, interrupt.clone(), known_distances);
        let failure = heuristic.failure();
        let limits = limits.with_interrupt(interrupt).with_on_one_thread(true);
        let method = method(algorithm, options)?;
        let search = Solver::builder(&goal).method(method).heuristic(heuristic).limits(limits);
        let outcome = search.solve(&board);
        if let Some(error) = failure.lock().unwrap_or_else(PoisonError::into_inner).take() {
            return Err(error);
        }
        if let Err(SolveError::Method(why @ UnsuitableMethod::NotAdmissible)) = &outcome {
            return Err(MethodError::new_err(format!("{why}; if yours is, pass admissible=True")));
        }
        result(py, board, &goal, outcome)
    }

    /// Searches in batches, on the calling thread, which stays attached to the interpreter.
    fn by_arrays<'py>(
        self,
        py: Python<'py>,
        heuristic: Option<&Bound<'py, PyAny>>,
        claims: Claims,
        (size, stop_at_goal): (NonZeroUsize, bool),
    ) -> PyResult<Bound<'py, PyAny>> {
        let Self { board, goal, algorithm, options, limits } = self;
        method(algorithm, options)?;
        let search = match algorithm {
            Algorithm::Greedy => BestFirst::greedy(),
            Algorithm::AStar => BestFirst::astar(),
            Algorithm::WeightedAStar => BestFirst::weighted_astar(options.weight.unwrap_or(Weight::TWO)),
            _ => {
                return Err(MethodError::new_err(format!(
                    "{algorithm} does not support batch_size (greedy, astar, and weighted-astar do)"
                )));
            }
        };
        let Some(callable) = heuristic.filter(|heuristic| heuristic.is_callable()) else {
            return Err(MethodError::new_err(
                "batch_size needs a heuristic that takes an array of boards, such as \
                 tilebase.heuristics.manhattan",
            ));
        };
        let batches = BatchSearch::new(search, size).claims(claims).limits(limits);
        let batches = if stop_at_goal { batches.stop_at_goal() } else { batches };
        let problem = Problem::new(board, goal).map_err(|why| failure::unreachable(py, &why, None))?;
        let mut heuristic = ArrayHeuristic::new(callable.clone(), KnownDistances::of(py, &goal, claims)?);
        let outcome = batches.run(&problem, &mut |batch| heuristic.estimates(batch));
        if let Some(error) = heuristic.failure {
            return Err(error);
        }
        result(py, board, &goal, outcome.map_err(SolveError::Limit))
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

fn read_batch_size(object: &Bound<'_, PyAny>) -> PyResult<NonZeroUsize> {
    let size = usize::try_from(read_count(object, "batch_size")?).unwrap_or(usize::MAX);
    NonZeroUsize::new(size).ok_or_else(|| PyValueError::new_err("batch_size: expected 1 or more, found 0"))
}
