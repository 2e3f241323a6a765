//! Reads the boards of a text.

use std::collections::VecDeque;
use std::io::BufRead;

use super::brackets::{beside_brackets, is_bracket, read_list};
use super::drawn::drawing;
use super::form::BoardForm;
use super::lookahead::{Line, Lookahead};
use super::options::{BoardOptions, BoardRead};
use super::reading::Reading;
use super::readings::{
    Consumed, Header, continues, faulty_grid, is_board, label_and_board, of_other_form, one_line, row_at,
    several_boards, sized, slashes, whole_grid, without_index,
};
use super::symbols::{Row, Span};
use crate::board::Shape;
use crate::notation::error::{ReadError, TextPosition, reading, several, two_readings};

/// Iterates over the boards of a text, each in any form.
///
/// After an error, it continues after the faulty board. It reads lines on demand, at most one board
/// ahead, and buffers at most a mebibyte of a line or a list.
///
/// Blank lines and comments (`#` to the end of the line) are skipped. If lines can be read in
/// several ways, a reading that gives a whole board wins. Among several such readings, the one with
/// the most lines wins, since its last lines would not be boards by themselves. Different boards
/// with equally many lines are an error that names both.
///
/// ```
/// use tilebase::notation::{BoardForm, BoardOptions, Boards};
///
/// let text = "# two boards\n3\n1 2 3\n4 5 6\n7 8 0\n\n[[8, 6, 7], [2, 5, 4], [3, 0, 1]]\n";
/// let boards: Result<Vec<_>, _> = Boards::new(text.as_bytes(), BoardOptions::default()).collect();
/// let boards = boards?;
/// assert_eq!(boards[0].board.to_string(), "123456780");
/// assert_eq!((boards[0].line, boards[0].form), (2, BoardForm::FortyTwo));
/// assert_eq!(boards[1].board.to_string(), "867254301");
/// assert_eq!((boards[1].line, boards[1].form), (7, BoardForm::JsonRows));
/// # Ok::<(), tilebase::notation::ReadError>(())
/// ```
#[derive(Debug)]
pub struct Boards<R> {
    lookahead: Lookahead<R>,
    options: BoardOptions,
    ready: VecDeque<Result<BoardRead, ReadError>>,
    /// Whether the text is a single line that has to be one board.
    is_one_line: bool,
    /// Whether a comment precedes the next line.
    has_comment: bool,
    /// Whether an unmarked index was dropped from an earlier line.
    has_dropped_index: bool,
}

impl<R: BufRead> Boards<R> {
    /// Creates an iterator over the boards of an input.
    pub const fn new(input: R, options: BoardOptions) -> Self {
        Self {
            lookahead: Lookahead::new(input),
            options,
            ready: VecDeque::new(),
            is_one_line: false,
            has_comment: false,
            has_dropped_index: false,
        }
    }

    /// Reads the next board or list of boards. Returns `None` at the end of the text.
    fn take(&mut self) -> Option<Consumed> {
        loop {
            let line = self.lookahead.line(0)?;
            if !line.is_empty() && !line.is_comment() {
                break;
            }
            self.has_comment |= line.has_comment();
            self.lookahead.skip(1);
        }
        let line = self.lookahead.line(0)?;
        if let Some(error) = line.fault.clone() {
            return Some(Consumed::failed(1, error));
        }
        if let Some(reading) = drawing(&mut self.lookahead) {
            self.has_comment = false;
            return Some(decide(&[reading], &self.options).0);
        }
        let line = self.lookahead.line(0)?;
        let (content, position) = (line.content().text.to_owned(), line.content().position);
        let mut consumed = self.take_line(Span { text: &content, position });
        self.has_comment = false;
        for outcome in &mut consumed.outcomes {
            let position = Span { text: &content, position }.trim().position;
            if let Some(error) = self.label_is_board(outcome, position) {
                *outcome = Err(error);
            }
        }
        Some(consumed)
    }

    /// Reads the board or list that begins in a line, which is neither blank nor a comment.
    fn take_line(&mut self, content: Span<'_>) -> Consumed {
        let (label, body) = split_label(content, &self.options);
        if let Some(start) = body.text.find(is_bracket) {
            return self.take_list(label, body, content.text.len() - body.text.len(), start);
        }
        let body = unquoted(body);
        if body.text.contains(['/', '\\']) {
            let reading = slashes(body).labeled(label.map(str::to_owned));
            return decide(&[reading], &self.options).0;
        }
        if let Some(error) = several_boards(body, &self.options) {
            return Consumed::failed(1, error);
        }
        let readings = self.readings(label, body);
        let (consumed, drops_index) = decide(&readings, &self.options);
        let is_index =
            |outcome: &Result<BoardRead, ReadError>| self.label_is_board(outcome, content.position).is_none();
        self.has_dropped_index |= drops_index && consumed.outcomes.iter().all(is_index);
        consumed
    }

