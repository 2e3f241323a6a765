//! Judges another solver: its answers, converted to [`Claim`]s, are compared with the truth.
//!
//! A path is replayed move by move. Its length is compared with the distance or, where moves have
//! costs, its cost with the least cost. It is not compared with another path, since most boards
//! have several optimal ones. A wrong answer is checked for common mistakes, so that the
//! [`Finding`] can explain it: the other move convention, a path from the goal, another goal, or
//! the multi-tile metric.

mod all_paths;
mod claim;
mod consistency;
mod costs;
mod finding;
mod order;

pub use claim::Claim;
pub use finding::Finding;

use order::is_optimal_in_another_order;

use std::sync::OnceLock;

use crate::board::{Board, Goal, Metric, Move, OverTheEdge};
use crate::oracle::MultiTileOracle;
use crate::solve::{CostSolver, SolveError, Solver};

/// Maximum number of cells for which distances in the multi-tile metric are computed to explain a wrong
/// answer: 1,814,400 states, some hundredths of a second.
const MAX_EXPLAINED_CELLS: usize = 10;

/// Judges answers for one goal.
///
/// ```
/// use tilebase::judge::{Claim, Finding, Judge};
/// use tilebase::{Board, Goal, Move, Shape, Solver};
///
/// let shape = Shape::new(2, 2)?;
/// let judge = Judge::new(Solver::new(&Goal::blank_last(shape))?);
/// let board = Board::new(shape, &[1, 2, 0, 3])?;
/// assert_eq!(judge.judge(&board, &Claim::Path(vec![Move::Right]))?, Finding::Optimal { length: 1 });
/// let finding = judge.judge(&board, &Claim::Path(vec![Move::Left]))?;
/// assert_eq!(finding, Finding::OtherConvention { length: 1, cost: None, by: 0 });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Judge {
    solver: Solver,
    takes_either_convention: bool,
    /// The solver for cheapest paths, where moves have costs.
    costs: Option<CostSolver>,
    /// What counts as one move in lengths and distances.
    metric: Metric,
    /// The distances in the multi-tile metric. In the single-tile metric they only explain wrong
    /// answers, and are computed when needed; `None` if they can't be.
    multi_tile: OnceLock<Option<MultiTileOracle>>,
}

impl Judge {
    /// Creates a judge. The solver must guarantee optimal paths.
    #[must_use]
    pub const fn new(solver: Solver) -> Self {
        Self {
            solver,
            takes_either_convention: false,
            costs: None,
            metric: Metric::SingleTile,
            multi_tile: OnceLock::new(),
        }
    }

    /// Accepts paths under either move convention.
    #[must_use]
    pub fn taking_either_convention(self) -> Self {
        Self { takes_either_convention: true, ..self }
    }

    /// Judges paths by their costs: a path is optimal if no path is cheaper.
    #[must_use]
    pub fn with_costs(self, costs: CostSolver) -> Self {
        Self { costs: Some(costs), ..self }
    }

    /// Judges lengths and estimates in the multi-tile metric, where sliding several tiles of a row
    /// or column at once is one move. The oracle must have the goal of the solver.
    ///
    /// ```
    /// use tilebase::judge::{Claim, Finding, Judge};
    /// use tilebase::oracle::MultiTileOracle;
    /// use tilebase::{Goal, Move, Shape, Solver};
    ///
    /// let goal = Goal::blank_last(Shape::new(3, 3)?);
    /// let judge = Judge::new(Solver::new(&goal)?).in_multi_tile_metric(MultiTileOracle::build(&goal)?);
    /// let board = "123456078".parse()?;
    /// let path = Claim::PathAndLength { moves: vec![Move::Right; 2], length: 1 };
    /// assert_eq!(judge.judge(&board, &path)?, Finding::Optimal { length: 1 });
    /// let counted_as_tiles = judge.judge(&board, &Claim::Length(2))?;
    /// assert_eq!(counted_as_tiles, Finding::SingleTile { said: 2, length: 1 });
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn in_multi_tile_metric(self, oracle: MultiTileOracle) -> Self {
        Self { metric: Metric::MultiTile, multi_tile: OnceLock::from(Some(oracle)), ..self }
    }

