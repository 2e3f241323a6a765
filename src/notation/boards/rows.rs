//! The ways to read lines as the rows of a board, with or without its size before them.

use std::io::BufRead;

use super::form::BoardForm;
use super::line::{Line, Page};
use super::options::BoardOptions;
use super::plain::Candidate;
use super::row::Row;
use super::sketch::{Layout, Sketch, number};
use super::span::Symbol;
use crate::board::{MAX_CELLS, Shape};
use crate::notation::Place;

/// The most rows of any board: those of one with two columns.
const MOST_ROWS: usize = MAX_CELLS / 2;

/// A line with the size of the board that follows.
#[derive(Clone, Debug)]
pub(super) struct Header {
    form: BoardForm,
    rows: usize,
    columns: usize,
    place: Place,
    /// A second number that says nothing of the board.
    dropped: Option<String>,
}

impl Header {
    /// The header that a line may be: a number, also with a negative one after it, or two numbers.
    pub(super) fn of(line: &Row) -> Option<Self> {
        let side = |text: &str| number(text).map(|n| n as usize).filter(|n| (1..=MOST_ROWS).contains(n));
        let header =
            |form, rows, columns, dropped| Some(Self { form, rows, columns, place: line.place, dropped });
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

fn line_at<R: BufRead>(page: &mut Page<R>, ahead: usize) -> Option<&Line> {
    page.line(ahead).filter(|line| line.fault.is_none())
}

/// The board whose size the next line gives.
pub(super) fn sized<R: BufRead>(page: &mut Page<R>, header: Header, has_comment: bool) -> Option<Candidate> {
    let cells = header.rows * header.columns;
    let mut has_comment = has_comment || page.line(0).is_some_and(Line::has_comment);
    let mut rows: Vec<Row> = Vec::new();
    let (mut lines, mut ahead, mut found) = (1, 1, 0);
    while found < cells {
        let Some(line) = line_at(page, ahead) else { break };
        ahead += 1;
        if line.content().is_empty() {
            has_comment |= line.has_comment();
            continue;
        }
        let row = Row::of(line.content(), Some(header.columns));
        // Tiles may be split into lines at will, but once there are rows there are no more than there should be, and
        // a number alone is the size of the next board.
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
        if is_first && header.form == BoardForm::RowsColumns && found != header.columns {
            return None;
        }
    }
    let is_forty_two = has_comment && header.form == BoardForm::Princeton;
    let form = if is_forty_two { BoardForm::FortyTwo } else { header.form };
    let is_gapless = !rows.is_empty() && rows.iter().all(|row| row.is_gapless);
    let rows: Vec<Vec<Symbol>> = rows.into_iter().map(|row| row.symbols).collect();
    let layout = Layout::Sized(header.rows, header.columns);
    let sketch = Sketch { form, layout, rows, is_gapless, label: header.dropped, place: header.place };
    Some(Candidate::new(sketch, lines))
}

/// The most rows from the next line on that are a whole board. No line is taken after the first that can't belong to it.
pub(super) fn whole_grid<R: BufRead>(
    page: &mut Page<R>,
    first: &Row,
    options: &BoardOptions,
) -> Option<Candidate> {
    let width = first.width();
    if width < 2 || 2 * width > MAX_CELLS {
        return None;
    }
    let mut rows = vec![first.clone()];
    let mut best = None;
    let mut ahead = 1;
    while (rows.len() + 1) * width <= MAX_CELLS {
        let Some(line) = line_at(page, ahead).filter(|line| !line.is_empty()) else { break };
        ahead += 1;
        if line.is_comment() {
            continue;
        }
        let row = Row::of(line.content(), first.is_gapless.then_some(width));
        let is_new = |symbol: &Symbol| {
            symbol.text.is_empty() || !rows.iter().flat_map(|row| &row.symbols).any(|s| s.text == symbol.text)
        };
        let fits = row.width() == width && row.is_gapless == first.is_gapless;
        if !fits || !row.symbols.iter().all(is_new) {
            break;
        }
        rows.push(row);
        let candidate = grid(&rows, ahead);
        if candidate.sketch.judge(options).is_ok() {
            best = Some(candidate);
        }
    }
    let best = best?;
    let cells = best.sketch.rows.len() * width;
    let is_cut_off = |next: Row| options.shape.is_none() && continues(&next, first, cells);
    (!row_at(page, best.lines).is_some_and(is_cut_off)).then_some(best)
}

/// The next line that is not all comment, from so many lines ahead on; none at a blank line.
pub(super) fn row_at<R: BufRead>(page: &mut Page<R>, mut ahead: usize) -> Option<Row> {
    while line_at(page, ahead)?.is_comment() {
        ahead += 1;
    }
    let line = line_at(page, ahead).filter(|line| !line.is_empty())?;
    Some(Row::of(line.content(), None))
}

/// Does a row belong to what seems to be a whole board of so many cells? It does if it is as wide, and at least half of it
/// are tiles that such a board does not have: then the board is a larger one, and has a fault.
pub(super) fn continues(next: &Row, first: &Row, cells: usize) -> bool {
    let number = |symbol: &Symbol| match next.is_gapless {
        true => symbol.text.chars().next().and_then(|c| c.to_digit(36)),
        false => number(&symbol.text),
    };
    let is_beyond = |symbol: &&Symbol| number(symbol).is_some_and(|number| number as usize >= cells);
    let beyond = next.symbols.iter().filter(is_beyond).count();
    next.width() == first.width() && next.is_gapless == first.is_gapless && 2 * beyond >= next.width()
}

/// The rows that are likeliest a board, though none of them are one.
pub(super) fn faulty_grid<R: BufRead>(page: &mut Page<R>, first: &Row, options: &BoardOptions) -> Candidate {
    let width = first.width();
    let mut rows = vec![(first.clone(), 1)];
    let mut ahead = 1;
    while rows.len() <= MOST_ROWS {
        let Some(line) = line_at(page, ahead).filter(|line| !line.is_empty()) else { break };
        ahead += 1;
        if line.is_comment() {
            continue;
        }
        let row = Row::of(line.content(), first.is_gapless.then_some(width));
        if row.width() == 1 && rows.len() > 1 {
            break;
        }
        rows.push((row, ahead));
    }
    // Squares are written most, and often without lines between them.
    let are_squares = rows.len().is_multiple_of(width.max(2));
    let fits = rows.len() * width <= MAX_CELLS;
    let usual = if fits && !are_squares { rows.len() } else { width.max(2) };
    let likely = options.shape.map_or(usual, Shape::rows);
    rows.truncate(likely);
    let lines = rows.last().map_or(1, |(_, lines)| *lines);
    let rows: Vec<Row> = rows.into_iter().map(|(row, _)| row).collect();
    grid(&rows, lines)
}

fn grid(rows: &[Row], lines: usize) -> Candidate {
    let place = rows.first().map_or(Place { line: 1, column: 1 }, |row| row.place);
    let is_gapless = rows.iter().all(|row| row.is_gapless);
    let symbols = rows.iter().map(|row| row.symbols.clone()).collect();
    let sketch = Sketch::of_rows(BoardForm::Grid, symbols, place);
    Candidate::new(if is_gapless { sketch.gapless() } else { sketch }, lines)
}
