//! A board as one line of text.

use std::fmt;

use super::boards::{
    BlankSeen, BoardForm, BoardOptions, BoardRead, BoardReadError, BoardReadReason, Boards, SeveralBoards,
    ShapeSource,
};
use super::shown::{listed, shorten, without_shape};
use crate::board::{Board, BoardFaults, MAX_CELLS, Shape};

/// Reads a board: digits without a gap (`123456780`), or numbers with spaces, commas or both between them,
/// in brackets or not (`[1, 2, 3, 4, 5, 6, 7, 8, 0]`). The blank is 0.
///
/// Without a shape, the number of tiles tells it: 9 are 3x3, 12 are 3x4, 16 are 4x4
/// ([`Shape::squarest`]). Text that no board fits is explained as the board it is nearest to, 3x3 if in
/// doubt. Boards of more than ten cells without a gap have letters for the tiles from 10 on
/// (`123456789abcdef0`).
///
/// What is none of these may have any other form of one line that [`Boards`] detects: rows in brackets or
/// between slashes, another symbol for the blank, an index before the board. Only a letter for the blank among
/// digits without a gap is refused: there it is more likely a slip.
///
/// ```
/// use tilebase::notation::read_board;
///
/// assert_eq!(read_board("1 2/3 4/5 _", None)?.shape().to_string(), "3x2");
/// assert_eq!(read_board("17: 2 3 4 1 5 x 7 6 8", None)?.to_string(), "234150768");
/// # Ok::<(), tilebase::notation::BoardTextError>(())
/// ```
///
/// # Errors
/// [`BoardTextError`] names *all* that is wrong: symbols that are no tile, with their places, and tiles
/// that are too many, too few, repeated, missing or not of the shape.
pub fn read_board(text: &str, shape: Option<Shape>) -> Result<Board, BoardTextError> {
    read_board_and_source(text, shape).map(|(board, _)| board)
}

/// Reads a board as [`read_board`] does, and says where its shape came from.
pub(super) fn read_board_and_source(
    text: &str,
    shape: Option<Shape>,
) -> Result<(Board, ShapeSource), BoardTextError> {
    let other = |shape| read_other_form(text, shape);
    let failed = |trouble| BoardTextError { text: shorten(text), trouble };
    // Rows that are written out tell the shape, which the plain reading passes over.
    let has_rows = text.contains(['[', '(', '{', '/', '\\']);
    let read = match has_rows.then(|| other(None)).flatten() {
        Some(Ok(read)) if read.assumed.shape_source == ShapeSource::Written => read,
        _ => match read_plain(text, shape) {
            Ok(board) => {
                let source = if shape.is_some() { ShapeSource::Told } else { ShapeSource::Counted };
                return Ok((board, source));
            }
            Err(error) => {
                return match other(shape) {
                    Some(Ok(read)) => Ok((read.board, read.assumed.shape_source)),
                    Some(Err(several)) => Err(failed(Trouble::Several(several))),
                    None => Err(error),
                };
            }
        },
    };
    match shape.filter(|shape| *shape != read.board.shape()) {
        Some(expected) => Err(failed(Trouble::Shapes { expected, found: read.board.shape() })),
        None => Ok((read.board, ShapeSource::Written)),
    }
}

/// The one board on the one line, in any form; an error if there are several, of which none is to be passed over.
fn read_other_form(text: &str, shape: Option<Shape>) -> Option<Result<BoardRead, SeveralBoards>> {
    if text.trim().contains('\n') {
        return None;
    }
    let options = BoardOptions { shape, ..BoardOptions::default() };
    let mut boards = Boards::new(text.as_bytes(), options);
    let read = match boards.next()? {
        Ok(read) if boards.next().is_none() => read,
        Err(BoardReadError { reason: BoardReadReason::Several(several), .. }) => return Some(Err(several)),
        _ => return None,
    };
    let is_gapless = matches!(read.assumed.form, BoardForm::Digits | BoardForm::Hex);
    let has_letter =
        matches!(&read.assumed.blank, BlankSeen::Symbol(s) if s.starts_with(char::is_alphabetic));
    (!(is_gapless && has_letter)).then_some(Ok(read))
}

fn read_plain(text: &str, shape: Option<Shape>) -> Result<Board, BoardTextError> {
    let symbols = split(text);
    let mut numbers = Vec::with_capacity(symbols.len());
    let mut unknown = Vec::new();
    for (column, symbol, number) in symbols {
        match number {
            Some(number) => numbers.push(number),
            None => unknown.push(UnknownSymbol { symbol: shorten(symbol), column }),
        }
    }
    let attempt = |shape| Board::new(shape, &numbers);
    let cells = numbers.len() + unknown.len();
    let likely = Shape::squarest(cells);
    // Of words that are no numbers, their count is not what is wrong.
    let is_shapeless = shape.is_none() && likely.is_none() && !numbers.is_empty();
    let shapeless = is_shapeless.then_some(cells);
    let result = match (shape, likely) {
        (Some(shape), _) => attempt(shape),
        (None, None | Some(Shape::THREE_BY_THREE)) => attempt(Shape::THREE_BY_THREE),
        (None, Some(likely)) => attempt(likely).map_err(|faults| match attempt(Shape::THREE_BY_THREE) {
            Err(simpler) if simpler.faults().len() <= faults.faults().len() => simpler,
            _ => faults,
        }),
    };
    match result {
        Ok(board) if unknown.is_empty() => Ok(board),
        result => {
            // Faults of some smaller board would hide that there is none so large.
            let faults = result.err().filter(|_| shapeless.is_none_or(|cells| cells <= MAX_CELLS));
            let trouble = Trouble::Tiles { unknown, shapeless, faults };
            Err(BoardTextError { text: shorten(text), trouble })
        }
    }
}

