//! A queue for a batch's lines, from the connection to the thread that reads them.
//!
//! It is unbounded, so neither side has to wait if a client sends all lines before it reads an
//! answer. The caller limits the total size.

use std::io::{self, BufRead, Read};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use crate::shell::lock;

/// Creates both ends.
pub(super) fn lines() -> (LineSender, LineReader) {
    let shared = Arc::new(Shared::default());
    (LineSender(Arc::clone(&shared)), LineReader { shared, taken: Vec::new(), read: 0 })
}

/// The state shared by both ends.
#[derive(Debug, Default)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    bytes: Vec<u8>,
    end: Option<InputEnd>,
}

/// How the input ended.
#[derive(Clone, Debug)]
enum InputEnd {
    Whole,
    Cut(&'static str),
}

impl Shared {
    /// Locks, ignoring poison: no update can be left half done.
    fn state(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }

    fn change(&self, change: impl FnOnce(&mut State)) {
        change(&mut self.state());
        // There is only one reader.
        self.changed.notify_one();
    }
}

/// The writing end. Dropping it before [`end`](Self::end) marks the lines as cut off.
#[derive(Debug)]
pub(super) struct LineSender(Arc<Shared>);

impl LineSender {
    pub(super) fn push(&self, bytes: &[u8]) {
        self.0.change(|state| state.bytes.extend_from_slice(bytes));
    }

    /// Marks the lines as complete.
    pub(super) fn end(&self) {
        self.0.change(|state| state.end = Some(InputEnd::Whole));
    }

    /// Marks the lines as cut off: something is missing or no longer wanted.
    pub(super) fn cut(&self, why: &'static str) {
        self.0.change(|state| state.end = Some(InputEnd::Cut(why)));
    }
}

impl Drop for LineSender {
    fn drop(&mut self) {
        self.0.change(|state| {
            state.end.get_or_insert(InputEnd::Cut("the connection was closed"));
        });
    }
}

/// The reading end.
#[derive(Debug)]
pub(super) struct LineReader {
    shared: Arc<Shared>,
    taken: Vec<u8>,
    read: usize,
}

impl BufRead for LineReader {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.read == self.taken.len() {
            self.taken.clear();
            self.read = 0;
            let waiting = |state: &mut State| state.bytes.is_empty() && state.end.is_none();
            let state = self.shared.changed.wait_while(self.shared.state(), waiting);
            let mut state = state.unwrap_or_else(PoisonError::into_inner);
            // Incomplete input is useless, so report the error even if bytes are left.
            if let Some(InputEnd::Cut(why)) = state.end {
                return Err(io::Error::new(io::ErrorKind::UnexpectedEof, why));
            }
            // Take all bytes at once, and leave the empty buffer for the next ones.
            std::mem::swap(&mut self.taken, &mut state.bytes);
        }
        Ok(&self.taken[self.read..])
    }

    fn consume(&mut self, amount: usize) {
        self.read += amount;
    }
}

impl Read for LineReader {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(into)?;
        self.consume(read);
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;

    #[test]
    fn pushed_lines_are_read_in_order() {
        let (line_sender, mut lines) = lines();
        let reader = thread::spawn(move || {
            let mut text = String::new();
            lines.read_to_string(&mut text).map(|_len| text)
        });
        let numbers: Vec<String> = (0..1000).map(|number| format!("{number}\n")).collect();
        numbers.iter().for_each(|number| line_sender.push(number.as_bytes()));
        line_sender.end();
        drop(line_sender);
        assert_eq!(reader.join().unwrap().unwrap(), numbers.concat());
    }

    #[test]
    fn truncated_input_is_an_error() {
        for why in [None, Some("too slow")] {
            let (line_sender, mut lines) = lines();
            line_sender.push(b"123");
            if let Some(why) = why {
                line_sender.cut(why);
            }
            drop(line_sender);
            let error = lines.read_to_end(&mut Vec::new()).unwrap_err();
            assert_eq!(error.to_string(), why.unwrap_or("the connection was closed"));
        }
    }
}
