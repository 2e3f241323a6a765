//! [`CostSolver`]: cheapest paths, where moves have costs. They are read from the least costs of
//! all boards, or found by a search.

use std::sync::Arc;
use std::time::Duration;

use super::algorithm::Algorithm;
use crate::board::{Board, CostError, Goal, MoveCosts, Shape, Unreachable};
use crate::clock::Clock;
use crate::least_costs::{CostCounts, LeastCosts};
use crate::search::costs::{self, WeightedManhattan};
use crate::search::{CostLimitReached, CostOutcome, Limit, Limits, Problem, Statistics};

/// Finds cheapest paths to one goal. Threads can share it, and clones share the least costs.
///
/// ```
/// use tilebase::board::MoveCosts;
/// use tilebase::solve::CostSolver;
/// use tilebase::{Goal, Shape};
///
/// let goal = Goal::blank_last(Shape::new(3, 3)?);
/// let solver = CostSolver::new(&goal, &MoveCosts::by_tile(goal.shape()), None)?;
/// let found = solver.solve(&"067854231".parse()?)?;
/// assert_eq!(found.cost, 139);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct CostSolver {
    goal: Goal,
    costs: MoveCosts,
    algorithm: Algorithm,
    /// The least costs of all boards, if the algorithm is the table.
    least: Option<Arc<LeastCosts>>,
    limits: Limits,
}

/// The reason why no cheapest path was found.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CostSolveError {
    /// The goal can't be reached from the board.
    #[error(transparent)]
    Board(#[from] Unreachable),
    /// A limit stopped the search.
    #[error(transparent)]
    Limit(#[from] CostLimitReached),
    /// The costs do not suit the boards.
    #[error(transparent)]
    Costs(#[from] CostError),
    /// Too many boards for a table of least costs.
    #[error(
        "{shape} has too many boards: least costs are computed for up to {} cells",
        CostSolver::MAX_TABLE_CELLS
    )]
    TooLarge {
        /// The shape.
        shape: Shape,
    },
    /// Costs for another shape than the goal's.
    #[error("the goal is a {goal} board, but the costs are those of {costs} boards")]
    OtherShape {
        /// The goal's shape.
        goal: Shape,
        /// The shape of the costs.
        costs: Shape,
    },
    /// A limit stopped the computation of the least costs of all boards.
    #[error("{limit} while computing the least costs of all boards")]
    NotReady {
        /// The limit.
        limit: Limit,
        /// The time spent.
        elapsed: Duration,
    },
    /// An algorithm that does not support costs.
    #[error("{0} does not support costs of moves (table, uniform-cost, astar, and ida do)")]
    Algorithm(Algorithm),
}

impl CostSolver {
    /// Maximum number of cells of a board whose least costs are computed in a table: 1,814,400
    /// boards, which takes about a second.
    pub const MAX_TABLE_CELLS: usize = LeastCosts::MAX_CELLS;

    /// Creates a solver. By default, it computes the least costs of all boards of up to 10 cells,
    /// and searches larger boards by IDA*.
    ///
    /// # Errors
    /// [`CostSolveError`] if the algorithm does not support costs, or a table is requested for a
    /// larger board, or the costs are for another shape.
    pub fn new(goal: &Goal, costs: &MoveCosts, algorithm: Option<Algorithm>) -> Result<Self, CostSolveError> {
        Self::within(goal, costs, algorithm, Limits::default())
    }

    /// Creates a solver within limits, which also apply to each of its searches.
    ///
    /// # Errors
    /// The same as for [`new`](Self::new); [`CostSolveError::NotReady`] if the time or an interrupt
    /// stops the computation of the least costs.
    pub fn within(
        goal: &Goal,
        costs: &MoveCosts,
        algorithm: Option<Algorithm>,
        limits: Limits,
    ) -> Result<Self, CostSolveError> {
        let (goal_shape, of_costs) = (goal.shape(), costs.shape());
        if goal_shape != of_costs {
            return Err(CostSolveError::OtherShape { goal: goal_shape, costs: of_costs });
        }
        let is_small = goal_shape.cells() <= Self::MAX_TABLE_CELLS;
        let algorithm = algorithm.unwrap_or(if is_small { Algorithm::Table } else { Algorithm::Ida });
        let least = match algorithm {
            Algorithm::Table if !is_small => return Err(CostSolveError::TooLarge { shape: goal_shape }),
            Algorithm::Table => Some(Arc::new(least_within(goal, costs, &limits)?)),
            Algorithm::UniformCost | Algorithm::AStar | Algorithm::Ida => None,
            other => return Err(CostSolveError::Algorithm(other)),
        };
        Ok(Self { goal: *goal, costs: costs.clone(), algorithm, least, limits })
    }

