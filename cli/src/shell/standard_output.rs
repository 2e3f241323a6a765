//! The standard output, whose errors name it.

use std::io::{self, BufWriter, Stdout, Write};

use anstream::adapter::StripBytes;
use anstream::{AutoStream, ColorChoice};

use super::style::output_has_colors;

/// The standard output. Its errors name it, as those of files do.
#[derive(Debug)]
pub(crate) struct StandardOutput(Stream);

#[derive(Debug)]
enum Stream {
    /// Shows colors; on old Windows consoles they are translated.
    Colored(AutoStream<Stdout>),
    /// Strips them. What is stripped may have begun in an earlier piece.
    Plain { out: Stdout, strip: StripBytes, is_within: bool, has_failed: bool },
    /// Writes the bytes as they are.
    Binary(Stdout),
}

impl StandardOutput {
    /// The standard output for text in many small pieces; colors are stripped unless they are wanted.
    pub(crate) fn buffered() -> BufWriter<Self> {
        BufWriter::new(Self(if output_has_colors() {
            Stream::Colored(AutoStream::new(io::stdout(), ColorChoice::Auto))
        } else {
            Stream::Plain { out: io::stdout(), strip: StripBytes::new(), is_within: false, has_failed: false }
        }))
    }

    /// The standard output for anything but text.
    pub(crate) fn binary() -> BufWriter<Self> {
        BufWriter::new(Self(Stream::Binary(io::stdout())))
    }
}

const ESCAPE: u8 = 0x1b;

impl Write for StandardOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.0 {
            Stream::Colored(out) => out.write(bytes),
            // Looking for the first byte of a sequence is many times faster than to parse all of them.
            Stream::Plain { out, is_within, has_failed: false, .. }
                if !*is_within && !bytes.contains(&ESCAPE) =>
            {
                out.write(bytes)
            }
            // The pieces before a failed one were written: the buffer must not write them again when it is dropped.
            Stream::Plain { has_failed: true, .. } => Err(io::Error::other("an earlier write failed")),
            Stream::Plain { out, strip, is_within, has_failed } => {
                *is_within = ends_within_sequence(bytes);
                let written = strip.strip_next(bytes).try_for_each(|text| out.write_all(text));
                *has_failed = written.is_err();
                written.map(|()| bytes.len())
            }
            Stream::Binary(out) => out.write(bytes),
        }
        .map_err(|error| named(&error))
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.0 {
            Stream::Colored(out) => out.flush(),
            Stream::Plain { out, .. } | Stream::Binary(out) => out.flush(),
        }
        .map_err(|error| named(&error))
    }
}

/// Whether a sequence that changes the color goes on in the next piece.
fn ends_within_sequence(bytes: &[u8]) -> bool {
    let last = bytes.rsplit(|byte| *byte == ESCAPE).next().unwrap_or(bytes);
    !last.iter().skip(1).any(|byte| (b'@'..=b'~').contains(byte))
}

/// The same error with a name. Its kind is kept: it tells a closed pipe, and a call that was
/// interrupted and is repeated.
fn named(error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("the standard output could not be written: {error}"))
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