    /// The solver that claims are compared with.
    pub const fn solver(&self) -> &Solver {
        &self.solver
    }

    /// Judges a claim about a board of the goal's shape.
    ///
    /// # Errors
    /// [`SolveError`] if the solver fails.
    pub fn judge(&self, board: &Board, claim: &Claim) -> Result<Finding, SolveError> {
        let is_solvable = self.goal().is_reachable_from(board);
        match claim {
            Claim::Unsolvable if is_solvable => {
                let proof = match self.exact_multi_tile() {
                    Some(oracle) => oracle.first_path(board)?,
                    None => self.solver.solve(board)?.moves,
                };
                Ok(Finding::SaysUnsolvable { length: self.metric.length_of(&proof), proof })
            }
            Claim::Unsolvable => Ok(Finding::Unsolvable),
            Claim::Solvable if is_solvable => Ok(Finding::Solvable),
            Claim::Solvable => Ok(Finding::SaysSolvable),
            Claim::Estimate(estimate) if !is_solvable => {
                Ok(Finding::Admissible { estimate: *estimate, distance: None })
            }
            Claim::Path(moves) => self.judge_path(board, moves, None),
            Claim::PathAndLength { moves, length } => self.judge_path(board, moves, Some(*length)),
            Claim::PathAndUnsolvable { moves } => {
                Ok(Finding::SaysBoth { length: self.metric.length_of(moves), is_solvable })
            }
            Claim::Boards(boards) => self.judge_boards(board, boards, None),
            Claim::BoardsAndLength { boards, length } => self.judge_boards(board, boards, Some(*length)),
            Claim::WithCost { claim, cost } => self.judge_with_cost(board, claim, *cost),
            Claim::Cost(_) | Claim::Length(_) if !is_solvable => Ok(Finding::SaysSolvable),
            Claim::Cost(cost) => self.judge_cost(board, *cost),
            // Paths of different lengths may cost the same.
            Claim::Length(length) if self.costs.is_some() => {
                Ok(Finding::WhichCost { length: *length, said: None })
            }
            Claim::Length(length) => self.judge_length(board, *length),
            Claim::Estimate(estimate) => self.judge_estimate(board, *estimate),
        }
    }

    fn goal(&self) -> &Goal {
        self.solver.goal()
    }

    /// The distances in the multi-tile metric, if that is the metric.
    fn exact_multi_tile(&self) -> Option<&MultiTileOracle> {
        let exact = self.multi_tile.get().filter(|_| self.metric == Metric::MultiTile);
        exact.and_then(Option::as_ref)
    }

    /// The metric of lengths and distances.
    #[must_use]
    pub const fn metric(&self) -> Metric {
        self.metric
    }

    /// The distance of a board in the [metric](Self::metric).
    ///
    /// # Errors
    /// [`SolveError`] if the board can't reach the goal, or the solver fails.
    pub fn distance(&self, board: &Board) -> Result<u32, SolveError> {
        match self.exact_multi_tile() {
            Some(oracle) => Ok(oracle.distance(board)?.moves().into()),
            None => self.solver.distance(board),
        }
    }

