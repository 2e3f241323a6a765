//! Blocking pipes, each served by a thread.

use std::io::{self, ErrorKind, Read, Write};
use std::process::Child;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use super::super::call::Call;
use super::super::output::Output;

const READ_AT_ONCE_IN_BYTES: usize = 1 << 16;

/// Number of output pieces to buffer; the threads, and thus the program, block when it is reached.
const PIECES: usize = 16;

/// The three pipes to a process.
///
/// The threads end with the pipes, or when the receiver of their pieces is dropped.
pub(super) struct ThreadedPipes {
    pieces: Receiver<(usize, Vec<u8>)>,
    outputs: [Output; 2],
    limit_in_bytes: usize,
    /// Keeps an input open that is to stay open, until it is dropped.
    _over: SyncSender<()>,
}

impl ThreadedPipes {
    /// Takes the pipes of a process and starts to write its input.
    pub(super) fn of(child: &mut Child, call: &Call, limit_in_bytes: usize) -> io::Result<Self> {
        let missing = || io::Error::from(ErrorKind::BrokenPipe);
        let mut stdin = child.stdin.take().ok_or_else(missing)?;
        let stdout = child.stdout.take().ok_or_else(missing)?;
        let stderr = child.stderr.take().ok_or_else(missing)?;
        let (input, stays_open) = (call.input.clone(), call.keeps_input_open);
        let (over, until_over) = sync_channel::<()>(0);
        thread::Builder::new().spawn(move || {
            // A process may close its input before reading everything.
            let _is_written = stdin.write_all(input.as_bytes()).is_ok();
            // Nothing is ever sent: `recv` returns when the sender is dropped.
            let _is_over = stays_open && until_over.recv().is_err();
        })?;
        let (sender, pieces) = sync_channel(PIECES);
        let of_errors = sender.clone();
        thread::Builder::new().spawn(move || read(stdout, 0, &sender))?;
        thread::Builder::new().spawn(move || read(stderr, 1, &of_errors))?;
        Ok(Self { pieces, outputs: Default::default(), limit_in_bytes, _over: over })
    }

    /// Waits for a piece of output.
    pub(super) fn wait(&mut self, at_most: Duration) {
        match self.pieces.recv_timeout(at_most) {
            Ok(piece) => self.take(piece),
            Err(RecvTimeoutError::Timeout) => {}
            // Both outputs are closed, but the process may keep running. Sleep to avoid a busy
            // loop.
            Err(RecvTimeoutError::Disconnected) => thread::sleep(at_most),
        }
    }

    /// Takes the output read so far.
    pub(super) fn exchange(&mut self) {
        while !self.have_too_much()
            && let Ok(piece) = self.pieces.try_recv()
        {
            self.take(piece);
        }
    }

    /// Takes output until both pipes are closed, for `at_most` this time.
    pub(super) fn drain(&mut self, at_most: Duration) {
        let clock = Instant::now();
        while !self.have_too_much() {
            match self.pieces.recv_timeout(at_most.saturating_sub(clock.elapsed())) {
                Ok(piece) => self.take(piece),
                Err(_) => return,
            }
        }
    }

    fn take(&mut self, (output, bytes): (usize, Vec<u8>)) {
        self.outputs[output].take(&bytes, self.limit_in_bytes);
    }

    pub(super) fn have_too_much(&self) -> bool {
        self.outputs.iter().any(|output| output.is_too_long)
    }

    pub(super) fn into_outputs(self) -> [Output; 2] {
        self.outputs
    }
}

/// Reads a pipe to its end, or until the receiver is dropped.
fn read(mut pipe: impl Read, output: usize, pieces: &SyncSender<(usize, Vec<u8>)>) {
    let mut buffer = vec![0; READ_AT_ONCE_IN_BYTES];
    loop {
        match pipe.read(&mut buffer) {
            Ok(0) => return,
            Ok(count) => {
                if pieces.send((output, buffer[..count].to_vec())).is_err() {
                    return;
                }
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(_) => return,
        }
    }
}
