//! The text format in which a program receives boards.

use std::fmt;
use std::str::FromStr;

use tilebase::board::{Board, Tile};
use tilebase::notation::{BlankSign, BoardForm, ReadError, WriteError};

/// A format for passing boards to programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum InputForm {
    /// A format that this program also reads.
    Board(BoardForm),
    /// One number per line. Output only: a reader could take such lines for a size and rows.
    Lines,
}

const LINES: &str = "lines";

impl fmt::Display for InputForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Board(form) => form.fmt(f),
            Self::Lines => f.write_str(LINES),
        }
    }
}

impl FromStr for InputForm {
    type Err = ReadError;

    fn from_str(text: &str) -> Result<Self, ReadError> {
        if text == LINES { Ok(Self::Lines) } else { text.parse().map(Self::Board) }
    }
}

/// The format for boards, and the symbol for the blank.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct InputNotation {
    /// The format; by default digits, or commas if some tile has two digits.
    pub(crate) form: Option<InputForm>,
    /// The symbol for the blank.
    pub(crate) blank: BlankSign,
}

impl InputNotation {
    /// Formats a board, without a trailing newline.
    ///
    /// # Errors
    /// [`WriteError`] if the format or the symbol does not suit boards of this shape.
    pub(crate) fn write(&self, board: &Board) -> Result<String, WriteError> {
        match self.form {
            Some(InputForm::Lines) => Ok(self.cells(board)?.join("\n")),
            Some(InputForm::Board(form)) => form.write_with(board, &self.blank),
            None => plain_form(board).write_with(board, &self.blank),
        }
    }

    /// Formats each cell.
    ///
    /// # Errors
    /// Same as [`write`](Self::write).
    pub(crate) fn cells(&self, board: &Board) -> Result<Vec<String>, WriteError> {
        // Validates the blank's symbol. Any format with separators will do.
        BoardForm::Spaces.write_with(board, &self.blank)?;
        Ok(board.tiles().iter().map(|tile| self.cell(tile)).collect())
    }

    fn cell(&self, tile: &Tile) -> String {
        if tile.is_blank() { self.blank.to_string() } else { tile.to_string() }
    }

    /// Formats each row, in the board's format if it has neither brackets nor lines, else with
    /// spaces.
    ///
    /// # Errors
    /// Same as [`write`](Self::write).
    pub(crate) fn rows(&self, board: &Board) -> Result<Vec<String>, WriteError> {
        let columns = board.shape().columns();
        let rows = |cells: &[String], separator: &str| -> Vec<String> {
            cells.chunks(columns).map(|row| row.join(separator)).collect()
        };
        Ok(match self.form {
            Some(InputForm::Board(BoardForm::Digits | BoardForm::Hex)) => {
                let symbols: Vec<String> = self.write(board)?.chars().map(String::from).collect();
                rows(&symbols, "")
            }
            Some(InputForm::Board(BoardForm::Commas)) => rows(&self.cells(board)?, ","),
            _ => rows(&self.cells(board)?, " "),
        })
    }
}

/// Writes what [`FromStr`] reads; an unnamed format with the blank 0 is empty.
impl fmt::Display for InputNotation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(form) = self.form {
            form.fmt(f)?;
        }
        match self.blank.to_string().as_str() {
            _ if self.blank == BlankSign::default() => Ok(()),
            " " => f.write_str(":space"),
            sign => write!(f, ":{sign}"),
        }
    }
}

/// Parses a format, optionally followed by a colon and the blank's symbol: `spaces`, `spaces:_`,
/// `:9`.
impl FromStr for InputNotation {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (form, blank) = text.split_once(':').map_or((text, None), |(form, blank)| (form, Some(blank)));
        let form = if form.is_empty() && blank.is_some() { None } else { Some(form.parse::<InputForm>()) };
        let form = form.transpose().map_err(|error| error.to_string())?;
        let blank = blank.map(str::parse::<BlankSign>).transpose().map_err(|error| error.to_string())?;
        Ok(Self { form, blank: blank.unwrap_or_default() })
    }
}

/// The format in which boards are displayed.
fn plain_form(board: &Board) -> BoardForm {
    if board.shape().cells() > 10 { BoardForm::Commas } else { BoardForm::Digits }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilebase::board::{Goal, Shape};

    fn input_notation(form: &str, blank: &str) -> InputNotation {
        let form = if form.is_empty() { None } else { Some(form.parse().unwrap()) };
        InputNotation { form, blank: blank.parse().unwrap() }
    }

    #[test]
    fn boards_rows_and_cells_use_the_format_and_the_blank() {
        let board = Goal::blank_last(Shape::THREE_BY_THREE).board();
        let all = |form: &str, blank: &str| {
            let input_notation = input_notation(form, blank);
            (input_notation.write(&board).unwrap(), input_notation.rows(&board).unwrap().join("|"))
        };
        let pair = |text: &str, rows: &str| (text.to_owned(), rows.to_owned());
        assert_eq!(all("", "9"), pair("123456789", "1 2 3|4 5 6|7 8 9"));
        assert_eq!(all("digits", "0"), pair("123456780", "123|456|780"));
        assert_eq!(all("commas", "b"), pair("1,2,3,4,5,6,7,8,b", "1,2,3|4,5,6|7,8,b"));
        assert_eq!(all("lines", "_"), pair("1\n2\n3\n4\n5\n6\n7\n8\n_", "1 2 3|4 5 6|7 8 _"));
        let larger = Goal::blank_last(Shape::new(4, 4).unwrap()).board();
        assert_eq!(input_notation("hex", "0").rows(&larger).unwrap(), ["1234", "5678", "9abc", "def0"]);
        assert_eq!(
            input_notation("", "16").write(&larger).unwrap(),
            "1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16"
        );
        assert_eq!(input_notation("", "space").cells(&larger).unwrap()[14..], ["15", " "]);
    }

    #[test]
    fn a_handing_is_read_as_it_is_written() {
        for text in ["", "grid", "lines", "spaces:_", ":9", ":space", "commas:space", "digits:x"] {
            let input_notation: InputNotation =
                if text.is_empty() { InputNotation::default() } else { text.parse().unwrap() };
            assert_eq!(input_notation.to_string(), text);
        }
    }

    #[test]
    fn ambiguous_boards_are_not_written() {
        let board = Goal::blank_last(Shape::THREE_BY_THREE).board();
        assert!(input_notation("lines", "8").write(&board).is_err());
        assert!(input_notation("", "10").write(&board).is_err());
        assert!("line".parse::<InputForm>().is_err());
    }
}
