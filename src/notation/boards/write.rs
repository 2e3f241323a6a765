//! Boards written in the forms that people write.

use super::form::{BoardForm, Brackets};
use crate::board::{Board, Shape, Tile};

/// Writes a board in a form. The blank is 0, and there is no newline at the end.
///
/// # Errors
/// [`BoardWriteError`] if the form has no way to write boards of this shape.
///
/// ```
/// use tilebase::board::{Goal, Shape};
/// use tilebase::notation::{BoardForm, write_board};
///
/// let board = Goal::blank_last(Shape::new(2, 3)?).board();
/// assert_eq!(write_board(&board, BoardForm::PythonRows)?, "[[1, 2, 3], [4, 5, 0]]");
/// assert_eq!(write_board(&board, BoardForm::RowsColumns)?, "2 3\n1 2 3\n4 5 0");
/// assert!(write_board(&board, BoardForm::Princeton).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_board(board: &Board, form: BoardForm) -> Result<String, BoardWriteError> {
    let shape = board.shape();
    let tiles = board.tiles();
    if let Some(brackets) = form.brackets() {
        return Ok(write_brackets(board, brackets));
    }
    Ok(match form {
        BoardForm::Digits if shape.cells() > 10 => return Err(BoardWriteError::TwoDigits { shape }),
        BoardForm::Digits | BoardForm::Hex => symbols_of(tiles),
        BoardForm::Spaces => join(tiles, " "),
        BoardForm::Commas => join(tiles, ","),
        BoardForm::Slash => rows(board, |row| join(row, " ")).join("/"),
        BoardForm::Backslash => rows(board, |row| join(row, " ")).join("\\"),
        BoardForm::RowsColumns => format!("{} {}\n{}", shape.rows(), shape.columns(), grid(board)),
        BoardForm::Princeton => format!("{}\n{}", side(shape, form)?, grid(board)),
        BoardForm::FortyTwo => format!("# {shape}\n{}\n{}", side(shape, form)?, grid(board)),
        _ => grid(board),
    })
}

/// One symbol a tile: digits, then letters from 10 on.
fn symbols_of(tiles: &[Tile]) -> String {
    tiles.iter().filter_map(|tile| char::from_digit(tile.number().into(), 36)).collect()
}

fn side(shape: Shape, form: BoardForm) -> Result<usize, BoardWriteError> {
    let is_square = shape.rows() == shape.columns();
    is_square.then_some(shape.rows()).ok_or(BoardWriteError::NotSquare { shape, form })
}

fn join(tiles: &[Tile], separator: &str) -> String {
    tiles.iter().map(ToString::to_string).collect::<Vec<_>>().join(separator)
}

fn rows(board: &Board, write: impl Fn(&[Tile]) -> String) -> Vec<String> {
    board.tiles().chunks(board.shape().columns()).map(write).collect()
}

fn grid(board: &Board) -> String {
    let width = board.shape().tiles().to_string().len();
    let number = |tile: &Tile| format!("{:>width$}", tile.number());
    rows(board, |row| row.iter().map(number).collect::<Vec<_>>().join(" ")).join("\n")
}

fn write_brackets(board: &Board, brackets: Brackets) -> String {
    let Brackets { open, close, separator, has_rows } = brackets;
    let bracket = |within: String| format!("{open}{within}{close}");
    let list = |tiles: &[Tile]| bracket(join(tiles, separator));
    if has_rows { bracket(rows(board, list).join(separator)) } else { list(board.tiles()) }
}

/// Why a board can't be written in a form.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BoardWriteError {
    /// Tiles have one digit in the form, and the board has larger ones.
    #[error(
        "the form digits is for boards of up to ten cells, found one of {shape}: hex has letters from 10 on"
    )]
    TwoDigits {
        /// The board's shape.
        shape: Shape,
    },
    /// The form gives one side.
    #[error("the form {form} is for squares, found a board of {shape}: rows-cols gives both sides")]
    NotSquare {
        /// The board's shape.
        shape: Shape,
        /// The form.
        form: BoardForm,
    },
}
