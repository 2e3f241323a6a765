//! The ways to read lines as a board: in one line or row by row, with or without an index or a
//! size.

use std::io::BufRead;

use super::form::BoardForm;
use super::lookahead::{Line, Lookahead};
use super::options::{BoardOptions, BoardRead, is_blank_symbol};
use super::reading::{Layout, Reading};
use super::symbols::{Row, Span, Symbol, number};
use crate::board::{Board, MAX_CELLS, Shape};
use crate::notation::error::{ReadError, TextPosition, several, two_boards_or_index};

/// Maximum number of rows of any board: that of one with two columns.
const MAX_ROWS: usize = MAX_CELLS / 2;

/// The result of reading some lines.
#[derive(Debug)]
pub(super) struct Consumed {
    pub(super) lines: usize,
    pub(super) outcomes: Vec<Result<BoardRead, ReadError>>,
}

impl Consumed {
    pub(super) fn failed(lines: usize, error: ReadError) -> Self {
        Self { lines, outcomes: vec![Err(error)] }
    }
}

/// The readings of a line as a board, without dropping anything.
pub(super) fn one_line(line: Span<'_>) -> Vec<Reading> {
    let mut readings = vec![whole(line)];
    let trimmed = line.trim();
    let width = trimmed.text.chars().count();
    // `1234 5678`: one digit for each tile, with a space for the blank.
    let row = Row::of(trimmed, Some(width));
    if row.is_gapless && trimmed.text.contains(' ') {
        readings.push(Reading::flat(gapless_form(width), row.symbols, row.position).gapless());
    }
    readings
}

fn whole(line: Span<'_>) -> Reading {
    of_row(Row::of(line, None))
}

fn of_row(row: Row) -> Reading {
    if row.is_gapless {
        return Reading::flat(gapless_form(row.width()), row.symbols, row.position).gapless();
    }
    let has_commas = row.text.contains([',', ';']);
    let form = if has_commas { BoardForm::Commas } else { BoardForm::Spaces };
    Reading::flat(form, row.symbols, row.position)
}

pub(super) const fn gapless_form(symbols: usize) -> BoardForm {
    if symbols <= 10 { BoardForm::Digits } else { BoardForm::Hex }
}

/// Whether a line is a board by itself. The shape may differ from the requested one, since the line
/// would still be a board.
pub(super) fn is_board(line: Row, options: &BoardOptions) -> bool {
    of_row(line).to_board(&BoardOptions { shape: None, ..options.clone() }).is_ok()
}

/// The reading of a line as a board after an unmarked index or name: `17 867254301`.
pub(super) fn without_index(line: Span<'_>) -> Option<Reading> {
    let line = line.trim();
    let end = line.text.find(|c: char| c.is_whitespace() || c == ',')?;
    let label = &line.text[..end];
    let rest = line.from(end + line.text[end..].chars().next().map_or(0, char::len_utf8));
    let labeled = || Reading { has_index: true, ..whole(rest).labeled(Some(label.to_owned())) };
    (is_index(label) && !rest.is_empty()).then(labeled)
}

/// Whether a label can be an index: a number, or a name of at least two characters that begins with
/// a letter. `korf99` can, but not the blank of `x 1 2 3`.
fn is_index(label: &str) -> bool {
    let is_name = label.len() > 1 && label.starts_with(char::is_alphabetic) && !is_blank_symbol(label);
    number(label).is_some() || is_name
}

/// The reading of a line with slashes between rows. If one row is digits without gaps, the others
/// have the same width and may have a space for the blank: `123/4 5/678`.
pub(super) fn slashes(line: Span<'_>) -> Reading {
    let slash = if line.text.contains('/') { '/' } else { '\\' };
    let parts = line.split(|c| c == slash);
    let mut rows: Vec<Row> = parts.iter().map(|part| Row::of(*part, None)).collect();
    if let Some(width) = rows.iter().find(|row| row.is_gapless).map(Row::width) {
        rows = parts.iter().map(|part| Row::of(*part, Some(width))).collect();
    }
    let form = if slash == '/' { BoardForm::Slash } else { BoardForm::Backslash };
    let is_gapless = rows.iter().all(|row| row.is_gapless);
    let position = line.trim().position;
    let reading = Reading::of_rows(form, rows.into_iter().map(|row| row.symbols).collect(), position);
    if is_gapless { reading.gapless() } else { reading }
}

/// The error for a line in which every word is a board of the same shape: `1230 3120`. Any other
/// reading would take all words but the last for an index.
pub(super) fn several_boards(line: Span<'_>, options: &BoardOptions) -> Option<ReadError> {
    let words = line.symbols();
    if words.len() < 2 {
        return None;
    }
    let boards: Vec<Board> = words.iter().map_while(|word| board_of(&word.text, options)).collect();
    let are_alike = boards.windows(2).all(|pair| pair[0].shape() == pair[1].shape());
    if boards.len() < words.len() || !are_alike {
        return None;
    }
    let message = match boards.as_slice() {
        [first, second] => two_boards_or_index(first, second),
        boards => several(boards),
    };
    Some(ReadError::message(line.trim().position, message))
}

