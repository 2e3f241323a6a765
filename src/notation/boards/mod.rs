//! Boards as text, in all common forms: detection, parsing, and errors.
//!
//! A text is read in every possible way ([`BoardForm`]), and each reading is checked. Since a board
//! has each tile once, more than one reading is rarely valid. The result reports what was assumed.
//! Errors refer to the likeliest reading and have a place.
//!
//! From the bottom up: `symbols` splits lines, and `lookahead` buffers them. A `reading` holds the
//! symbols of a possible board and checks them. `readings`, `brackets`, and `drawn` make readings
//! from lines, and `reader` tries them and decides. [`Board::read`] reads one board on one line
//! with the same modules.

use std::str::FromStr;

use super::digits::with_ascii_digits;
use super::error::ReadError;
use crate::board::{Board, Goal, MAX_CELLS, Shape};

mod blank_sign;
mod brackets;
mod drawn;
mod form;
mod large;
mod lookahead;
mod options;
mod reader;
mod reading;
mod readings;
mod symbols;
mod write;
mod write_error;

use drawn::begins_drawn;

pub use blank_sign::BlankSign;
pub use form::BoardForm;
pub(super) use options::ShapeSource;
pub use options::{Blank, BoardOptions, BoardRead};
pub use reader::Boards;
pub use write_error::WriteError;

impl Board {
    /// Reads a text that is one board: digits without separators (`123456780`), numbers separated
    /// by spaces, commas, or both, or any other one-line form that [`Boards`] detects. Those
    /// include lists in brackets, rows between slashes, other symbols for the blank, and an index
    /// before the board. A line break may end a row, separate tiles like a space, or be part of a
    /// drawing (`1|2|3`, `+---+---+---+`). Digits may be those of other scripts.
    ///
    /// Without `shape`, the rows determine the shape, or else the number of tiles: 9 are 3x3, 12
    /// are 3x4, 16 are 4x4 ([`Shape::squarest`]). Boards of more than ten cells without separators
    /// use letters for tiles from 10 on (`123456789abcdef0`). A letter for the blank is an error
    /// among digits without separators (`1234x5678`), where it is more likely a typo.
    ///
    /// ```
    /// use tilebase::Board;
    ///
    /// assert_eq!(Board::read("[1, 2, 3, 4, 5, 6, 7, 8, 0]", None)?.to_string(), "123456780");
    /// assert_eq!(Board::read("1 2/3 4/5 _", None)?.shape().to_string(), "3x2");
    /// assert_eq!(Board::read("17: 2 3 4 1 5 x 7 6 8", None)?.to_string(), "234150768");
    /// # Ok::<(), tilebase::notation::ReadError>(())
    /// ```
    ///
    /// # Errors
    /// [`ReadError`] with *all* faults: unknown symbols, with their places, and tiles that are
    /// repeated, missing, too many, too few, or not of the shape. A text with several boards is an
    /// error too.
    pub fn read(text: &str, shape: Option<Shape>) -> Result<Self, ReadError> {
        match plain_board(text, shape) {
            Some(board) => Ok(board),
            None => read_one(text, shape).map(|read| read.board),
        }
    }
}

/// Reads a text like [`Board::read`], and reports what was assumed.
pub(super) fn read_one(text: &str, shape: Option<Shape>) -> Result<BoardRead, ReadError> {
    let plain = with_ascii_digits(text);
    let has_lines = plain.contains(['\n', '\r']);
    // A carriage return alone is a line end too, so that a file's line can hold a drawing.
    if has_lines
        && let lines = plain.replace("\r\n", "\n").replace('\r', "\n")
        && begins_drawn(&lines)
    {
        let read = Boards::only_board(&lines, &BoardOptions { shape, ..BoardOptions::default() });
        return read.map_err(|error| error.about_board(&lines));
    }
    if let Some(rows) = rows_on_lines(&plain) {
        let read = |shape| Boards::only_board(&rows, &BoardOptions { shape, ..BoardOptions::default() });
        match read(shape) {
            Ok(found) => return Ok(found),
            // The rows are those of a board of another shape.
            Err(error) if read(None).is_ok() => return Err(error.about_board(text)),
            Err(_) => {}
        }
    }
    // `Boards` would take line ends as the ends of rows or boards.
    let line = if has_lines { plain.replace(['\n', '\r'], " ").into() } else { plain };
    let read = |blank| Boards::only_board(&line, &BoardOptions { shape, blank, form: None });
    let is_word = line.trim().chars().all(char::is_alphanumeric);
    let outcome = match read(Blank::Detected) {
        Ok(found) if found.has_letter_among_digits() => read(Blank::Symbol("0".to_owned())),
        // The b of `abc` is not a blank either.
        Err(_) if is_word => read(Blank::Symbol("0".to_owned())),
        outcome => outcome,
    };
    // Tried last: elsewhere, words of digits are numbers.
    let outcome = outcome.or_else(|error| {
        let rows = rows_of_digits(&line).ok_or_else(|| error.clone())?;
        let options = BoardOptions { shape, ..BoardOptions::default() };
        Boards::only_board(&rows, &options).map_err(|_not_rows_either| error)
    });
    outcome.map_err(|error| error.about_board(text))
}

