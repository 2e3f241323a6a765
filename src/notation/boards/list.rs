//! Boards in brackets: Python lists and tuples, JSON arrays, arrays in braces; one board or a list of them.

use std::io::BufRead;

use super::brackets::{Bracket, BracketReader};
use super::error::{BoardReadError, BoardReadReason};
use super::form::BoardForm;
use super::line::{LONGEST_LINE_IN_BYTES, Page};
use super::options::BoardOptions;
use super::reader::{Outcome, Taken};
use super::sketch::Sketch;
use super::span::Symbol;
use crate::board::Shape;
use crate::notation::Place;

/// Reads the list that the next line begins, so many bytes from its start.
pub(super) fn read_list<R: BufRead>(
    page: &mut Page<R>,
    skipped: usize,
    label: Option<&str>,
    options: &BoardOptions,
) -> Taken {
    let mut reader = BracketReader::default();
    let (mut lines, mut bytes) = (0, 0);
    while let Some(line) = page.line(lines) {
        if line.fault.is_some() {
            break;
        }
        let content = line.content();
        let content = if lines == 0 { content.from(skipped) } else { content };
        bytes += content.text.len();
        lines += 1;
        if let Err((place, reason)) = reader.read(content) {
            return Taken::failed(lines, place, reason);
        }
        if reader.is_complete() {
            break;
        }
        if bytes > LONGEST_LINE_IN_BYTES {
            break;
        }
    }
    let at_end = bytes <= LONGEST_LINE_IN_BYTES;
    if let Some((place, reason)) = reader.unclosed(at_end) {
        return Taken::failed(lines, place, reason);
    }
    let list = List { is_python: reader.has_single_quotes, options };
    let mut outcomes = list.boards(&reader.closed.iter().collect::<Vec<_>>());
    if let (Some(label), Some(Ok(read))) = (label, outcomes.first_mut()) {
        read.assumed.label = Some(label.to_owned());
    }
    Taken { lines, outcomes }
}

/// How the lists of a text are read.
#[derive(Clone, Copy)]
struct List<'a> {
    is_python: bool,
    options: &'a BoardOptions,
}

impl List<'_> {
    /// The boards in brackets that stand side by side: rows of one board, or boards.
    fn boards(self, brackets: &[&Bracket]) -> Vec<Outcome> {
        match brackets {
            [] => Vec::new(),
            [one] => self.boards_in(one),
            [first, ..] => match flat(brackets) {
                Ok(Some(rows)) => self.rows_or_boards(first.open, first.place, &rows),
                Ok(None) => brackets.iter().flat_map(|bracket| self.boards_in(bracket)).collect(),
                Err(failure) => vec![failed(failure)],
            },
        }
    }

    fn boards_in(self, bracket: &Bracket) -> Vec<Outcome> {
        let inner = match bracket.inner() {
            Ok(Some(inner)) => inner,
            Ok(None) => {
                return vec![self.judge(&self.flat_board(bracket.open, bracket.symbols(), bracket.place))];
            }
            Err(failure) => return vec![failed(failure)],
        };
        match flat(&inner) {
            Ok(Some(rows)) => self.rows_or_boards(bracket.open, bracket.place, &rows),
            Ok(None) => inner.iter().flat_map(|bracket| self.boards_in(bracket)).collect(),
            Err(failure) => vec![failed(failure)],
        }
    }

    /// Lists of tiles are the rows of a board, or a board each. A board's rows are no boards, so that only one of the
    /// two can be right.
    fn rows_or_boards(self, open: char, place: Place, lists: &[Flat]) -> Vec<Outcome> {
        let tiles: usize = lists.iter().map(|(_, _, symbols)| symbols.len()).sum();
        let rows = || lists.iter().map(|(_, _, symbols)| symbols.clone()).collect();
        let as_rows = self.judge(&Sketch::of_rows(self.form(open, true), rows(), place));
        if as_rows.is_ok() {
            return vec![as_rows];
        }
        let sketches =
            lists.iter().map(|(open, place, symbols)| self.flat_board(*open, symbols.clone(), *place));
        let as_boards: Vec<Outcome> = sketches.map(|sketch| self.judge(&sketch)).collect();
        let may_be_rows = tiles <= 25 && Shape::new(lists.len(), tiles / lists.len()).is_ok();
        if as_boards.iter().any(Result::is_ok) || !may_be_rows { as_boards } else { vec![as_rows] }
    }

    fn flat_board(self, open: char, symbols: Vec<Symbol>, place: Place) -> Sketch {
        Sketch::flat(self.form(open, false), symbols, place)
    }

    fn form(self, open: char, has_rows: bool) -> BoardForm {
        let seen = match (open, has_rows) {
            ('[', false) if self.is_python => BoardForm::Python,
            ('[', true) if self.is_python => BoardForm::PythonRows,
            ('[', false) => BoardForm::Json,
            ('[', true) => BoardForm::JsonRows,
            ('(', false) => BoardForm::Tuple,
            ('(', true) => BoardForm::TupleRows,
            (_, false) => BoardForm::Braces,
            (_, true) => BoardForm::BracesRows,
        };
        // A list of numbers is one of Python and of JSON alike.
        self.options.form.filter(|form| form.covers(seen)).unwrap_or(seen)
    }

    fn judge(self, sketch: &Sketch) -> Outcome {
        match self.options.form {
            Some(expected) if expected != sketch.form => {
                let reason = BoardReadReason::OtherForm { expected, found: sketch.form };
                Err(BoardReadError { place: sketch.place, reason })
            }
            _ => sketch.judge(self.options),
        }
    }
}

type Flat = (char, Place, Vec<Symbol>);

/// The symbols of each bracket, if there are only symbols in all of them.
fn flat(brackets: &[&Bracket]) -> Result<Option<Vec<Flat>>, (Place, BoardReadReason)> {
    let mut lists = Vec::with_capacity(brackets.len());
    for bracket in brackets {
        match bracket.inner()? {
            None => lists.push((bracket.open, bracket.place, bracket.symbols())),
            Some(_) => return Ok(None),
        }
    }
    Ok(Some(lists))
}

fn failed((place, reason): (Place, BoardReadReason)) -> Outcome {
    Err(BoardReadError { place, reason })
}