/// The symbols of a text: each with its column, counted from 1 in characters, and its number, if it has one.
fn split(text: &str) -> Vec<(usize, &str, Option<u32>)> {
    let is_separator = |c: char| c.is_whitespace() || matches!(c, ',' | '[' | ']' | '(' | ')');
    let within = text.trim_matches(is_separator);
    if within.contains(is_separator) {
        let mut symbols = Vec::new();
        let mut start = None;
        let ends = text.char_indices().chain([(text.len(), ' ')]).enumerate();
        for (column, (place, c)) in ends {
            match (start, is_separator(c)) {
                (None, false) => start = Some((column + 1, place)),
                (Some((column, from)), true) => {
                    let symbol = &text[from..place];
                    symbols.push((column, symbol, number(symbol)));
                    start = None;
                }
                _ => {}
            }
        }
        return symbols;
    }
    let letters_are_tiles = within.chars().count() > 10;
    let radix = if letters_are_tiles { 36 } else { 10 };
    let characters = text.char_indices().enumerate().filter(|(_, (_, c))| !is_separator(*c));
    characters
        .map(|(column, (place, c))| (column + 1, &text[place..place + c.len_utf8()], c.to_digit(radix)))
        .collect()
}

/// A whole number without a sign; numbers too large for `u32` are tiles of no board all the same.
fn number(symbol: &str) -> Option<u32> {
    let digits = symbol.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| symbol.parse().unwrap_or(u32::MAX))
}

/// A symbol that stands where a tile was expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownSymbol {
    /// The symbol.
    pub symbol: String,
    /// Its column in the text, in characters from 1.
    pub column: usize,
}

/// Why a text is not a board: every reason at once.
///
/// ```
/// use tilebase::notation::read_board;
///
/// let error = read_board("12345678", None).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "cannot read the board \"12345678\": expected 9 tiles, found 8; the blank (0) is missing \
///      (a 3x3 board holds each of 0 to 8 once)"
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardTextError {
    text: String,
    trouble: Trouble,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Trouble {
    Tiles {
        unknown: Vec<UnknownSymbol>,
        /// How many tiles there are, if no shape has so many cells and none was told.
        shapeless: Option<usize>,
        faults: Option<BoardFaults>,
    },
    Shapes {
        expected: Shape,
        found: Shape,
    },
    Several(SeveralBoards),
}

impl BoardTextError {
    /// The symbols that are no tiles.
    #[must_use]
    pub fn unknown_symbols(&self) -> &[UnknownSymbol] {
        match &self.trouble {
            Trouble::Tiles { unknown, .. } => unknown,
            Trouble::Shapes { .. } | Trouble::Several(_) => &[],
        }
    }

    /// What is wrong with the tiles, if anything is.
    #[must_use]
    pub const fn faults(&self) -> Option<&BoardFaults> {
        match &self.trouble {
            Trouble::Tiles { faults, .. } => faults.as_ref(),
            Trouble::Shapes { .. } | Trouble::Several(_) => None,
        }
    }
}

impl fmt::Display for BoardTextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot read the board {:?}: ", self.text)?;
        let (unknown, shapeless, of_board) = match &self.trouble {
            Trouble::Tiles { unknown, shapeless, faults } => (unknown, *shapeless, faults.as_ref()),
            Trouble::Shapes { expected, found } => {
                return write!(f, "expected a board of {expected}, found the rows of one of {found}");
            }
            Trouble::Several(several) => return several.fmt(f),
        };
        let symbols = unknown
            .iter()
            .map(|unknown| format!("unknown symbol {:?} at column {}", unknown.symbol, unknown.column));
        let faults = of_board.iter().flat_map(|faults| faults.faults()).map(ToString::to_string);
        let listed: Vec<String> =
            listed(symbols).chain(shapeless.map(without_shape)).chain(listed(faults)).collect();
        f.write_str(&listed.join("; "))?;
        if let Some(shape) = of_board.map(BoardFaults::shape) {
            write!(f, " (a {shape} board holds each of 0 to {} once)", shape.tiles())?;
        }
        Ok(())
    }
}

