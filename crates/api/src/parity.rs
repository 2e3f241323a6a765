//! Parity: why a board can't be solved, and which exchange makes it solvable.
//!
//! The boards of a shape form two parity classes of the same size. Slides never change the class;
//! exchanging any two tiles does.

use serde::Serialize;
use tilebase::{Board, Solver};

use crate::failure::Failure;

/// Two tiles whose exchange makes the board solvable.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(crate) struct Exchange {
    /// The tiles, smaller number first.
    pub(crate) tiles: [u8; 2],
    /// The board after the exchange.
    pub(crate) board: String,
    /// The distance of that board from the goal; a lower bound if there is no table.
    pub(crate) at_least: u32,
}

/// Finds the pair of tiles whose exchange gives the board nearest to the goal; on ties, the pair
/// with the smallest tiles.
pub(crate) fn exchange(solver: &Solver, board: &Board) -> Result<Exchange, Failure> {
    let mut best: Option<Exchange> = None;
    let tiles = board.shape().tiles() as u8;
    for one in 1..=tiles {
        for other in one + 1..=tiles {
            let exchanged = with_exchanged(board, [one, other]);
            let at_least = solver.estimate(&exchanged)?;
            if best.as_ref().is_none_or(|best| at_least < best.at_least) {
                best = Some(Exchange { tiles: [one, other], board: exchanged.to_string(), at_least });
            }
        }
    }
    Ok(best.expect("a board has three tiles or more"))
}

fn with_exchanged(board: &Board, [one, other]: [u8; 2]) -> Board {
    let numbers: Vec<u8> = board
        .tiles()
        .iter()
        .map(|tile| match tile.number() {
            number if number == one => other,
            number if number == other => one,
            number => number,
        })
        .collect();
    Board::from_bytes(board.shape(), &numbers).expect("two tiles of a board are exchanged")
}
