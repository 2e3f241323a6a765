//! Cheapest paths, where moves have costs. Each request has a search of its own.

use tilebase::notation::{CostRule, MoveConvention, ReadError};
use tilebase::search::Limits;
use tilebase::solve::{Algorithm, CostSolveError, CostSolver, SolveError};
use tilebase::{Goal, Shape};

use crate::failure::Failure;
use crate::instance::Instance;
use crate::model::{Answer, FoundBy};

const HELP: &str = "Write unit, tile, or a cost for each direction: U=1,D=3,L=2,R=2.";

/// Reads the costs of moves on boards of any shape.
pub(crate) fn read_costs(cost: &str) -> Result<CostRule, Failure> {
    let rule: CostRule = cost.parse().map_err(|error: ReadError| Failure::choice(&error, HELP))?;
    // A rule without a list suits either all shapes or none.
    match rule.on(Shape::THREE_BY_THREE, MoveConvention::Blank) {
        Ok(_) => Ok(rule),
        Err(error) => Err(Failure::choice(&error, HELP)),
    }
}

/// The solver for costs in a request. It computes no least costs of all boards, which would take
/// longer than a search.
pub(crate) fn cost_solver(
    goal: &Goal,
    cost: &str,
    convention: MoveConvention,
    limits: Limits,
) -> Result<CostSolver, Failure> {
    let costs =
        read_costs(cost)?.on(goal.shape(), convention).map_err(|error| Failure::choice(&error, HELP))?;
    // A* expands each board once. Where there are too many to keep, IDA* needs no memory.
    let is_small = goal.shape().cells() <= CostSolver::MAX_TABLE_CELLS;
    let algorithm = if is_small { Algorithm::AStar } else { Algorithm::Ida };
    let solver = CostSolver::within(goal, &costs, Some(algorithm), limits);
    solver.map_err(|error| SolveError::from(error).into())
}

/// The answer with a cheapest path.
pub(crate) fn cheapest(instance: &Instance, solver: &CostSolver) -> Result<Answer, Failure> {
    let Instance { board, goal } = instance;
    let convention = MoveConvention::Blank;
    let found_by = FoundBy { algorithm: solver.algorithm(), heuristic: None };
    let (answer, statistics) = match solver.solve(board) {
        Ok(found) => (Answer::cheapest(board, goal, found_by, &found, convention), found.statistics),
        Err(CostSolveError::Limit(reached)) => {
            (Answer::at_cost_limit(board, goal, found_by, &reached, convention), reached.statistics)
        }
        Err(CostSolveError::Board(_)) => return Ok(Answer::unsolvable(board, goal, convention)),
        Err(error) => return Err(SolveError::from(error).into()),
    };
    Ok(Answer { statistics: Some((&statistics).into()), ..answer })
}
