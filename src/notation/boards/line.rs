//! Lines of a text, as many at a time as are needed, none of them too long.

use std::collections::VecDeque;
use std::io::{self, BufRead, Read};

use super::comment::without_comment;
use super::error::BoardReadReason;
use super::span::Span;
use crate::notation::Place;

/// A line that is longer than this is no board, and is not kept in memory; nor is a list that is.
pub(super) const LONGEST_LINE_IN_BYTES: usize = 1 << 20;

/// One line.
#[derive(Clone, Debug)]
pub(super) struct Line {
    pub(super) number: usize,
    text: String,
    /// Where the comment begins, in bytes.
    end: usize,
    /// Why there is no text, and in which column.
    pub(super) fault: Option<(usize, BoardReadReason)>,
}

impl Line {
    fn new(number: usize, mut bytes: Vec<u8>) -> Self {
        let fault =
            |column, reason| Self { number, text: String::new(), end: 0, fault: Some((column, reason)) };
        if bytes.len() > LONGEST_LINE_IN_BYTES {
            return fault(1, BoardReadReason::LongLine { limit: LONGEST_LINE_IN_BYTES });
        }
        bytes.truncate(len_without_end(&bytes));
        match String::from_utf8(bytes) {
            Ok(text) => {
                let text = match text.strip_prefix('\u{feff}') {
                    // The mark that some editors begin a file with.
                    Some(rest) if number == 1 => rest.to_owned(),
                    _ => text,
                };
                let end = without_comment(&text).len();
                Self { number, text, end, fault: None }
            }
            Err(error) => {
                let valid = error.utf8_error().valid_up_to();
                let bytes = error.into_bytes();
                let before = String::from_utf8_lossy(&bytes[..valid]).chars().count();
                fault(before + 1, BoardReadReason::NotText { byte: bytes[valid] })
            }
        }
    }

    /// The line without its comment.
    pub(super) fn content(&self) -> Span<'_> {
        Span { text: &self.text[..self.end], place: Place { line: self.number, column: 1 } }
    }

    pub(super) fn has_comment(&self) -> bool {
        self.text[self.end..].starts_with('#')
    }

    /// Nothing stands there, not even a comment.
    pub(super) fn is_empty(&self) -> bool {
        self.fault.is_none() && self.text.trim().is_empty()
    }

    /// A comment and nothing else.
    pub(super) fn is_comment(&self) -> bool {
        self.end < self.text.len() && self.text[..self.end].trim().is_empty()
    }
}

/// The length of a line without its line feed and the carriage return before that.
fn len_without_end(line: &[u8]) -> usize {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    line.strip_suffix(b"\r").unwrap_or(line).len()
}

/// The lines ahead of a reader.
#[derive(Debug)]
pub(super) struct Page<R> {
    input: R,
    ahead: VecDeque<Line>,
    lines_read: usize,
    has_ended: bool,
    /// What ended the input too early.
    pub(super) failure: Option<io::Error>,
}

impl<R: BufRead> Page<R> {
    pub(super) const fn new(input: R) -> Self {
        Self { input, ahead: VecDeque::new(), lines_read: 0, has_ended: false, failure: None }
    }

    /// The line so many lines ahead; it is read now if it was not before.
    pub(super) fn line(&mut self, ahead: usize) -> Option<&Line> {
        while self.ahead.len() <= ahead && !self.has_ended {
            match self.read_line() {
                Ok(Some(bytes)) => {
                    self.lines_read += 1;
                    self.ahead.push_back(Line::new(self.lines_read, bytes));
                }
                Ok(None) => self.has_ended = true,
                Err(error) => {
                    self.has_ended = true;
                    self.failure = Some(error);
                }
            }
        }
        self.ahead.get(ahead)
    }

    /// The number of the line that comes next.
    pub(super) fn next_number(&self) -> usize {
        self.ahead.front().map_or(self.lines_read + 1, |line| line.number)
    }

    pub(super) fn skip(&mut self, lines: usize) {
        self.ahead.drain(..lines.min(self.ahead.len()));
    }

    /// The next line's bytes, with its end. Of a line that is too long, only so much is kept that it is seen to be.
    fn read_line(&mut self) -> io::Result<Option<Vec<u8>>> {
        let mut bytes = Vec::new();
        let limit = LONGEST_LINE_IN_BYTES as u64 + 2;
        self.input.by_ref().take(limit).read_until(b'\n', &mut bytes)?;
        if bytes.len() > LONGEST_LINE_IN_BYTES && !bytes.ends_with(b"\n") {
            self.skip_rest_of_line()?;
        }
        Ok((!bytes.is_empty()).then_some(bytes))
    }

    fn skip_rest_of_line(&mut self) -> io::Result<()> {
        loop {
            let arrived = match self.input.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                arrived => arrived?,
            };
            let (len, end) = (arrived.len(), arrived.iter().position(|byte| *byte == b'\n'));
            self.input.consume(end.map_or(len, |end| end + 1));
            if end.is_some() || len == 0 {
                return Ok(());
            }
        }
    }
}
