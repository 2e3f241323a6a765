//! The width of the terminal, and word wrapping.

use std::io::{self, IsTerminal};

use terminal_size::{Width, terminal_size_of};
use textwrap::{Options, WordSeparator, WordSplitter};

use super::style::has_pseudo_terminal;

/// The width if there is no terminal, or its width is unknown.
const USUAL_COLUMNS: usize = 80;

/// Maximum width of prose; wider lines are hard to read.
const MAX_COLUMNS_OF_PROSE: usize = 100;

/// Indentation of the continuation lines of an answer.
const INDENT_OF_ANSWERS: usize = 2;

/// Stands for a space within backticks, where no line is broken.
const FIXED_SPACE: &str = "\u{a0}";

/// The width of the terminal of the standard output; 80 columns in a pipe or a file.
pub(crate) fn columns() -> usize {
    columns_of_output().unwrap_or(USUAL_COLUMNS)
}

/// The width of help in a pipe or a file, unless `COLUMNS` sets it; `None` to let the parser find
/// it out.
///
/// The parser would take the width of another terminal of the process, or 100 columns.
pub(super) fn columns_of_help() -> Option<usize> {
    (columns_of_output().is_none() && std::env::var_os("COLUMNS").is_none()).then_some(USUAL_COLUMNS)
}

/// The width of the terminal of the standard error, if it is one.
pub(super) fn columns_of_messages() -> Option<usize> {
    columns_of(&io::stderr())
}

#[cfg(unix)]
fn columns_of(stream: &(impl IsTerminal + std::os::fd::AsFd)) -> Option<usize> {
    (stream.is_terminal() && !has_pseudo_terminal()).then(|| size_or_usual(terminal_size_of(stream)))
}

#[cfg(windows)]
fn columns_of(stream: &(impl IsTerminal + std::os::windows::io::AsHandle)) -> Option<usize> {
    (stream.is_terminal() && !has_pseudo_terminal()).then(|| size_or_usual(terminal_size_of(stream)))
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

/// Wraps a line of an answer at words, if it does not fit the terminal of the standard output.
///
/// In a pipe or a file it stays one line, for other programs.
pub(crate) fn fitted(line: &str, columns: Option<usize>) -> String {
    columns.map_or_else(|| line.to_owned(), |columns| filled(columns, line, INDENT_OF_ANSWERS))
}

/// The width of the terminal of the standard output, if it is one.
pub(crate) fn columns_of_output() -> Option<usize> {
    columns_of(&io::stdout())
}

/// Wraps text at words to this many columns.
///
/// Longer words and commands in backticks stay whole, so that they can be copied.
pub(super) fn wrapped_to(columns: usize, text: &str, indent: usize) -> String {
    filled(columns.min(MAX_COLUMNS_OF_PROSE), text, indent)
}

fn filled(columns: usize, text: &str, indent: usize) -> String {
    let fill = |(nth, line): (usize, &str)| {
        // The items of a list below the first line are indented, and continue below their
        // beginning.
        let own = line.len() - line.trim_start_matches(' ').len();
        let margin = " ".repeat(if nth > 0 && own > 0 { own + 2 } else { indent });
        let options = Options::new(columns)
            .subsequent_indent(&margin)
            .break_words(false)
            .word_separator(WordSeparator::AsciiSpace)
            .word_splitter(WordSplitter::NoHyphenation);
        textwrap::fill(&with_fixed_commands(line), options).replace(FIXED_SPACE, " ")
    };
    text.split('\n').enumerate().map(fill).collect::<Vec<_>>().join("\n")
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
    fn items_of_a_list_continue_below_their_beginning() {
        assert_eq!(
            wrapped_to(20, "choose one:\n  7-8x1 is the fastest", 2),
            "choose one:\n  7-8x1 is the\n    fastest"
        );
    }

    #[test]
    fn an_indented_line_has_the_given_indent() {
        assert_eq!(
            wrapped_to(14, "  read:  line 1, line 2", 9),
            "  read:  line\n         1,\n         line\n         2"
        );
    }

    #[test]
    fn answers_are_only_wrapped_on_a_terminal() {
        assert_eq!(fitted("1,0: 1 move, optimal", None), "1,0: 1 move, optimal");
        assert_eq!(fitted("1,0: 1 move, optimal", Some(14)), "1,0: 1 move,\n  optimal");
        assert_eq!(fitted("1,0: 1 move, optimal", Some(20)), "1,0: 1 move, optimal");
    }

    #[test]
    fn colors_take_no_columns() {
        let text = "\u{1b}[32mright\u{1b}[0m or wrong";
        assert_eq!(wrapped_to(14, text, 0), text);
    }
}
