//! Detects optimal paths with their moves in the wrong order, as from a solver that reverses the
//! list of moves once too often.

use rustc_hash::FxHashSet;

use crate::board::{Board, Move};
use crate::oracle::Oracle;

/// Maximum number of states to visit: boards with the moves that remain. Beyond it, a path is not
/// recognized.
const MAX_STATES: usize = 20_000;

/// Whether some optimal path of the board has each move as often as `moves`. The search follows all
/// optimal paths that do not exceed the number of any move. Boards whose distance can't be read are
/// skipped.
pub(super) fn is_optimal_in_another_order(oracle: &Oracle, board: &Board, moves: &[Move]) -> bool {
    let distance = |board: &Board| oracle.distance(board).ok().map(|distance| usize::from(distance.moves()));
    if moves.len() < 2 || distance(board) != Some(moves.len()) {
        return false;
    }
    // Different orders of the same moves meet in the same state, so each is expanded once.
    let mut seen = FxHashSet::default();
    let counts = Move::ALL.map(|step| moves.iter().filter(|made| **made == step).count());
    let mut stack = vec![(*board, counts, moves.len())];
    while let Some((board, counts, to_go)) = stack.pop() {
        if to_go == 0 {
            return true;
        }
        if !seen.insert((board, counts)) || seen.len() > MAX_STATES {
            continue;
        }
        for (step, next) in board.successors() {
            let mut left = counts;
            // `Move::ALL` is in the order of the discriminants.
            let count = &mut left[step as usize];
            if *count > 0 && distance(&next) == Some(to_go - 1) {
                *count -= 1;
                stack.push((next, left, to_go - 1));
            }
        }
    }
    false
}
