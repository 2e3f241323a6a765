//! A board as a picture.

use crate::board::{Board, Tile};

/// Writes a board as rows of numbers, the blank as a dot; each line ends with a newline.
///
/// ```
/// use tilebase::board::{Goal, Shape};
/// use tilebase::notation::write_grid;
///
/// let board = Goal::blank_last(Shape::new(3, 3)?).board();
/// assert_eq!(write_grid(&board), "1 2 3\n4 5 6\n7 8 .\n");
/// # Ok::<(), tilebase::board::ShapeError>(())
/// ```
#[must_use]
pub fn write_grid(board: &Board) -> String {
    let width = board.shape().tiles().to_string().len();
    let symbol = |tile: &Tile| match tile.number() {
        0 => ".".to_owned(),
        number => number.to_string(),
    };
    let row = |row: &[Tile]| {
        let cells: Vec<String> = row.iter().map(|tile| format!("{:>width$}", symbol(tile))).collect();
        cells.join(" ") + "\n"
    };
    board.tiles().chunks(board.shape().columns()).map(row).collect()
}
