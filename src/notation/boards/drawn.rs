//! Boards drawn over several lines: `| 1 | 2 | 3 |` in a frame, `1|2|3` with rules like `-+-+-`
//! between the rows, and `1-2-3`.
//!
//! Bars or dashes separate the cells of a row. A drawing has at least two rows; a single such line
//! is something else. Between bars, an empty cell is the blank.

use std::io::BufRead;

use super::form::BoardForm;
use super::lookahead::{Lookahead, without_comment};
use super::reading::Reading;
use super::symbols::{Row, Span, Symbol, is_bar};
use crate::board::MAX_CELLS;
use crate::notation::digits::{ascii_digit, with_ascii_digits};
use crate::notation::lines::Lines;

/// Maximum number of rows: those of any board, and one more, so that too many are noticed.
const MAX_ROWS: usize = MAX_CELLS / 2 + 1;

/// Words and symbols for the blank that are not [blanks elsewhere](super::options). In a cell of
/// its own, a word can't be anything else.
const BLANK_WORDS: [&str; 7] = ["e", "empty", "blank", "none", "null", "·", "□"];

/// Maximum length of a cell in a row without bars at both ends: that of a tile or a blank.
const MAX_CELL_CHARS: usize = 5;

/// Minimum length of a rule: that of `-+-`, between two columns.
const MIN_RULE_CHARS: usize = 3;

/// The part of a drawing that a line can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum DrawnLine {
    /// A rule above, below, or between rows, such as `+---+---+`.
    Rule,
    /// A row with bars between its cells or around it.
    Bars,
    /// A row of two cells with one bar.
    OneBar,
    /// A row with dashes between its cells.
    Dashes,
    /// A line with digits and bars that is not a valid row, such as `+---+| 1 | 2 |`. Next to rows,
    /// it counts as a faulty row: the others must not be read as a smaller board.
    FaultyBars,
    /// A line with digits and dashes that is not a valid row, such as `7-8`. After rows, it counts
    /// as a faulty row.
    FaultyDashes,
    /// A few digits, such as `45`. Below rows with one bar, it is a row that has lost it.
    Digits,
    /// A rule of one or two characters, such as `+-`. After rows, it counts as a faulty row.
    ShortRule,
    /// Anything else.
    Other,
}

impl DrawnLine {
    fn of(line: &str) -> Self {
        let text = without_comment(line).trim();
        if !line.bytes().any(Lines::may_be_drawn) {
            return if are_fused_cells(text) { Self::Digits } else { Self::Other };
        }
        if is_rule(text) {
            let is_long = text.chars().nth(MIN_RULE_CHARS - 1).is_some();
            if is_long { Self::Rule } else { Self::ShortRule }
        } else if is_row_with_bars(text) {
            if text.matches(is_bar).count() == 1 { Self::OneBar } else { Self::Bars }
        } else if is_row_with_dashes(text) {
            Self::Dashes
        } else if text.contains(is_bar) && text.contains(is_digit) {
            Self::FaultyBars
        } else if text.contains('-') && text.contains(is_digit) {
            Self::FaultyDashes
        } else {
            Self::Other
        }
    }

    /// Whether a row has the same separators as the rows above it.
    const fn is_like(self, above: Self) -> bool {
        match above {
            Self::Digits => matches!(self, Self::OneBar),
            above => matches!(self, Self::Dashes) == matches!(above, Self::Dashes),
        }
    }
}

impl Lines<()> {
    /// Whether a byte can be part of a bar, a dash, or a rule. A text without such a byte has no
    /// drawn board: a fast test for large files, which rarely have one.
    ///
    /// ```
    /// use tilebase::notation::Lines;
    ///
    /// assert!("1|2|3".bytes().any(Lines::may_be_drawn));
    /// assert!(!"1 2 3, x".bytes().any(Lines::may_be_drawn));
    /// ```
    #[must_use]
    pub const fn may_be_drawn(byte: u8) -> bool {
        matches!(byte, b'|' | b'-' | b'=' | b'_') || !byte.is_ascii()
    }

    /// Measures the drawn board that begins with the first of these lines: rows of one kind, with
    /// at most one rule before, after, and between them. Stops at the first line that does not
    /// belong to it, such as one that is not UTF-8.
    ///
    /// Returns the number of its lines, 0 if they are not a drawing, and whether further lines
    /// could belong to it.
    ///
    /// ```
    /// use tilebase::notation::Lines;
    ///
    /// let lines = ["1|2", "-+-", "3| ", "", "1 2"].map(str::as_bytes);
    /// assert_eq!(Lines::of_drawing(lines), (3, false));
    /// assert_eq!(Lines::of_drawing(lines[..2].iter().copied()), (0, true));
    /// ```
    pub fn of_drawing<'a>(lines: impl IntoIterator<Item = &'a [u8]>) -> (usize, bool) {
        let kind = |line| str::from_utf8(line).map_or(DrawnLine::Other, DrawnLine::of);
        let drawn = DrawnLines::of_kinds(lines.into_iter().map(kind));
        (drawn.lines, drawn.is_open)
    }
}