/// The error for a board whose label is also a board of the same shape, as in
/// `123456780: 867254301`. Either could be meant.
pub(super) fn label_and_board(
    read: &BoardRead,
    position: TextPosition,
    options: &BoardOptions,
) -> Option<ReadError> {
    let options = BoardOptions { shape: Some(read.board.shape()), ..options.clone() };
    let label = board_of(read.label.as_deref()?, &options)?;
    Some(ReadError::message(position, two_boards_or_index(&label, &read.board)))
}

/// The board that a word without gaps forms.
fn board_of(word: &str, options: &BoardOptions) -> Option<Board> {
    // Longer words are not boards, and checking them would take long.
    if word.len() > MAX_CELLS * char::MAX.len_utf8() {
        return None;
    }
    let characters = Span { text: word, position: TextPosition::START }.characters();
    let reading = Reading::flat(BoardForm::Digits, characters, TextPosition::START).gapless();
    reading.to_board(options).ok().map(|read| read.board)
}

/// A line with the size of the board that follows.
#[derive(Clone, Debug)]
pub(super) struct Header {
    form: BoardForm,
    rows: usize,
    columns: usize,
    position: TextPosition,
    /// A second number that does not belong to the size.
    dropped: Option<String>,
}

impl Header {
    /// Parses a header: one number or two numbers. One number may be followed by a negative one, as
    /// in `3 -1`, which some solvers use for the blank's goal position.
    pub(super) fn of(line: &Row) -> Option<Self> {
        let side = |text: &str| number(text).map(|n| n as usize).filter(|n| (1..=MAX_ROWS).contains(n));
        let header = |form, rows, columns, dropped| {
            Some(Self { form, rows, columns, position: line.position, dropped })
        };
        let words: Vec<&str> = line.text.split_whitespace().collect();
        match words.as_slice() {
            [n] => side(n).and_then(|n| header(BoardForm::Princeton, n, n, None)),
            [n, other] if other.strip_prefix('-').is_some_and(|rest| number(rest).is_some()) => {
                side(n).and_then(|n| header(BoardForm::Princeton, n, n, Some((*other).to_owned())))
            }
            [rows, columns] => {
                side(rows).zip(side(columns)).and_then(|(r, c)| header(BoardForm::RowsColumns, r, c, None))
            }
            _ => None,
        }
    }
}

/// Reads the board whose size the next line gives.
pub(super) fn sized<R: BufRead>(
    lookahead: &mut Lookahead<R>,
    header: Header,
    has_comment: bool,
) -> Option<Reading> {
    let cells = header.rows * header.columns;
    let mut has_comment = has_comment || lookahead.line(0).is_some_and(Line::has_comment);
    let mut rows: Vec<Row> = Vec::new();
    let (mut lines, mut ahead, mut found) = (1, 1, 0);
    while found < cells {
        let Some(line) = lookahead.text_line(ahead) else { break };
        ahead += 1;
        if line.content().is_empty() {
            has_comment |= line.has_comment();
            continue;
        }
        let row = Row::of(line.content(), Some(header.columns));
        // Tiles may be split into lines arbitrarily. But if any line is a full row, there are no
        // more rows than the size says. And a number alone is then the size of the next board: in
        // `3`, `1 2 3`, `4 5 6`, `3`, `1 2 3`, .. the first board lacks a row.
        let has_rows = rows.iter().any(|row| row.width() == header.columns);
        let is_next_header = row.width() == 1 || Header::of(&row).is_some_and(|next| next.dropped.is_some());
        if has_rows && (rows.len() == header.rows || is_next_header) {
            break;
        }
        has_comment |= line.has_comment();
        let is_first = rows.is_empty();
        found += row.width();
        rows.push(row);
        lines = ahead;
        // `1 2`, `3 0` is a grid, not the size of a board with one row and two columns: full rows
        // follow a size of two numbers.
        if is_first && header.form == BoardForm::RowsColumns && found != header.columns {
            return None;
        }
    }
    let is_forty_two = has_comment && header.form == BoardForm::Princeton;
    let form = if is_forty_two { BoardForm::FortyTwo } else { header.form };
    let is_gapless = !rows.is_empty() && rows.iter().all(|row| row.is_gapless);
    let rows: Vec<Vec<Symbol>> = rows.into_iter().map(|row| row.symbols).collect();
    let layout = Layout::Sized(header.rows, header.columns);
    let reading = Reading::of_rows(form, rows, header.position).labeled(header.dropped);
    Some(Reading { layout, is_gapless, lines, ..reading })
}

