//! Joins the lines of drawn boards, so that a drawing is one line of a batch.

use std::io::{self, BufRead, Read};

use tilebase::notation::Lines;

use super::MAX_LINE_BYTES;

/// An input in which the lines of each drawn board are one line, with carriage returns between
/// them. Empty lines follow, so that later lines keep their numbers.
///
/// Only the line after a drawing shows that it is complete: three rows with the tiles 0 to 8 may
/// begin a board of 4x3. The same holds for a single line with a bar or dashes. So a program that
/// waits for each answer must send an empty line after a drawing.
pub(crate) struct JoinedDrawings<R> {
    input: R,
    /// Text that has arrived and is not joined yet.
    held: Vec<u8>,
    /// Length of the whole lines in the held text.
    whole: usize,
    /// Joined text, and the number of bytes that have been consumed.
    ready: Vec<u8>,
    consumed: usize,
    /// Whether the held text continues an overlong line.
    is_within_line: bool,
    has_ended: bool,
}

impl<R: BufRead> JoinedDrawings<R> {
    pub(crate) fn new(input: R) -> Self {
        let (held, ready) = (Vec::new(), Vec::new());
        Self { input, held, whole: 0, ready, consumed: 0, is_within_line: false, has_ended: false }
    }

    /// Moves whole lines from the held text to the ready text.
    fn join(&mut self) {
        let whole = if self.has_ended { self.held.len() } else { self.whole };
        let mut rest = &self.held[..whole];
        // Fast path: large files rarely have drawings.
        if !rest.iter().copied().any(Lines::may_be_drawn) && !rest.is_empty() {
            self.ready.extend_from_slice(rest);
            self.is_within_line = false;
            rest = &[];
        }
        while !rest.is_empty() {
            let (lines, is_open) = match self.is_within_line {
                true => (0, false),
                false => Lines::of_drawing(lines_of(rest)),
            };
            // Neither a long drawing nor an endless line after it must fill the memory.
            let is_short = rest.len() + self.held.len() - whole <= MAX_LINE_BYTES;
            if is_open && is_short && !self.has_ended {
                break;
            }
            let last = lines.saturating_sub(1);
            let mut taken = 0;
            for (nth, line) in lines_of(rest).take(last + 1).enumerate() {
                taken += line.len();
                self.ready.extend_from_slice(if nth < last { line.trim_ascii_end() } else { line });
                if nth < last {
                    self.ready.push(b'\r');
                }
            }
            self.ready.extend(std::iter::repeat_n(b'\n', last));
            self.is_within_line = false;
            rest = &rest[taken..];
        }
        self.whole = rest.len();
        self.held.drain(..whole - rest.len());
        if self.whole == 0 && self.held.len() > MAX_LINE_BYTES {
            self.ready.append(&mut self.held);
            self.is_within_line = true;
        }
    }
}

/// The lines of a text, with their endings.
fn lines_of(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split_inclusive(|byte| *byte == b'\n')
}

impl<R: BufRead> BufRead for JoinedDrawings<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.consumed == self.ready.len() {
            self.ready.clear();
            self.consumed = 0;
        }
        while self.ready.is_empty() && !self.has_ended {
            let arrived = self.input.fill_buf()?;
            let len = arrived.len();
            let line_end = arrived.iter().rposition(|byte| *byte == b'\n');
            if let Some(end) = line_end {
                self.whole = self.held.len() + end + 1;
            }
            self.held.extend_from_slice(arrived);
            self.input.consume(len);
            self.has_ended = len == 0;
            // The beginning of a line changes nothing, unless it is too long.
            if line_end.is_some() || self.has_ended || self.held.len() > MAX_LINE_BYTES {
                self.join();
            }
        }
        Ok(&self.ready[self.consumed..])
    }

    fn consume(&mut self, bytes: usize) {
        self.consumed += bytes;
    }
}

impl<R: BufRead> Read for JoinedDrawings<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(into)?;
        self.consume(read);
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::BufReader;

    fn joined(text: &str, capacity: usize) -> String {
        let input = BufReader::with_capacity(capacity, text.as_bytes());
        io::read_to_string(JoinedDrawings::new(input)).unwrap()
    }

    #[test]
    fn drawings_are_joined_and_lines_keep_their_numbers() {
        let plain = "638541720\n\n# 1|2\n1234-5678\r\n1 2 3\nx|y\n-----\n12-3\n1-23\n";
        let frame = "+---+---+\n| 1 | 2 |\r\n+---+---+\n| 3 |   |\n+---+---+\n";
        let joined_frame = "+---+---+\r| 1 | 2 |\r+---+---+\r| 3 |   |\r+---+---+\n\n\n\n\n";
        for (text, expected) in [
            (plain.to_owned(), plain.to_owned()),
            (
                format!("{frame}{frame}1230\n{frame}"),
                format!("{joined_frame}{joined_frame}1230\n{joined_frame}"),
            ),
            ("1|2\n-+-\n3|0".to_owned(), "1|2\r-+-\r3|0\n\n".to_owned()),
            ("1-2-3\n4-5-6\n7-8-e\n\n1230\n".to_owned(), "1-2-3\r4-5-6\r7-8-e\n\n\n\n1230\n".to_owned()),
            ("1|2\nlast".to_owned(), "1|2\nlast".to_owned()),
        ] {
            for capacity in [1, 3, 16, 1 << 16] {
                assert_eq!(joined(&text, capacity), expected, "{capacity}: {text}");
            }
        }
    }

    #[test]
    fn a_plain_line_is_ready_at_once() {
        struct OneByOne<'a>(std::slice::Iter<'a, &'static str>);
        impl Read for OneByOne<'_> {
            fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
                self.0.next().map_or(Ok(0), |text| text.as_bytes().read(into))
            }
        }
        let parts = ["1230\n", "12", "03\n", "end"];
        let mut input = JoinedDrawings::new(BufReader::new(OneByOne(parts.iter())));
        for expected in ["1230\n", "1203\n", "end", ""] {
            let ready = input.fill_buf().unwrap();
            assert_eq!(ready, expected.as_bytes());
            let len = ready.len();
            input.consume(len);
        }
    }

    #[test]
    fn an_endless_line_is_passed_on() {
        let text = format!("|{}|\n1230\n", "7".repeat(3 * MAX_LINE_BYTES));
        for before in ["", "1|2\n", "1|2\n3|0\n", "+---+\n"] {
            let (drawing, lines) = (before.trim_end().replace('\n', "\r"), before.lines().count());
            let expected = match lines {
                2 => format!("{drawing}\n\n{text}"),
                _ => format!("{before}{text}"),
            };
            for capacity in [1 << 10, 1 << 16] {
                assert!(joined(&format!("{before}{text}"), capacity) == expected, "{capacity}: {before}");
            }
        }
    }

    /// A drawing with an endless line is passed on before it ends.
    #[test]
    fn an_endless_line_after_a_drawing_is_not_kept() {
        let mut input = JoinedDrawings::new(BufReader::new(b"1|2\n".chain(io::repeat(b'7'))));
        let mut passed = 0;
        while passed < 10 * MAX_LINE_BYTES {
            let len = input.fill_buf().unwrap().len();
            assert!(len <= 2 * MAX_LINE_BYTES);
            input.consume(len);
            passed += len;
        }
        assert!(input.held.capacity() + input.ready.capacity() <= 8 * MAX_LINE_BYTES);
    }
}