/// The lines of a drawing.
#[derive(Clone, Copy, Debug)]
struct DrawnLines {
    /// The number of lines; 0 if they are not a drawing.
    lines: usize,
    /// Whether further lines could belong to it.
    is_open: bool,
}

impl DrawnLines {
    fn of_kinds(lines: impl Iterator<Item = DrawnLine>) -> Self {
        let (mut end, mut rows) = (0, 0);
        let mut before = None;
        let mut kind = None;
        let mut is_open = true;
        for (number, line) in (1..).zip(lines) {
            match line {
                DrawnLine::Rule if before != Some(DrawnLine::Rule) => end = if rows > 0 { number } else { 0 },
                DrawnLine::Bars | DrawnLine::OneBar | DrawnLine::Dashes
                    if kind.is_none_or(|kind| line.is_like(kind)) =>
                {
                    kind = Some(line);
                    rows += 1;
                    end = number;
                }
                // A rule that lost a character must not end the drawing: the rows above it may be a
                // smaller board.
                DrawnLine::FaultyBars | DrawnLine::FaultyDashes | DrawnLine::ShortRule
                    if kind.is_some_and(|kind| kind != DrawnLine::Digits) =>
                {
                    rows += 1;
                    end = number;
                }
                DrawnLine::Digits if kind == Some(DrawnLine::OneBar) => {
                    rows += 1;
                    end = number;
                }
                // Perhaps a first row without its bar; only rows with one bar can follow.
                DrawnLine::Digits if number == 1 => {
                    kind = Some(line);
                    rows = 1;
                }
                DrawnLine::FaultyBars if number == 1 => rows = 1,
                _ => is_open = false,
            }
            // With a rule after the last possible row, the drawing is complete.
            if !is_open || rows > MAX_ROWS {
                is_open = false;
                break;
            }
            before = Some(line);
        }
        Self { lines: if rows > 1 { end } else { 0 }, is_open }
    }

    /// Measures the drawing that begins with the next line of a lookahead.
    fn next_in<R: BufRead>(lookahead: &mut Lookahead<R>) -> Self {
        let mut ahead = 0;
        Self::of_kinds(std::iter::from_fn(|| {
            let line = lookahead.text_line(ahead)?;
            ahead += 1;
            Some(DrawnLine::of(line.content().text))
        }))
    }
}

/// Whether a text of several lines begins with a drawing.
pub(super) fn begins_drawn(text: &str) -> bool {
    let text = text.trim_start_matches(|c: char| c.is_whitespace());
    DrawnLines::of_kinds(text.lines().map(DrawnLine::of)).lines > 0
}

/// Reads the drawing that begins with the next line, if there is one.
pub(super) fn drawing<R: BufRead>(lookahead: &mut Lookahead<R>) -> Option<Reading> {
    let DrawnLines { lines, .. } = DrawnLines::next_in(lookahead);
    let position = lookahead.text_line(0).filter(|_| lines > 0)?.content().trim().position;
    let mut rows: Vec<Row> = Vec::new();
    for ahead in 0..lines {
        let line = lookahead.text_line(ahead)?.content().trim();
        let width = rows.first().filter(|row| row.is_gapless).map(Row::width);
        match DrawnLine::of(line.text) {
            DrawnLine::Rule | DrawnLine::Other => {}
            DrawnLine::Dashes | DrawnLine::FaultyDashes => {
                rows.push(row_of_cells(line, &line.split(|c| c == '-')));
            }
            _ => rows.push(row_with_bars(line, width)),
        }
    }
    let is_gapless = rows.iter().all(|row| row.is_gapless);
    let rows = rows.into_iter().map(|row| row.symbols).collect();
    Some(Reading { is_gapless, lines, ..Reading::of_rows(BoardForm::Grid, rows, position) })
}

/// Whether a text may be two cells without a separator. The digits 0 to 3 are a board.
fn are_fused_cells(text: &str) -> bool {
    let is_board = || ('0'..='3').all(|digit| text.contains(digit));
    (2..=4).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit()) && !is_board()
}

/// Whether a character is a digit, of any script that is read.
fn is_digit(c: char) -> bool {
    ascii_digit(c).is_ascii_digit()
}

/// Whether a line of text consists only of horizontal strokes, corners, and crossings.
fn is_rule(text: &str) -> bool {
    let is_horizontal = |c: char| matches!(c, '-' | '=' | '_' | '─' | '━' | '═' | '┄' | '┅' | '┈' | '┉');
    let is_part = |c: char| {
        is_horizontal(c) || is_bar(c) || " +:*'`.".contains(c) || matches!(c, '\u{2500}'..='\u{257f}')
    };
    text.contains(is_horizontal) && text.chars().all(is_part)
}

