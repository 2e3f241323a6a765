//! The channel that carries a batch's answers from the worker thread to the connection.
//!
//! It holds few pieces, so a client that reads slowly blocks the writer, at most until the batch's
//! deadline. The thread is free by then, however the answers are read.
//!
//! An answer may be hundreds of times as long as its line, so the answers have a maximum size too.

use std::io::{self, Write};
use std::task::{Context, Poll, ready};

use hyper::body::Bytes;
use tokio::runtime::Handle;
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::time::{Instant, sleep_until};

use super::shutdown::unless;

/// Capacity of the channel, in pieces.
const PIECES: usize = 4;

/// Creates both ends. Pieces not sent by `until`, and those after the first `most_bytes` bytes, are
/// cut off.
pub(super) fn answers(until: Instant, most_bytes: usize) -> (AnswerSender, AnswerReceiver) {
    let (sender, receiver) = channel(PIECES);
    (
        AnswerSender { sender, until, bytes_left: most_bytes },
        AnswerReceiver { pieces: receiver, is_whole: false },
    )
}

#[derive(Debug)]
enum Piece {
    Some(Bytes),
    Last,
}

/// The writing end, for a thread that may block.
///
/// Dropping it before [`Self::end`] marks the answers as incomplete.
#[derive(Debug)]
pub(super) struct AnswerSender {
    sender: Sender<Piece>,
    until: Instant,
    bytes_left: usize,
}

impl AnswerSender {
    /// Marks the answers as complete.
    pub(super) fn end(self) -> io::Result<()> {
        self.send(Piece::Last)
    }

    fn send(&self, piece: Piece) -> io::Result<()> {
        match Handle::current().block_on(unless(sleep_until(self.until), self.sender.send(piece))) {
            Ok(sent) => sent.map_err(|_left| io::ErrorKind::BrokenPipe.into()),
            Err(()) => Err(io::ErrorKind::TimedOut.into()),
        }
    }
}

impl Write for AnswerSender {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let left = self.bytes_left.checked_sub(bytes.len());
        self.bytes_left = left.ok_or(io::ErrorKind::FileTooLarge)?;
        self.send(Piece::Some(Bytes::copy_from_slice(bytes)))?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The reading end.
#[derive(Debug)]
pub(super) struct AnswerReceiver {
    pieces: Receiver<Piece>,
    is_whole: bool,
}

impl AnswerReceiver {
    /// Polls for the next piece; `None` at the end.
    ///
    /// Incomplete answers end with an error, so that no client takes them for complete.
    pub(super) fn poll_next(&mut self, context: &mut Context<'_>) -> Poll<Option<io::Result<Bytes>>> {
        if self.is_whole {
            return Poll::Ready(None);
        }
        Poll::Ready(match ready!(self.pieces.poll_recv(context)) {
            Some(Piece::Some(bytes)) => Some(Ok(bytes)),
            Some(Piece::Last) => {
                self.is_whole = true;
                None
            }
            None => Some(Err(io::ErrorKind::UnexpectedEof.into())),
        })
    }
}
