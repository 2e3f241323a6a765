//! Boards written in the forms that people write, and as a picture.

use super::form::{BoardForm, Brackets};
use crate::board::{Board, OverTheEdge, Shape, Tile};

/// Writes a board in a form. The blank is 0, and there is no newline at the end.
///
/// # Errors
/// [`WriteError`] if the form has no way to write boards of this shape.
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
pub fn write_board(board: &Board, form: BoardForm) -> Result<String, WriteError> {
    let shape = board.shape();
    let tiles = board.tiles();
    if let Some(brackets) = form.brackets() {
        return Ok(write_brackets(board, brackets));
    }
    Ok(match form {
        BoardForm::Digits if shape.cells() > 10 => return Err(WriteError::TwoDigits { shape }),
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

fn side(shape: Shape, form: BoardForm) -> Result<usize, WriteError> {
    let is_square = shape.rows() == shape.columns();
    is_square.then_some(shape.rows()).ok_or(WriteError::NotSquare { shape, form })
}

fn join(tiles: &[Tile], separator: &str) -> String {
    tiles.iter().map(ToString::to_string).collect::<Vec<_>>().join(separator)
}

fn rows(board: &Board, write: impl Fn(&[Tile]) -> String) -> Vec<String> {
    board.tiles().chunks(board.shape().columns()).map(write).collect()
}

fn grid(board: &Board) -> String {
    columns(board, ToString::to_string)
}

/// Symbols in columns, without a newline at the end.
fn columns(board: &Board, symbol: impl Fn(&Tile) -> String) -> String {
    let width = board.shape().tiles().to_string().len();
    let cell = |tile: &Tile| format!("{:>width$}", symbol(tile));
    rows(board, |row| row.iter().map(cell).collect::<Vec<_>>().join(" ")).join("\n")
}

fn write_brackets(board: &Board, brackets: Brackets) -> String {
    let Brackets { open, close, separator, has_rows } = brackets;
    let bracket = |within: String| format!("{open}{within}{close}");
    let list = |tiles: &[Tile]| bracket(join(tiles, separator));
    if has_rows { bracket(rows(board, list).join(separator)) } else { list(board.tiles()) }
}

/// Writes a board as a picture: rows of numbers, the blank as a dot. Each line ends with a newline.
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
    let symbol = |tile: &Tile| if tile.is_blank() { ".".to_owned() } else { tile.to_string() };
    columns(board, symbol) + "\n"
}

/// Why a board or a path can't be written in a form.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WriteError {
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
    /// A move can't be made.
    #[error(transparent)]
    Illegal(#[from] OverTheEdge),
    /// Numbers of tiles and boards are moves from a board only.
    #[error("moves are written as {form} from a board only, and the board is not known")]
    NoBoard {
        /// The name of the form.
        form: &'static str,
    },
}
