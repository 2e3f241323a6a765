//! Boards in brackets: Python lists and tuples, JSON arrays, and arrays in braces, each one board
//! or a list of boards. The brackets are parsed first; then their nesting decides what is a board,
//! a row, or a tile.

use std::io::BufRead;

use super::form::BoardForm;
use super::lookahead::Lookahead;
use super::options::{BoardOptions, BoardRead};
use super::reading::Reading;
use super::readings::{Consumed, gapless_form, of_other_form};
use super::symbols::{Span, Symbol};
use crate::board::{MAX_CELLS, Shape};
use crate::notation::error::{ReadError, TextPosition, shorten};
use crate::notation::lines::Lines;

/// Maximum nesting: boards in a list, rows in a board, tiles in a row.
const MAX_DEPTH: usize = 3;

/// A bracket with its content, or a symbol.
#[derive(Clone, Debug)]
enum Node {
    Symbol(Symbol),
    Bracket(Bracket),
}

/// A bracket with its content.
#[derive(Clone, Debug)]
struct Bracket {
    open: char,
    position: TextPosition,
    nodes: Vec<Node>,
    /// Whether no element has followed the opening bracket or the last comma.
    awaits_element: bool,
}

/// Parses brackets line by line until all are closed.
#[derive(Debug, Default)]
struct BracketReader {
    open: Vec<Bracket>,
    closed: Vec<Bracket>,
    has_single_quotes: bool,
}

const fn closing(open: char) -> char {
    match open {
        '[' => ']',
        '(' => ')',
        _ => '}',
    }
}

pub(super) const fn is_bracket(c: char) -> bool {
    matches!(c, '[' | '(' | '{' | ']' | ')' | '}')
}

const fn is_separator(c: char) -> bool {
    matches!(c, ',' | ';')
}

/// An error for text outside brackets.
pub(super) fn beside_brackets(found: Span<'_>) -> ReadError {
    let found_text = shorten(found.text);
    ReadError::message(found.position, format!("expected nothing outside the brackets, found {found_text:?}"))
}

impl BracketReader {
    /// Whether every bracket is closed.
    fn is_complete(&self) -> bool {
        self.open.is_empty()
    }

    /// The error for an open bracket if the text ends here, or has exceeded the limit.
    fn unclosed(&self, at_end: bool) -> Option<ReadError> {
        let innermost = self.open.last()?;
        let expected = closing(innermost.open);
        let found = if at_end { "the end" } else { "no end of it within a megabyte" };
        let message = format!("expected {expected:?} to close this bracket, found {found}");
        Some(ReadError::message(innermost.position, message))
    }

    /// Parses the next line.
    fn read(&mut self, line: Span<'_>) -> Result<(), ReadError> {
        let mut rest = line.trim();
        while let Some(c) = rest.text.chars().next() {
            let after = rest.from(c.len_utf8());
            rest = match c {
                '[' | '(' | '{' => self.open(c, rest.position).map(|()| after)?,
                ']' | ')' | '}' => self.close(c, rest.position).map(|()| after)?,
                c if is_separator(c) => {
                    self.separate(rest.position);
                    after
                }
                _ => self.symbol(rest)?,
            }
            .trim();
        }
        Ok(())
    }

    fn open(&mut self, open: char, position: TextPosition) -> Result<(), ReadError> {
        if self.open.len() == MAX_DEPTH {
            let message = "expected tiles, found a bracket: boards in a list are three brackets deep at most";
            return Err(ReadError::message(position, message));
        }
        if let Some(outer) = self.open.last_mut() {
            outer.awaits_element = false;
        }
        self.open.push(Bracket { open, position, nodes: Vec::new(), awaits_element: true });
        Ok(())
    }

