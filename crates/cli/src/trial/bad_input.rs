//! Bad input: invalid variants of a board's text in the format that a program receives.
//!
//! An invalid text must not be a valid board of another shape: an 8-puzzle with one more tile, for
//! example, would be a 2x5 board. So the last two cells are changed such that no shape fits.

use std::fmt;
use std::ops::Range;

/// A way of making a board's text invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum BadInput {
    /// One tile appears twice, and another is missing.
    RepeatedTile,
    /// A tile is replaced by a number that no tile has.
    OutOfRange,
    /// A tile is replaced by a letter.
    Letter,
    /// One number is missing.
    TooFew,
    /// There is one number too many.
    TooMany,
    /// An empty argument, or an empty line.
    Empty,
    /// The standard input, or the file, is empty.
    EndOfInput,
    /// A tile is replaced by its negative.
    Negative,
}

/// The facts about the puzzle that determine invalid values.
#[derive(Clone, Copy, Debug)]
pub(super) struct Puzzle<'a> {
    pub(super) cells: usize,
    pub(super) columns: usize,
    /// The symbol of the blank.
    pub(super) blank: &'a str,
}

/// Letters that are not a tile's symbol in any format. Two, since one may be the blank's symbol.
const LETTERS: [&str; 2] = ["x", "q"];

impl BadInput {
    /// Every kind of bad input.
    pub(crate) const ALL: [Self; 8] = [
        Self::RepeatedTile,
        Self::OutOfRange,
        Self::Letter,
        Self::TooFew,
        Self::TooMany,
        Self::Empty,
        Self::EndOfInput,
        Self::Negative,
    ];

    /// The name, in lower case without spaces.
    #[must_use]
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::RepeatedTile => "repeated-tile",
            Self::OutOfRange => "out-of-range",
            Self::Letter => "letter",
            Self::TooFew => "too-few",
            Self::TooMany => "too-many",
            Self::Empty => "empty",
            Self::EndOfInput => "end-of-input",
            Self::Negative => "negative",
        }
    }

    /// Makes a board's text invalid. Returns `None` if its format has no symbol for this kind.
    ///
    /// The last two cells must hold tiles.
    pub(super) fn spoil(self, board: &str, puzzle: &Puzzle<'_>) -> Option<String> {
        self.spoil_end(board, puzzle.cells, puzzle)
    }

    /// Makes rows invalid, by changing the last one.
    pub(super) fn spoil_rows(self, rows: &[String], puzzle: &Puzzle<'_>) -> Option<Vec<String>> {
        if matches!(self, Self::Empty | Self::EndOfInput) {
            return Some(vec![String::new()]);
        }
        let Some((last, before)) = rows.split_last() else { return Some(Vec::new()) };
        let last = self.spoil_end(last, puzzle.columns, puzzle)?;
        Some(before.iter().cloned().chain([last]).collect())
    }

    /// Makes a list of cells invalid.
    pub(super) fn spoil_cells(self, cells: &[String], puzzle: &Puzzle<'_>) -> Option<Vec<String>> {
        if matches!(self, Self::Empty | Self::EndOfInput) {
            return Some(vec![String::new()]);
        }
        let spoiled = self.spoil_end(&cells.join("\n"), puzzle.cells, puzzle)?;
        Some(spoiled.split('\n').map(str::to_owned).collect())
    }

    /// Makes a text invalid that ends with `cells` cells, perhaps followed by brackets.
    fn spoil_end(self, text: &str, cells: usize, puzzle: &Puzzle<'_>) -> Option<String> {
        let [before, last] = last_two(text, cells)?;
        let has_one_sign = runs(text).len() < cells;
        let replaced = |by: &str| format!("{}{by}{}", &text[..last.start], &text[last.end..]);
        let (tile, gap) = (&text[last.clone()], &text[before.end..last.start]);
        let wrong = number_of_no_tile(puzzle, has_one_sign);
        Some(match self {
            Self::RepeatedTile => replaced(&text[before]),
            Self::OutOfRange => replaced(&wrong?),
            Self::Letter => replaced(LETTERS.into_iter().find(|letter| *letter != puzzle.blank)?),
            // Removing the largest tile could yield a valid board of a smaller shape.
            Self::TooFew if is_largest(tile, puzzle.cells) => {
                format!("{}{}", &text[..before.start], &text[last.start..])
            }
            Self::TooFew => format!("{}{}", &text[..before.end], &text[last.end..]),
            // Repeats the tile instead of adding a larger one, which could belong to a larger
            // shape.
            Self::TooMany => replaced(&format!("{tile}{gap}{tile}")),
            Self::Negative => replaced(&format!("-{tile}")),
            Self::Empty | Self::EndOfInput => String::new(),
        })
    }
}

impl fmt::Display for BadInput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Whether the text is the largest tile, as a number or as a base-36 digit.
fn is_largest(tile: &str, cells: usize) -> bool {
    let radix = if tile.len() == 1 { 36 } else { 10 };
    usize::from_str_radix(tile, radix).is_ok_and(|number| number + 1 == cells)
}

/// Returns a number that neither a tile nor the blank has; a single digit if `has_one_sign`.
fn number_of_no_tile(puzzle: &Puzzle<'_>, has_one_sign: bool) -> Option<String> {
    let numbers = [puzzle.cells, puzzle.cells + 1, 0].into_iter().map(|number| number.to_string());
    let mut fitting =
        numbers.filter(|number| *number != puzzle.blank && (!has_one_sign || number.len() == 1));
    fitting.next()
}