    fn judge_path(&self, board: &Board, moves: &[Move], said: Option<u32>) -> Result<Finding, SolveError> {
        let length = self.metric.length_of(moves);
        let goal = self.goal().board();
        let end = replay(board, moves.iter().copied());
        let is_solvable = self.goal().is_reachable_from(board);
        if end == Ok(goal) {
            return self.judge_proven(board, moves, said);
        }
        let inverted = moves.iter().map(|step| step.inverse());
        if replay(board, inverted.clone()) == Ok(goal) {
            let legal: Vec<Move> = inverted.collect();
            return if self.takes_either_convention {
                self.judge_proven(board, &legal, said)
            } else {
                self.judge_inverted(board, &legal)
            };
        }
        // A path from the goal to the board, or a path with its moves in reverse order.
        if replay(&goal, moves.iter().copied()) == Ok(*board)
            || replay(board, moves.iter().rev().copied()) == Ok(goal)
            || replay(board, inverted.rev()) == Ok(goal)
        {
            return Ok(Finding::Reversed { length });
        }
        if is_solvable
            && self.costs.is_none()
            && self.metric == Metric::SingleTile
            && self.solver.oracle().is_some_and(|oracle| is_optimal_in_another_order(oracle, board, moves))
        {
            return Ok(Finding::WrongOrder { length, step: end.err().map(|error| error.number) });
        }
        match end {
            Err(OverTheEdge { number, step, board: on }) if is_solvable => {
                Ok(Finding::IllegalMove { number, step, on })
            }
            Ok(at) if is_goal_in_use(&at) => Ok(Finding::OtherGoal { goal: Goal::new(at) }),
            Ok(at) if is_solvable => Ok(Finding::EndsElsewhere { at, distance: self.distance(&at)? }),
            _ => Ok(Finding::SaysSolvable),
        }
    }

    fn judge_boards(
        &self,
        board: &Board,
        boards: &[Board],
        said: Option<u32>,
    ) -> Result<Finding, SolveError> {
        let rest = match boards.split_first() {
            Some((first, rest)) if first == board => rest,
            // The boards of a path from the goal, in that order.
            Some((first, _)) if *first == self.goal().board() && boards.last() == Some(board) => {
                return Ok(Finding::Reversed { length: boards.len() as u32 - 1 });
            }
            Some((first, _)) if self.metric.slides_between(board, first).is_none() => {
                return Ok(Finding::StartsElsewhere { at: *first });
            }
            _ => boards,
        };
        let mut moves = Vec::with_capacity(rest.len());
        let mut before = *board;
        for (number, after) in (1..).zip(rest) {
            let Some(slides) = self.metric.slides_between(&before, after) else {
                return Ok(Finding::NotOneSlide { number, before, after: *after });
            };
            moves.extend(slides);
            before = *after;
        }
        self.judge_path(board, &moves, said)
    }

    fn judge_length(&self, board: &Board, said: u32) -> Result<Finding, SolveError> {
        let distance = self.distance(board)?;
        if said == distance {
            return Ok(Finding::Optimal { length: distance });
        }
        if self.metric == Metric::MultiTile && said == self.solver.distance(board)? {
            return Ok(Finding::SingleTile { said, length: distance });
        }
        if said > distance {
            return Ok(Finding::TooLong { said, distance });
        }
        let explain = || MultiTileOracle::build(self.goal()).ok();
        let is_small = self.goal().shape().cells() <= MAX_EXPLAINED_CELLS;
        let multi_tile = if is_small { self.multi_tile.get_or_init(explain).as_ref() } else { None };
        let is_multi_tile = |oracle: &MultiTileOracle| {
            oracle.distance(board).is_ok_and(|distance| u32::from(distance.moves()) == said)
        };
        Ok(if multi_tile.is_some_and(is_multi_tile) {
            Finding::MultiTile { said, length: distance }
        } else {
            Finding::TooShort { said, distance }
        })
    }

    /// The finding for a path to the goal.
    fn judge_optimality(
        &self,
        board: &Board,
        moves: &[Move],
        said: Option<u32>,
    ) -> Result<Finding, SolveError> {
        let [tiles, runs] = Metric::ALL.map(|metric| metric.length_of(moves));
        let length = self.metric.length_of(moves);
        Ok(match (said, self.metric) {
            (Some(said), Metric::SingleTile) if said != length && said == runs => {
                Finding::MultiTile { said, length }
            }
            (Some(said), Metric::MultiTile) if said != length && said == tiles => {
                Finding::SingleTile { said, length }
            }
            (Some(said), _) if said != length => Finding::LengthDisagrees { path: length, said },
            _ => match length - self.distance(board)? {
                0 => Finding::Optimal { length },
                by => Finding::Longer { length, by },
            },
        })
    }

    fn judge_estimate(&self, board: &Board, estimate: u32) -> Result<Finding, SolveError> {
        let distance = self.distance(board)?;
        Ok(if estimate <= distance {
            Finding::Admissible { estimate, distance: Some(distance) }
        } else {
            Finding::Inadmissible { estimate, distance }
        })
    }
}