    fn close(&mut self, found: char, position: TextPosition) -> Result<(), ReadError> {
        let expected = self.open.last().map(|bracket| closing(bracket.open));
        match self.open.pop() {
            Some(mut bracket) if expected == Some(found) => {
                // The comma at the end of `[1,2,3,]` may be followed by an omitted element. If the
                // last element is a bracket, as in `[[1,2],[3,0],]`, this is a list of rows or
                // boards, and the comma has no meaning.
                let has_symbols = matches!(bracket.nodes.last(), Some(Node::Symbol(_)));
                if bracket.awaits_element && has_symbols {
                    bracket.nodes.push(Node::Symbol(Symbol::left_out(position, true)));
                }
                match self.open.last_mut() {
                    Some(outer) => outer.nodes.push(Node::Bracket(bracket)),
                    None => self.closed.push(bracket),
                }
                Ok(())
            }
            _ => {
                let expected = expected.map_or("an opening bracket".to_owned(), |c| format!("{c:?}"));
                Err(ReadError::message(position, format!("expected {expected}, found {found:?}")))
            }
        }
    }

    fn separate(&mut self, position: TextPosition) {
        if let Some(bracket) = self.open.last_mut() {
            if bracket.awaits_element {
                bracket.nodes.push(Node::Symbol(Symbol::left_out(position, false)));
            }
            bracket.awaits_element = true;
        }
    }

    fn symbol<'a>(&mut self, text: Span<'a>) -> Result<Span<'a>, ReadError> {
        let Some(bracket) = self.open.last_mut() else {
            return Err(beside_brackets(text));
        };
        let (symbol, rest) = text.symbol(|c| c.is_whitespace() || is_separator(c) || is_bracket(c));
        self.has_single_quotes |= text.text.starts_with('\'');
        bracket.nodes.push(Node::Symbol(symbol));
        bracket.awaits_element = false;
        Ok(rest)
    }
}

impl Bracket {
    /// The brackets directly within it, or `None` if it contains only symbols.
    fn inner(&self) -> Result<Option<Vec<&Self>>, ReadError> {
        let brackets: Vec<&Self> = self
            .nodes
            .iter()
            .filter_map(|node| match node {
                Node::Bracket(bracket) => Some(bracket),
                Node::Symbol(_) => None,
            })
            .collect();
        match brackets.len() {
            _ if self.nodes.is_empty() => {
                Err(ReadError::message(self.position, "expected tiles in the brackets, found none"))
            }
            0 => Ok(None),
            n if n == self.nodes.len() => Ok(Some(brackets)),
            _ => {
                let message = "expected either tiles or brackets within this bracket, found both";
                Err(ReadError::message(self.position, message))
            }
        }
    }

    /// The symbols directly within it.
    fn symbols(&self) -> Vec<Symbol> {
        let symbol = |node: &Node| match node {
            Node::Symbol(symbol) => Some(symbol.clone()),
            Node::Bracket(_) => None,
        };
        self.nodes.iter().filter_map(symbol).collect()
    }
}

/// Reads the list that begins in the next line, `skipped` bytes from its start.
pub(super) fn read_list<R: BufRead>(
    lookahead: &mut Lookahead<R>,
    skipped: usize,
    label: Option<&str>,
    options: &BoardOptions,
) -> Consumed {
    let mut reader = BracketReader::default();
    let (mut lines, mut bytes) = (0, 0);
    while let Some(line) = lookahead.line(lines) {
        if line.fault.is_some() {
            break;
        }
        let content = line.content();
        let content = if lines == 0 { content.from(skipped) } else { content };
        bytes += content.text.len();
        lines += 1;
        if let Err(error) = reader.read(content) {
            return Consumed::failed(lines, error);
        }
        if reader.is_complete() || bytes > Lines::MAX_BYTES {
            break;
        }
    }
    if let Some(error) = reader.unclosed(bytes <= Lines::MAX_BYTES) {
        return Consumed::failed(lines, error);
    }
    let list = List { is_python: reader.has_single_quotes, options };
    let mut outcomes = list.boards(&reader.closed.iter().collect::<Vec<_>>());
    if let (Some(label), Some(Ok(read))) = (label, outcomes.first_mut()) {
        read.label = Some(label.to_owned());
    }
    Consumed { lines, outcomes }
}

