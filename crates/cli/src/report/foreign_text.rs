//! Text of other programs and people, made safe to show: names of submissions, and what programs
//! print.
//!
//! A format character can reverse the order of a line or hide a part of it, so it is shown as an
//! escape. A spreadsheet takes a cell that begins with a sign such as `=` for a formula, so such a
//! cell gets an apostrophe, which spreadsheets show as text.

use std::borrow::Cow;

/// Whether a character is invisible, and changes how the characters around it are shown: the
/// Unicode category "format", and the separators of lines and paragraphs.
const fn is_format(c: char) -> bool {
    matches!(c,
        '\u{ad}'
        | '\u{600}'..='\u{605}'
        | '\u{61c}'
        | '\u{6dd}'
        | '\u{70f}'
        | '\u{180e}'
        | '\u{200b}'..='\u{200f}'
        | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}'
        | '\u{feff}'
        | '\u{fff9}'..='\u{fffb}'
        | '\u{1d173}'..='\u{1d17a}'
        | '\u{e0000}'..='\u{e007f}')
}

/// Replaces format characters with escapes such as `\u{202e}`.
pub(super) fn without_format(text: &str) -> Cow<'_, str> {
    if !text.contains(is_format) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        if is_format(c) {
            shown.extend(c.escape_unicode());
        } else {
            shown.push(c);
        }
    }
    Cow::Owned(shown)
}

/// Makes one line for a terminal: without control and format characters.
pub(super) fn printable(line: &str) -> String {
    let shown = without_format(line);
    shown.chars().map(|c| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c }).collect()
}

/// Makes a text cell of a CSV file for a spreadsheet.
pub(super) fn cell(text: &str) -> Cow<'_, str> {
    let shown = without_format(text);
    if shown.starts_with(['=', '+', '-', '@', '\t', '\r']) { Cow::Owned(format!("'{shown}")) } else { shown }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn format_characters_are_shown_as_escapes() {
        assert_eq!(printable("a\u{202e}b\u{1b}[0m"), "a\\u{202e}b\u{fffd}[0m");
        assert_eq!(without_format("soft\u{ad}hyphen\n"), "soft\\u{ad}hyphen\n");
        assert!(matches!(without_format("plain, größer, 解"), Cow::Borrowed(_)));
    }

    #[test]
    fn no_cell_is_a_formula() {
        for formula in ["=cmd|' !A0", "@SUM(A1)", "+1+1", "-1+1", "\t=1", "\r=1"] {
            assert_eq!(cell(formula), format!("'{formula}"));
        }
        for text in ["", "ada", "1+1", "'=1", "8 of 10 right"] {
            assert_eq!(cell(text), text);
        }
        assert_eq!(cell("\u{200b}=1"), "\\u{200b}=1");
    }
}
