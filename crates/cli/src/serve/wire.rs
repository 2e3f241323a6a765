//! A connection's byte stream: counted, and closed if the client reads too slowly.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::{Duration, Instant};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Sleep, sleep};

use super::metrics::Metrics;
use super::write_deadline::WriteDeadline;

/// How long input is still drained after the last answer.
///
/// Closing at once would reset the connection, and the client could lose the answer.
const LINGER: Duration = Duration::from_secs(2);

/// A connection's byte stream.
#[derive(Debug)]
pub(super) struct Wire {
    stream: TcpStream,
    metrics: Arc<Metrics>,
    write_deadline: WriteDeadline,
    /// Runs while the client reads nothing, and after the last answer while input is drained.
    alarm: Option<Pin<Box<Sleep>>>,
    has_ended: bool,
}

impl Wire {
    /// Wraps a stream whose client may stall for `most` while reading.
    pub(super) fn new(stream: TcpStream, metrics: Arc<Metrics>, most: Duration) -> Self {
        // Answers are sent in one piece, so Nagle's algorithm would only delay them. Optional.
        let _slower = stream.set_nodelay(true);
        Self { stream, metrics, write_deadline: WriteDeadline::new(most), alarm: None, has_ended: false }
    }

    /// Waits for the first byte. Returns false if the client closes the connection instead.
    pub(super) async fn begins(&self) -> bool {
        // Readiness alone is not enough: a new connection counts as ready until it is read from.
        self.stream.peek(&mut [0]).await.is_ok_and(|bytes| bytes > 0)
    }

    /// Handles the result of a write; fails if it has waited too long.
    fn written(
        &mut self,
        wrote: Poll<io::Result<usize>>,
        context: &mut Context<'_>,
    ) -> Poll<io::Result<usize>> {
        if let Poll::Ready(wrote) = wrote {
            self.alarm = None;
            if let Ok(bytes) = wrote {
                self.write_deadline.took(bytes, Instant::now());
                self.metrics.sent.add(bytes as u64);
            }
            return Poll::Ready(wrote);
        }
        if let Some(left) = self.write_deadline.waits(Instant::now()) {
            self.alarm = Some(Box::pin(sleep(left)));
        }
        ready!(self.alarm.as_mut().map_or(Poll::Pending, |alarm| alarm.as_mut().poll(context)));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }

    /// Discards input until the client closes the connection or the time is up.
    fn drain(&mut self, context: &mut Context<'_>) -> Poll<()> {
        let mut room = [0; 4096];
        loop {
            let mut buffer = ReadBuf::new(&mut room);
            match Pin::new(&mut self.stream).poll_read(context, &mut buffer) {
                Poll::Ready(Ok(())) if !buffer.filled().is_empty() => {}
                Poll::Ready(_) => return Poll::Ready(()),
                Poll::Pending => break,
            }
        }
        let alarm = self.alarm.get_or_insert_with(|| Box::pin(sleep(LINGER)));
        alarm.as_mut().poll(context)
    }
}

impl AsyncRead for Wire {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let wire = self.get_mut();
        let before = buffer.filled().len();
        let read = ready!(Pin::new(&mut wire.stream).poll_read(context, buffer));
        wire.metrics.received.add((buffer.filled().len() - before) as u64);
        Poll::Ready(read)
    }
}

impl AsyncWrite for Wire {
    fn poll_write(self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let wire = self.get_mut();
        let wrote = Pin::new(&mut wire.stream).poll_write(context, bytes);
        wire.written(wrote, context)
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        pieces: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let wire = self.get_mut();
        let wrote = Pin::new(&mut wire.stream).poll_write_vectored(context, pieces);
        wire.written(wrote, context)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_flush(context)
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let wire = self.get_mut();
        // Called until it is ready: close the sending side once, then drain the input.
        if !wire.has_ended {
            ready!(Pin::new(&mut wire.stream).poll_shutdown(context))?;
            wire.has_ended = true;
            wire.alarm = None;
        }
        wire.drain(context).map(Ok)
    }
}
