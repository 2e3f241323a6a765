//! The lines of a batch, from the connection that they arrive on to the thread that reads them.
//!
//! What has arrived is kept until it is read, so a client that sends all of its lines before it reads an answer is not
//! kept waiting, and neither is this side. Whoever feeds it bounds it.

use std::io::{self, BufRead, Read};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// The two ends.
pub(super) fn lines() -> (Arriving, Lines) {
    let shared = Arc::new(Shared::default());
    (Arriving(Arc::clone(&shared)), Lines { shared, taken: Vec::new(), read: 0 })
}

/// What has arrived.
#[derive(Debug, Default)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    bytes: Vec<u8>,
    end: Option<End>,
}

/// How it ended.
#[derive(Clone, Debug)]
enum End {
    Whole,
    Cut(&'static str),
}

impl Shared {
    /// Both ends only ever add bytes, take all of them, or set the end: a panic leaves nothing half done.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn change(&self, change: impl FnOnce(&mut State)) {
        change(&mut self.state());
        self.changed.notify_one();
    }
}

/// The end that lines arrive at. If it is dropped before the end, they are cut.
#[derive(Debug)]
pub(super) struct Arriving(Arc<Shared>);

impl Arriving {
    pub(super) fn push(&self, bytes: &[u8]) {
        self.0.change(|state| state.bytes.extend_from_slice(bytes));
    }

    /// All is there.
    pub(super) fn end(&self) {
        self.0.change(|state| state.end = Some(End::Whole));
    }

    /// No more will come, and something is missing, or is not wanted any more.
    pub(super) fn cut(&self, why: &'static str) {
        self.0.change(|state| state.end = Some(End::Cut(why)));
    }
}

impl Drop for Arriving {
    fn drop(&mut self) {
        self.0.change(|state| {
            state.end.get_or_insert(End::Cut("the connection was closed"));
        });
    }
}

/// The end that is read.
#[derive(Debug)]
pub(super) struct Lines {
    shared: Arc<Shared>,
    taken: Vec<u8>,
    read: usize,
}

impl BufRead for Lines {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.read == self.taken.len() {
            self.taken.clear();
            self.read = 0;
            let waiting = |state: &mut State| state.bytes.is_empty() && state.end.is_none();
            let state = self.shared.changed.wait_while(self.shared.state(), waiting);
            let mut state = state.unwrap_or_else(PoisonError::into_inner);
            // What was cut is of no use, even if some of it is there.
            if let Some(End::Cut(why)) = state.end {
                return Err(io::Error::new(io::ErrorKind::UnexpectedEof, why));
            }
            std::mem::swap(&mut self.taken, &mut state.bytes);
        }
        Ok(&self.taken[self.read..])
    }

    fn consume(&mut self, amount: usize) {
        self.read += amount;
    }
}

impl Read for Lines {
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
    fn what_is_pushed_is_read_in_order() {
        let (arriving, mut lines) = lines();
        let reader = thread::spawn(move || {
            let mut text = String::new();
            lines.read_to_string(&mut text).map(|_len| text)
        });
        let numbers: Vec<String> = (0..1000).map(|number| format!("{number}\n")).collect();
        numbers.iter().for_each(|number| arriving.push(number.as_bytes()));
        arriving.end();
        drop(arriving);
        assert_eq!(reader.join().unwrap().unwrap(), numbers.concat());
    }

    #[test]
    fn what_is_cut_does_not_pass_for_whole() {
        for why in [None, Some("too slow")] {
            let (arriving, mut lines) = lines();
            arriving.push(b"123");
            if let Some(why) = why {
                arriving.cut(why);
            }
            drop(arriving);
            let error = lines.read_to_end(&mut Vec::new()).unwrap_err();
            assert_eq!(error.to_string(), why.unwrap_or("the connection was closed"));
        }
    }
}
