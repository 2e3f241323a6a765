//! Searches for cheapest paths, where moves have [`MoveCosts`]: uniform-cost search, A*, and IDA*.
//!
//! They are separate from the searches for shortest paths, which rely on unit costs: those keep one
//! list of states for each f, and their estimates change by one. With unit costs,
//! [`CostSearch::astar`] and [`CostSearch::uniform_cost`] expand the same states in the same order
//! as the searches of the same name, with the Manhattan distance.
//!
//! | file | content |
//! |---|---|
//! | `best_first` | uniform-cost search and A* |
//! | `ida` | IDA* |
//! | `outcome` | [`CostOutcome`], the result, and [`CostLimitReached`], the error |
//! | `weighted_manhattan` | [`WeightedManhattan`], the lower bound that A* and IDA* use |

mod best_first;
mod ida;
mod outcome;
mod weighted_manhattan;

pub use outcome::{CostLimitReached, CostOutcome};
pub(crate) use weighted_manhattan::WeightedManhattan;

use crate::board::MoveCosts;
use crate::search::common::limits::Limits;
use crate::search::common::problem::Problem;

/// A search for a cheapest path: an algorithm, the costs, and limits.
#[derive(Clone, Debug)]
pub(crate) struct CostSearch<'a> {
    algorithm: CostAlgorithm,
    costs: &'a MoveCosts,
    limits: Limits,
}

#[derive(Clone, Copy, Debug)]
enum CostAlgorithm {
    UniformCost,
    AStar,
    Ida,
}

impl<'a> CostSearch<'a> {
    /// Uniform-cost search: expands the smallest g first, where g is the cost of the path so far.
    pub(crate) fn uniform_cost(costs: &'a MoveCosts) -> Self {
        Self::new(CostAlgorithm::UniformCost, costs)
    }

    /// A*: expands the smallest g + h first, with the [`WeightedManhattan`] as h. Among equal f, the larger
    /// g first; among those, the oldest.
    pub(crate) fn astar(costs: &'a MoveCosts) -> Self {
        Self::new(CostAlgorithm::AStar, costs)
    }

    /// IDA*: depth-first searches with increasing bounds on g + h, with the [`WeightedManhattan`] as h. It
    /// remembers only its path. The more different costs there are, the more iterations it needs:
    /// each bound is the smallest f above the one before.
    pub(crate) fn ida(costs: &'a MoveCosts) -> Self {
        Self::new(CostAlgorithm::Ida, costs)
    }

    fn new(algorithm: CostAlgorithm, costs: &'a MoveCosts) -> Self {
        Self { algorithm, costs, limits: Limits::default() }
    }

    /// Returns the same search with limits. A new search is unlimited.
    pub(crate) fn limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// Searches for a cheapest path, on the calling thread.
    ///
    /// # Errors
    /// [`CostLimitReached`] if a limit is reached first.
    ///
    /// # Panics
    /// If the costs are for another shape than the problem's.
    pub(crate) fn run(&self, problem: &Problem) -> Result<CostOutcome, CostLimitReached> {
        let (goal, costs) = (problem.goal(), self.costs);
        assert_eq!(costs.shape(), goal.shape(), "costs are for one shape");
        let bound = match self.algorithm {
            CostAlgorithm::UniformCost => WeightedManhattan::zero(),
            CostAlgorithm::AStar | CostAlgorithm::Ida => WeightedManhattan::new(goal, costs),
        };
        match self.algorithm {
            CostAlgorithm::Ida => ida::ida(problem, costs, &bound, &self.limits),
            CostAlgorithm::UniformCost | CostAlgorithm::AStar => {
                best_first::best_first(problem, costs, &bound, &self.limits)
            }
        }
    }
}

#[cfg(test)]
mod tests;
