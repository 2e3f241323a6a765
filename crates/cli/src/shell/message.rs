//! Messages to the user.

use std::error::Error;
use std::fmt::Display;
use std::io::{self, Write};
use std::sync::OnceLock;

use anstream::adapter::strip_str;
use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};

use super::status_line::above_status;
use super::width::{columns_of_messages, wrapped_to};

/// The name of this program, which begins each of its messages.
static PROGRAM: OnceLock<String> = OnceLock::new();

/// Indentation of continuation lines, so that each message is recognizable as one.
const INDENT: usize = 2;

/// Sets the name of this program. Later calls have no effect.
pub(super) fn set_program_name(name: &str) {
    PROGRAM.get_or_init(|| name.to_owned());
}

/// Writes a message to the standard error, under the program's name.
///
/// Ignores errors: there is no other place to report them.
pub(crate) fn tell(message: impl Display) {
    write_message(Style::new(), &message);
}

/// Writes an error message, with the program's name in red.
pub(crate) fn tell_error(message: impl Display) {
    write_message(Style::new().bold().fg_color(Some(AnsiColor::Red.into())), &message);
}

fn write_message(style: Style, message: &dyn Display) {
    let program = PROGRAM.get().map_or("tilebase", String::as_str);
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
