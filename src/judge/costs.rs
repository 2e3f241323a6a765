//! Claims about paths where moves have costs.

use super::{Claim, Finding, Judge};
use crate::board::{Board, Move, MoveCosts};
use crate::oracle::OracleError;
use crate::solve::{CostSolver, SolveError};

impl Judge {
    /// The finding for a path to the goal, by its cost if moves have costs, otherwise by its
    /// length.
    pub(super) fn judge_solution(
        &self,
        board: &Board,
        moves: &[Move],
        stated: Option<u32>,
    ) -> Result<Finding, SolveError> {
        let length = self.metric().length_of(moves);
        let Some(costs) = &self.costs else {
            return self.judge_solution_length(board, moves, stated);
        };
        if let Some(stated) = stated.filter(|stated| *stated != length) {
            return Ok(Finding::LengthDisagrees { path: length, stated });
        }
        let (cost, excess) = cost_and_excess(costs, board, moves)?;
        Ok(match excess {
            0 => Finding::Cheapest { cost, length: Some(length) },
            excess => Finding::Costlier { cost, length, excess },
        })
    }

    /// The finding for moves to the goal that were given under the other convention.
    pub(super) fn judge_inverted(&self, board: &Board, moves: &[Move]) -> Result<Finding, SolveError> {
        let length = self.metric().length_of(moves);
        let Some(costs) = &self.costs else {
            let excess = self.excess(board, length)?;
            return Ok(Finding::OtherConvention { length, cost: None, excess: excess.into() });
        };
        let (cost, excess) = cost_and_excess(costs, board, moves)?;
        Ok(Finding::OtherConvention { length, cost: Some(cost), excess })
    }

    /// The finding for a claim about a path, and the path's claimed cost.
    pub(super) fn judge_with_cost(
        &self,
        board: &Board,
        claim: &Claim,
        stated: u64,
    ) -> Result<Finding, SolveError> {
        let finding = self.judge(board, claim)?;
        // If a program states both a length and a cost, the cost is not the length.
        let has_length = matches!(claim, Claim::PathAndLength { .. } | Claim::BoardsAndLength { .. });
        let moves = claim.slides_from(board, self.metric()).and_then(Result::ok);
        let is_number_of_tiles = moves.as_ref().is_some_and(|moves| moves.len() as u64 == stated);
        Ok(match finding {
            Finding::Cheapest { cost, .. } | Finding::Costlier { cost, .. } if cost != stated => {
                Finding::CostDisagrees { path: cost, stated }
            }
            // In the multi-tile metric, a program may count the tiles that slide.
            Finding::Optimal { length } | Finding::Longer { length, .. }
                if u64::from(length) != stated && is_number_of_tiles =>
            {
                match u32::try_from(stated) {
                    Ok(stated) if !has_length => Finding::SingleTile { stated, length },
                    _ => finding,
                }
            }
            Finding::Optimal { length } if u64::from(length) != stated => {
                shortest_with_cost(board, moves.as_deref(), length, stated, has_length)
            }
            Finding::Longer { length, .. } if u64::from(length) != stated => {
                Finding::WhichCost { length, stated: Some(stated) }
            }
            finding => finding,
        })
    }

    /// The finding for a cost without a path.
    pub(super) fn judge_cost(&self, board: &Board, stated: u64) -> Result<Finding, SolveError> {
        let Some(costs) = &self.costs else {
            return self.judge_length(board, u32::try_from(stated).unwrap_or(u32::MAX));
        };
        let least = costs.least_cost(board)?.into();
        Ok(if stated == least {
            Finding::Cheapest { cost: stated, length: None }
        } else {
            Finding::OtherCost { stated, least }
        })
    }
}

