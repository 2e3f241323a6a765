//! Messages to the user.

use std::error::Error;
use std::fmt::Display;
use std::io::{self, Write};

use anstream::adapter::strip_str;
use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};

use super::status_line::above_status;
use super::width::{columns_of_messages, wrapped_to};

/// The name of the generator, for messages.
pub(crate) const PDB_GEN: &str = "pdb-gen";
/// The name of the solver, for messages.
pub(crate) const PDB_SOLVE: &str = "pdb-solve";

/// Indentation of continuation lines, so that each message is recognizable as one.
const INDENT: usize = 2;

/// Writes a message to the standard error, under the program's name.
///
/// Ignores errors: there is no other place to report them.
pub(crate) fn tell(program: &str, message: impl Display) {
    write_message(program, Style::new(), &message);
}

/// Writes an error message, with the program's name in red.
pub(crate) fn tell_error(program: &str, message: impl Display) {
    write_message(program, Style::new().bold().fg_color(Some(AnsiColor::Red.into())), &message);
}

fn write_message(program: &str, style: Style, message: &dyn Display) {
    let mut text = format!("{style}{program}:{style:#} {message}");
    if let Some(columns) = columns_of_messages() {
        text = wrapped_to(columns, &text, INDENT);
    }
    // Write in one call: otherwise messages of several processes would mix on a terminal.
    text.push('\n');
    let _unwritable = above_status(|| match AutoStream::choice(&io::stderr()) {
        ColorChoice::Never => io::stderr().write_all(strip_str(&text).to_string().as_bytes()),
        _ => anstream::stderr().lock().write_all(text.as_bytes()),
    });
}

/// Formats an error and its causes in one line.
pub(crate) fn with_causes(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        text += &format!(": {error}");
        cause = error.source();
    }
    text
}
