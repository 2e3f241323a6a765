//! Distances in the multi-tile metric, where sliding several tiles of a row or column counts as one
//! move.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;

use crate::board::{Board, Goal, Move};

/// Returns the multi-tile distances of all boards from a goal. The breadth-first search takes about
/// a second for the 8-puzzle. It only runs after a wrong answer, to explain it.
pub(super) fn multi_tile_distances(goal: &Goal) -> FxHashMap<Board, u32> {
    let mut distances = FxHashMap::from_iter([(goal.board(), 0)]);
    let mut queue = VecDeque::from([goal.board()]);
    while let Some(board) = queue.pop_front() {
        let distance = distances[&board] + 1;
        for step in Move::ALL {
            let mut next = board;
            while next.slide(step) {
                distances.entry(next).or_insert_with(|| {
                    queue.push_back(next);
                    distance
                });
            }
        }
    }
    distances
}

/// The length of a path in the multi-tile metric: its number of straight runs.
pub(super) fn runs(moves: &[Move]) -> u32 {
    moves.chunk_by(|one, other| one == other).count() as u32
}
