//! Judges an answer that should list all optimal paths.

use rustc_hash::FxHashSet;

use super::{Claim, Finding, Judge, replay};
use crate::board::{Board, Metric, Move};
use crate::oracle::OracleError;
use crate::solve::SolveError;

impl Judge {
    /// Judges claims that together should be all optimal paths of a board, each once, in any order.
    ///
    /// For a board that can't be solved, the only right answers are [`Claim::Unsolvable`] and an
    /// empty list of claims. An empty list is also right for the goal, whose only path is empty. If
    /// an answer has no paths, such as a length, all paths count as missing. Returns `None` if the
    /// solver has no full table, which is needed to count paths, or if the judge uses the
    /// multi-tile metric, which does not support lists of paths.
    ///
    /// # Errors
    /// [`SolveError`] if the solver fails.
    ///
    /// ```
    /// use tilebase::judge::{Claim, Finding, Judge};
    /// use tilebase::Move::{Down, Left, Right, Up};
    /// use tilebase::{Goal, Shape, Solver};
    ///
    /// let judge = Judge::new(Solver::new(&Goal::blank_last(Shape::THREE_BY_THREE))?);
    /// let board = "123408765".parse()?;
    /// let paths = [[Down, Right, Up, Left, Down, Right], [Right, Down, Left, Up, Right, Down]];
    /// let claims = paths.map(|path| Claim::Path(path.to_vec()));
    /// let both = judge.judge_all_paths(&board, &claims)?;
    /// assert_eq!(both, Some(Finding::AllPaths { length: 6, count: 2 }));
    /// let one = judge.judge_all_paths(&board, &claims[..1])?;
    /// let missing = paths[1].to_vec();
    /// assert_eq!(one, Some(Finding::MissingPaths { found: 1, count: 2, missing }));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn judge_all_paths(&self, board: &Board, claims: &[Claim]) -> Result<Option<Finding>, SolveError> {
        let single_tile = self.metric() == Metric::SingleTile;
        let Some(oracle) = self.solver.oracle().filter(|_| single_tile) else { return Ok(None) };
        let mut found: FxHashSet<Vec<Move>> = FxHashSet::default();
        for (number, claim) in (1..).zip(claims) {
            let finding = self.judge(board, claim)?;
            if !matches!(finding, Finding::Optimal { .. }) {
                return Ok(Some(finding));
            }
            if let Some(moves) = self.blank_moves(board, claim, &finding)
                && !found.insert(moves)
            {
                return Ok(Some(Finding::RepeatedPath { number }));
            }
        }
        if !self.goal().is_reachable_from(board) {
            return Ok(Some(if claims.is_empty() { Finding::Unsolvable } else { Finding::SaysSolvable }));
        }
        if claims.is_empty() && *board == self.goal().board() {
            return Ok(Some(Finding::AllPaths { length: 0, count: 1 }));
        }
        let count = oracle.count_paths(board)?;
        // Every claimed path is optimal, and none is repeated, so equal counts mean equal sets.
        if found.len() as u128 == count {
            return Ok(Some(Finding::AllPaths { length: self.solver.distance(board)?, count }));
        }
        for path in oracle.paths(board)? {
            let missing = path?;
            if !found.contains(&missing) {
                return Ok(Some(Finding::MissingPaths { found: found.len(), count, missing }));
            }
        }
        // Only a damaged table counts other paths than it lists.
        Err(OracleError::Inconsistent { board: *board }.into())
    }

    /// Returns the blank's moves of an optimal path, whichever way the claim states it. A solved
    /// board has only the path of no moves, so its length alone states it.
    fn blank_moves(&self, board: &Board, claim: &Claim, finding: &Finding) -> Option<Vec<Move>> {
        match claim.without_cost() {
            Claim::Length(0) if *finding == (Finding::Optimal { length: 0 }) => Some(Vec::new()),
            Claim::Path(moves) | Claim::PathAndLength { moves, .. } => {
                let inverted = || moves.iter().map(|step| step.inverse()).collect();
                let is_direct = replay(board, moves.iter().copied()) == Ok(self.goal().board());
                Some(if is_direct { moves.clone() } else { inverted() })
            }
            claim => claim.slides_from(board, self.metric())?.ok(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Goal, Shape};
    use crate::solve::Solver;
    use crate::space::StateIndex;

    /// Calls `check` with every solvable board of 2x3 and all its optimal paths.
    fn for_every_board(check: impl Fn(&Judge, &Board, Vec<Vec<Move>>)) {
        let goal = Goal::blank_last(Shape::new(2, 3).unwrap());
        let judge = Judge::new(Solver::new(&goal).unwrap());
        let oracle = judge.solver().oracle().unwrap();
        let space = oracle.space();
        for board in (0..space.states()).filter_map(|number| space.board_at(StateIndex::new(number))) {
            check(&judge, &board, oracle.paths(&board).unwrap().map(Result::unwrap).collect());
        }
    }

    fn judged(judge: &Judge, board: &Board, claims: &[Claim]) -> Finding {
        judge.judge_all_paths(board, claims).unwrap().unwrap()
    }

    #[test]
    fn all_paths_are_right_in_any_order_and_form() {
        for_every_board(|judge, board, mut paths| {
            paths.reverse();
            let claim = |(number, path): (usize, &Vec<Move>)| {
                let boards = board.along(path.clone()).map(Result::unwrap);
                match number % 3 {
                    0 => Claim::Path(path.clone()),
                    1 => Claim::Boards(boards.collect()),
                    _ => Claim::Boards(std::iter::once(*board).chain(boards).collect()),
                }
            };
            let claims: Vec<Claim> = paths.iter().enumerate().map(claim).collect();
            let (length, count) = (paths[0].len() as u32, paths.len() as u128);
            assert_eq!(judged(judge, board, &claims), Finding::AllPaths { length, count });
        });
    }

    #[test]
    fn missing_repeated_and_wrong_paths_are_found() {
        for_every_board(|judge, board, paths| {
            let claims: Vec<Claim> = paths.iter().cloned().map(Claim::Path).collect();
            for (left_out, missing) in paths.iter().cloned().enumerate() {
                let mut others = claims.clone();
                others.remove(left_out);
                let (found, count) = (others.len(), claims.len() as u128);
                // For the goal, an empty list of claims is right.
                if *board != judge.goal().board() {
                    let expected = Finding::MissingPaths { found, count, missing };
                    assert_eq!(judged(judge, board, &others), expected);
                }
                others.push(others.first().cloned().unwrap_or(Claim::Unsolvable));
                let number = others.len();
                match judged(judge, board, &others) {
                    Finding::RepeatedPath { number: found } => assert_eq!(found, number),
                    finding => assert!(matches!(finding, Finding::SaysUnsolvable { .. }), "{finding:?}"),
                }
            }
            let step = Move::ALL.into_iter().find(|step| board.after(*step).is_some()).unwrap();
            let detour = [&[step, step.inverse()][..], &paths[0]].concat();
            let longer = [&claims[..], &[Claim::Path(detour)]].concat();
            assert!(matches!(judged(judge, board, &longer), Finding::Longer { excess: 2, .. }));
        });
    }

    /// A path that is given twice, in both conventions and with its cost, is still one path.
    #[test]
    fn a_path_with_its_cost_is_the_same_path() {
        let goal = Goal::blank_last(Shape::THREE_BY_THREE);
        let judge = Judge::new(Solver::new(&goal).unwrap()).taking_either_convention();
        let board = "123405786".parse().unwrap();
        let path = judge.solver().solve(&board).unwrap().moves;
        let inverted = path.iter().map(|step| step.inverse()).collect();
        let cost = path.len() as u64;
        let with_cost = |moves| Claim::WithCost { claim: Box::new(Claim::Path(moves)), cost };
        let once = [with_cost(inverted)];
        let length = path.len() as u32;
        assert_eq!(judged(&judge, &board, &once), Finding::AllPaths { length, count: 1 });
        let [once] = once;
        let twice = [Claim::Path(path), once];
        assert_eq!(judged(&judge, &board, &twice), Finding::RepeatedPath { number: 2 });
    }

    #[test]
    fn a_solved_board_has_the_path_of_no_moves() {
        let judge = Judge::new(Solver::new(&Goal::blank_last(Shape::THREE_BY_THREE)).unwrap());
        let board = judge.goal().board();
        for claim in [Claim::Length(0), Claim::Path(Vec::new())] {
            assert_eq!(judged(&judge, &board, &[claim]), Finding::AllPaths { length: 0, count: 1 });
        }
        let wrong = judged(&judge, &board, &[Claim::Length(2)]);
        assert!(!wrong.is_right(false), "{wrong:?}");
    }

    #[test]
    fn unsolvable_boards_have_no_paths() {
        let judge = Judge::new(Solver::new(&Goal::blank_last(Shape::THREE_BY_THREE)).unwrap());
        let board = "213456780".parse().unwrap();
        assert_eq!(judged(&judge, &board, &[Claim::Unsolvable]), Finding::Unsolvable);
        assert_eq!(judged(&judge, &board, &[]), Finding::Unsolvable);
        assert_eq!(judged(&judge, &board, &[Claim::Length(20)]), Finding::SaysSolvable);
        let goal = judge.goal().board();
        for claims in [&[][..], &[Claim::Path(Vec::new())]] {
            assert_eq!(judged(&judge, &goal, claims), Finding::AllPaths { length: 0, count: 1 });
        }
    }
}
