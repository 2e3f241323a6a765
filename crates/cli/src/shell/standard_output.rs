//! The standard output, with errors that name it.

use std::io::{self, BufWriter, IsTerminal, Stdout, Write};

use anstream::adapter::StripBytes;
use anstream::{AutoStream, ColorChoice};

use super::status_line::above_status;
use super::style::output_has_colors;

/// The standard output. Its errors name it, as those of files do.
#[derive(Debug)]
pub(crate) struct StandardOutput {
    stream: Stream,
    is_terminal: bool,
}

#[derive(Debug)]
enum Stream {
    /// Shows colors, translated on old Windows consoles.
    Colored(AutoStream<Stdout>),
    /// Strips color sequences, which may span several writes.
    Plain { out: Stdout, strip: StripBytes, is_within: bool, has_failed: bool },
    /// Writes the bytes unchanged.
    Binary(Stdout),
}

impl StandardOutput {
    /// Creates a buffered output for text; strips colors unless they are wanted.
    pub(crate) fn buffered() -> BufWriter<Self> {
        Self::new(if output_has_colors() {
            Stream::Colored(AutoStream::new(io::stdout(), ColorChoice::Auto))
        } else {
            Stream::Plain { out: io::stdout(), strip: StripBytes::new(), is_within: false, has_failed: false }
        })
    }

    /// Creates a buffered output for binary data.
    pub(crate) fn binary() -> BufWriter<Self> {
        Self::new(Stream::Binary(io::stdout()))
    }

    fn new(stream: Stream) -> BufWriter<Self> {
        BufWriter::new(Self { stream, is_terminal: io::stdout().is_terminal() })
    }
}

const ESCAPE: u8 = 0x1b;

impl Write for StandardOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // On a terminal, a status line may be in the way.
        if self.is_terminal { above_status(|| self.stream.write(bytes)) } else { self.stream.write(bytes) }
            .map_err(|error| named(&error))
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.stream {
            Stream::Colored(out) => out.flush(),
            Stream::Plain { out, .. } | Stream::Binary(out) => out.flush(),
        }
        .map_err(|error| named(&error))
    }
}

impl Stream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Colored(out) => out.write(bytes),
            // Fast path: searching for an escape byte is many times faster than parsing sequences.
            Self::Plain { out, is_within, has_failed: false, .. }
                if !*is_within && !bytes.contains(&ESCAPE) =>
            {
                out.write(bytes)
            }
            // Parts of a failed write may be written: dropping the buffer must not write them
            // again.
            Self::Plain { has_failed: true, .. } => Err(io::Error::other("an earlier write failed")),
            Self::Plain { out, strip, is_within, has_failed } => {
                *is_within = ends_within_sequence(bytes);
                let written = strip.strip_next(bytes).try_for_each(|text| out.write_all(text));
                *has_failed = written.is_err();
                written.map(|()| bytes.len())
            }
            Self::Binary(out) => out.write(bytes),
        }
    }
}

/// Whether a color sequence continues in the next write.
fn ends_within_sequence(bytes: &[u8]) -> bool {
    let last = bytes.rsplit(|byte| *byte == ESCAPE).next().unwrap_or(bytes);
    !last.iter().skip(1).any(|byte| (b'@'..=b'~').contains(byte))
}

/// Adds a name to an error.
///
/// Keeps its kind, by which callers recognize a closed pipe, and retry an interrupted call.
fn named(error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("cannot write to standard output: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cut_color_sequence_is_recognized() {
        for cut in ["a\u{1b}", "a\u{1b}[", "a\u{1b}[3", "\u{1b}[32mb\u{1b}[0"] {
            assert!(ends_within_sequence(cut.as_bytes()), "{cut:?}");
        }
        for whole in ["\u{1b}[32m", "\u{1b}[32mright\u{1b}[0m\n"] {
            assert!(!ends_within_sequence(whole.as_bytes()), "{whole:?}");
        }
    }
}
