//! Boards out of a text, one after the other.

use std::collections::VecDeque;
use std::io::BufRead;

use super::brackets::is_bracket;
use super::error::{BoardReadError, BoardReadReason, BracketTrouble, SeveralBoards};
use super::line::Page;
use super::list::read_list;
use super::options::{BoardOptions, BoardRead};
use super::plain::{Plain, read_plain, read_slashes};
use super::several::{label_and_board, several_boards};
use super::span::Span;
use crate::notation::{Place, shorten};

/// A board or what is wrong.
pub(super) type Outcome = Result<BoardRead, BoardReadError>;

/// What the next lines came to.
#[derive(Debug)]
pub(super) struct Taken {
    pub(super) lines: usize,
    pub(super) outcomes: Vec<Outcome>,
}

impl Taken {
    pub(super) fn failed(lines: usize, place: Place, reason: BoardReadReason) -> Self {
        Self { lines, outcomes: vec![Err(BoardReadError { place, reason })] }
    }
}

/// Reads the boards of a text one after the other, in any form, each form where it comes.
///
/// An iterator over boards and errors; after an error it goes on with what follows the faulty board. It takes lines as it
/// needs them, at most a board's ahead, and keeps no line and no list of more than a mebibyte.
///
/// Blank lines and comments (`#` and what follows) are passed over. Where lines can be read in several ways, the
/// one way that gives a whole board is taken, and of several such that with the most lines, since what is left of the
/// others would be no board. Two ways with as many lines are an error that names both.
///
/// ```
/// use tilebase::notation::{BoardForm, BoardOptions, Boards};
///
/// let text = "# two boards\n3\n1 2 3\n4 5 6\n7 8 0\n\n[[8, 6, 7], [2, 5, 4], [3, 0, 1]]\n";
/// let boards: Result<Vec<_>, _> = Boards::new(text.as_bytes(), BoardOptions::default()).collect();
/// let boards = boards?;
/// assert_eq!(boards[0].board.to_string(), "123456780");
/// assert_eq!((boards[0].line, boards[0].assumed.form), (2, BoardForm::FortyTwo));
/// assert_eq!(boards[1].board.to_string(), "867254301");
/// assert_eq!((boards[1].line, boards[1].assumed.form), (7, BoardForm::JsonRows));
/// # Ok::<(), tilebase::notation::BoardReadError>(())
/// ```
#[derive(Debug)]
pub struct Boards<R> {
    page: Page<R>,
    options: BoardOptions,
    ready: VecDeque<Outcome>,
    /// A comment stood before the next line.
    has_comment: bool,
    /// An index that nothing marks as one was dropped from an earlier line.
    has_dropped_index: bool,
}

impl<R: BufRead> Boards<R> {
    /// The boards of an input.
    pub const fn new(input: R, options: BoardOptions) -> Self {
        let page = Page::new(input);
        Self { page, options, ready: VecDeque::new(), has_comment: false, has_dropped_index: false }
    }

    /// Reads what the next line begins; nothing if the text is at its end.
    fn take(&mut self) -> Option<Taken> {
        loop {
            let line = self.page.line(0)?;
            if !line.is_empty() && !line.is_comment() {
                break;
            }
            self.has_comment |= line.has_comment();
            self.page.skip(1);
        }
        let line = self.page.line(0)?;
        if let Some((column, reason)) = line.fault.clone() {
            return Some(Taken::failed(1, Place { line: line.number, column }, reason));
        }
        let (content, place) = (line.content().text.to_owned(), line.content().place);
        let content = Span { text: &content, place };
        let (label, body) = split_label(content);
        let mut taken = match body.text.find(is_bracket) {
            Some(start) => self.take_list(label, body, content.text.len() - body.text.len(), start),
            None if body.text.contains(['/', '\\']) => read_slashes(unquoted(body), label, &self.options),
            None => {
                let body = unquoted(body);
                if let Some(several) = several_boards(body, &self.options) {
                    self.has_comment = false;
                    return Some(Taken::failed(1, body.trim().place, BoardReadReason::Several(several)));
                }
                let plain = Plain {
                    options: &self.options,
                    has_comment: self.has_comment,
                    has_dropped_index: self.has_dropped_index,
                };
                let (taken, has_dropped_index) = read_plain(&mut self.page, body, label, plain);
                let is_index = |outcome: &Outcome| self.several_of(outcome).is_none();
                self.has_dropped_index |= has_dropped_index && taken.outcomes.iter().all(is_index);
                taken
            }
        };
        self.has_comment = false;
        for outcome in &mut taken.outcomes {
            if let Some(several) = self.several_of(outcome) {
                let reason = BoardReadReason::Several(several);
                *outcome = Err(BoardReadError { place: content.trim().place, reason });
            }
        }
        Some(taken)
    }

