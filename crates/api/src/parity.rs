//! Parity: why a board can't be solved, and which exchange makes it solvable.
//!
//! The boards of a shape form two parity classes of the same size. Slides never change the class;
//! exchanging any two tiles does.

use serde::Serialize;
use tilebase::board::Tile;
use tilebase::solve::TileExchange;

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

impl From<TileExchange> for Exchange {
    fn from(found: TileExchange) -> Self {
        let TileExchange { tiles, board, estimate, .. } = found;
        Self { tiles: tiles.map(Tile::number), board: board.to_string(), at_least: estimate }
    }
}
