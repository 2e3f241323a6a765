//! Builds the exact-distance table of the 8-puzzle on one screen: a breadth-first search backwards
//! from the goal, with a perfect hash of the boards.
//!
//! ```text
//! cargo run --release --example build
//! ```
//!
//! It shows what `tilebase::generate` does, one board at a time. The entries are the same, byte for
//! byte, and in the same order; tests compare the two. `docs/board-index.md` describes the index.

use std::collections::VecDeque;

use tilebase::{Board, Goal, Shape};

/// The index of a board: `blank's cell * (k! / 2) + rank / 2`, where `k` is the number of tiles and
/// the rank is that of the tiles, read row by row, among all their permutations.
///
/// Half of the permutations can reach the goal with the blank in a given cell. Ranks 2h and 2h + 1
/// differ in the order of the last two tiles, so exactly one of them can: no two boards share an
/// index.
pub fn index(board: &Board) -> usize {
    let tiles: Vec<_> = board.tiles().iter().filter(|tile| !tile.is_blank()).collect();
    let rank = (0..tiles.len()).fold(0, |rank, place| {
        // The Lehmer digit: how many of the remaining tiles are smaller than this one.
        let digit = tiles[place + 1..].iter().filter(|tile| **tile < tiles[place]).count();
        rank * (tiles.len() - place) + digit
    });
    board.blank().index() * permutations(tiles.len()) / 2 + rank / 2
}

fn permutations(tiles: usize) -> usize {
    (1..=tiles).product()
}

/// The distance of every board to the goal, by index. The goal has its tiles in ascending order.
pub fn build(goal: &Goal) -> Vec<u8> {
    const UNKNOWN: u8 = u8::MAX;
    let cells = goal.shape().cells();
    let mut distances = vec![UNKNOWN; cells * permutations(cells - 1) / 2];
    distances[index(&goal.board())] = 0;
    // Moves are reversible, so a search from the goal finds the distance to the goal.
    let mut queue = VecDeque::from([goal.board()]);
    while let Some(board) = queue.pop_front() {
        let distance = distances[index(&board)];
        for (_, next) in board.successors() {
            let entry = &mut distances[index(&next)];
            if *entry == UNKNOWN {
                *entry = distance + 1;
                queue.push_back(next);
            }
        }
    }
    distances
}

#[allow(dead_code, reason = "tests include this file as a module")]
fn main() {
    let distances = build(&Goal::blank_last(Shape::THREE_BY_THREE));
    let deepest = distances.iter().max().copied().unwrap_or_default();
    println!("{} boards; boards at each distance from 0 to {deepest}:", distances.len());
    for distance in 0..=deepest {
        println!("{distance:2} {:6}", distances.iter().filter(|entry| **entry == distance).count());
    }
}
