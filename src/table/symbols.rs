//! Tiles in file names: one symbol each, digits, then letters from 10 on.

use crate::board::{Board, Shape, Tile};

/// Formats tiles.
pub(super) fn symbols_of(tiles: &[Tile]) -> String {
    tiles.iter().filter_map(|tile| char::from_digit(tile.number().into(), 36)).collect()
}

/// Parses a board, as written by [`symbols_of`].
pub(super) fn read_board(text: &str, shape: Shape) -> Option<Board> {
    let numbers: Option<Vec<u32>> = text.chars().map(|c| c.to_digit(36)).collect();
    Board::new(shape, &numbers?).ok()
}