    /// The error if a dropped label is a board itself: either could be the board that is meant.
    fn label_is_board(
        &self,
        outcome: &Result<BoardRead, ReadError>,
        position: TextPosition,
    ) -> Option<ReadError> {
        outcome.as_ref().ok().and_then(|read| label_and_board(read, position, &self.options))
    }

    fn take_list(&mut self, label: Option<&str>, body: Span<'_>, skipped: usize, start: usize) -> Consumed {
        let before = body.until(start).trim();
        // As in `state = [1,2,3,0]`.
        let name = before.text.trim_end_matches('=').trim_end();
        if name.contains(|c: char| c.is_whitespace() || c == ',') || (label.is_some() && !name.is_empty()) {
            return Consumed::failed(1, beside_brackets(before));
        }
        let label = label.or((!name.is_empty()).then_some(name));
        read_list(&mut self.lookahead, skipped + start, label, &self.options)
    }

    /// The possible readings of a line without brackets or slashes, likeliest first.
    fn readings(&mut self, label: Option<&str>, body: Span<'_>) -> Vec<Reading> {
        let mut on_one_line = one_line(body);
        if label.is_some() {
            let labeled = on_one_line.into_iter().map(|reading| reading.labeled(label.map(str::to_owned)));
            return labeled.collect();
        }
        self.add_without_index(&mut on_one_line, body);
        let options = &self.options;
        let mut readings = Vec::new();
        let first = Row::of(body, None);
        // Five is the maximum number of columns of a square. `1 2 3 4 5 0` is more likely a 2x3
        // board than a row of six.
        let next = if first.width() <= 5 { row_at(&mut self.lookahead, 1) } else { None };
        if let (Some(header), Some(_)) = (Header::of(&first), &next) {
            readings.extend(sized(&mut self.lookahead, header, self.has_comment));
        }
        let grid = whole_grid(&mut self.lookahead, &first, options);
        let is_given = options.form.is_some() || options.shape.is_some();
        if !is_given && next.as_ref().is_some_and(|next| continues(next, &first, first.width())) {
            on_one_line.clear();
        }
        let is_grid_begun = next.is_some_and(|row| row.width() > 1 && !is_board(row, options));
        if let Some(grid) = grid {
            // In `4 2`, `0 5`, `6 7`, `1 3`, a blank line, `4 2`, the board ends at the blank line.
            // It is not a size followed by a board whose last row is after the blank line.
            if self.lookahead.line(grid.lines).is_some_and(Line::is_empty) {
                readings.retain(|sized: &Reading| sized.lines <= grid.lines);
            }
            readings.push(grid);
        } else if is_grid_begun {
            readings.push(faulty_grid(&mut self.lookahead, &first, options));
        }
        readings.append(&mut on_one_line);
        readings
    }

    /// Adds the reading of a line as an unmarked index and a board. A line that is a board by
    /// itself has no index, unless earlier lines had one: `9 1 2 3 4 5 6 7 8 0` is a 2x5 board, but
    /// after `8 1 2 3 4 5 6 7 0 8` it may be the ninth of a list. Neither has a line with as many
    /// symbols as a square has cells: `5 1 2 3 4 5 6 7 0` is more likely a 3x3 board with two fives
    /// than a 2x4 board after an index.
    fn add_without_index(&self, readings: &mut Vec<Reading>, body: Span<'_>) {
        let options = &self.options;
        let symbols = body.symbols().len();
        let is_square = symbols.isqrt().pow(2) == symbols && options.shape.is_none();
        let is_whole = readings.iter().any(|reading| reading.to_board(options).is_ok());
        if (is_whole || is_square) && !self.has_dropped_index {
            return;
        }
        let Some(reading) = without_index(body) else { return };
        let symbols = reading.rows.iter().map(Vec::len).sum::<usize>();
        let fits = |cells| options.shape.map_or(Shape::squarest(cells).is_some(), |s| s.cells() == cells);
        // In a file, seven numbers are more likely an index and a board of six. For a text that has
        // to be one board, errors refer to the whole text.
        if !self.is_one_line && fits(symbols) && !fits(symbols + 1) {
            readings.insert(0, reading);
        } else {
            readings.push(reading);
        }
    }
}

impl<'a> Boards<&'a [u8]> {
    /// Reads the only board of a one-line text.
    pub(super) fn only_board(line: &'a str, options: &BoardOptions) -> Result<BoardRead, ReadError> {
        let boards = Self { is_one_line: true, ..Self::new(line.as_bytes(), options.clone()) };
        let mut read: Vec<BoardRead> = boards.collect::<Result<_, _>>()?;
        match (read.pop(), read.is_empty()) {
            (Some(only), true) => Ok(only),
            (Some(last), false) => {
                let all: Vec<_> = read.iter().chain([&last]).map(|read| read.board).collect();
                Err(ReadError::message(TextPosition::START, several(&all)))
            }
            // Reports the missing tiles.
            (None, _) => Reading::flat(BoardForm::Digits, Vec::new(), TextPosition::START).to_board(options),
        }
    }
}

