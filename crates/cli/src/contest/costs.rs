//! Comparison of searches for cheapest paths.

use std::collections::BTreeMap;

use tilebase::board::{Goal, Metric};
use tilebase::search::Limits;
use tilebase::solve::{Algorithm, ConventionName, CostSolveError, CostSolver};

use super::{ComparedBoard, Comparison, Found, Measure, MethodNames, Task, optimum_of};
use crate::ask::Costs;

/// The algorithms of a comparison where moves have costs, and their limits.
#[derive(Clone, Debug)]
pub(crate) struct CostContest {
    /// The algorithms.
    pub(crate) algorithms: Vec<Algorithm>,
    /// The costs of moves.
    pub(crate) costs: Costs,
    /// The limits of each search.
    pub(crate) limits: Limits,
}

/// The solvers for one goal. An error is always `NotReady`: a limit stopped the preparation.
type Solvers = Vec<Result<CostSolver, CostSolveError>>;

impl CostContest {
    /// Runs each algorithm on each board. Calls `progress` after each board.
    ///
    /// # Errors
    /// [`CostSolveError`] if a board cannot reach its goal, or an algorithm or the costs do not suit
    /// the boards.
    pub(crate) fn run(
        &self,
        tasks: &[Task],
        mut progress: impl FnMut(),
    ) -> Result<Comparison, CostSolveError> {
        let mut solvers: BTreeMap<Goal, Solvers> = BTreeMap::new();
        let mut boards = Vec::new();
        for task @ Task { board, goal } in tasks {
            // Reject an unsolvable task before any search.
            goal.check_reachable(board)?;
            if !solvers.contains_key(goal) {
                solvers.insert(*goal, self.solvers(goal)?);
            }
            boards.push(self.run_board(&solvers[goal], task)?);
            progress();
        }
        let numbered = solvers.values().flat_map(|solvers| solvers.iter().enumerate());
        let not_ready = numbered.filter_map(|(nth, solver)| match solver {
            Err(CostSolveError::NotReady { limit, .. }) => Some((nth, *limit)),
            _ => None,
        });
        let not_ready = not_ready.collect();
        let methods = self.algorithms.iter().map(names).collect();
        let (measure, metric) = (Measure::Cost, Metric::SingleTile);
        Ok(Comparison { measure, metric, methods, boards, not_ready })
    }

    fn solvers(&self, goal: &Goal) -> Result<Solvers, CostSolveError> {
        let made = self.algorithms.iter().map(|algorithm| {
            match self.costs.solver(goal, Some(*algorithm), self.limits.clone()) {
                Err(error @ CostSolveError::NotReady { .. }) => Ok(Err(error)),
                made => made.map(Ok),
            }
        });
        made.collect()
    }

    fn run_board(&self, solvers: &Solvers, task: &Task) -> Result<ComparedBoard, CostSolveError> {
        let Task { board, goal } = *task;
        let runs = solvers.iter().map(|solver| {
            let found = match solver {
                Ok(solver) => solver.solve(&board),
                Err(error) => Err(error.clone().for_board(&board, &goal, &self.costs.on(&goal)?)),
            };
            match found {
                Err(CostSolveError::Limit(limit)) => Ok(Err(limit.into())),
                found => found.map(|outcome| Ok(outcome.into())),
            }
        });
        let runs = runs.collect::<Result<Vec<Found>, CostSolveError>>()?;
        Ok(ComparedBoard { board, goal, optimum: optimum_of(&runs), runs })
    }
}

fn names(algorithm: &Algorithm) -> MethodNames {
    // Searches for cheapest paths imitate no other programs.
    let convention = ConventionName::Standard.name();
    MethodNames {
        whole: algorithm.name().to_owned(),
        algorithm: algorithm.name(),
        heuristic: None,
        convention,
    }
}
