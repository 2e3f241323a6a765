//! Tests a custom heuristic on every board of the 8-puzzle: whether it ever exceeds the distance,
//! and whether a move ever changes it by more than one.
//!
//! ```text
//! cargo run --release --example admissible
//! ```
//!
//! The heuristic is Gaschnig's: the number of moves if the blank could be exchanged with any tile.
//! It is admissible and consistent. One and a half times its value is neither, and the program
//! prints boards that show it.

use std::error::Error;

use tilebase::space::StateIndex;
use tilebase::{Board, Goal, Oracle, Shape};

/// The minimum number of exchanges of the blank with any tile that lead to the goal.
fn gaschnig(board: &Board, goal: &Goal) -> u32 {
    let (mut tiles, wanted) = (board.tiles().to_vec(), goal.board());
    let mut exchanges = 0;
    loop {
        let blank = tiles.iter().position(|tile| tile.is_blank()).expect("a board has a blank");
        let out_of_place = || (0..tiles.len()).find(|cell| tiles[*cell] != wanted.tiles()[*cell]);
        let next = if blank == goal.blank().index() {
            // The blank is at home: exchange it with any misplaced tile.
            match out_of_place() {
                Some(cell) => cell,
                None => return exchanges,
            }
        } else {
            let belongs_here = wanted.tiles()[blank];
            tiles.iter().position(|tile| *tile == belongs_here).expect("a board has each tile")
        };
        tiles.swap(blank, next);
        exchanges += 1;
    }
}

/// Describes whether the estimate exceeds the distance on any board, with the worst one and their
/// number.
fn inadmissible(oracle: &Oracle, estimate: impl Fn(&Board) -> u32) -> Result<String, Box<dyn Error>> {
    let mut worst: Option<(u32, Board)> = None;
    let mut count = 0_u64;
    for board in boards(oracle) {
        let (estimated, distance) = (estimate(&board), u32::from(oracle.distance(&board)?.moves()));
        if estimated > distance {
            count += 1;
            worst = worst.max(Some((estimated - distance, board)));
        }
    }
    Ok(worst.map_or_else(
        || "admissible".to_owned(),
        |(by, board)| format!("not admissible: above the distance on {count} boards, by {by} on {board}"),
    ))
}

/// Describes whether the estimates of any two neighbors differ by more than one.
fn inconsistent(oracle: &Oracle, estimate: impl Fn(&Board) -> u32) -> String {
    let jump = |board: &Board| {
        let estimated = estimate(board);
        board.successors().map(|(_, next)| next).find(|next| estimated.abs_diff(estimate(next)) > 1)
    };
    let found = boards(oracle).find_map(|board| Some((board, jump(&board)?)));
    found.map_or_else(
        || "consistent".to_owned(),
        |(board, next)| {
            format!("not consistent: {} on {board}, {} on {next}", estimate(&board), estimate(&next))
        },
    )
}

fn boards(oracle: &Oracle) -> impl Iterator<Item = Board> + '_ {
    let space = oracle.space();
    (0..space.states()).filter_map(|number| space.board_at(StateIndex::new(number)))
}

fn main() -> Result<(), Box<dyn Error>> {
    let goal = Goal::blank_last(Shape::new(3, 3)?);
    let oracle = Oracle::build(&goal)?;
    let own = |board: &Board| gaschnig(board, &goal);
    let too_much = |board: &Board| gaschnig(board, &goal) * 3 / 2;
    println!("gaschnig: {}, {}", inadmissible(&oracle, own)?, inconsistent(&oracle, own));
    println!(
        "gaschnig and a half: {}, {}",
        inadmissible(&oracle, too_much)?,
        inconsistent(&oracle, too_much)
    );
    Ok(())
}
