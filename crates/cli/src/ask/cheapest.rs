//! Cheapest paths, for boards whose moves have costs.

use tilebase::board::{Board, Goal, Shape};
use tilebase::notation::{CostRule, MoveConvention};
use tilebase::search::Limits;
use tilebase::solve::{Algorithm, CostSolveError, CostSolver};
use tilebase_api::model::FoundBy;

use super::answer::Answer;
use crate::batch::MadeOnce;

/// The costs of moves, as the user gave them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Costs {
    /// The costs of boards of any shape.
    pub(crate) rule: CostRule,
    /// Whose directions they are.
    pub(crate) convention: MoveConvention,
}

impl Costs {
    /// Creates a solver for a goal, by the usual algorithm if none is named.
    ///
    /// # Errors
    /// [`CostSolveError`] if the costs or the algorithm are unsuitable.
    pub(crate) fn solver(
        &self,
        goal: &Goal,
        algorithm: Option<Algorithm>,
    ) -> Result<CostSolver, CostSolveError> {
        CostSolver::new(goal, &self.rule.on(goal.shape(), self.convention)?, algorithm)
    }
}

/// Returns the error with the option that helps.
fn with_hint(error: CostSolveError) -> String {
    match error {
        CostSolveError::Least(error) => format!("{error}; leave out --algorithm, or use -a ida"),
        CostSolveError::Costs(error) => format!("--cost: {error}"),
        error => error.to_string(),
    }
}

/// Solvers for cheapest paths, made as new shapes appear.
#[derive(Debug)]
pub(super) struct CostSolvers {
    costs: Costs,
    algorithm: Option<Algorithm>,
    solvers: MadeOnce<Shape, Result<CostSolver, String>>,
}

impl CostSolvers {
    pub(super) const fn new(costs: Costs, algorithm: Option<Algorithm>) -> Self {
        Self { costs, algorithm, solvers: MadeOnce::new() }
    }

    /// Answers one board that can reach the goal.
    ///
    /// # Errors
    /// The reason why there is no answer, as a message.
    pub(super) fn answer(
        &self,
        board: &Board,
        goal: &Goal,
        limits: &Limits,
        counts: bool,
    ) -> Result<Answer, String> {
        let make = || self.costs.solver(goal, self.algorithm).map_err(with_hint);
        let solver = self.solvers.get(&goal.shape(), make)?;
        let (board, goal) = (*board, *goal);
        let found_by = FoundBy { algorithm: solver.algorithm(), heuristic: None };
        let paths = match (counts, solver.least_costs()) {
            (false, _) => None,
            (true, Some(least)) => Some(least.count_paths(&board).map_err(|error| error.to_string())?),
            (true, None) => {
                let (shape, algorithm) = (goal.shape(), solver.algorithm());
                return Err(format!("--paths needs a table, and {shape} is searched by {algorithm} here"));
            }
        };
        match solver.with_limits(limits.clone()).solve(&board) {
            Ok(found) => Ok(Answer::Cheapest { board, goal, found_by, found, paths }),
            Err(CostSolveError::Limit(limit)) => {
                Ok(Answer::CostLimitReached { board, goal, found_by, limit, timeout: limits.time })
            }
            Err(error) => Err(error.to_string()),
        }
    }
}