/// Whether a line has bars as the row of a board does. Without bars at both ends, its cells must
/// look like tiles: `name | 123456780` is not a row.
fn is_row_with_bars(text: &str) -> bool {
    let cells: Vec<&str> = text.split(is_bar).map(str::trim).collect();
    if cells.len() < 2 || !text.contains(is_digit) {
        return false;
    }
    let is_framed = cells.len() > 2 && [cells.first(), cells.last()] == [Some(&""); 2];
    let is_cell = |cell: &&str| cell.chars().count() <= MAX_CELL_CHARS && !cell.contains(char::is_whitespace);
    is_framed || cells.iter().all(is_cell)
}

/// Whether a line is numbers and at most one blank with dashes between them. It has at least three
/// cells: the dash of `12-3` may be the blank.
fn is_row_with_dashes(text: &str) -> bool {
    let is_number = |cell: &&str| (1..=2).contains(&cell.len()) && cell.bytes().all(|b| b.is_ascii_digit());
    let text = with_ascii_digits(text);
    let cells: Vec<&str> = text.split('-').map(str::trim).collect();
    let others: Vec<&str> = cells.iter().copied().filter(|cell| !is_number(cell)).collect();
    let is_blank = |cell: &str| cell.chars().count() == 1 && !cell.bytes().all(|b| b.is_ascii_digit());
    cells.len() > 2 && others.len() < 2 && others.into_iter().all(is_blank)
}

/// Splits a line at its bars. A single cell between bars is a whole row: `| 1 2 3 |`.
fn row_with_bars(line: Span<'_>, gapless_width: Option<usize>) -> Row {
    let mut cells = line.split(is_bar);
    if let [first, .., last] = cells.as_slice()
        && cells.len() > 2
        && first.is_empty()
        && last.is_empty()
    {
        cells.pop();
        cells.remove(0);
    }
    match cells.as_slice() {
        [row] => Row::of(*row, gapless_width),
        cells => row_of_cells(line, cells),
    }
}

fn row_of_cells(line: Span<'_>, cells: &[Span<'_>]) -> Row {
    let symbol = |cell: &Span<'_>| {
        if cell.is_empty() {
            return Symbol::left_out(cell.position, false);
        }
        let cell = cell.trim();
        let is_blank = BLANK_WORDS.iter().any(|word| word.eq_ignore_ascii_case(cell.text));
        if is_blank { Symbol::left_out(cell.position, false) } else { Symbol::new(cell.text, cell.position) }
    };
    let symbols = cells.iter().map(symbol).collect();
    Row { symbols, is_gapless: false, position: line.position, text: line.text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_classified() {
        for (line, kind) in [
            ("+---+---+---+", DrawnLine::Rule),
            ("-+-", DrawnLine::Rule),
            ("+-", DrawnLine::ShortRule),
            ("| 1 | 2 |   |", DrawnLine::Bars),
            ("1-2-3", DrawnLine::Dashes),
            ("7-8", DrawnLine::FaultyDashes),
            ("7|8", DrawnLine::OneBar),
            ("78", DrawnLine::Digits),
            ("1230", DrawnLine::Other),
            ("1 2 3", DrawnLine::Other),
            ("name | 123456780", DrawnLine::FaultyBars),
        ] {
            assert_eq!(DrawnLine::of(line), kind, "{line:?}");
        }
    }

    /// The first two rows of this 4x2 board would be a 2x2 board.
    #[test]
    fn a_damaged_line_spoils_the_whole_drawing() {
        use crate::board::Board;
        use crate::notation::{BoardOptions, Boards};
        let drawn = |rule: &str| format!("0|1\n-+-\n2|3\n{rule}\n4|5\n-+-\n6|7\n");
        let read = |text: &str| -> Vec<Result<Board, _>> {
            let boards = Boards::new(text.as_bytes(), BoardOptions::default());
            boards.map(|read| read.map(|read| read.board)).collect()
        };
        assert!(matches!(read(&drawn("-+-")).as_slice(), [Ok(_)]));
        for rule in ["+-", "--", "-+", "-"] {
            assert!(read(&drawn(rule)).iter().all(Result::is_err), "{rule}");
        }
        // A row without its bar may still be read, but the others alone are no board.
        for text in ["0|1\n2|3\n45\n", "0|1\n2|3\n45\n6|7\n", "54\n7|6\n1|3\n2|0\n"] {
            let is_part = |board: &Board| board.shape().cells() == 4;
            assert!(!read(text).iter().flatten().any(is_part), "{text}");
        }
    }

    #[test]
    fn a_line_that_is_not_text_ends_a_drawing() {
        let lines: [&[u8]; 3] = [b"1|2", b"3|0", b"\xff|"];
        assert_eq!(Lines::of_drawing(lines), (2, false));
    }
}