    /// Returns a solver with limits on each search, which shares the least costs.
    #[must_use]
    pub fn with_limits(&self, limits: Limits) -> Self {
        Self { limits, ..self.clone() }
    }

    /// The goal.
    #[must_use]
    pub const fn goal(&self) -> &Goal {
        &self.goal
    }

    /// The costs of moves.
    #[must_use]
    pub const fn costs(&self) -> &MoveCosts {
        &self.costs
    }

    /// The algorithm: [`Algorithm::Table`], or a search.
    #[must_use]
    pub const fn algorithm(&self) -> Algorithm {
        self.algorithm
    }

    /// Finds a cheapest path.
    ///
    /// # Errors
    /// [`CostSolveError::Board`] if the board can't reach the goal; [`CostSolveError::Limit`] if a
    /// limit stops the search.
    pub fn solve(&self, board: &Board) -> Result<CostOutcome, CostSolveError> {
        let problem = Problem::new(*board, self.goal)?;
        let search = match (&self.least, self.algorithm) {
            (Some(least), _) => {
                let clock = Clock::start();
                let (cost, moves) = (least.cost(board)?, least.path(board)?);
                // As with a table of distances, reading a path expands the boards along it.
                let (expanded, elapsed) = (moves.len() as u64, clock.elapsed());
                let statistics =
                    Statistics { expanded, generated: expanded + 1, elapsed, ..Statistics::default() };
                return Ok(CostOutcome { moves, cost, statistics });
            }
            (None, Algorithm::UniformCost) => costs::uniform_cost,
            (None, Algorithm::AStar) => costs::astar,
            (None, _) => costs::ida,
        };
        Ok(search(&problem, &self.costs, &self.limits)?)
    }

    /// The cost of a cheapest path.
    ///
    /// # Errors
    /// The same as for [`solve`](Self::solve).
    pub fn least_cost(&self, board: &Board) -> Result<u32, CostSolveError> {
        match &self.least {
            Some(least) => Ok(least.cost(board)?),
            None => Ok(self.solve(board)?.cost),
        }
    }

    /// Returns the number of cheapest paths, which may differ in their number of moves; `None` if
    /// the algorithm is a search, which finds only one.
    ///
    /// ```
    /// use tilebase::board::MoveCosts;
    /// use tilebase::solve::CostSolver;
    /// use tilebase::{Goal, Shape};
    ///
    /// let goal = Goal::blank_last(Shape::new(3, 3)?);
    /// let solver = CostSolver::new(&goal, &MoveCosts::unit(goal.shape()), None)?;
    /// assert_eq!(solver.count_paths(&"638541720".parse()?)?, Some(13));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unreachable`] if the goal can't be reached from the board.
    pub fn count_paths(&self, board: &Board) -> Result<Option<u128>, Unreachable> {
        self.least.as_ref().map(|least| least.count_paths(board)).transpose()
    }

    /// Counts all boards by their least cost; `None` if the algorithm is a search. Takes about as
    /// long as computing the least costs, and ignores the limits.
    #[must_use]
    pub fn counts(&self) -> Option<CostCounts> {
        self.least.as_ref().map(|least| least.counts())
    }
}

fn least_within(goal: &Goal, costs: &MoveCosts, limits: &Limits) -> Result<LeastCosts, CostSolveError> {
    let (clock, interrupt) = (Clock::start(), limits.interrupt_with_deadline());
    LeastCosts::new(goal, costs, &interrupt).ok_or_else(|| {
        let limit = Limit::from_interrupt(&interrupt);
        CostSolveError::NotReady { limit, elapsed: clock.elapsed() }
    })
}

