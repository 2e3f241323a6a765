//! The width of the terminal, and word wrapping.

use std::io::{self, IsTerminal};

use terminal_size::{Width, terminal_size_of};
use textwrap::{Options, WordSeparator, WordSplitter};

/// The width if there is no terminal, or its width is unknown.
const USUAL_COLUMNS: usize = 80;

/// Maximum width of prose; wider lines are hard to read.
const MAX_COLUMNS_OF_PROSE: usize = 100;

/// Stands for a space within backticks, where no line is broken.
const FIXED_SPACE: &str = "\u{a0}";

/// The width of the terminal of the standard output; 80 columns in a pipe or a file.
pub(crate) fn columns() -> usize {
    columns_of(&io::stdout()).unwrap_or(USUAL_COLUMNS)
}

/// The width of the terminal of the standard error, if it is one.
pub(super) fn columns_of_messages() -> Option<usize> {
    columns_of(&io::stderr())
}

#[cfg(unix)]
fn columns_of(stream: &(impl IsTerminal + std::os::fd::AsFd)) -> Option<usize> {
    stream.is_terminal().then(|| size_or_usual(terminal_size_of(stream)))
}

#[cfg(windows)]
fn columns_of(stream: &(impl IsTerminal + std::os::windows::io::AsHandle)) -> Option<usize> {
    stream.is_terminal().then(|| size_or_usual(terminal_size_of(stream)))
}

/// Some terminals without a window, such as that of `script`, report zero columns.
fn size_or_usual(size: Option<(Width, terminal_size::Height)>) -> usize {
    size.map(|(Width(columns), _)| usize::from(columns))
        .filter(|columns| *columns > 0)
        .unwrap_or(USUAL_COLUMNS)
}

/// Wraps text for the standard output at words; lines after the first are indented.
pub(crate) fn wrapped(text: &str, indent: usize) -> String {
    wrapped_to(columns(), text, indent)
}

/// Wraps text at words to this many columns.
///
/// Longer words and commands in backticks stay whole, so that they can be copied.
pub(super) fn wrapped_to(columns: usize, text: &str, indent: usize) -> String {
    let margin = " ".repeat(indent);
    let options = Options::new(columns.min(MAX_COLUMNS_OF_PROSE))
        .subsequent_indent(&margin)
        .break_words(false)
        .word_separator(WordSeparator::AsciiSpace)
        .word_splitter(WordSplitter::NoHyphenation);
    textwrap::fill(&with_fixed_commands(text), options).replace(FIXED_SPACE, " ")
}

fn with_fixed_commands(text: &str) -> String {
    let quoted = |(nth, piece): (usize, &str)| {
        if nth % 2 == 1 { piece.replace(' ', FIXED_SPACE) } else { piece.to_owned() }
    };
    text.split('`').enumerate().map(quoted).collect::<Vec<_>>().join("`")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_broken_between_words_but_not_in_commands() {
        let text = "no tables in /tmp/pdb; `pdb-gen build` makes one";
        assert_eq!(wrapped_to(30, text, 2), "no tables in /tmp/pdb;\n  `pdb-gen build` makes one");
        assert_eq!(wrapped_to(5, "a/very/long/path is kept", 0), "a/very/long/path\nis\nkept");
    }

    #[test]
    fn colors_take_no_columns() {
        let text = "\u{1b}[32mright\u{1b}[0m or wrong";
        assert_eq!(wrapped_to(14, text, 0), text);
    }
}
