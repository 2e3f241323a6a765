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
mod multi_tile;
mod order;

pub use claim::Claim;
pub use finding::Finding;

use multi_tile::{Exact, multi_tile_distances};
use order::is_optimal_in_another_order;

use std::sync::OnceLock;

use rustc_hash::FxHashMap;

use crate::board::{Board, Goal, Metric, Move, NotOneMove, OverTheEdge};
use crate::oracle::{MultiTileOracle, OracleError};
use crate::solve::{CostSolver, SolveError, Solver};

/// Maximum number of cells for which distances in the multi-tile metric are computed to explain a
/// wrong answer: 181,440 states.
const MAX_EXPLAINED_CELLS: usize = 9;

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
/// assert_eq!(finding, Finding::OtherConvention { length: 1, cost: None, excess: 0 });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Judge {
    solver: Solver,
    takes_either_convention: bool,
    /// The solver for cheapest paths, where moves have costs.
    costs: Option<CostSolver>,
    /// The distances that claims are compared with in the multi-tile metric; `None` in the
    /// single-tile metric, whose distances are the solver's.
    multi_tile: Option<Box<dyn Exact>>,
    /// The distances that explain wrong answers in the single-tile metric, computed when needed.
    multi_tile_distances: OnceLock<FxHashMap<Board, u32>>,
}

impl Judge {
    /// Creates a judge. The solver must guarantee optimal paths.
    #[must_use]
    pub const fn new(solver: Solver) -> Self {
        Self {
            solver,
            takes_either_convention: false,
            costs: None,
            multi_tile: None,
            multi_tile_distances: OnceLock::new(),
        }
    }

    /// Accepts paths under either move convention.
    #[must_use]
    pub fn taking_either_convention(self) -> Self {
        Self { takes_either_convention: true, ..self }
    }

    /// Judges paths by their costs: a path is optimal if no path is cheaper.
    ///
    /// # Panics
    /// If the solver of costs has another goal than the solver.
    #[must_use]
    pub fn with_costs(self, costs: CostSolver) -> Self {
        assert_eq!(costs.goal(), self.goal(), "the solver of costs has another goal than the solver");
        Self { costs: Some(costs), ..self }
    }

