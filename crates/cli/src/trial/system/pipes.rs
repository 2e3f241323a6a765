//! Nonblocking pipes, for systems with `poll`.

use std::fs::File;
use std::io::{self, ErrorKind, Read, Write};
use std::os::fd::{BorrowedFd, OwnedFd};
use std::process::Child;
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::ioctl_fionbio;

use super::super::call::Call;
use super::super::output::Output;

const READ_AT_ONCE_IN_BYTES: usize = 1 << 16;

/// The three pipes to a process.
pub(super) struct Pipes {
    /// The unwritten input; `None` once the pipe is closed.
    input: Option<Input>,
    readers: [Reader; 2],
    limit_in_bytes: usize,
}

struct Input {
    pipe: File,
    bytes: Vec<u8>,
    written: usize,
    /// Whether the pipe stays open after everything is written.
    stays_open: bool,
}

impl Input {
    const fn is_written(&self) -> bool {
        self.written == self.bytes.len()
    }
}

/// This process's ends of the three pipes.
pub(super) struct Ends {
    pub(super) input: OwnedFd,
    pub(super) outputs: [OwnedFd; 2],
}

impl Ends {
    /// Takes them from a process.
    pub(super) fn of(child: &mut Child) -> io::Result<Self> {
        let missing = || io::Error::from(ErrorKind::BrokenPipe);
        let input = child.stdin.take().ok_or_else(missing)?.into();
        let stdout = child.stdout.take().ok_or_else(missing)?.into();
        let stderr = child.stderr.take().ok_or_else(missing)?.into();
        Ok(Self { input, outputs: [stdout, stderr] })
    }
}

/// One of the two outputs.
struct Reader {
    /// The pipe; `None` after the end of the output.
    pipe: Option<File>,
    output: Output,
}

impl Pipes {
    /// Prepares the input for a process.
    pub(super) fn of(ends: Ends, call: &Call, limit_in_bytes: usize) -> io::Result<Self> {
        let pipe = File::from(ends.input);
        ioctl_fionbio(&pipe, true)?;
        let [stdout, stderr] = ends.outputs;
        let readers = [Reader::new(stdout)?, Reader::new(stderr)?];
        let input = Input {
            pipe,
            bytes: call.input.clone().into_bytes(),
            written: 0,
            stays_open: call.keeps_input_open,
        };
        Ok(Self { input: Some(input), readers, limit_in_bytes })
    }

    /// Waits until a pipe or the descriptor `beside` is ready. Returns whether the descriptor is.
    pub(super) fn wait(&self, beside: Option<BorrowedFd<'_>>, at_most: Duration) -> io::Result<bool> {
        let mut descriptors: Vec<PollFd<'_>> = beside
            .into_iter()
            .map(|descriptor| PollFd::from_borrowed_fd(descriptor, PollFlags::IN))
            .collect();
        let outputs = self.readers.iter().filter_map(|reader| reader.pipe.as_ref());
        descriptors.extend(outputs.map(|pipe| PollFd::new(pipe, PollFlags::IN)));
        // A fully written pipe that stays open is always writable, so polling it would never block.
        let unwritten = self.input.iter().filter(|input| !(input.is_written() && input.stays_open));
        descriptors.extend(unwritten.map(|input| PollFd::new(&input.pipe, PollFlags::OUT)));
        let timeout = Timespec::try_from(at_most).map_err(io::Error::other)?;
        match poll(&mut descriptors, Some(&timeout)) {
            Ok(_) => Ok(beside.is_some() && !descriptors[0].revents().is_empty()),
            Err(rustix::io::Errno::INTR) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }

    /// Writes and reads as much as the pipes allow without blocking.
    pub(super) fn exchange(&mut self) {
        if let Some(Input { pipe, bytes, written, stays_open }) = &mut self.input
            && (*written < bytes.len() || !*stays_open)
        {
            match pipe.write(&bytes[*written..]) {
                Ok(more) => *written += more,
                Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted) => {}
                // The process has closed its input, which is allowed.
                Err(_) => *written = bytes.len(),
            }
            if *written == bytes.len() && !*stays_open {
                self.input = None;
            }
        }
        for reader in &mut self.readers {
            reader.read(self.limit_in_bytes);
        }
    }

    /// Whether some process still holds an output open.
    #[cfg(target_os = "linux")]
    pub(super) fn are_held(&self) -> bool {
        self.readers.iter().any(|reader| reader.pipe.is_some())
    }

    pub(super) fn have_too_much(&self) -> bool {
        self.readers.iter().any(|reader| reader.output.is_too_long)
    }

    pub(super) fn into_outputs(self) -> [Output; 2] {
        self.readers.map(|reader| reader.output)
    }
}

impl Reader {
    fn new(pipe: OwnedFd) -> io::Result<Self> {
        ioctl_fionbio(&pipe, true)?;
        Ok(Self { pipe: Some(pipe.into()), output: Output::default() })
    }

    /// Reads the available output, up to the limit.
    fn read(&mut self, limit_in_bytes: usize) {
        let mut buffer = [0; READ_AT_ONCE_IN_BYTES];
        // Stop at the limit: a program that writes endlessly would keep this loop busy forever.
        while let Some(pipe) = &mut self.pipe
            && !self.output.is_too_long
        {
            match pipe.read(&mut buffer) {
                Ok(0) => self.pipe = None,
                Ok(count) => self.output.take(&buffer[..count], limit_in_bytes),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => return,
                Err(_) => self.pipe = None,
            }
        }
    }
}
