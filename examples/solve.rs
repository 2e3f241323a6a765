//! Solves a board, in any notation, with the fastest method for its shape.
//!
//! ```text
//! cargo run --release --example solve 638541720
//! ```

use std::error::Error;

use tilebase::notation::MoveConvention;
use tilebase::{Board, Goal, Solver};

fn main() -> Result<(), Box<dyn Error>> {
    let board: Board = std::env::args().nth(1).as_deref().unwrap_or("638541720").parse()?;
    let solver = Solver::new(&Goal::blank_last(board.shape()))?;
    let moves = solver.solve(&board)?.moves;
    println!("{board}: {} moves, optimal", moves.len());
    println!("{}", MoveConvention::Blank.write(&moves));
    Ok(())
}