    /// Refuses to drop a label that is a board: it may be the board that is meant.
    fn several_of(&self, outcome: &Outcome) -> Option<SeveralBoards> {
        outcome.as_ref().ok().and_then(|read| label_and_board(read, &self.options))
    }

    fn take_list(&mut self, label: Option<&str>, body: Span<'_>, skipped: usize, start: usize) -> Taken {
        let before = body.until(start).trim();
        let name = before.text.trim_end_matches('=').trim_end();
        if name.contains(|c: char| c.is_whitespace() || c == ',') || (label.is_some() && !name.is_empty()) {
            let trouble = BracketTrouble::Beside { found: shorten(before.text) };
            return Taken::failed(1, before.place, BoardReadReason::Brackets(trouble));
        }
        let label = label.or((!name.is_empty()).then_some(name));
        read_list(&mut self.page, skipped + start, label, &self.options)
    }
}

impl<R: BufRead> Iterator for Boards<R> {
    type Item = Result<BoardRead, BoardReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(outcome) = self.ready.pop_front() {
                return Some(outcome);
            }
            let Some(taken) = self.take() else {
                let error = self.page.failure.take()?;
                let place = Place { line: self.page.next_number(), column: 1 };
                let reason = BoardReadReason::Input { kind: error.kind(), message: error.to_string() };
                return Some(Err(BoardReadError { place, reason }));
            };
            self.page.skip(taken.lines);
            self.ready.extend(taken.outcomes);
        }
    }
}

/// A text without the quotes around the whole of it.
fn unquoted(text: Span<'_>) -> Span<'_> {
    let trimmed = text.trim();
    let within = |quote| {
        let within = trimmed.text.strip_prefix(quote)?.strip_suffix(quote)?;
        (!within.contains(quote) && !within.trim().is_empty()).then_some(trimmed.from(1).until(within.len()))
    };
    within('"').or_else(|| within('\'')).unwrap_or(text)
}

/// An index or a name before a board, marked by a colon, or by the only tab of the line; and the rest.
fn split_label(content: Span<'_>) -> (Option<&str>, Span<'_>) {
    let is_name =
        |name: &str| !name.is_empty() && !name.contains(|c| is_bracket(c) || ",;/\\\"'".contains(c));
    let colon = content.text.find(':').filter(|at| is_name(content.text[..*at].trim()));
    let tab = content.text.find('\t').filter(|at| {
        let (name, rest) = (content.text[..*at].trim(), &content.text[at + 1..]);
        // Without further gaps a tab may as well be the gap between two tiles.
        let is_list = rest.contains(|c| is_bracket(c) || c == '/' || c == '\\');
        let has_gaps = rest.trim().contains([' ', ',']) || is_list || rest.trim().len() >= 4;
        is_name(name) && !name.contains(' ') && !rest.contains('\t') && has_gaps
    });
    match colon.or(tab) {
        Some(at) if !content.from(at + 1).is_empty() => {
            (Some(content.text[..at].trim()), content.from(at + 1))
        }
        _ => (None, content),
    }
}

#[cfg(test)]
#[path = "reader_tests.rs"]
mod tests;
