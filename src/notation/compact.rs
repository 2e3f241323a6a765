//! Tiles as one symbol each, for the names of files.

use crate::board::{Board, Shape, Tile};

/// Writes tiles with one symbol each: digits, then letters from 10 on.
///
/// ```
/// use tilebase::board::{Goal, Shape};
/// use tilebase::notation::{read_compact, write_compact};
///
/// let board = Goal::blank_last(Shape::new(3, 4)?).board();
/// assert_eq!(write_compact(board.tiles()), "123456789ab0");
/// assert_eq!(read_compact("123456789ab0", board.shape()), Some(board));
/// # Ok::<(), tilebase::board::ShapeError>(())
/// ```
#[must_use]
pub fn write_compact(tiles: &[Tile]) -> String {
    let symbol = |number: u8| char::from_digit(number.into(), 36).unwrap_or('?');
    tiles.iter().map(|tile| symbol(tile.number())).collect()
}

/// Reads what [`write_compact`] writes of a board; nothing if the text is not a board of the shape.
#[must_use]
pub fn read_compact(text: &str, shape: Shape) -> Option<Board> {
    let numbers: Option<Vec<u32>> = text.chars().map(|c| c.to_digit(36)).collect();
    Board::new(shape, &numbers?).ok()
}