/// Interprets the brackets of a text.
#[derive(Clone, Copy)]
struct List<'a> {
    is_python: bool,
    options: &'a BoardOptions,
}

impl List<'_> {
    /// Interprets adjacent brackets as the rows of one board, or as boards.
    fn boards(self, brackets: &[&Bracket]) -> Vec<Result<BoardRead, ReadError>> {
        match brackets {
            [] => Vec::new(),
            [one] => self.boards_in(one),
            [first, ..] => match are_flat(brackets) {
                Ok(true) => self.rows_or_boards(first.open, first.position, brackets),
                Ok(false) => brackets.iter().flat_map(|bracket| self.boards_in(bracket)).collect(),
                Err(error) => vec![Err(error)],
            },
        }
    }

    fn boards_in(self, bracket: &Bracket) -> Vec<Result<BoardRead, ReadError>> {
        let inner = match bracket.inner() {
            Ok(Some(inner)) => inner,
            Ok(None) => return vec![self.to_board(&self.flat_board(bracket))],
            Err(error) => return vec![Err(error)],
        };
        match are_flat(&inner) {
            Ok(true) => self.rows_or_boards(bracket.open, bracket.position, &inner),
            Ok(false) => inner.iter().flat_map(|bracket| self.boards_in(bracket)).collect(),
            Err(error) => vec![Err(error)],
        }
    }

    /// Interprets lists of tiles as the rows of a board, as in `[[1,2],[3,0]]`, or as boards, as in
    /// `[[1,2,3,0],[3,1,2,0]]`. A row is never a whole board, so at most one interpretation is
    /// valid.
    fn rows_or_boards(
        self,
        open: char,
        position: TextPosition,
        lists: &[&Bracket],
    ) -> Vec<Result<BoardRead, ReadError>> {
        let tiles: usize = lists.iter().map(|list| list.nodes.len()).sum();
        let rows = lists.iter().map(|list| list.symbols()).collect();
        let as_rows = self.to_board(&Reading::of_rows(self.form(open, true), rows, position));
        if as_rows.is_ok() {
            return vec![as_rows];
        }
        let as_boards: Vec<_> = lists.iter().map(|list| self.to_board(&self.flat_board(list))).collect();
        let may_be_rows = tiles <= MAX_CELLS && Shape::new(lists.len(), tiles / lists.len()).is_ok();
        if as_boards.iter().any(Result::is_ok) || !may_be_rows { as_boards } else { vec![as_rows] }
    }

    fn flat_board(self, list: &Bracket) -> Reading {
        let (symbols, position) = (list.symbols(), list.position);
        match symbols.as_slice() {
            // `[123456780]`: digits without separators, whose form does not depend on the brackets.
            [one] if one.text.chars().nth(1).is_some() => {
                let symbols = Span { text: &one.text, position: one.position }.characters();
                Reading::flat(gapless_form(symbols.len()), symbols, position).gapless()
            }
            _ => Reading::flat(self.form(list.open, false), symbols, position),
        }
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
        // A list of numbers is valid in both Python and JSON.
        self.options.form.filter(|form| form.covers(seen)).unwrap_or(seen)
    }

    fn to_board(self, reading: &Reading) -> Result<BoardRead, ReadError> {
        match self.options.form {
            Some(expected) if expected != reading.form => Err(of_other_form(expected, reading)),
            _ => reading.to_board(self.options),
        }
    }
}

/// Whether none of the brackets contains brackets.
fn are_flat(brackets: &[&Bracket]) -> Result<bool, ReadError> {
    for bracket in brackets {
        if bracket.inner()?.is_some() {
            return Ok(false);
        }
    }
    Ok(true)
}