impl std::error::Error for BoardTextError {}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn boards_are_read_in_several_forms() {
        for text in ["638541720", "6 3 8 5 4 1 7 2 0", "[6,3,8, 5,4,1, 7,2,0]", " (6 3 8) (5 4 1) (7 2 0)\t"]
        {
            assert_eq!(read_board(text, None).unwrap().to_string(), "638541720");
        }
        let fifteen = read_board("123456789abcdef0", None).unwrap();
        assert_eq!(fifteen.to_string(), "1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,0");
        assert_eq!(read_board(&fifteen.to_string(), None), Ok(fifteen));
        let tall = Shape::new(3, 2).unwrap();
        assert_eq!(read_board("123450", Some(tall)).unwrap().shape(), tall);
        assert_eq!(read_board("123450", None).unwrap().shape().to_string(), "2x3");
    }

    #[test]
    fn rows_tell_the_shape_and_letters_among_digits_are_no_blanks() {
        let tall = Shape::new(3, 2).unwrap();
        for text in ["[[1,2],[3,4],[5,0]]", "12/34/5_", "(1 2) (3 4) (5 0)", "3: {{1,2},{3,4},{5,0}}"] {
            assert_eq!(read_board(text, None).unwrap().shape(), tall, "{text}");
            let error = read_board(text, Some(Shape::new(2, 3).unwrap())).unwrap_err().to_string();
            assert!(error.ends_with("expected a board of 2x3, found the rows of one of 3x2"), "{error}");
        }
        assert_eq!(read_board("1234-5678", None).unwrap().to_string(), "123405678");
        assert_eq!(read_board("1 2 3 4 x 5 6 7 8 # easy", None).unwrap().to_string(), "123405678");
        assert!(read_board("1234x5678", None).unwrap_err().to_string().contains("unknown symbol \"x\""));
        assert!(read_board("1 2 3\n4 5 _\n6 7 8", None).is_err());
    }

    #[test]
    fn of_two_boards_neither_is_passed_over() {
        for text in ["123456780 867254301", "123456780\t867254301", "123456780 [[8,6,7],[2,5,4],[3,0,1]]"] {
            for shape in [None, Some(Shape::THREE_BY_THREE)] {
                let error = read_board(text, shape).unwrap_err();
                assert!(
                    error.to_string().contains("boards 123456780 and 867254301, or the board"),
                    "{error}"
                );
                assert_eq!((error.unknown_symbols().len(), error.faults()), (0, None));
            }
        }
        assert_eq!(read_board("17 867254301", None).unwrap().to_string(), "867254301");
        assert_eq!(read_board("17\t867254301", None).unwrap().to_string(), "867254301");
    }

    #[test]
    fn every_fault_is_in_the_message() {
        let message = |text: &str| read_board(text, None).unwrap_err().to_string();
        assert_eq!(
            message("123456789"),
            "cannot read the board \"123456789\": tile 9 at place 9 is not one of 0 to 8; the blank (0) is \
             missing (a 3x3 board holds each of 0 to 8 once)"
        );
        assert!(message("1123456780").contains("expected 9 tiles, found 10; tile 1 stands there 2 times"));
        assert!(message("1 2 x 4 5 6 7 8 0").contains("unknown symbol \"x\" at column 5"));
        assert!(
            message("abc").contains("unknown symbol \"a\" at column 1; unknown symbol \"b\" at column 2")
        );
        assert!(message("").contains("expected 9 tiles, found 0"));
        assert!(
            message("12345x780")
                .contains("unknown symbol \"x\" at column 6; expected 9 tiles, found 8; tile 6")
        );
        assert!(message("123455").contains("tile 5 stands there 2 times; the blank (0) is missing (a 2x3"));
        assert!(message("1,2,3,4,5,6,7,8,99999999999999999999").contains("at place 9 is not one of 0 to 8"));
        assert!(message(&"7".repeat(10_000)).len() < 600);
        let many: Vec<String> = (0..36).map(|n| n.to_string()).collect();
        assert!(
            message(&many.join(" "))
                .ends_with(": found 36 tiles, but a board has at most 25 cells: no shape fits")
        );
        assert!(message(&many[..7].join(" ")).contains(": no shape has 7 cells; expected 9 tiles, found 7"));
        for cells in [11, 13, 17, 19, 23] {
            assert!(
                message(&many[..cells].join(",")).contains(&format!(": no shape has {cells} cells; exp"))
            );
        }
        let told = read_board(&many.join(" "), Some(Shape::THREE_BY_THREE)).unwrap_err().to_string();
        assert!(told.contains(": expected 9 tiles, found 36; tile 9 at place 10"), "{told}");
        assert!(message("-1 2 3 4 5 6 7 8 0").contains("unknown symbol \"-1\" at column 1"));
    }

    proptest! {
        #[test]
        fn no_text_panics_and_what_is_read_comes_back(text in "\\PC{0,40}|[0-9 ,x\\[]{0,30}") {
            match read_board(&text, None) {
                Ok(board) => prop_assert_eq!(read_board(&board.to_string(), Some(board.shape())), Ok(board)),
                Err(error) => prop_assert!(!error.to_string().ends_with(": ")),
            }
        }
    }
}