impl CostSolveError {
    /// Converts the error for a board that the least costs were computed for.
    /// [`NotReady`](Self::NotReady) becomes [`Limit`](Self::Limit) with a lower bound for the
    /// board: its Manhattan distance, with each slide weighted by its cost. Other errors are
    /// returned unchanged.
    #[must_use]
    pub fn for_board(self, board: &Board, goal: &Goal, costs: &MoveCosts) -> Self {
        let Self::NotReady { limit, elapsed } = self else { return self };
        if let Err(why) = goal.check_reachable(board) {
            return why.into();
        }
        let lower_bound = WeightedManhattan::new(goal, costs).estimate(board);
        let statistics = Statistics { elapsed, ..Statistics::default() };
        CostLimitReached { limit, lower_bound, statistics }.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Shape;
    use crate::interrupt::Interrupt;

    #[test]
    fn limits_apply_to_the_least_costs_too() {
        let goal = Goal::blank_last(Shape::THREE_BY_THREE);
        let costs = MoveCosts::by_tile(goal.shape());
        let (board, unsolvable) = ("067854231".parse().unwrap(), "213456780".parse().unwrap());
        let interrupt = Interrupt::new();
        interrupt.raise();
        let in_no_time = Limits { time: Some(Duration::ZERO), ..Limits::default() };
        let interrupted = Limits { interrupt: Some(interrupt), ..Limits::default() };
        for (limits, expected) in [(in_no_time, Limit::Time), (interrupted, Limit::Interrupt)] {
            let error = CostSolver::within(&goal, &costs, None, limits.clone()).unwrap_err();
            let CostSolveError::NotReady { limit, .. } = &error else { panic!("{error}") };
            assert_eq!(*limit, expected);
            let bounded = error.clone().for_board(&board, &goal, &costs);
            let CostSolveError::Limit(reached) = bounded else { panic!("{bounded}") };
            assert_eq!((reached.limit, reached.lower_bound), (expected, weighted_manhattan(&board)));
            let refused = error.for_board(&unsolvable, &goal, &costs);
            assert!(matches!(refused, CostSolveError::Board(_)), "{refused}");
            for algorithm in [Algorithm::UniformCost, Algorithm::AStar, Algorithm::Ida] {
                let solver = CostSolver::within(&goal, &costs, Some(algorithm), limits.clone()).unwrap();
                let CostSolveError::Limit(reached) = solver.solve(&board).unwrap_err() else {
                    panic!("{algorithm}")
                };
                assert_eq!(reached.limit, expected, "{algorithm}");
            }
        }
    }

    /// The distance of each tile of a 3x3 board times its number, summed.
    fn weighted_manhattan(board: &Board) -> u32 {
        let of_cell = |(cell, tile): (usize, &crate::board::Tile)| {
            let (tile, place) = (tile.index(), tile.index().wrapping_sub(1));
            if tile == 0 {
                return 0;
            }
            let steps = (cell / 3).abs_diff(place / 3) + (cell % 3).abs_diff(place % 3);
            (steps * tile) as u32
        };
        board.tiles().iter().enumerate().map(of_cell).sum()
    }

    #[test]
    fn every_algorithm_finds_the_least_cost() {
        let goal = Goal::blank_last(Shape::THREE_BY_THREE);
        let costs = MoveCosts::by_tile(goal.shape());
        let board = "236107485".parse().unwrap();
        for algorithm in [Algorithm::Table, Algorithm::UniformCost, Algorithm::AStar, Algorithm::Ida] {
            let solver = CostSolver::new(&goal, &costs, Some(algorithm)).unwrap();
            let found = solver.solve(&board).unwrap();
            assert_eq!((found.cost, found.moves.len(), solver.algorithm()), (63, 12, algorithm));
            assert_eq!(solver.least_cost(&board).unwrap(), 63);
        }
        for algorithm in [Algorithm::Greedy, Algorithm::BreadthFirst] {
            let refused = CostSolver::new(&goal, &costs, Some(algorithm)).unwrap_err();
            assert!(matches!(refused, CostSolveError::Algorithm(_)));
        }
    }

    #[test]
    fn large_boards_are_searched() {
        let goal = Goal::blank_last(Shape::new(4, 4).unwrap());
        let solver = CostSolver::new(&goal, &MoveCosts::by_tile(goal.shape()), None).unwrap();
        let board = "5,1,3,4,2,6,7,8,9,10,15,11,13,14,12,0".parse().unwrap();
        let found = solver.solve(&board).unwrap();
        let other = CostSolver::new(&goal, solver.costs(), Some(Algorithm::UniformCost)).unwrap();
        let least = other.least_cost(&board).unwrap();
        assert_eq!((solver.algorithm(), found.cost), (Algorithm::Ida, least));
        let unsolvable = "2,1,3,4,5,6,7,8,9,10,11,12,13,14,15,0".parse().unwrap();
        assert!(matches!(solver.solve(&unsolvable), Err(CostSolveError::Board(_))));
        let table = CostSolver::new(&goal, solver.costs(), Some(Algorithm::Table));
        assert!(matches!(table, Err(CostSolveError::TooLarge { shape }) if shape == goal.shape()));
        assert!(matches!(solver.count_paths(&board), Ok(None)));
    }

    #[test]
    fn costs_for_another_shape_are_refused() {
        let (goal, other) = (Goal::blank_last(Shape::THREE_BY_THREE), Shape::new(3, 4).unwrap());
        let refused = CostSolver::new(&goal, &MoveCosts::unit(other), None).unwrap_err();
        let expected = "the goal is a 3x3 board, but the costs are those of 3x4 boards";
        assert_eq!(refused.to_string(), expected);
    }
}
