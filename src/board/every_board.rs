//! All boards of a shape, and those that can reach a goal, for tests of the rules of solvability.

use std::collections::HashSet;

use super::{Board, Goal, Shape};

/// Every arrangement of the tiles of a shape.
pub(super) fn every_board(shape: Shape) -> Vec<Board> {
    fn extend(shape: Shape, numbers: &mut Vec<u8>, boards: &mut Vec<Board>) {
        if numbers.len() == shape.cells() {
            boards.push(Board::from_bytes(shape, numbers).unwrap());
            return;
        }
        for number in 0..u8::try_from(shape.cells()).unwrap() {
            if !numbers.contains(&number) {
                numbers.push(number);
                extend(shape, numbers, boards);
                numbers.pop();
            }
        }
    }
    let mut boards = Vec::new();
    extend(shape, &mut Vec::new(), &mut boards);
    boards
}

/// The boards that a search reaches from the goal.
pub(super) fn reached_from(goal: &Goal) -> HashSet<Board> {
    let mut reached = HashSet::from([goal.board()]);
    let mut edge = vec![goal.board()];
    while let Some(board) = edge.pop() {
        edge.extend(board.successors().map(|(_, next)| next).filter(|next| reached.insert(*next)));
    }
    reached
}