    /// Judges lengths and estimates in the multi-tile metric, where sliding several tiles of a row
    /// or column at once is one move. The solver then only explains wrong answers.
    ///
    /// # Panics
    /// If the oracle has another goal than the solver.
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
    /// assert_eq!(counted_as_tiles, Finding::SingleTile { stated: 2, length: 1 });
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn in_multi_tile_metric(self, oracle: MultiTileOracle) -> Self {
        assert_eq!(oracle.goal(), self.goal(), "the oracle has another goal than the solver");
        Self { multi_tile: Some(Box::new(oracle)), ..self }
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
                let proof = self.optimal_path(board)?;
                Ok(Finding::SaysUnsolvable { length: self.metric().length_of(&proof), proof })
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
                Ok(Finding::SaysBoth { length: self.metric().length_of(moves), is_solvable })
            }
            Claim::Boards(boards) => self.judge_boards(board, boards, None),
            Claim::BoardsAndLength { boards, length } => self.judge_boards(board, boards, Some(*length)),
            Claim::WithCost { claim, cost } => self.judge_with_cost(board, claim, *cost),
            Claim::Cost(_) | Claim::Length(_) if !is_solvable => Ok(Finding::SaysSolvable),
            Claim::Cost(cost) => self.judge_cost(board, *cost),
            // Paths of different lengths may cost the same.
            Claim::Length(length) if self.costs.is_some() => {
                Ok(Finding::WhichCost { length: *length, stated: None })
            }
            Claim::Length(length) => self.judge_length(board, *length),
            Claim::Estimate(estimate) => self.judge_estimate(board, *estimate),
        }
    }

    fn goal(&self) -> &Goal {
        self.solver.goal()
    }

    /// The metric of lengths and distances.
    #[must_use]
    pub const fn metric(&self) -> Metric {
        match self.multi_tile {
            Some(_) => Metric::MultiTile,
            None => Metric::SingleTile,
        }
    }

    /// The distance of a board in the [metric](Self::metric).
    ///
    /// # Errors
    /// [`SolveError`] if the board can't reach the goal, or the solver fails.
    pub fn distance(&self, board: &Board) -> Result<u32, SolveError> {
        match &self.multi_tile {
            Some(exact) => exact.distance(board),
            None => self.solver.distance(board),
        }
    }

    fn optimal_path(&self, board: &Board) -> Result<Vec<Move>, SolveError> {
        match &self.multi_tile {
            Some(exact) => exact.first_path(board),
            None => Ok(self.solver.solve(board)?.moves),
        }
    }

    /// The number of moves of a path beyond the distance. Only a damaged table gives a distance
    /// beyond the length of a path.
    fn excess(&self, board: &Board, length: u32) -> Result<u32, SolveError> {
        let excess = length.checked_sub(self.distance(board)?);
        excess.ok_or_else(|| OracleError::Inconsistent { board: *board }.into())
    }

    fn judge_path(&self, board: &Board, moves: &[Move], stated: Option<u32>) -> Result<Finding, SolveError> {
        let length = self.metric().length_of(moves);
        let goal = self.goal().board();
        let end = replay(board, moves.iter().copied());
        let is_solvable = self.goal().is_reachable_from(board);
        if end == Ok(goal) {
            return self.judge_solution(board, moves, stated);
        }
        let inverted = moves.iter().map(|step| step.inverse());
        if replay(board, inverted.clone()) == Ok(goal) {
            let legal: Vec<Move> = inverted.collect();
            return if self.takes_either_convention {
                self.judge_solution(board, &legal, stated)
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
            && self.metric() == Metric::SingleTile
            && self.solver.oracle().is_some_and(|oracle| is_optimal_in_another_order(oracle, board, moves))
        {
            return Ok(Finding::WrongOrder { length, step: end.err().map(|error| error.number) });
        }
        match end {
            Err(OverTheEdge { number, step, board: on }) if is_solvable => {
                Ok(Finding::IllegalMove { number, step, on })
            }
            Ok(at) if is_common_goal(&at) => Ok(Finding::OtherGoal { goal: Goal::new(at) }),
            Ok(at) if is_solvable => Ok(Finding::EndsElsewhere { at, distance: self.distance(&at)? }),
            _ => Ok(Finding::SaysSolvable),
        }
    }

    fn judge_boards(
        &self,
        board: &Board,
        boards: &[Board],
        stated: Option<u32>,
    ) -> Result<Finding, SolveError> {
        let metric = self.metric();
        let goal = self.goal().board();
        if let [first, ..] = boards
            && first != board
        {
            // The boards of a path from the goal, in that order.
            if *first == goal && boards.last() == Some(board) {
                let moves = metric.slides_along(first, boards);
                let length = moves.map_or(boards.len() as u32 - 1, |moves| metric.length_of(&moves));
                return Ok(Finding::Reversed { length });
            }
            if metric.slides_between(board, first).is_none() {
                return Ok(Finding::StartsElsewhere { at: *first });
            }
        }
        match metric.slides_along(board, boards) {
            Ok(moves) => self.judge_path(board, &moves, stated),
            Err(NotOneMove { number, before, after, .. }) => {
                Ok(Finding::NotOneMove { number, before, after })
            }
        }
    }

    fn judge_length(&self, board: &Board, stated: u32) -> Result<Finding, SolveError> {
        let distance = self.distance(board)?;
        if stated == distance {
            return Ok(Finding::Optimal { length: distance });
        }
        match (self.metric(), stated > distance) {
            // The number of single-tile moves only explains the verdict, so it may be unknown.
            (Metric::MultiTile, true) if self.solver.distance(board).is_ok_and(|tiles| tiles == stated) => {
                Ok(Finding::SingleTile { stated, length: distance })
            }
            (_, true) => {
                let is_possible = self.has_path_beyond(distance, stated - distance);
                Ok(Finding::TooLong { stated, distance, is_possible })
            }
            (Metric::SingleTile, false) if self.multi_tile_distance(board) == Some(stated) => {
                Ok(Finding::MultiTile { stated, length: distance })
            }
            (_, false) => Ok(Finding::TooShort { stated, distance }),
        }
    }

    /// Whether a path can be this many moves longer than necessary. In the single-tile metric, and
    /// in the multi-tile metric on 2x2, all paths between two boards have the same parity.
    /// Otherwise, an odd excess is ruled out only for a path of one move, which never returns to
    /// its board.
    fn has_path_beyond(&self, distance: u32, excess: u32) -> bool {
        let has_parity = self.metric() == Metric::SingleTile || self.goal().shape().cells() == 4;
        excess.is_multiple_of(2) || !(has_parity || distance + excess == 1)
    }

    /// The distance in the multi-tile metric, to explain a length in the other metric; `None` for
    /// large boards.
    fn multi_tile_distance(&self, board: &Board) -> Option<u32> {
        let is_small = self.goal().shape().cells() <= MAX_EXPLAINED_CELLS;
        let compute = || multi_tile_distances(self.goal());
        let distances = is_small.then(|| self.multi_tile_distances.get_or_init(compute));
        distances?.get(board).copied()
    }

    /// The finding for a path to the goal, by its length.
    fn judge_solution_length(
        &self,
        board: &Board,
        moves: &[Move],
        stated: Option<u32>,
    ) -> Result<Finding, SolveError> {
        let [tiles, runs] = Metric::ALL.map(|metric| metric.length_of(moves));
        let length = self.metric().length_of(moves);
        Ok(match (stated, self.metric()) {
            (Some(stated), Metric::SingleTile) if stated != length && stated == runs => {
                Finding::MultiTile { stated, length }
            }
            (Some(stated), Metric::MultiTile) if stated != length && stated == tiles => {
                Finding::SingleTile { stated, length }
            }
            (Some(stated), _) if stated != length => Finding::LengthDisagrees { path: length, stated },
            _ => match self.excess(board, length)? {
                0 => Finding::Optimal { length },
                excess => Finding::Longer { length, excess },
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

/// Returns the last board of a path.
fn replay(start: &Board, moves: impl Iterator<Item = Move>) -> Result<Board, OverTheEdge> {
    start.along(moves).try_fold(*start, |_, next| next)
}

/// Whether the board is one of the named goals.
fn is_common_goal(board: &Board) -> bool {
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
        assert_eq!(judged(&board, &Claim::Path(path.clone())), Finding::Longer { length: 4, excess: 2 });
        assert_eq!(
            judged(&board, &Claim::Path(inverted.clone())),
            Finding::OtherConvention { length: 4, cost: None, excess: 2 }
        );
        let either = judge().taking_either_convention();
        assert_eq!(
            either.judge(&board, &Claim::Path(inverted)).unwrap(),
            Finding::Longer { length: 4, excess: 2 }
        );
        let with_length = |length| judged(&board, &Claim::PathAndLength { moves: path.clone(), length });
        assert_eq!(with_length(4), Finding::Longer { length: 4, excess: 2 });
        assert_eq!(with_length(5), Finding::LengthDisagrees { path: 4, stated: 5 });
    }

    #[test]
    fn runs_of_moves_are_the_multi_tile_metric() {
        let moves = vec![Move::Left, Move::Down, Move::Right, Move::Right];
        let board = end_of(&moves);
        let with_length = |length| judged(&board, &Claim::PathAndLength { moves: moves.clone(), length });
        assert_eq!(with_length(4), Finding::Optimal { length: 4 });
        assert_eq!(with_length(3), Finding::MultiTile { stated: 3, length: 4 });
        assert_eq!(with_length(2), Finding::LengthDisagrees { path: 4, stated: 2 });
        assert_eq!(judged(&board, &Claim::Length(3)), Finding::MultiTile { stated: 3, length: 4 });
        assert_eq!(judged(&board, &Claim::Length(1)), Finding::TooShort { stated: 1, distance: 4 });
    }

    /// The board from which these moves lead to the goal.
    fn end_of(moves: &[Move]) -> Board {
        let goal = judge().goal().board();
        let back = moves.iter().rev().map(|step| step.inverse());
        goal.along(back).last().unwrap().unwrap()
    }

    #[test]
    fn answers_are_judged_in_the_multi_tile_metric() {
        let multi_tile = multi_tile_judge();
        let moves = vec![Move::Left, Move::Down, Move::Right, Move::Right];
        let board = end_of(&moves);
        let judged = |claim: &Claim| multi_tile.judge(&board, claim).unwrap();
        let with_length = |length| judged(&Claim::PathAndLength { moves: moves.clone(), length });
        assert_eq!(judged(&Claim::Path(moves.clone())), Finding::Optimal { length: 3 });
        assert_eq!(with_length(3), Finding::Optimal { length: 3 });
        assert_eq!(with_length(4), Finding::SingleTile { stated: 4, length: 3 });
        assert_eq!(with_length(2), Finding::LengthDisagrees { path: 3, stated: 2 });
        assert_eq!(judged(&Claim::Length(3)), Finding::Optimal { length: 3 });
        assert_eq!(judged(&Claim::Length(4)), Finding::SingleTile { stated: 4, length: 3 });
        assert_eq!(judged(&Claim::Length(2)), Finding::TooShort { stated: 2, distance: 3 });
        assert_eq!(judged(&Claim::Length(5)), Finding::TooLong { stated: 5, distance: 3, is_possible: true });
        assert_eq!(judged(&Claim::Estimate(4)), Finding::Inadmissible { estimate: 4, distance: 3 });
        assert_eq!(judged(&Claim::Unsolvable), Finding::SaysUnsolvable { length: 3, proof: moves.clone() });
        let longer = [&[Move::Right, Move::Left], &moves[..]].concat();
        let longer = multi_tile.judge(&end_of(&longer), &Claim::Path(longer)).unwrap();
        assert_eq!(longer, Finding::Longer { length: 4, excess: 1 });
        // A list of the boards between moves, each of which may slide several tiles.
        let boards: Vec<Board> = board.along(moves).map(Result::unwrap).collect();
        let after_moves = vec![boards[0], boards[1], boards[3]];
        assert_eq!(judged(&Claim::Boards(after_moves.clone())), Finding::Optimal { length: 3 });
        let single = judge().judge(&board, &Claim::Boards(after_moves)).unwrap();
        assert!(matches!(single, Finding::NotOneMove { number: 3, .. }), "{single:?}");
    }

    fn multi_tile_judge() -> Judge {
        judge().in_multi_tile_metric(MultiTileOracle::build(judge().goal()).unwrap())
    }

    /// Lists of boards are counted as moves of the metric, and so are paths from the goal.
    #[test]
    fn mistakes_are_explained_in_the_multi_tile_metric() {
        let judge = multi_tile_judge();
        let judged = |board: &Board, claim: Claim| judge.judge(board, &claim).unwrap();
        let moves = vec![Move::Left, Move::Down, Move::Right, Move::Right];
        let board = end_of(&moves);
        let inverted: Vec<Move> = moves.iter().map(|step| step.inverse()).collect();
        let other = Finding::OtherConvention { length: 3, cost: None, excess: 0 };
        assert_eq!(judged(&board, Claim::Path(inverted.clone())), other);
        let back = Claim::Path(inverted.into_iter().rev().collect());
        assert_eq!(judged(&board, back), Finding::Reversed { length: 3 });
        let mut boards = vec![board];
        boards.extend(board.along(moves.clone()).map(Result::unwrap));
        let backwards = |boards: &[Board]| Claim::Boards(boards.iter().rev().copied().collect());
        assert_eq!(judged(&board, backwards(&boards)), Finding::Reversed { length: 3 });
        let jumping = [boards[0], boards[1], boards[2], boards[4]];
        assert_eq!(judged(&board, backwards(&jumping)), Finding::Reversed { length: 3 });
        let before_two_slides = Finding::EndsElsewhere { at: boards[2], distance: 1 };
        assert_eq!(judged(&board, Claim::Path(moves[..2].to_vec())), before_two_slides);
        let astray = judged(&board, Claim::Boards(vec![boards[0], boards[1], boards[4]]));
        assert_eq!(astray, Finding::NotOneMove { number: 2, before: boards[1], after: boards[4] });
        // The order of the moves is compared with single-tile distances only.
        let order = vec![Move::Down, Move::Left, Move::Right, Move::Right];
        assert!(!matches!(judged(&board, Claim::Path(order)), Finding::WrongOrder { .. }));
        let both = Finding::SaysBoth { length: 3, is_solvable: true };
        assert_eq!(judged(&board, Claim::PathAndUnsolvable { moves: moves.clone() }), both);
        assert_eq!(judge.judge_all_paths(&board, &[Claim::Path(moves)]).unwrap(), None);
    }

    /// A cost may be the number of tiles that slide, which is not the length.
    #[test]
    fn a_number_of_tiles_beside_a_path_is_recognized_in_the_multi_tile_metric() {
        let judge = multi_tile_judge();
        let moves = vec![Move::Left, Move::Down, Move::Right, Move::Right];
        let longer = [&[Move::Right, Move::Left], &moves[..]].concat();
        for (moves, length, right) in [
            (moves, 3, Finding::Optimal { length: 3 }),
            (longer, 4, Finding::Longer { length: 4, excess: 1 }),
        ] {
            let (board, tiles) = (end_of(&moves), moves.len() as u32);
            let judged = |claim: Claim, cost: u32| {
                judge.judge(&board, &Claim::WithCost { claim: Box::new(claim), cost: cost.into() }).unwrap()
            };
            let path = Claim::Path(moves.clone());
            let as_tiles = Finding::SingleTile { stated: tiles, length };
            assert_eq!(judged(path.clone(), tiles), as_tiles);
            assert_eq!(judged(path, length), right);
            let with_length = Claim::PathAndLength { moves, length };
            assert_eq!(judged(with_length, tiles), right);
            assert_eq!(
                judge.judge(&board, &Claim::Cost(tiles.into())).unwrap(),
                judge.judge(&board, &Claim::Length(tiles)).unwrap()
            );
        }
    }

    /// In the multi-tile metric, paths between two boards have lengths of either parity.
    #[test]
    fn longer_lengths_are_possible_by_the_parity_of_the_metric() {
        let moves = [Move::Left, Move::Down, Move::Right, Move::Right];
        let board = end_of(&moves);
        let right =
            |judge: &Judge, stated| judge.judge(&board, &Claim::Length(stated)).unwrap().is_right(true);
        assert_eq!([4, 5, 6].map(|stated| right(&judge(), stated)), [true, false, true]);
        // A detour of two moves that leaves the rest as it was.
        let detour = [Move::Left, Move::Down, Move::Right, Move::Left, Move::Right, Move::Right];
        let judge = multi_tile_judge();
        let finding = judge.judge(&board, &Claim::Path(detour.to_vec())).unwrap();
        assert_eq!(finding, Finding::Longer { length: 5, excess: 2 });
        assert_eq!([3, 5, 6].map(|stated| right(&judge, stated)), [true; 3]);
        let of_goal =
            |stated| judge.judge(&judge.goal().board(), &Claim::Length(stated)).unwrap().is_right(true);
        assert_eq!([0, 1, 2].map(of_goal), [true, false, true]);
        let square = Goal::blank_last(Shape::new(2, 2).unwrap());
        let of_square = Judge::new(Solver::new(&square).unwrap());
        let of_square = of_square.in_multi_tile_metric(MultiTileOracle::build(&square).unwrap());
        let is_right =
            |stated| of_square.judge(&square.board(), &Claim::Length(stated)).unwrap().is_right(true);
        assert_eq!([2, 3].map(is_right), [true, false]);
    }

    /// A solver that reaches its limit cannot explain a length, and the finding is reported without
    /// an explanation.
    #[test]
    fn a_limit_of_the_solver_leaves_a_length_unexplained() {
        let goal = *judge().goal();
        let method = crate::solve::Method::of(crate::solve::Algorithm::IterativeDeepening);
        let limits = crate::search::Limits::default().with_expanded(1);
        let solver = Solver::builder(&goal).method(method).limits(limits).build().unwrap();
        let judge = Judge::new(solver).in_multi_tile_metric(MultiTileOracle::build(&goal).unwrap());
        let board = end_of(&[Move::Left, Move::Down, Move::Right, Move::Right]);
        let finding = judge.judge(&board, &Claim::Length(4)).unwrap();
        assert_eq!(finding, Finding::TooLong { stated: 4, distance: 3, is_possible: true });
        assert_eq!(judge.judge(&board, &Claim::Length(3)).unwrap(), Finding::Optimal { length: 3 });
    }

    /// A damaged table may give a distance beyond the length of a path.
    #[test]
    fn a_path_below_the_distance_is_an_error_of_the_table() {
        let goal = *judge().goal();
        let table = MultiTileOracle::build(&goal).unwrap();
        let mut entries = table.table().payload().unwrap().to_vec();
        let board = end_of(&[Move::Right]);
        let index = table.space().index_of(&board).unwrap();
        let place = usize::try_from(index.number()).unwrap();
        let mut histogram = table.table().header().histogram().to_vec();
        histogram[1] -= 1;
        histogram[9] += 1;
        entries[place] = 9;
        let space = table.table().header().space().clone();
        let wrong = crate::table::BuiltTable::in_multi_tile_metric(space, entries, histogram).into_table();
        let judge = Judge::new(Solver::new(&goal).unwrap());
        let judge = judge.in_multi_tile_metric(MultiTileOracle::new(wrong, &goal).unwrap());
        for path in [Move::Right, Move::Left] {
            let judged = judge.judge(&board, &Claim::Path(vec![path]));
            assert!(
                matches!(judged, Err(SolveError::Oracle(OracleError::Inconsistent { .. }))),
                "{judged:?}"
            );
        }
    }

    #[test]
    #[should_panic(expected = "another goal")]
    fn an_oracle_of_another_goal_is_refused() {
        let other = Goal::blank_first(judge().goal().shape());
        let _judge = judge().in_multi_tile_metric(MultiTileOracle::build(&other).unwrap());
    }

    #[test]
    fn optimal_moves_in_the_wrong_order_are_recognized() {
        let moves = [Move::Left, Move::Down, Move::Right, Move::Right];
        let board = end_of(&moves);
        for (order, step) in [([1, 0, 2, 3], None), ([0, 2, 3, 1], None), ([2, 3, 0, 1], Some(2))] {
            let path = order.map(|place| moves[place]).to_vec();
            let found = judged(&board, &Claim::Path(path.clone()));
            assert_eq!(found, Finding::WrongOrder { length: 4, step }, "{path:?}");
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
        assert_eq!(judged(&board, &Claim::Boards(boards.clone())), Finding::Longer { length: 4, excess: 2 });
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