impl AsRef<Solver> for Judge {
    fn as_ref(&self) -> &Solver {
        &self.solver
    }
}

/// Returns the last board of a path.
fn replay(start: &Board, moves: impl Iterator<Item = Move>) -> Result<Board, OverTheEdge> {
    start.along(moves).try_fold(*start, |_, next| next)
}

/// Whether the board is one of the named goals.
fn is_goal_in_use(board: &Board) -> bool {
    Goal::common(board.shape()).iter().any(|goal| goal.board() == *board)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Shape;

    fn judge() -> Judge {
        Judge::new(Solver::new(&Goal::blank_last(Shape::new(2, 3).unwrap())).unwrap())
    }

    fn judged(board: &Board, claim: &Claim) -> Finding {
        judge().judge(board, claim).unwrap()
    }

    /// A board at distance 2, a path of four moves, and the same path under the other convention.
    fn detour() -> (Board, Vec<Move>, Vec<Move>) {
        let goal = judge().goal().board();
        let board = goal.along([Move::Left, Move::Up]).last().unwrap().unwrap();
        let path = vec![Move::Left, Move::Right, Move::Down, Move::Right];
        let inverted = path.iter().map(|step| step.inverse()).collect();
        (board, path, inverted)
    }

    #[test]
    fn excess_moves_of_a_path_are_counted() {
        let (board, path, inverted) = detour();
        assert_eq!(judged(&board, &Claim::Path(path.clone())), Finding::Longer { length: 4, by: 2 });
        assert_eq!(
            judged(&board, &Claim::Path(inverted.clone())),
            Finding::OtherConvention { length: 4, cost: None, by: 2 }
        );
        let either = judge().taking_either_convention();
        assert_eq!(
            either.judge(&board, &Claim::Path(inverted)).unwrap(),
            Finding::Longer { length: 4, by: 2 }
        );
        let said = |length| judged(&board, &Claim::PathAndLength { moves: path.clone(), length });
        assert_eq!(said(4), Finding::Longer { length: 4, by: 2 });
        assert_eq!(said(5), Finding::LengthDisagrees { path: 4, said: 5 });
    }

    #[test]
    fn runs_of_moves_are_the_multi_tile_metric() {
        let moves = vec![Move::Left, Move::Down, Move::Right, Move::Right];
        let board = end_of(&moves);
        let said = |length| judged(&board, &Claim::PathAndLength { moves: moves.clone(), length });
        assert_eq!(said(4), Finding::Optimal { length: 4 });
        assert_eq!(said(3), Finding::MultiTile { said: 3, length: 4 });
        assert_eq!(said(2), Finding::LengthDisagrees { path: 4, said: 2 });
        assert_eq!(judged(&board, &Claim::Length(3)), Finding::MultiTile { said: 3, length: 4 });
        assert_eq!(judged(&board, &Claim::Length(1)), Finding::TooShort { said: 1, distance: 4 });
    }

    /// The board from which these moves lead to the goal.
    fn end_of(moves: &[Move]) -> Board {
        let goal = judge().goal().board();
        let back = moves.iter().rev().map(|step| step.inverse());
        goal.along(back).last().unwrap().unwrap()
    }

    #[test]
    fn answers_are_judged_in_the_multi_tile_metric() {
        let oracle = MultiTileOracle::build(judge().goal()).unwrap();
        let judge = judge().in_multi_tile_metric(oracle);
        let moves = vec![Move::Left, Move::Down, Move::Right, Move::Right];
        let board = end_of(&moves);
        let judged = |claim: &Claim| judge.judge(&board, claim).unwrap();
        let said = |length| judged(&Claim::PathAndLength { moves: moves.clone(), length });
        assert_eq!(judged(&Claim::Path(moves.clone())), Finding::Optimal { length: 3 });
        assert_eq!(said(3), Finding::Optimal { length: 3 });
        assert_eq!(said(4), Finding::SingleTile { said: 4, length: 3 });
        assert_eq!(said(2), Finding::LengthDisagrees { path: 3, said: 2 });
        assert_eq!(judged(&Claim::Length(3)), Finding::Optimal { length: 3 });
        assert_eq!(judged(&Claim::Length(4)), Finding::SingleTile { said: 4, length: 3 });
        assert_eq!(judged(&Claim::Length(2)), Finding::TooShort { said: 2, distance: 3 });
        assert_eq!(judged(&Claim::Length(5)), Finding::TooLong { said: 5, distance: 3 });
        assert_eq!(judged(&Claim::Estimate(4)), Finding::Inadmissible { estimate: 4, distance: 3 });
        assert_eq!(judged(&Claim::Unsolvable), Finding::SaysUnsolvable { length: 3, proof: moves.clone() });
        let longer = [&[Move::Right, Move::Left], &moves[..]].concat();
        let longer = judge.judge(&end_of(&longer), &Claim::Path(longer)).unwrap();
        assert_eq!(longer, Finding::Longer { length: 4, by: 1 });
        // A list of the boards between moves, each of which may slide several tiles.
        let boards: Vec<Board> = board.along(moves).map(Result::unwrap).collect();
        let after_moves = vec![boards[0], boards[1], boards[3]];
        assert_eq!(judged(&Claim::Boards(after_moves.clone())), Finding::Optimal { length: 3 });
        let single = super::tests::judge().judge(&board, &Claim::Boards(after_moves)).unwrap();
        assert!(matches!(single, Finding::NotOneSlide { number: 3, .. }), "{single:?}");
    }

    #[test]
    fn optimal_moves_in_the_wrong_order_are_recognized() {
        let moves = [Move::Left, Move::Down, Move::Right, Move::Right];
        let board = end_of(&moves);
        for (order, expected) in [
            ([1, 0, 2, 3], Finding::WrongOrder { length: 4, step: Some(1) }),
            ([0, 2, 3, 1], Finding::WrongOrder { length: 4, step: None }),
        ] {
            let path = order.map(|place| moves[place]).to_vec();
            let found = judged(&board, &Claim::Path(path.clone()));
            let is_expected = found == expected || matches!(found, Finding::WrongOrder { length: 4, .. });
            assert!(is_expected, "{path:?}: {found:?}");
        }
        let other = judged(&board, &Claim::Path(vec![Move::Left, Move::Left, Move::Right, Move::Right]));
        assert!(!matches!(other, Finding::WrongOrder { .. }), "{other:?}");
    }

    #[test]
    fn a_path_and_the_claim_of_none_are_a_contradiction() {
        let (board, moves, _) = detour();
        let found = judged(&board, &Claim::PathAndUnsolvable { moves });
        assert_eq!(found, Finding::SaysBoth { length: 4, is_solvable: true });
        assert_eq!(
            found.to_string(),
            "it says that there is no path, and gives one of 4 moves: the board can be solved"
        );
    }

    #[test]
    fn a_list_of_boards_from_the_goal_is_reversed() {
        let (board, path, _) = detour();
        let mut boards = vec![board];
        boards.extend(board.along(path).map(Result::unwrap));
        assert_eq!(judged(&board, &Claim::Boards(boards.clone())), Finding::Longer { length: 4, by: 2 });
        boards.reverse();
        assert_eq!(judged(&board, &Claim::Boards(boards)), Finding::Reversed { length: 4 });
    }

    #[test]
    fn a_path_for_an_unsolvable_board_claims_it_is_solvable() {
        let unsolvable = Board::new(Shape::new(2, 3).unwrap(), &[2, 1, 3, 4, 5, 0]).unwrap();
        assert_eq!(judged(&unsolvable, &Claim::Path(vec![Move::Left])), Finding::SaysSolvable);
        assert_eq!(judged(&unsolvable, &Claim::Path(vec![Move::Right])), Finding::SaysSolvable);
        let (board, ..) = detour();
        let at = board.after(Move::Left).unwrap();
        assert_eq!(
            judged(&board, &Claim::Path(vec![Move::Left])),
            Finding::EndsElsewhere { at, distance: 3 }
        );
    }
}