/// The ranges of consecutive letters and digits.
fn runs(text: &str) -> Vec<Range<usize>> {
    let mut runs: Vec<Range<usize>> = Vec::new();
    for (at, _) in text.char_indices().filter(|(_, c)| c.is_ascii_alphanumeric()) {
        match runs.last_mut() {
            Some(run) if run.end == at => run.end = at + 1,
            _ => runs.push(at..at + 1),
        }
    }
    runs
}

/// The ranges of the last two cells. If there are fewer runs than cells, each symbol is a cell.
fn last_two(text: &str, cells: usize) -> Option<[Range<usize>; 2]> {
    let mut places = runs(text);
    if places.len() < cells {
        places = places.into_iter().flatten().map(|at| at..at + 1).collect();
    }
    let last = places.pop()?;
    Some([places.pop()?, last])
}

#[cfg(test)]
mod tests {
    use tilebase::board::{Board, Shape};
    use tilebase::notation::{BlankSign, BoardForm};

    use super::*;

    const EIGHT: Puzzle<'static> = Puzzle { cells: 9, columns: 3, blank: "0" };

    #[test]
    fn the_format_is_kept_and_one_cell_is_spoiled() {
        use BadInput::{Letter, Negative, OutOfRange, RepeatedTile, TooFew, TooMany};
        let all = |text: &str| {
            [RepeatedTile, OutOfRange, Letter, TooFew, TooMany, Negative]
                .map(|bad| bad.spoil(text, &EIGHT).unwrap())
        };
        assert_eq!(
            all("123450786"),
            ["123450788", "123450789", "12345078x", "12345078", "1234507866", "12345078-6"]
        );
        assert_eq!(
            all("3\n1 2 3\n4 5 0\n7 8 6\n").map(|text| text["3\n1 2 3\n4 5 0\n".len()..].to_owned()),
            ["7 8 8\n", "7 8 9\n", "7 8 x\n", "7 8\n", "7 8 6 6\n", "7 8 -6\n"]
        );
        assert_eq!(
            all("[[1, 2, 3], [4, 5, 0], [7, 8, 6]]")
                .map(|text| text["[[1, 2, 3], [4, 5, 0], ".len()..].to_owned()),
            ["[7, 8, 8]]", "[7, 8, 9]]", "[7, 8, x]]", "[7, 8]]", "[7, 8, 6, 6]]", "[7, 8, -6]]"]
        );
    }

    #[test]
    fn rows_and_cells_are_spoiled_like_the_board() {
        let words = |text: &str| text.split('|').map(str::to_owned).collect::<Vec<_>>();
        let rows = |bad: BadInput, text: &str| bad.spoil_rows(&words(text), &EIGHT).unwrap().join("|");
        assert_eq!(rows(BadInput::TooFew, "123|450|786"), "123|450|78");
        assert_eq!(rows(BadInput::OutOfRange, "1 2 3|4 5 0|7 8 6"), "1 2 3|4 5 0|7 8 9");
        assert_eq!(rows(BadInput::Empty, "1 2 3|4 5 0|7 8 6"), "");
        let cells = |bad: BadInput| bad.spoil_cells(&words("1|2|3|4|5|0|7|8|6"), &EIGHT).unwrap().join("|");
        assert_eq!(cells(BadInput::TooMany), "1|2|3|4|5|0|7|8|6|6");
        assert_eq!(cells(BadInput::TooFew), "1|2|3|4|5|0|7|8");
    }

    #[test]
    fn the_blank_symbol_is_never_a_bad_number() {
        let puzzle = Puzzle { blank: "9", ..EIGHT };
        assert_eq!(BadInput::OutOfRange.spoil("123459786", &puzzle).as_deref(), Some("123459780"));
        assert_eq!(
            BadInput::OutOfRange.spoil("1 2 3 4 5 9 7 8 6", &puzzle).as_deref(),
            Some("1 2 3 4 5 9 7 8 10")
        );
        let ten = Puzzle { cells: 10, columns: 5, blank: "0" };
        assert_eq!(BadInput::OutOfRange.spoil("1234056789", &ten), None, "no digit is left");
        assert_eq!(
            BadInput::Letter.spoil("12345x786", &Puzzle { blank: "x", ..EIGHT }).unwrap(),
            "12345x78q"
        );
    }

    /// Checks every format and three shapes: the result is no board of this or any other shape.
    #[test]
    fn bad_input_is_never_a_board() {
        for (rows, columns) in [(2, 3), (3, 3), (4, 4)] {
            let shape = Shape::new(rows, columns).unwrap();
            let tiles: Vec<u32> = (0..).take(shape.cells()).collect();
            let board = Board::new(shape, &tiles).unwrap();
            let puzzle = Puzzle { cells: shape.cells(), columns, blank: "0" };
            let mut made = 0;
            for form in BoardForm::ALL {
                let Ok(text) = form.write_with(&board, &BlankSign::default()) else { continue };
                for bad in BadInput::ALL {
                    let Some(spoiled) = bad.spoil(&text, &puzzle) else { continue };
                    assert_ne!(spoiled, text, "{form} {bad}");
                    for shape in [Some(shape), None] {
                        assert!(Board::read(&spoiled, shape).is_err(), "{form} {bad}: {spoiled:?}");
                    }
                    made += 1;
                }
            }
            assert!(made > 80, "{made} of {shape}");
        }
    }
}