/// The finding for a shortest path or its length, and a claimed cost that is not its length.
fn shortest_with_cost(
    board: &Board,
    moves: Option<&[Move]>,
    length: u32,
    stated: u64,
    has_length: bool,
) -> Finding {
    // One more usually means that boards were counted, even if it matches a known rule.
    let is_one_more = stated == u64::from(length) + 1;
    let is_known = || !is_one_more && moves.is_some_and(|moves| has_known_cost(board, moves, stated));
    match u32::try_from(stated) {
        Ok(stated) if !has_length && !is_known() => Finding::LengthDisagrees { path: length, stated },
        // Where moves cost something else, the path is still the shortest.
        _ => Finding::Optimal { length },
    }
}

/// The cost of a path to the goal, and how much it is above the least cost.
fn cost_and_excess(costs: &CostSolver, board: &Board, moves: &[Move]) -> Result<(u64, u64), SolveError> {
    let cost = cost_of(costs.costs(), board, moves);
    let excess = cost.checked_sub(costs.least_cost(board)?.into());
    Ok((cost, excess.ok_or(OracleError::Inconsistent { board: *board })?))
}

/// The cost of legal moves.
fn cost_of(costs: &MoveCosts, board: &Board, moves: &[Move]) -> u64 {
    costs.of_path(board, moves).unwrap_or(u64::MAX)
}