/// The longest sequence of rows from the next line on that forms a board. Reads no further than the
/// first line that can't belong to it.
pub(super) fn whole_grid<R: BufRead>(
    lookahead: &mut Lookahead<R>,
    first: &Row,
    options: &BoardOptions,
) -> Option<Reading> {
    let width = first.width();
    if width < 2 || 2 * width > MAX_CELLS {
        return None;
    }
    let mut rows = vec![first.clone()];
    let mut best = None;
    let mut ahead = 1;
    while (rows.len() + 1) * width <= MAX_CELLS {
        let Some(line) = lookahead.text_line(ahead).filter(|line| !line.is_empty()) else { break };
        ahead += 1;
        if line.is_comment() {
            continue;
        }
        let row = Row::of(line.content(), first.is_gapless.then_some(width));
        // A board has no tile twice. `0 1 2 3`, `3 1 2 0` are two boards, not the rows of one.
        let is_new = |symbol: &Symbol| {
            symbol.text.is_empty() || !rows.iter().flat_map(|row| &row.symbols).any(|s| s.text == symbol.text)
        };
        let fits = row.width() == width && row.is_gapless == first.is_gapless;
        if !fits || !row.symbols.iter().all(is_new) {
            break;
        }
        rows.push(row);
        let reading = grid(&rows, ahead);
        if reading.to_board(options).is_ok() {
            best = Some(reading);
        }
    }
    let best = best?;
    let cells = best.rows.len() * width;
    let is_cut_off = |next: Row| options.shape.is_none() && continues(&next, first, cells);
    (!row_at(lookahead, best.lines).is_some_and(is_cut_off)).then_some(best)
}

/// The next row, from `ahead` lines ahead, skipping comments; `None` at a blank line.
pub(super) fn row_at<R: BufRead>(lookahead: &mut Lookahead<R>, mut ahead: usize) -> Option<Row> {
    while lookahead.text_line(ahead)?.is_comment() {
        ahead += 1;
    }
    let line = lookahead.text_line(ahead).filter(|line| !line.is_empty())?;
    Some(Row::of(line.content(), None))
}

/// Whether a row continues what seems to be a whole board of `cells` cells. It does if it has the
/// same width and at least half of its tiles are too large for such a board. Then the board is
/// larger and has a fault: `0 1 2 3` alone is a board, and so are `0 1 2 3`, `4 5 6 7`; but
/// followed by `8 9 10 11` and `12 13 14 14` they are rows of a 4x4 board.
pub(super) fn continues(next: &Row, first: &Row, cells: usize) -> bool {
    let number = |symbol: &Symbol| match next.is_gapless {
        true => symbol.text.chars().next().and_then(|c| c.to_digit(36)),
        false => number(&symbol.text),
    };
    let is_beyond = |symbol: &&Symbol| number(symbol).is_some_and(|number| number as usize >= cells);
    let beyond = next.symbols.iter().filter(is_beyond).count();
    next.width() == first.width() && next.is_gapless == first.is_gapless && 2 * beyond >= next.width()
}

/// The rows that most likely form a board, if no sequence of rows is valid.
pub(super) fn faulty_grid<R: BufRead>(
    lookahead: &mut Lookahead<R>,
    first: &Row,
    options: &BoardOptions,
) -> Reading {
    let width = first.width();
    let mut rows = vec![(first.clone(), 1)];
    let mut ahead = 1;
    while rows.len() <= MAX_ROWS {
        let Some(line) = lookahead.text_line(ahead).filter(|line| !line.is_empty()) else { break };
        ahead += 1;
        if line.is_comment() {
            continue;
        }
        let row = Row::of(line.content(), first.is_gapless.then_some(width));
        // The size of the next board, as in `1 2 3`, `4 5 6`, `7 8 8`, `3`.
        if row.width() == 1 && rows.len() > 1 {
            break;
        }
        rows.push((row, ahead));
    }
    // Most boards are squares, often without blank lines between them. So six rows of three, with a
    // fault in the first three, are two boards.
    let are_squares = rows.len().is_multiple_of(width.max(2));
    let fits = rows.len() * width <= MAX_CELLS;
    let usual = if fits && !are_squares { rows.len() } else { width.max(2) };
    let likely = options.shape.map_or(usual, Shape::rows);
    rows.truncate(likely);
    let lines = rows.last().map_or(1, |(_, lines)| *lines);
    let rows: Vec<Row> = rows.into_iter().map(|(row, _)| row).collect();
    grid(&rows, lines)
}

fn grid(rows: &[Row], lines: usize) -> Reading {
    let position = rows.first().map_or(TextPosition::START, |row| row.position);
    let is_gapless = rows.iter().all(|row| row.is_gapless);
    let symbols = rows.iter().map(|row| row.symbols.clone()).collect();
    Reading { is_gapless, lines, ..Reading::of_rows(BoardForm::Grid, symbols, position) }
}

/// The error for a board in another form than requested.
pub(super) fn of_other_form(expected: BoardForm, found: &Reading) -> ReadError {
    let message =
        format!("expected the form {expected}, such as {:?}, found {}", expected.example(), found.form);
    ReadError::message(found.position, message)
}
