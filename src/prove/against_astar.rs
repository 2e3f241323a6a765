//! Compares a table with A* with the Manhattan distance, board by board.

use super::sample::Sample;
use crate::board::{Board, Distance, Unreachable};
use crate::oracle::{Oracle, OracleError};
use crate::search::{Manhattan, Problem, Search};
use crate::space::StateIndex;

/// A board on which the table and A* differ.
#[derive(Debug)]
pub struct Disagreement {
    /// The board.
    pub board: Board,
    /// The table's distance, or the error.
    pub table: Result<u8, OracleError>,
    /// The length of A*'s path, or the reason why there is none.
    pub astar: Result<usize, Unreachable>,
}

/// Solves boards by A* and compares the lengths with the table. Returns the number of boards
/// compared, and the first disagreement in the order of the indexes. `done` is called after each
/// board, on any thread.
pub fn compare_with_astar(
    oracle: &Oracle,
    sample: Sample,
    done: impl Fn() + Sync,
) -> (u64, Option<Disagreement>) {
    let heuristic = Manhattan::new(oracle.goal());
    let compare = |number: u64| {
        let board = oracle.space().board_at(StateIndex::new(number))?;
        let astar = Problem::new(board, *oracle.goal()).map(|problem| {
            let found = Search::astar(&heuristic).run(&problem);
            found.unwrap_or_else(|limit| unreachable!("no limit is set: {limit}")).moves.len()
        });
        let table = oracle.distance(&board).map(Distance::moves);
        done();
        let agree = matches!((&table, &astar), (Ok(table), Ok(astar)) if usize::from(*table) == *astar);
        (!agree).then_some(Disagreement { board, table, astar })
    };
    sample.find_first(oracle.space().states(), compare)
}
