//! Text in XML.

use std::fmt::Write as _;

/// Escapes text for XML 1.0, which forbids most control characters even when escaped.
pub(crate) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\n' | '\t' | '\r' => _ = write!(escaped, "&#{};", u32::from(c)),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => escaped.push('\u{fffd}'),
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    #[test]
    fn nothing_that_xml_forbids_is_left() {
        assert_eq!(super::escape("<a & \"b\">\u{1b}[0m\n"), "&lt;a &amp; &quot;b&quot;&gt;\u{fffd}[0m&#10;");
    }
}