/// Turns lines with the same number of words, at least two, into rows between slashes. Without
/// slashes, 3x2 tiles would become a 2x3 board.
fn rows_on_lines(text: &str) -> Option<String> {
    let lines: Vec<&str> = text.split(['\n', '\r']).filter(|line| !line.trim().is_empty()).collect();
    let is_gap = |c: char| c.is_whitespace() || c == ',';
    let words = |line: &str| line.split(is_gap).filter(|word| !word.is_empty()).count();
    let columns = words(lines.first()?);
    let are_rows = lines.len() > 1 && columns > 1 && lines.iter().all(|line| words(line) == columns);
    are_rows.then(|| lines.join("/"))
}

/// Turns rows of digits into rows between slashes: `123 456 780` into `123/456/780`.
fn rows_of_digits(line: &str) -> Option<String> {
    let rows: Vec<&str> = line.split_whitespace().collect();
    let columns = rows.first()?.len();
    let is_row = |row: &&str| row.len() == columns && row.bytes().all(|byte| byte.is_ascii_digit());
    (rows.len() > 1 && columns > 1 && rows.iter().all(is_row)).then(|| rows.join("/"))
}

/// Reads digits without separators, or numbers separated by spaces and commas. Returns `None` if
/// the text is anything else, or is ambiguous. [`read_one`] reads the same boards, but takes thirty
/// times as long; this is for files of boards.
fn plain_board(text: &str, shape: Option<Shape>) -> Option<Board> {
    let text = text.trim_matches(' ').as_bytes();
    let mut numbers = [0; MAX_CELLS];
    let mut count = 0;
    if text.iter().all(u8::is_ascii_alphanumeric) {
        // Letters are tiles only on boards of more than ten cells.
        let radix = if text.len() <= 10 { 10 } else { 36 };
        for symbol in text {
            *numbers.get_mut(count)? = char::from(*symbol).to_digit(radix)?;
            count += 1;
        }
    } else {
        for element in text.split(|byte| *byte == b',') {
            let before = count;
            for symbol in element.split(|byte| *byte == b' ').filter(|symbol| !symbol.is_empty()) {
                *numbers.get_mut(count)? = match symbol {
                    [digit @ b'0'..=b'9'] => u32::from(digit - b'0'),
                    [ten @ b'1'..=b'9', one @ b'0'..=b'9'] => u32::from((ten - b'0') * 10 + (one - b'0')),
                    _ => return None,
                };
                count += 1;
            }
            // An omitted element may be the blank.
            if count == before {
                return None;
            }
        }
    }
    Board::new(shape.or_else(|| Shape::squarest(count))?, &numbers[..count]).ok()
}

/// Parses a board like [`Board::read`], with the shape of its rows or the squarest for the number
/// of tiles.
///
/// ```
/// use tilebase::board::Board;
///
/// let board: Board = "638541720".parse()?;
/// assert_eq!(board.shape().to_string(), "3x3");
/// assert_eq!("6 3 8/5 4 1/7 2 _".parse(), Ok(board));
/// # Ok::<(), tilebase::notation::ReadError>(())
/// ```
impl FromStr for Board {
    type Err = ReadError;

    fn from_str(text: &str) -> Result<Self, ReadError> {
        Self::read(text, None)
    }
}

/// Parses a goal written as a board. Named goals need a shape; see [`GoalName`](super::GoalName).
///
/// ```
/// use tilebase::board::{Goal, Shape};
///
/// assert_eq!("123804765".parse(), Ok(Goal::snail(Shape::THREE_BY_THREE)));
/// ```
impl FromStr for Goal {
    type Err = ReadError;

