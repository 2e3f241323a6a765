//! Writes boards.

use super::blank_sign::BlankSign;
use super::form::BoardForm;
use super::write_error::WriteError;
use crate::board::{Board, Shape, Tile};

impl BoardForm {
    /// Writes a board. The blank is 0, and there is no newline at the end. Numbers in rows are
    /// separated by single spaces, for programs that split at a space.
    ///
    /// # Errors
    /// [`WriteError`] if boards of this shape can't be written in this form.
    ///
    /// ```
    /// use tilebase::board::{Goal, Shape};
    /// use tilebase::notation::BoardForm;
    ///
    /// let board = Goal::blank_last(Shape::new(2, 3)?).board();
    /// assert_eq!(BoardForm::PythonRows.write(&board)?, "[[1, 2, 3], [4, 5, 0]]");
    /// assert_eq!(BoardForm::RowsColumns.write(&board)?, "2 3\n1 2 3\n4 5 0");
    /// assert!(BoardForm::Princeton.write(&board).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn write(self, board: &Board) -> Result<String, WriteError> {
        self.write_with(board, &BlankSign::default())
    }

    /// Writes a board like [`write`](Self::write), with a sign for the blank. In lists, a sign that
    /// is not a number is quoted.
    ///
    /// # Errors
    /// [`WriteError`] if boards of this shape, or this sign, can't be written in this form.
    ///
    /// ```
    /// use tilebase::board::{Goal, Shape};
    /// use tilebase::notation::BoardForm;
    ///
    /// let board = Goal::blank_last(Shape::new(2, 2)?).board();
    /// assert_eq!(BoardForm::Grid.write_with(&board, &"_".parse()?)?, "1 2\n3 _");
    /// assert_eq!(BoardForm::Json.write_with(&board, &"b".parse()?)?, "[1,2,3,\"b\"]");
    /// assert!(BoardForm::Digits.write_with(&board, &"3".parse()?).is_err(), "3 is a tile");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn write_with(self, board: &Board, blank: &BlankSign) -> Result<String, WriteError> {
        let shape = board.shape();
        let tiles = board.tiles();
        let sign = blank.on(shape, self)?;
        let number = |tile: &Tile| if tile.is_blank() { sign.clone() } else { tile.to_string() };
        let join =
            |tiles: &[Tile], separator: &str| tiles.iter().map(number).collect::<Vec<_>>().join(separator);
        let rows = |write: &dyn Fn(&[Tile]) -> String| -> Vec<String> {
            tiles.chunks(shape.columns()).map(write).collect()
        };
        let spaced = || rows(&|row| join(row, " "));
        if let Some((open, close, separator, has_rows)) = self.brackets() {
            let bracket = |within: String| format!("{open}{within}{close}");
            let list = |tiles: &[Tile]| bracket(join(tiles, separator));
            return Ok(if has_rows { bracket(rows(&list).join(separator)) } else { list(tiles) });
        }
        Ok(match self {
            Self::Digits if shape.cells() > 10 => return Err(WriteError::TwoDigits { shape }),
            Self::Digits | Self::Hex => tiles.iter().map(|tile| symbol_of(tile, &sign)).collect(),
            Self::Spaces => join(tiles, " "),
            Self::Commas => join(tiles, ","),
            Self::Slash => spaced().join("/"),
            Self::Backslash => spaced().join("\\"),
            Self::RowsColumns => format!("{} {}\n{}", shape.rows(), shape.columns(), spaced().join("\n")),
            Self::Princeton => format!("{}\n{}", side(shape, self)?, spaced().join("\n")),
            Self::FortyTwo => format!("# {shape}\n{}\n{}", side(shape, self)?, spaced().join("\n")),
            _ => spaced().join("\n"),
        })
    }
}

/// One symbol for a tile: digits, then letters from 10 on.
fn symbol_of(tile: &Tile, blank: &str) -> String {
    let symbol = || char::from_digit(tile.number().into(), 36).into_iter().collect();
    if tile.is_blank() { blank.to_owned() } else { symbol() }
}

fn side(shape: Shape, form: BoardForm) -> Result<usize, WriteError> {
    let is_square = shape.rows() == shape.columns();
    is_square.then_some(shape.rows()).ok_or(WriteError::NotSquare { shape, form })
}
