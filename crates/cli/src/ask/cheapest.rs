//! Cheapest paths, for boards whose moves have costs.

use std::fs;
use std::path::Path;

use tilebase::board::{Board, CostError, Goal, MoveCosts};
use tilebase::notation::{CostRule, MoveConvention};
use tilebase::search::{Limit, Limits};
use tilebase::solve::{Algorithm, CostSolveError, CostSolver};
use tilebase_api::model::FoundBy;

use super::answer::Answer;
use super::solvers_by_shape::SolversByShape;

/// The costs of moves, as the user gave them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Costs {
    /// The costs of boards of any shape.
    pub(crate) rule: CostRule,
    /// Whose directions they are.
    pub(crate) convention: MoveConvention,
}

/// Reads costs as on the command line: a rule, or a file with a line for each tile. The file's path
/// is relative to a folder.
///
/// # Errors
/// A message that says what is wrong with the text, or with a line of the file.
pub(crate) fn read_costs(text: &str, folder: &Path) -> Result<CostRule, String> {
    let error = match text.parse() {
        Ok(rule) => return Ok(rule),
        Err(error) => error,
    };
    let file = folder.join(text);
    if file.is_dir() {
        return Err(format!("{text} is a folder; expected a file with a line for each tile and its cost"));
    }
    if !file.exists() {
        return Err(format!("{error}; there is no such file either"));
    }
    let list = fs::read_to_string(&file).map_err(|error| format!("cannot read {text}: {error}"))?;
    CostRule::read_list(&list).map_err(|error| format!("{text}: {error}"))
}

impl Costs {
    /// The costs for boards of a goal's shape.
    ///
    /// # Errors
    /// [`CostError`] if they do not suit the boards.
    pub(crate) fn on(&self, goal: &Goal) -> Result<MoveCosts, CostError> {
        self.rule.on(goal.shape(), self.convention)
    }

    /// Creates a solver for a goal within limits, by the usual algorithm if none is named.
    ///
    /// # Errors
    /// [`CostSolveError`] if the costs or the algorithm are unsuitable, or a limit is reached.
    pub(crate) fn solver(
        &self,
        goal: &Goal,
        algorithm: Option<Algorithm>,
        limits: Limits,
    ) -> Result<CostSolver, CostSolveError> {
        CostSolver::within(goal, &self.on(goal)?, algorithm, limits)
    }
}

/// Returns the error with the option that helps.
pub(crate) fn with_cost_hint(error: &CostSolveError) -> String {
    match error {
        CostSolveError::TooLarge { .. } => format!("{error}; leave out --algorithm, or use -a ida"),
        CostSolveError::Costs(error) => format!("--cost: {error}"),
        error => error.to_string(),
    }
}

/// Solvers for cheapest paths with one set of options: one per board shape, made when the first
/// board of that shape arrives.
#[derive(Debug)]
pub(super) struct CostSolvers {
    costs: Costs,
    algorithm: Option<Algorithm>,
    solvers: SolversByShape<CostSolver, CostSolveError>,
}

impl CostSolvers {
    pub(super) const fn new(costs: Costs, algorithm: Option<Algorithm>) -> Self {
        Self { costs, algorithm, solvers: SolversByShape::new() }
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
        let solver = match self.solver(goal, limits) {
            Ok(solver) => solver,
            Err(error) => return self.without_solver(board, goal, limits, error),
        };
        let (board, goal) = (*board, *goal);
        let found_by = FoundBy { algorithm: solver.algorithm(), heuristic: None };
        let paths =
            if counts { solver.count_paths(&board).map_err(|error| error.to_string())? } else { None };
        if counts && paths.is_none() {
            let (shape, algorithm) = (goal.shape(), solver.algorithm());
            return Err(format!(
                "--paths needs a full table, but {shape} boards are solved by {algorithm} here"
            ));
        }
        match solver.solve(&board) {
            Ok(found) => Ok(Answer::Cheapest { board, goal, found_by, found, paths }),
            Err(CostSolveError::Limit(limit)) => {
                Ok(Answer::CostLimitReached { board, goal, found_by, limit, timeout: limits.time })
            }
            Err(error) => Err(error.to_string()),
        }
    }

    /// Returns a solver for a goal, with the limits that remain for the current board.
    fn solver(&self, goal: &Goal, limits: &Limits) -> Result<CostSolver, CostSolveError> {
        let is_late =
            |error: &CostSolveError| matches!(error, CostSolveError::NotReady { limit: Limit::Time, .. });
        let make = |limits, _was_late| self.costs.solver(goal, self.algorithm, limits);
        let (solver, limits) = self.solvers.get(goal.shape(), limits, is_late, make)?;
        Ok(solver.with_limits(limits))
    }

    /// The answer if the least costs are not ready: a lower bound, if a limit was reached.
    fn without_solver(
        &self,
        board: &Board,
        goal: &Goal,
        limits: &Limits,
        error: CostSolveError,
    ) -> Result<Answer, String> {
        let bounded = match self.costs.on(goal) {
            Ok(costs) => error.for_board(board, goal, &costs),
            Err(_) => error,
        };
        let CostSolveError::Limit(limit) = bounded else { return Err(with_cost_hint(&bounded)) };
        let found_by = FoundBy { algorithm: Algorithm::Table, heuristic: None };
        let (board, goal) = (*board, *goal);
        Ok(Answer::CostLimitReached { board, goal, found_by, limit, timeout: limits.time })
    }
}
