//! Messages to the person at the terminal.

use std::error::Error;
use std::fmt::Display;
use std::io::{self, Write};

use anstream::adapter::strip_str;
use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};

use super::width::{columns_of_messages, wrapped_to};

/// The name of the generator, before its messages.
pub(crate) const PDB_GEN: &str = "pdb-gen";
/// The name of the solver.
pub(crate) const PDB_SOLVE: &str = "pdb-solve";

/// Continuation lines of a message are indented, so that each message is seen to be one.
const INDENT: usize = 2;

/// Writes a message to the standard error, under the program's name. Errors are ignored: there is no
/// other place to report them.
pub(crate) fn tell(program: &str, message: impl Display) {
    write_message(program, Style::new(), &message);
}

/// The same in red, for errors.
pub(crate) fn tell_error(program: &str, message: impl Display) {
    write_message(program, Style::new().bold().fg_color(Some(AnsiColor::Red.into())), &message);
}

fn write_message(program: &str, style: Style, message: &dyn Display) {
    let mut text = format!("{style}{program}:{style:#} {message}");
    if let Some(columns) = columns_of_messages() {
        text = wrapped_to(columns, &text, INDENT);
    }
    // In one call: messages of several processes on one terminal would mix otherwise.
    text.push('\n');
    let _unwritable = match AutoStream::choice(&io::stderr()) {
        ColorChoice::Never => io::stderr().write_all(strip_str(&text).to_string().as_bytes()),
        _ => anstream::stderr().lock().write_all(text.as_bytes()),
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