    fn from_str(text: &str) -> Result<Self, ReadError> {
        Board::read(text, None).map(Self::new)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::collection::vec;
    use proptest::prelude::*;
    use proptest::sample::select;

    #[test]
    fn boards_are_read_in_several_forms() {
        for text in ["638541720", "6 3 8 5 4 1 7 2 0", "[6,3,8, 5,4,1, 7,2,0]", " (6 3 8) (5 4 1) (7 2 0)\t"]
        {
            assert_eq!(Board::read(text, None).unwrap().to_string(), "638541720");
        }
        let fifteen = Board::read("123456789abcdef0", None).unwrap();
        assert_eq!(fifteen.to_string(), "1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,0");
        assert_eq!(Board::read(&fifteen.to_string(), None), Ok(fifteen));
        let tall = Shape::new(3, 2).unwrap();
        assert_eq!(Board::read("123450", Some(tall)).unwrap().shape(), tall);
        assert_eq!(Board::read("123450", None).unwrap().shape().to_string(), "2x3");
    }

    #[test]
    fn rows_determine_the_shape_and_letters_are_not_blanks() {
        let tall = Shape::new(3, 2).unwrap();
        for rows in ["1 2\n3 4\n5 0", "1 2\r\n3 4\r\n5 0\r\n", "1, 2,\n3, 4,\n5, 0\n", "1 2\n3 4\n5 ."] {
            assert_eq!(Board::read(rows, None).unwrap(), Board::new(tall, &[1, 2, 3, 4, 5, 0]).unwrap());
        }
        let nine = Board::read("1 2\n3 4\n5 6\n7 8\n0", None).unwrap();
        assert_eq!(nine.to_string(), "123456780");
        let wide = Board::read("1 2\n3 4\n5 0", Shape::new(2, 3).ok()).unwrap_err();
        assert!(wide.to_string().contains("3x2"), "{wide}");
        for text in ["[[1,2],[3,4],[5,0]]", "12/34/5_", "(1 2) (3 4) (5 0)", "3: {{1,2},{3,4},{5,0}}"] {
            assert_eq!(Board::read(text, None).unwrap().shape(), tall, "{text}");
            let error = Board::read(text, Some(Shape::new(2, 3).unwrap())).unwrap_err().to_string();
            assert!(error.ends_with("expected a board of 2x3, found the rows of one of 3x2"), "{error}");
        }
        assert_eq!(Board::read("1234-5678", None).unwrap().to_string(), "123405678");
        assert_eq!(Board::read("1 2 3 4 x 5 6 7 8 # easy", None).unwrap().to_string(), "123405678");
        assert!(Board::read("1234x5678", None).unwrap_err().to_string().contains("unknown symbol \"x\""));
        // Line ends separate tiles, so an argument of several lines is read as rows, whatever the
        // sign for the blank.
        assert_eq!(Board::read("1 2 3\n4 5 _\r\n6 7 8\n", None).unwrap().to_string(), "123450678");
        assert_eq!(Board::read("1 2 3 4 5\n0", None).unwrap().shape().to_string(), "2x3");
        assert_eq!(Board::read("123 456 780", None).unwrap().to_string(), "123456780");
        assert_eq!(Board::read("12 34 50", None).unwrap().shape(), tall);
    }

    #[test]
    fn two_boards_on_a_line_are_an_error() {
        for text in ["123456780 867254301", "123456780\t867254301", "123456780 [[8,6,7],[2,5,4],[3,0,1]]"] {
            for shape in [None, Some(Shape::THREE_BY_THREE)] {
                let error = Board::read(text, shape).unwrap_err();
                assert!(
                    error
                        .to_string()
                        .contains("123456780 is a board, or an index before the board 867254301"),
                    "{error}"
                );
                assert_eq!(error.faults(), None);
            }
        }
        assert_eq!(Board::read("17 867254301", None).unwrap().to_string(), "867254301");
        assert_eq!(Board::read("17\t867254301", None).unwrap().to_string(), "867254301");
    }

    #[test]
    fn brackets_are_those_of_one_board() {
        for text in ["[123456780]", "(1,2,3,4,5,6,7,8,0)", "{1 2 3 4 5 6 7 8 0}", "['123456780']"] {
            assert_eq!(Board::read(text, None).unwrap().to_string(), "123456780", "{text}");
        }
        let message = |text: &str| Board::read(text, None).unwrap_err().to_string();
        assert_eq!(
            message("[1,2,3,0"),
            "cannot read the board \"[1,2,3,0\": expected ']' to close this bracket, found the end"
        );
        assert_eq!(
            message("[[1,2,3,0],[3,1,2,0]]"),
            "cannot read the board \"[[1,2,3,0],[3,1,2,0]]\": expected one board per line, found 2: 1230 3120"
        );
        assert!(
            message("[12345678]").contains(": expected 9 tiles, found 8; the blank (0) is missing (a 3x3")
        );
    }

    #[test]
    fn boards_and_goals_are_parsed() {
        let board: Board = "638541720".parse().unwrap();
        assert_eq!(board.to_string().parse(), Ok(board));
        assert_eq!("12/34/50".parse::<Goal>().unwrap().shape().to_string(), "3x2");
        assert_eq!("12345678".parse::<Board>().unwrap_err().faults().unwrap().faults().len(), 2);
        assert!("standard".parse::<Goal>().is_err());
    }

    #[test]
    fn every_fault_is_in_the_message() {
        let message = |text: &str| Board::read(text, None).unwrap_err().to_string();
        assert_eq!(
            message("123456789"),
            "cannot read the board \"123456789\": tile 9 at place 9 is not one of 0 to 8; the blank (0) is \
             missing (a 3x3 board holds each of 0 to 8 once)"
        );
        assert!(message("1123456780").contains("expected 9 tiles, found 10; tile 1 appears twice"));
        assert!(message("6: 3").contains(": no board has 1 cell; expected 4 tiles, found 1;"));
        assert!(message("6: 3").ends_with("(a 2x2 board holds each of 0 to 3 once, after the index 6)"));
        assert!(message("1 2 x 4 5 6 7 8 0").contains("unknown symbol \"x\" at column 5"));
        assert!(message("1,2,3,4,5,6,7,8,,0").contains("a tile is missing at column 17"));
        assert!(
            message("abc").contains("unknown symbol \"a\" at column 1; unknown symbol \"b\" at column 2")
        );
        assert!(message("").contains("expected 9 tiles, found 0"));
        assert!(
            message("12345x780")
                .contains("unknown symbol \"x\" at column 6; expected 9 tiles, found 8; tile 6")
        );
        assert!(message("123455").contains("tile 5 appears twice; the blank (0) is missing (a 2x3"));
        assert!(message("1,2,3,4,5,6,7,8,99999999999999999999").contains("at place 9 is not one of 0 to 8"));
        assert!(message(&"7".repeat(10_000)).len() < 600);
        let many: Vec<String> = (0..36).map(|n| n.to_string()).collect();
        assert!(
            message(&many.join(" "))
                .ends_with(": found 36 tiles, but a board has at most 25 cells: no shape fits")
        );
        assert!(message(&many[..7].join(" ")).contains(": no board has 7 cells; expected 9 tiles, found 7"));
        for cells in [11, 13, 17, 19, 23] {
            assert!(
                message(&many[..cells].join(",")).contains(&format!(": no board has {cells} cells; exp"))
            );
        }
        let error = Board::read(&many.join(" "), Some(Shape::THREE_BY_THREE)).unwrap_err().to_string();
        assert!(error.contains(": expected 9 tiles, found 36; tile 9 at place 10"), "{error}");
        assert!(message("-1 2 3 4 5 6 7 8 0").contains("unknown symbol \"-1\" at column 1"));
    }

    proptest! {
        /// The fast parser agrees with the reader of all forms.
        #[test]
        fn fast_and_full_parsers_agree(
            numbers in select(&[4_u32, 6, 9, 12][..])
                .prop_flat_map(|cells| Just((0..cells).collect::<Vec<_>>()).prop_shuffle()),
            gaps in vec(select(&["", " ", ",", ", ", "  ,", ",,", "\t"][..]), 12),
            shape in select(&[None, Some((2, 3)), Some((3, 2)), Some((3, 3)), Some((4, 3))][..]),
            cut in 0_usize..4,
        ) {
            let is_gapless = gaps[0].is_empty();
            let gap = |nth: usize| if is_gapless || nth == 0 { "" } else { gaps[nth - 1] };
            let symbol = |number: &u32| if is_gapless {
                char::from_digit(*number, 36).unwrap().to_string()
            } else {
                number.to_string()
            };
            let cells = numbers.len() - cut / 3;
            let text: String = numbers[..cells]
                .iter()
                .enumerate()
                .map(|(nth, number)| format!("{}{}", gap(nth), symbol(number)))
                .collect();
            let shape = shape.and_then(|(rows, columns)| Shape::new(rows, columns).ok());
            let read = read_one(&text, shape).ok().map(|read| read.board);
            prop_assert_eq!(Board::read(&text, shape).ok(), read, "{}", text);
            if let Some(board) = plain_board(&text, shape) {
                prop_assert_eq!(Some(board), read, "{}", text);
            }
        }

        #[test]
        fn no_text_panics_and_boards_round_trip(text in "\\PC{0,40}|[0-9 ,x\\[]{0,30}") {
            match Board::read(&text, None) {
                Ok(board) => prop_assert_eq!(Board::read(&board.to_string(), Some(board.shape())), Ok(board)),
                Err(error) => prop_assert!(!error.to_string().ends_with(": ")),
            }
        }
    }
}
