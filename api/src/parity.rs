//! Why a board can't be solved, and what would make it solvable.
//!
//! All boards of a shape fall into two halves of the same size, and no slide leads from one to the other. To exchange any
//! two tiles does.

use serde::Serialize;
use tilebase::{Board, Solver};

use crate::failure::Failure;

/// Two tiles that make the board solvable if they are exchanged.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(crate) struct Exchange {
    /// The tiles, the smaller first.
    pub(crate) tiles: [u8; 2],
    /// The board with these exchanged.
    pub(crate) board: String,
    /// How far that is from the goal, at least; exactly, where there is a table.
    pub(crate) at_least: u32,
}

/// Of all pairs of tiles the one whose exchange leaves the least to do, and among those the one with the smallest tiles.
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
