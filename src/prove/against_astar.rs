//! A table against A* with the Manhattan distance, board by board.

use std::collections::BTreeSet;

use rayon::prelude::*;

use crate::board::{Board, Distance, Unreachable};
use crate::oracle::{Oracle, OracleError};
use crate::search::{BestFirst, Limits, Manhattan, Problem};
use crate::space::StateIndex;
use crate::threads;

/// Which boards to compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sample {
    /// Every board that can reach the goal.
    All,
    /// So many different ones, chosen by this seed; all, if there are no more.
    Random {
        /// How many.
        count: u64,
        /// The seed: the same one gives the same boards on every machine.
        seed: u64,
    },
}

/// A board on which the table and A* differ.
#[derive(Debug)]
pub struct Disagreement {
    /// The board.
    pub board: Board,
    /// The table's distance, or why it has none.
    pub table: Result<u8, OracleError>,
    /// The length of A*'s path, or why it has none.
    pub astar: Result<usize, Unreachable>,
}

/// Solves boards by A* and compares the lengths with the table. Returns how many boards were compared, and
/// the first disagreement in the order of the indexes. `done` is called after each board, from any thread.
pub fn compare_with_astar(
    oracle: &Oracle,
    sample: Sample,
    done: impl Fn() + Sync,
) -> (u64, Option<Disagreement>) {
    let heuristic = Manhattan::new(oracle.goal());
    let compare = |number: u64| {
        let board = oracle.space().board_at(StateIndex::new(number))?;
        let astar = Problem::new(board, *oracle.goal()).map(|problem| {
            let found = BestFirst::astar().run(&problem, &heuristic, &Limits::default());
            found.unwrap_or_else(|limit| unreachable!("no limit is set: {limit}")).moves.len()
        });
        let table = oracle.distance(&board).map(Distance::moves);
        done();
        let agree = matches!((&table, &astar), (Ok(table), Ok(astar)) if usize::from(*table) == *astar);
        (!agree).then_some(Disagreement { board, table, astar })
    };
    let states = oracle.space().states();
    threads::ensure();
    match sample {
        Sample::Random { count, seed } if count < states => {
            let chosen: Vec<u64> = choose(count, states, seed).into_iter().collect();
            (count, chosen.into_par_iter().find_map_first(compare))
        }
        Sample::All | Sample::Random { .. } => (states, (0..states).into_par_iter().find_map_first(compare)),
    }
}

/// So many different numbers below `end`, more than there are of which are never asked for. (Floyd's way:
/// Bentley and Floyd, *A Sample of Brilliance*, Communications of the ACM 30, 1987.)
fn choose(count: u64, end: u64, seed: u64) -> BTreeSet<u64> {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut chosen = BTreeSet::new();
    for last in end - count..end {
        let number = random.u64(0..=last);
        if !chosen.insert(number) {
            chosen.insert(last);
        }
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_are_different_numbers_and_the_same_each_time() {
        for (count, end) in [(0, 1), (1, 1), (5, 6), (6, 6), (2000, 181_440)] {
            let chosen = choose(count, end, 1);
            assert_eq!(chosen.len() as u64, count);
            assert!(chosen.iter().all(|number| *number < end));
            assert_eq!(chosen, choose(count, end, 1));
        }
        assert_ne!(choose(100, 181_440, 1), choose(100, 181_440, 2));
    }
}