/// Whether a path has this cost by a rule that courses use: the numbers on the tiles, or 1 for
/// north, 2 for west and east, and 3 for south, of the blank or of the tile.
fn has_known_cost(board: &Board, moves: &[Move], stated: u64) -> bool {
    const WINDY: [[u32; 4]; 2] = [[1, 3, 2, 2], [3, 1, 2, 2]];
    let shape = board.shape();
    let windy = WINDY.into_iter().filter_map(|udlr| MoveCosts::by_direction(shape, udlr).ok());
    let mut known = std::iter::once(MoveCosts::by_tile(shape)).chain(windy);
    known.any(|costs| cost_of(&costs, board, moves) == stated)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Goal, Shape};
    use crate::solve::Solver;

    fn goal() -> Goal {
        Goal::blank_last(Shape::THREE_BY_THREE)
    }

    fn plain() -> Judge {
        Judge::new(Solver::new(&goal()).unwrap())
    }

    fn tile_costs() -> CostSolver {
        CostSolver::new(&goal(), &MoveCosts::by_tile(goal().shape()), None).unwrap()
    }

    fn by_tile() -> Judge {
        plain().with_costs(tile_costs())
    }

    /// A board whose cheapest path, by tile, is 4 moves longer than a shortest one.
    fn board() -> Board {
        "253410786".parse().unwrap()
    }

    fn cheapest() -> Vec<Move> {
        tile_costs().solve(&board()).unwrap().moves
    }

    fn with_cost(claim: Claim, cost: u64) -> Claim {
        Claim::WithCost { claim: Box::new(claim), cost }
    }

    #[test]
    fn a_length_with_another_cost_is_not_optimal() {
        let length = plain().solver().solve(&board()).unwrap().moves.len() as u32;
        let judged = plain().judge(&board(), &with_cost(Claim::Length(length), 0)).unwrap();
        assert_eq!(judged, Finding::LengthDisagrees { path: length, stated: 0 });
    }

    #[test]
    fn a_path_is_judged_by_its_cost() {
        let judge = by_tile();
        let judged = |claim: &Claim| judge.judge(&board(), claim).unwrap();
        let shortest = judge.solver().solve(&board()).unwrap().moves;
        let cheapest = cheapest();
        assert_eq!((shortest.len(), cheapest.len()), (11, 15));
        assert_eq!(judged(&Claim::Path(cheapest.clone())), Finding::Cheapest { cost: 45, length: Some(15) });
        let found = judged(&Claim::Path(shortest));
        let Finding::Costlier { cost, length: 11, excess } = found else { panic!("{found:?}") };
        assert_eq!(cost, 45 + excess);
        let path = Claim::PathAndLength { moves: cheapest.clone(), length: 15 };
        assert_eq!(judged(&with_cost(path.clone(), 45)), Finding::Cheapest { cost: 45, length: Some(15) });
        assert_eq!(judged(&with_cost(path, 44)), Finding::CostDisagrees { path: 45, stated: 44 });
        let path = Claim::PathAndLength { moves: cheapest, length: 45 };
        assert_eq!(judged(&path), Finding::LengthDisagrees { path: 15, stated: 45 });
        assert_eq!(judged(&Claim::Cost(45)), Finding::Cheapest { cost: 45, length: None });
        assert_eq!(judged(&Claim::Length(15)), Finding::WhichCost { length: 15, stated: None });
        assert_eq!(judged(&Claim::Cost(44)), Finding::OtherCost { stated: 44, least: 45 });
    }

    /// Without known costs, a cost beside a longer path never condemns it.
    #[test]
    fn a_cost_beside_a_longer_path_is_a_question() {
        let judge = plain();
        let judged = |claim: &Claim| judge.judge(&board(), claim).unwrap();
        let path = Claim::Path(cheapest());
        assert_eq!(judged(&path), Finding::Longer { length: 15, excess: 4 });
        assert_eq!(judged(&with_cost(path.clone(), 15)), Finding::Longer { length: 15, excess: 4 });
        let question = judged(&with_cost(path, 45));
        assert_eq!(question, Finding::WhichCost { length: 15, stated: Some(45) });
        assert!(!question.is_right(true));
    }

    #[test]
    fn a_shortest_path_may_have_a_known_cost() {
        let board: Board = "236107485".parse().unwrap();
        let moves = plain().solver().solve(&board).unwrap().moves;
        let judged = |claim: Claim, cost| plain().judge(&board, &with_cost(claim, cost)).unwrap();
        let boards = board.along(moves.iter().copied()).map(Result::unwrap).collect();
        for claim in [Claim::Path(moves), Claim::Boards(boards)] {
            assert_eq!(judged(claim.clone(), 12), Finding::Optimal { length: 12 });
            assert_eq!(judged(claim.clone(), 63), Finding::Optimal { length: 12 });
            assert_eq!(judged(claim, 13), Finding::LengthDisagrees { path: 12, stated: 13 });
        }
    }

    #[test]
    fn directions_of_the_other_convention_are_recognized() {
        let path = [Move::Down, Move::Right];
        let board = goal().board().along([Move::Left, Move::Up]).last().unwrap().unwrap();
        assert_eq!(board.along(path).last(), Some(Ok(goal().board())));
        let inverted = path.map(Move::inverse).to_vec();
        let found = by_tile().judge(&board, &Claim::Path(inverted)).unwrap();
        assert_eq!(found, Finding::OtherConvention { length: 2, cost: Some(13), excess: 0 });
    }

    /// The excess has the unit of the message.
    #[test]
    fn an_inverted_path_is_judged_by_its_cost() {
        let inverted = |moves: &[Move]| Claim::Path(moves.iter().map(|step| step.inverse()).collect());
        let shortest = plain().solver().solve(&board()).unwrap().moves;
        let least = |moves: &[Move]| cost_of(tile_costs().costs(), &board(), moves);
        for (moves, by_cost, by_length) in [
            (
                cheapest(),
                "optimal (cost 45 in 15 moves) under the other move convention only".to_owned(),
                "a path (15 moves, 4 more than needed) under the other move convention only",
            ),
            (
                shortest.clone(),
                format!(
                    "a path (cost {} in 11 moves, {} more than the least cost) under the other move \
                     convention only",
                    least(&shortest),
                    least(&shortest) - 45
                ),
                "optimal (11 moves) under the other move convention only",
            ),
        ] {
            let message = |judge: Judge| judge.judge(&board(), &inverted(&moves)).unwrap().to_string();
            assert_eq!((message(by_tile()), message(plain()).as_str()), (by_cost, by_length));
        }
    }

    #[test]
    #[should_panic(expected = "another goal")]
    fn costs_to_another_goal_are_refused() {
        let other = Goal::blank_first(goal().shape());
        let costs = CostSolver::new(&other, &MoveCosts::by_tile(other.shape()), None).unwrap();
        let _judge = plain().with_costs(costs);
    }
}
