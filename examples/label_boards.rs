//! Labels boards with exact distances: a training set for a learned heuristic.
//!
//! ```text
//! cargo run --release --example label_boards > labeled.csv
//! ```
//!
//! Writes all 181,440 solvable boards of the 8-puzzle, each with its distance and its optimal
//! moves.

use std::error::Error;
use std::io::{self, BufWriter, Write};

use tilebase::space::StateIndex;
use tilebase::{Goal, Move, Oracle, Shape};

fn main() -> Result<(), Box<dyn Error>> {
    let goal = Goal::blank_last(Shape::new(3, 3)?);
    let oracle = Oracle::build(&goal)?;
    let space = oracle.space();
    let mut out = BufWriter::new(io::stdout().lock());
    writeln!(out, "board,distance,optimal_moves")?;
    for board in (0..space.states()).filter_map(|number| space.board_at(StateIndex::new(number))) {
        let distance = oracle.distance(&board)?;
        let moves: String = oracle.optimal_moves(&board)?.into_iter().map(Move::letter).collect();
        writeln!(out, "{board},{distance},{moves}")?;
    }
    Ok(out.flush()?)
}
