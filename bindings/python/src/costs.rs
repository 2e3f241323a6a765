//! Cheapest paths, where moves have costs. The least costs of recent goals stay in memory.

use std::sync::{Mutex, PoisonError};

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use tilebase::board::MoveCosts;
use tilebase::notation::{CostRule, MoveConvention};
use tilebase::search::Limits;
use tilebase::solve::{Algorithm, CostSolveError, CostSolver};
use tilebase::{Board, Goal};

use crate::errors::{MoveError, type_name};
use crate::failure;
use crate::interruptible::interruptible;
use crate::limits::CallLimits;

/// The solvers of recent goals and costs, the latest last. As with other caches, its lock is held
/// only by threads that are attached to the interpreter.
static RECENT: Mutex<Vec<CostSolver>> = Mutex::new(Vec::new());

/// Maximum number of solvers in memory, of up to 7 MB each.
const MAX_KEPT: usize = 4;

/// Reads the costs of moves: `"unit"`, `"tile"`, or a cost for each direction, as a text or a dict.
fn read_costs(object: &Bound<'_, PyAny>, goal: &Goal, convention: MoveConvention) -> PyResult<MoveCosts> {
    let text = if let Ok(text) = object.cast::<PyString>() {
        text.to_string_lossy().into_owned()
    } else if let Ok(costs) = object.cast::<PyDict>() {
        costs.iter().map(|(name, cost)| format!("{name}={cost}")).collect::<Vec<_>>().join(",")
    } else {
        let found = type_name(object);
        return Err(PyTypeError::new_err(format!("cost: expected a str or a dict, found {found}")));
    };
    let refused = |why: &dyn std::fmt::Display| MoveError::new_err(format!("cost: {why}"));
    let rule: CostRule = text.parse().map_err(|error| refused(&error))?;
    rule.on(goal.shape(), convention).map_err(|error| refused(&error))
}

/// The solver for costs from Python, and the costs. The time covers computing least costs.
pub(crate) fn solver_of(
    py: Python<'_>,
    object: &Bound<'_, PyAny>,
    goal: &Goal,
    convention: MoveConvention,
    call_limits: CallLimits,
) -> PyResult<Result<CostSolver, (CostSolveError, MoveCosts)>> {
    let costs = read_costs(object, goal, convention)?;
    if let Some(solver) = recent(goal, &costs) {
        return Ok(Ok(solver));
    }
    let made =
        interruptible(py, |interrupt| CostSolver::within(goal, &costs, None, call_limits.limits(interrupt)))?;
    Ok(match made {
        // The limits apply to this call only, while the solver may be reused.
        Ok(solver) => Ok(kept(solver.with_limits(Limits::default()))),
        Err(error) => Err((error, costs)),
    })
}

fn recent(goal: &Goal, costs: &MoveCosts) -> Option<CostSolver> {
    let kept = RECENT.lock().unwrap_or_else(PoisonError::into_inner);
    kept.iter().find(|solver| solver.goal() == goal && solver.costs() == costs).cloned()
}

fn kept(solver: CostSolver) -> CostSolver {
    let mut kept = RECENT.lock().unwrap_or_else(PoisonError::into_inner);
    if kept.len() == MAX_KEPT {
        kept.remove(0);
    }
    kept.push(solver.clone());
    solver
}

/// Asks a solver for costs from Python: directly if it has the least costs of all boards, else
/// interruptibly.
pub(crate) fn by_cost<T: Send>(
    py: Python<'_>,
    cost: &Bound<'_, PyAny>,
    (board, goal): (&Board, &Goal),
    call_limits: CallLimits,
    ask: impl FnOnce(&CostSolver) -> Result<T, CostSolveError> + Send,
) -> PyResult<T> {
    let answer = match solver_of(py, cost, goal, MoveConvention::Blank, call_limits)? {
        Ok(solver) if solver.algorithm() == Algorithm::Table => ask(&solver),
        Ok(solver) => interruptible(py, |interrupt| ask(&solver.with_limits(call_limits.limits(interrupt))))?,
        Err((error, costs)) => Err(error.for_board(board, goal, &costs)),
    };
    answer.map_err(|error| failure::cost(py, &error))
}
