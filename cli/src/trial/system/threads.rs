//! Pipes that block, each with a thread that waits at it.

use std::io::{self, ErrorKind, Read, Write};
use std::process::Child;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use super::super::call::Call;
use super::super::output::Output;

const READ_AT_ONCE_IN_BYTES: usize = 1 << 16;

/// So many pieces of output wait to be taken; then the threads wait, and with them the program.
const PIECES: usize = 16;

/// The three pipes to a process. The threads end when the pipes do, or when nobody takes what they read.
pub(super) struct ThreadedPipes {
    pieces: Receiver<(usize, Vec<u8>)>,
    outputs: [Output; 2],
    limit_in_bytes: usize,
    /// While it lives, an input that is to stay open does.
    _over: SyncSender<()>,
}

impl ThreadedPipes {
    /// Takes a process's pipes, to give it its input.
    pub(super) fn of(child: &mut Child, call: &Call, limit_in_bytes: usize) -> io::Result<Self> {
        let missing = || io::Error::from(ErrorKind::BrokenPipe);
        let mut stdin = child.stdin.take().ok_or_else(missing)?;
        let stdout = child.stdout.take().ok_or_else(missing)?;
        let stderr = child.stderr.take().ok_or_else(missing)?;
        let (input, stays_open) = (call.input.clone(), call.keeps_input_open);
        let (over, until_over) = sync_channel::<()>(0);
        thread::Builder::new().spawn(move || {
            // A process may close its input before it has read all: that is its right.
            let _is_written = stdin.write_all(input.as_bytes()).is_ok();
            // Nothing is ever sent: it returns when the other end is gone.
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
            // Both outputs are closed, and the process may go on for long.
            Err(RecvTimeoutError::Disconnected) => thread::sleep(at_most),
        }
    }

    /// Takes what was read.
    pub(super) fn exchange(&mut self) {
        while !self.have_too_much()
            && let Ok(piece) = self.pieces.try_recv()
        {
            self.take(piece);
        }
    }

    /// Takes what there is until both outputs are closed, for so long at the most.
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

/// Reads a pipe to its end, or until nobody takes the pieces.
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
