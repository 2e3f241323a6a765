//! Buffers the lines ahead of a reader, and finds comments.

use std::borrow::Cow;
use std::collections::VecDeque;
use std::io::BufRead;

use super::symbols::{Span, is_bar};
use crate::board::{Board, Shape};
use crate::notation::digits::with_ascii_digits;
use crate::notation::error::{ReadError, TextPosition};
use crate::notation::lines::Lines;

/// A line.
#[derive(Clone, Debug)]
pub(super) struct Line {
    number: usize,
    text: String,
    /// The byte at which the comment begins.
    end: usize,
    /// The error, if the line could not be read as text.
    pub(super) fault: Option<ReadError>,
}

impl Line {
    fn new(number: usize, read: Result<String, ReadError>) -> Self {
        match read {
            Ok(text) => {
                let replaced = match with_ascii_digits(&text) {
                    Cow::Owned(replaced) => Some(replaced),
                    Cow::Borrowed(_) => None,
                };
                let text = replaced.unwrap_or(text);
                let end = without_comment(&text).len();
                Self { number, text, end, fault: None }
            }
            Err(error) => Self { number, text: String::new(), end: 0, fault: Some(error) },
        }
    }

    /// The line without its comment.
    pub(super) fn content(&self) -> Span<'_> {
        Span { text: &self.text[..self.end], position: TextPosition { line: self.number, column: 1 } }
    }

    pub(super) fn has_comment(&self) -> bool {
        self.text[self.end..].starts_with('#')
    }

    /// Whether the line is blank and has no comment.
    pub(super) fn is_empty(&self) -> bool {
        self.fault.is_none() && self.text.trim().is_empty()
    }

    /// Whether the line has only a comment.
    pub(super) fn is_comment(&self) -> bool {
        self.end < self.text.len() && self.text[..self.end].trim().is_empty()
    }
}

/// The lines ahead of a reader, read on demand.
#[derive(Debug)]
pub(super) struct Lookahead<R> {
    lines: Lines<R>,
    ahead: VecDeque<Line>,
    /// The I/O error that ended the input.
    pub(super) failure: Option<ReadError>,
}

impl<R: BufRead> Lookahead<R> {
    pub(super) const fn new(input: R) -> Self {
        Self { lines: Lines::new(input), ahead: VecDeque::new(), failure: None }
    }

    /// The line `ahead` lines after the next one; reads it if necessary.
    pub(super) fn line(&mut self, ahead: usize) -> Option<&Line> {
        while self.ahead.len() <= ahead {
            match self.lines.next()? {
                Err(error) if error.input_failure().is_some() => self.failure = Some(error),
                read => self.ahead.push_back(Line::new(self.lines.number(), read)),
            }
        }
        self.ahead.get(ahead)
    }

    /// Like [`line`](Self::line), but `None` if the line is not text.
    pub(super) fn text_line(&mut self, ahead: usize) -> Option<&Line> {
        self.line(ahead).filter(|line| line.fault.is_none())
    }

    pub(super) fn skip(&mut self, lines: usize) {
        self.ahead.drain(..lines.min(self.ahead.len()));
    }
}

/// The beginning of `Minimum number of moves = 4`, which Princeton's assignment prints above a
/// path. It is skipped, since the boards have the same information.
const HEADING: &str = "Minimum number of moves =";

/// Strips a comment, which begins with `#`. Some `#` are blanks instead: in quotes, alone between
/// commas, brackets, or bars, or within digits that form a board with it (`1234#5678`).
pub(super) fn without_comment(line: &str) -> &str {
    if line.trim_start().starts_with(HEADING) {
        return "";
    }
    let begins_comment = |(at, _): &(usize, &str)| !is_blank_at(line, *at);
    line.match_indices('#').find(begins_comment).map_or(line, |(at, _)| &line[..at])
}

fn is_blank_at(line: &str, at: usize) -> bool {
    let (before, after) = (&line[..at], &line[at + 1..]);
    let quoted = ['\'', '"'].iter().any(|quote| before.ends_with(*quote) && after.starts_with(*quote));
    let opened = before.trim_end().ends_with(|c| is_bar(c) || ",[({".contains(c));
    let next = after.trim_start();
    let closed = next.is_empty() || next.starts_with(|c| is_bar(c) || ",])}".contains(c));
    quoted || (opened && closed) || is_within_digits(line, at)
}

fn is_within_digits(line: &str, at: usize) -> bool {
    let start = at - line[..at].rsplit(char::is_whitespace).next().map_or(0, str::len);
    let word = line[start..].split_whitespace().next().unwrap_or_default();
    // Longer words are not checked: they can't be boards, and lines may be long.
    if start == at || word.len() > 64 {
        return false;
    }
    let symbols: Vec<char> = word.chars().filter(|c| !matches!(c, '/' | '\\')).collect();
    let number = |c: &char| if *c == '#' { Some(0) } else { c.to_digit(36) };
    let numbers: Option<Vec<u32>> = symbols.iter().map(number).collect();
    let is_board = |shape| numbers.as_ref().is_some_and(|numbers| Board::new(shape, numbers).is_ok());
    Shape::squarest(symbols.len()).is_some_and(is_board)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hash_is_a_blank_only_where_it_is_not_a_comment() {
        for (line, content) in [
            ("# 1 2 3", ""),
            ("3# size", "3"),
            ("1 2 3 # 4", "1 2 3 "),
            ("1,2,3,0#optimal:6", "1,2,3,0"),
            ("1,2,#,3 # x", "1,2,#,3 "),
            ("[1, 2, 3, #]", "[1, 2, 3, #]"),
            ("['1', '#', '2', '3']", "['1', '#', '2', '3']"),
            ("1234#5678 # five", "1234#5678 "),
            ("\u{a0}1234#5678", "\u{a0}1234#5678"),
            ("123/4#5/678", "123/4#5/678"),
            ("#12345678", ""),
            ("123456780#", "123456780"),
            ("1 2 # 3", "1 2 "),
            ("Minimum number of moves = 4", ""),
        ] {
            assert_eq!(without_comment(line), content, "{line}");
        }
    }
}
