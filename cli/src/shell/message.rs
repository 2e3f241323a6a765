//! Messages to the person at the terminal.

use std::error::Error;
use std::fmt::Display;
use std::io::{self, Write};

use anstream::adapter::strip_str;
use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};

/// The name of the generator, before its messages.
pub(crate) const PDB_GEN: &str = "pdb-gen";
/// The name of the solver.
pub(crate) const PDB_SOLVE: &str = "pdb-solve";

/// Writes a message to the standard error, under the program's name. If that can't be written, nobody is there
/// to be told.
pub(crate) fn tell(program: &str, message: impl Display) {
    write_message(program, Style::new(), &message);
}

/// The same in red, for what went wrong.
pub(crate) fn tell_error(program: &str, message: impl Display) {
    write_message(program, Style::new().bold().fg_color(Some(AnsiColor::Red.into())), &message);
}

fn write_message(program: &str, style: Style, message: &dyn Display) {
    // All at once: ranks that say something piece by piece fall into each other's words.
    let line = format!("{style}{program}:{style:#} {message}\n");
    let _unwritable = match AutoStream::choice(&io::stderr()) {
        ColorChoice::Never => io::stderr().write_all(strip_str(&line).to_string().as_bytes()),
        _ => anstream::stderr().lock().write_all(line.as_bytes()),
    };
}

/// An error and its causes, in one line.
pub(crate) fn with_causes(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        text += &format!(": {error}");
        cause = error.source();
    }
    text
}
