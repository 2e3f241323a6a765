//! Searches for cheapest paths, where moves have [`MoveCosts`]: uniform-cost search, A*, and IDA*.
//!
//! They are separate from the searches for shortest paths, which rely on unit costs: those keep one
//! list of states for each f, and their estimates change by one. With unit costs, [`uniform_cost`]
//! and [`astar`] expand the same states in the same order as those searches do (A* with the
//! Manhattan distance).
//!
//! | file | content |
//! |---|---|
//! | `best_first` | uniform-cost search and A* |
//! | `ida` | IDA* |
//! | `outcome` | [`CostOutcome`], the result, and [`CostLimitReached`], the error |
//! | `weighted_manhattan` | [`WeightedManhattan`], the heuristic of A* and IDA* |

mod best_first;
mod ida;
mod outcome;
mod weighted_manhattan;

pub use outcome::{CostLimitReached, CostOutcome};
pub(crate) use weighted_manhattan::WeightedManhattan;

use self::best_first::best_first;
use self::ida::deepen;
use crate::board::MoveCosts;
use crate::search::common::limits::Limits;
use crate::search::common::problem::Problem;

/// Uniform-cost search: expands the smallest g first, where g is the cost of the path so far.
///
/// # Errors
/// [`CostLimitReached`] if a limit is reached first.
///
/// # Panics
/// If the costs are for another shape than the problem's, as in the searches below.
pub(crate) fn uniform_cost(
    problem: &Problem,
    costs: &MoveCosts,
    limits: &Limits,
) -> Result<CostOutcome, CostLimitReached> {
    assert_shape(problem, costs);
    best_first(problem, costs, &WeightedManhattan::zero(), limits)
}

/// A*: expands the smallest g + h first, with the [`WeightedManhattan`] as h. Among equal f, the
/// larger g first; among those, the oldest.
///
/// # Errors
/// [`CostLimitReached`] if a limit is reached first.
pub(crate) fn astar(
    problem: &Problem,
    costs: &MoveCosts,
    limits: &Limits,
) -> Result<CostOutcome, CostLimitReached> {
    assert_shape(problem, costs);
    best_first(problem, costs, &WeightedManhattan::new(problem.goal(), costs), limits)
}

/// IDA*: depth-first searches with increasing bounds on g + h, with the [`WeightedManhattan`] as h.
/// It remembers only its path. The more different costs there are, the more iterations it needs:
/// each bound is the smallest f above the one before.
///
/// # Errors
/// [`CostLimitReached`] if a limit is reached first.
pub(crate) fn ida(
    problem: &Problem,
    costs: &MoveCosts,
    limits: &Limits,
) -> Result<CostOutcome, CostLimitReached> {
    assert_shape(problem, costs);
    deepen(problem, costs, &WeightedManhattan::new(problem.goal(), costs), limits)
}

fn assert_shape(problem: &Problem, costs: &MoveCosts) {
    assert_eq!(costs.shape(), problem.goal().shape(), "costs are for one shape");
}

#[cfg(test)]
mod tests;
