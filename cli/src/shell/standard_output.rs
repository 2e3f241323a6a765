//! The standard output, whose errors name it.

use std::io::{self, BufWriter, Stdout, Write};

/// The standard output. What goes wrong there is told by its name, as that of a file is.
#[derive(Debug)]
pub(crate) struct StandardOutput(Stdout);

impl StandardOutput {
    /// The standard output, for many small pieces.
    pub(crate) fn buffered() -> BufWriter<Self> {
        BufWriter::new(Self(io::stdout()))
    }
}

impl Write for StandardOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes).map_err(|error| named(&error))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush().map_err(|error| named(&error))
    }
}

/// The same error with the name. Its kind is kept: by that a closed pipe is known, and an interrupted call made again.
fn named(error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("the standard output could not be written: {error}"))
}
