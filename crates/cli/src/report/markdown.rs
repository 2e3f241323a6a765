//! Escapes text from other programs and people, so that it can't become markup in a Markdown
//! report. Reports are shown in pull requests and CI summaries.

use super::foreign_text::without_format;

/// Escapes Markdown markup, and line breaks, which would end a table row.
pub(super) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in without_format(text).chars() {
        match c {
            '<' => escaped.push_str("&lt;"),
            '&' => escaped.push_str("&amp;"),
            // GitHub would notify the user with this name.
            '@' => escaped.push_str("@<!-- -->"),
            '|' | '*' | '_' | '`' | '[' | ']' | '\\' | '~' | '$' => escaped.extend(['\\', c]),
            c if c.is_control() => escaped.push(' '),
            c => escaped.push(c),
        }
    }
    escaped
}

/// Escapes a sentence, except pairs of backticks, which enclose code.
pub(super) fn sentence(text: &str) -> String {
    let parts: Vec<&str> = text.split('`').collect();
    if parts.len().is_multiple_of(2) {
        return escape(text);
    }
    let part = |(nth, part): (usize, &&str)| if nth % 2 == 1 { code(part) } else { escape(part) };
    parts.iter().enumerate().map(part).collect()
}

/// Formats text as code, outside of tables.
pub(super) fn code(text: &str) -> String {
    let text: String = without_format(text).chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    // Code ends at a run of as many backticks as it begins with.
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest + 1);
    let is_at_edge = |c| text.starts_with(c) || text.ends_with(c);
    // A reader removes one space at either end, unless everything is spaces.
    let padding = if is_at_edge('`') || is_at_edge(' ') { " " } else { "" };
    if text.trim().is_empty() { String::new() } else { format!("{fence}{padding}{text}{padding}{fence}") }
}

/// Formats text as code in a table cell, which a vertical bar would end even within code.
pub(super) fn code_in_cell(text: &str) -> String {
    code(text).replace('|', "\\|")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_is_escaped() {
        assert_eq!(escape("a|b <i>\n*c*"), "a\\|b &lt;i> \\*c\\*");
        assert_eq!(escape("![x](y) $z$"), "!\\[x\\](y) \\$z\\$");
        assert_eq!(escape("hello @team\u{202e}"), "hello @<!-- -->team\\\\u{202e}");
    }

    #[test]
    fn sentences_keep_their_code() {
        assert_eq!(sentence("rerun with `--moves tile`: *a*"), "rerun with `--moves tile`: \\*a\\*");
        assert_eq!(sentence("printed ` and <b>"), "printed \\` and &lt;b>");
    }

    #[test]
    fn code_ends_only_at_its_end() {
        for (text, expected) in [
            ("./bfs {}", "`./bfs {}`"),
            ("a `b` c", "``a `b` c``"),
            ("a ``b` c", "```a ``b` c```"),
            ("`pwd`", "`` `pwd` ``"),
            (" a", "`  a `"),
            ("a\nb", "`a b`"),
        ] {
            assert_eq!(code(text), expected);
        }
        assert_eq!((code(""), code("a\u{202e}b")), (String::new(), "`a\\u{202e}b`".to_owned()));
        assert_eq!((code("a|b"), code_in_cell("a|b")), ("`a|b`".to_owned(), "`a\\|b`".to_owned()));
    }
}
