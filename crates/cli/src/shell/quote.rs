//! Words of a suggested command, quoted for a shell.

use std::borrow::Cow;
use std::path::Path;

/// Quotes a word for a shell, if necessary. A placeholder such as `{}` needs no quotes.
pub(crate) fn quoted(word: &str) -> Cow<'_, str> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./=,:+@%{}".contains(c);
    // A shell expands braces with several parts.
    let is_expanded = word.contains('{') && (word.contains(',') || word.contains(".."));
    if !word.is_empty() && word.chars().all(is_plain) && !is_expanded {
        return word.into();
    }
    in_quotes(word).into()
}

/// Quotes a path for a shell, if necessary.
pub(crate) fn quoted_path(path: &Path) -> String {
    quoted(&path.to_string_lossy()).into_owned()
}

/// Puts a text between quotes that a shell removes.
pub(crate) fn in_quotes(text: &str) -> String {
    format!("'{}'", text.replace('\'', "'\\''"))
}

/// Joins words to a command that a shell splits into the same words.
pub(crate) fn in_one_line<W: AsRef<str>>(words: impl IntoIterator<Item = W>) -> String {
    let words: Vec<String> = words.into_iter().map(|word| quoted(word.as_ref()).into_owned()).collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_with_special_characters_are_quoted() {
        for (word, expected) in [
            ("--goal=snail", "--goal=snail"),
            ("{}", "{}"),
            ("{file:in.txt}", "{file:in.txt}"),
            ("", "''"),
            ("my solver.py", "'my solver.py'"),
            ("it's", "'it'\\''s'"),
            ("$HOME", "'$HOME'"),
            ("{1,2}", "'{1,2}'"),
            ("1;2", "'1;2'"),
        ] {
            assert_eq!(quoted(word), expected);
        }
        assert_eq!(in_one_line(["./bfs", "{}", "-x *"]), "./bfs {} '-x *'");
    }
}
