//! Lines of untrusted text, with limits on length and encoding.

use std::io::{self, BufRead, Read};

use super::error::{Fault, ReadError, TextPosition};

/// Iterates over the lines of an input, without line endings (`\n` or `\r\n`) and without a leading
/// byte-order mark.
///
/// A line that is too long or not UTF-8 is an error with its place; the next line follows. An I/O
/// error ends the iteration. At most [`Lines::MAX_BYTES`] of a line are kept in memory.
///
/// ```
/// use tilebase::notation::Lines;
///
/// let mut lines = Lines::new(&b"\xef\xbb\xbf123456780\r\n12\xff\n"[..]);
/// assert_eq!(lines.next(), Some(Ok("123456780".to_owned())));
/// let error = lines.next().expect("a line").unwrap_err();
/// assert_eq!(error.to_string(), "line 2, column 3: expected UTF-8 text, found the byte 0xff");
/// assert_eq!(lines.next(), None);
/// ```
#[derive(Debug)]
pub struct Lines<R> {
    input: R,
    number: usize,
    /// The current line, including its ending.
    bytes: Vec<u8>,
    has_ended: bool,
}

impl Lines<()> {
    /// Maximum length of a line in bytes, without its ending: longer than any sensible line, and
    /// cheap to buffer.
    pub const MAX_BYTES: usize = 1 << 20;

    /// Decodes a line that was read elsewhere, with or without its ending. `number` is the line's
    /// number, from 1.
    ///
    /// ```
    /// use tilebase::notation::Lines;
    ///
    /// assert_eq!(Lines::text(1, b"123456780\r\n"), Ok("123456780"));
    /// assert!(Lines::text(1, &[b'7'; Lines::MAX_BYTES + 1]).is_err());
    /// ```
    ///
    /// # Errors
    /// [`ReadError`] if the line is too long or not UTF-8.
    pub fn text(number: usize, bytes: &[u8]) -> Result<&str, ReadError> {
        let line = bytes.strip_suffix(b"\n").unwrap_or(bytes);
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        if line.len() > Self::MAX_BYTES {
            let message = format!("expected a board, found a line of more than {} bytes", Self::MAX_BYTES);
            return Err(ReadError::message(TextPosition { line: number, column: 1 }, message));
        }
        match str::from_utf8(line) {
            Ok(text) if number == 1 => Ok(text.strip_prefix('\u{feff}').unwrap_or(text)),
            Ok(text) => Ok(text),
            Err(error) => {
                let (before, after) = line.split_at(error.valid_up_to());
                let column = String::from_utf8_lossy(before).chars().count() + 1;
                let message = format!("expected UTF-8 text, found the byte {:#04x}", after[0]);
                Err(ReadError::message(TextPosition { line: number, column }, message))
            }
        }
    }
}

impl<R: BufRead> Lines<R> {
    /// Creates an iterator over the lines of an input.
    pub const fn new(input: R) -> Self {
        Self { input, number: 0, bytes: Vec::new(), has_ended: false }
    }

    /// The number of the last line read; 0 at the beginning.
    pub const fn number(&self) -> usize {
        self.number
    }

    /// Reads the next line, including its ending, into `bytes`, and returns whether there is one.
    /// An overlong line is truncated but stays over the limit, so that it is recognized.
    fn read_line(&mut self) -> io::Result<bool> {
        self.bytes.clear();
        // Room for a line of maximum length with either ending.
        let limit = Lines::MAX_BYTES + b"\r\n".len();
        self.input.by_ref().take(limit as u64).read_until(b'\n', &mut self.bytes)?;
        if self.bytes.len() > Lines::MAX_BYTES && !self.bytes.ends_with(b"\n") {
            self.skip_rest_of_line()?;
        }
        Ok(!self.bytes.is_empty())
    }

    fn skip_rest_of_line(&mut self) -> io::Result<()> {
        loop {
            let arrived = match self.input.fill_buf() {
                // Retried after a signal, like `read_until` does.
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

impl<R: BufRead> Iterator for Lines<R> {
    type Item = Result<String, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.has_ended {
            return None;
        }
        match self.read_line() {
            Ok(false) => {
                self.has_ended = true;
                None
            }
            Ok(true) => {
                self.number += 1;
                Some(Lines::text(self.number, &self.bytes).map(str::to_owned))
            }
            Err(error) => {
                self.has_ended = true;
                let position = TextPosition { line: self.number + 1, column: 1 };
                Some(Err(ReadError::new(position, Fault::Input(error.kind(), error.to_string()))))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{BufReader, repeat};

    fn shown(input: impl Read) -> Vec<String> {
        let lines = Lines::new(BufReader::with_capacity(16, input));
        lines.map(|line| line.unwrap_or_else(|error| error.to_string())).collect()
    }

    #[test]
    fn line_endings_and_the_byte_order_mark_are_stripped() {
        assert_eq!(shown(&b"\xef\xbb\xbfa\r\n\n\xef\xbb\xbfb\rc\r\n\r"[..]), ["a", "", "\u{feff}b\rc", ""]);
        assert_eq!(shown(&b""[..]), [""; 0]);
        assert_eq!(shown("é\u{ff}".as_bytes()), ["éÿ"]);
    }

    #[test]
    fn a_faulty_line_has_a_place_and_reading_continues() {
        let long = repeat(b'7').take(3 << 20);
        let found = shown(long.chain(&b"\nb\n\xc3\xa9\xff\n"[..]));
        assert_eq!(
            found,
            [
                "line 1, column 1: expected a board, found a line of more than 1048576 bytes",
                "b",
                "line 3, column 2: expected UTF-8 text, found the byte 0xff"
            ]
        );
    }

    #[test]
    fn a_line_of_maximum_length_is_read_with_any_ending() {
        for end in ["", "\n", "\r\n"] {
            for (bytes, is_read) in [(1 << 20, true), ((1 << 20) + 1, false)] {
                let text = "7".repeat(bytes) + end + "\nnext";
                let text = if end.is_empty() { &text[..bytes] } else { text.as_str() };
                let lines: Vec<_> = Lines::new(text.as_bytes()).collect();
                assert_eq!((lines[0].is_ok(), lines.len()), (is_read, if end.is_empty() { 1 } else { 3 }));
            }
        }
    }

    #[test]
    fn an_io_error_is_the_last_item() {
        struct Broken;
        impl Read for Broken {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(io::ErrorKind::ConnectionReset.into())
            }
        }
        let mut lines = Lines::new(BufReader::new((&b"a\n"[..]).chain(Broken)));
        assert_eq!(lines.next(), Some(Ok("a".to_owned())));
        let error = lines.next().unwrap().unwrap_err();
        assert_eq!(error.input_failure(), Some(io::ErrorKind::ConnectionReset));
        assert_eq!((error.line(), lines.next()), (2, None));
    }
}
