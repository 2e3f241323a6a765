//! IDA* with Manhattan distance on one screen: Korf, *Depth-First Iterative-Deepening: An Optimal
//! Admissible Tree Search*, Artificial Intelligence 27 (1985).
//!
//! ```text
//! cargo run --release --example ida 638541720
//! ```
//!
//! It shows the algorithm without anything that makes it fast: no incremental heuristic, no pattern
//! databases, no threads. `tilebase::search::Search::ida` finds the same path and counts the same
//! nodes as long as an iteration stays below 65,536 nodes; tests compare the two.

use std::error::Error;

use tilebase::{Board, Goal, Move};

/// A shortest path, and the nodes of all iterations.
#[derive(Debug, PartialEq, Eq)]
pub struct Solution {
    /// The moves of the blank.
    pub moves: Vec<Move>,
    /// Nodes whose successors were generated.
    pub expanded: u64,
    /// Successors, and the start of each iteration.
    pub generated: u64,
}

/// The sum over all tiles of the distance, in rows and columns, between a tile and its goal cell.
fn manhattan(board: &Board, goal: &Board) -> u32 {
    let columns = board.shape().columns();
    let distance = |(cell, tile): (usize, _)| {
        let home = goal.tiles().iter().position(|other| *other == tile).expect("each tile is on both boards");
        (cell / columns).abs_diff(home / columns) + (cell % columns).abs_diff(home % columns)
    };
    let tiles = board.tiles().iter().copied().enumerate();
    tiles.filter(|(_, tile)| !tile.is_blank()).map(distance).sum::<usize>() as u32
}

/// Finds a shortest path by depth-first searches within a bound on f = g + h. The board must be
/// solvable: nothing else ends the loop.
pub fn ida(start: Board, goal: &Board) -> Solution {
    let mut solution = Solution { moves: Vec::new(), expanded: 0, generated: 0 };
    let mut bound = manhattan(&start, goal);
    loop {
        solution.generated += 1; // Each iteration starts from the board again.
        if search(start, 0, bound, goal, &mut solution) {
            return solution;
        }
        // A move changes g by one and h by one, up or down, so f keeps its parity. No path is as
        // short as the bound, and the next possible length is two more.
        bound += 2;
    }
}

/// Searches below a board that is `g` moves from the start and within the bound. Returns whether it
/// found the goal; the path is then in the solution.
fn search(board: Board, g: u32, bound: u32, goal: &Board, solution: &mut Solution) -> bool {
    if board == *goal {
        return true;
    }
    solution.expanded += 1;
    let reverse = solution.moves.last().map(|last| last.inverse());
    let mut successors = Vec::new();
    for step in [Move::Up, Move::Left, Move::Down, Move::Right] {
        let mut next = board;
        if Some(step) != reverse && next.slide(step) {
            solution.generated += 1;
            successors.push((manhattan(&next, goal), step, next));
        }
    }
    // Stable: among equal estimates, the order of the moves decides.
    successors.sort_by_key(|(h, ..)| *h);
    for (h, step, next) in successors {
        if g + 1 + h <= bound {
            solution.moves.push(step);
            if search(next, g + 1, bound, goal, solution) {
                return true;
            }
            solution.moves.pop();
        }
    }
    false
}

#[allow(dead_code, reason = "tests include this file as a module")]
fn main() -> Result<(), Box<dyn Error>> {
    let board: Board = std::env::args().nth(1).as_deref().unwrap_or("638541720").parse()?;
    let goal = Goal::blank_last(board.shape());
    if !goal.is_reachable_from(&board) {
        return Err(format!("{board} is unsolvable").into());
    }
    let Solution { moves, expanded, generated } = ida(board, &goal.board());
    let letters: String = moves.iter().map(|step| step.letter()).collect();
    println!("{} moves: {letters}", moves.len());
    println!("{expanded} expanded, {generated} generated");
    Ok(())
}