impl<R: BufRead> Iterator for Boards<R> {
    type Item = Result<BoardRead, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(outcome) = self.ready.pop_front() {
                return Some(outcome);
            }
            let Some(consumed) = self.take() else {
                return self.lookahead.failure.take().map(Err);
            };
            self.lookahead.skip(consumed.lines);
            self.ready.extend(consumed.outcomes);
        }
    }
}

/// Strips quotes around the whole text.
fn unquoted(text: Span<'_>) -> Span<'_> {
    let trimmed = text.trim();
    let within = |quote| {
        let within = trimmed.text.strip_prefix(quote)?.strip_suffix(quote)?;
        (!within.contains(quote) && !within.trim().is_empty()).then_some(trimmed.from(1).until(within.len()))
    };
    within('"').or_else(|| within('\'')).unwrap_or(text)
}

/// Splits off an index or a name, which ends with a colon or with the only tab of the line.
fn split_label<'a>(content: Span<'a>, options: &BoardOptions) -> (Option<&'a str>, Span<'a>) {
    let is_name =
        |name: &str| !name.is_empty() && !name.contains(|c| is_bracket(c) || ",;/\\\"'".contains(c));
    let colon = content.text.find(':').filter(|at| is_name(content.text[..*at].trim()));
    let tab = content.text.find('\t').filter(|at| {
        let (name, rest) = (content.text[..*at].trim(), content.from(at + 1));
        // `1`, tab, `2`, tab, `3 0` has tabs between tiles. In `1 2`, tab, `3 0` the tab is just a
        // wider gap.
        let is_label = is_name(name) && !name.contains(' ') && !rest.text.contains('\t');
        is_label
            && may_follow_label(rest)
            && (is_flat_board(rest, options) || !is_flat_board(content, options))
    });
    match colon.or(tab) {
        Some(at) if !content.from(at + 1).is_empty() => {
            (Some(content.text[..at].trim()), content.from(at + 1))
        }
        _ => (None, content),
    }
}

/// Whether the text after a tab can be a board. In `1`, tab, `2`, a row of a grid, it can't; in
/// `korf1`, tab, `1230` it can. A board has gaps or brackets, or at least four symbols.
fn may_follow_label(rest: Span<'_>) -> bool {
    let rest = rest.trim().text;
    rest.contains(|c| is_bracket(c) || " ,/\\".contains(c)) || rest.len() >= 4
}

fn is_flat_board(line: Span<'_>, options: &BoardOptions) -> bool {
    is_board(Row::of(line, None), options)
}

/// Selects the only reading that gives a board, or else reports the faults of the likeliest. Also
/// returns whether an unmarked index was dropped. The readings are ordered, likeliest first.
fn decide(readings: &[Reading], options: &BoardOptions) -> (Consumed, bool) {
    let is_in_form = |reading: &&Reading| options.form.is_none_or(|form| form.covers(reading.form));
    let in_form: Vec<&Reading> = readings.iter().filter(is_in_form).collect();
    let Some(likeliest) = in_form.first() else {
        return (none_in_form(readings, options), false);
    };
    let judged: Vec<(&Reading, Result<BoardRead, ReadError>)> =
        in_form.iter().map(|reading| (*reading, reading.to_board(options))).collect();
    let boards = || judged.iter().filter_map(|(reading, outcome)| Some((*reading, outcome.as_ref().ok()?)));
    let most = boards().map(|(reading, _)| reading.lines).max();
    let mut longest = boards().filter(|(reading, _)| Some(reading.lines) == most);
    let Some((first, read)) = longest.next() else {
        let outcome = judged.into_iter().next().map(|(_, outcome)| outcome);
        return (Consumed { lines: likeliest.lines, outcomes: outcome.into_iter().collect() }, false);
    };
    if let Some((_, other)) = longest.find(|(_, other)| other.board != read.board) {
        let show = |read: &BoardRead| (read.board, reading(read.form.name(), read.label.as_deref()));
        let message = two_readings(show(read), show(other));
        return (Consumed::failed(first.lines, ReadError::message(first.position, message)), false);
    }
    let read = BoardRead { form: options.form.unwrap_or(read.form), ..read.clone() };
    (Consumed { lines: first.lines, outcomes: vec![Ok(read)] }, first.has_index)
}

/// The error if no reading has the requested form.
fn none_in_form(readings: &[Reading], options: &BoardOptions) -> Consumed {
    let found = readings.iter().find(|reading| reading.to_board(options).is_ok());
    match found.or(readings.first()).zip(options.form) {
        Some((found, expected)) => Consumed::failed(found.lines, of_other_form(expected, found)),
        None => Consumed { lines: 1, outcomes: Vec::new() },
    }
}

#[cfg(test)]
#[path = "reader_tests.rs"]
mod tests;
