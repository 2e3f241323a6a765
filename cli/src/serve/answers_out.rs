//! The answers of a batch, from the thread that writes them to the connection that they leave by.
//!
//! Few pieces are on the way at a time: whoever writes waits for a client that takes its answers slowly, until the time of the
//! batch is over. So however they are taken, the thread is free by then.

use std::io::{self, Write};
use std::task::{Context, Poll, ready};

use hyper::body::Bytes;
use tokio::runtime::Handle;
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::time::{Instant, sleep_until};

use super::phase::unless;

/// So many pieces may be on the way.
const PIECES: usize = 4;

/// The two ends. What is not on the way at the given time is cut.
pub(super) fn answers(until: Instant) -> (Outgoing, Leaving) {
    let (sender, receiver) = channel(PIECES);
    (Outgoing { sender, until }, Leaving { pieces: receiver, is_whole: false })
}

#[derive(Debug)]
enum Piece {
    Some(Bytes),
    Last,
}

/// The end that is written to, from a thread that may wait. If it is dropped before [`Self::end`], the answers are cut.
#[derive(Debug)]
pub(super) struct Outgoing {
    sender: Sender<Piece>,
    until: Instant,
}

impl Outgoing {
    /// All was written.
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

impl Write for Outgoing {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.send(Piece::Some(Bytes::copy_from_slice(bytes)))?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The end that pieces leave by.
#[derive(Debug)]
pub(super) struct Leaving {
    pieces: Receiver<Piece>,
    is_whole: bool,
}

impl Leaving {
    /// The next piece; none at the end. What is cut ends with an error, so that nobody takes it for whole.
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
