//! Values as Python prints them, without the parts that are not the value: `<Move.UP: 'U'>`,
//! `u'up'`, `np.str_('up')`. Also the plural of `move(s)`.

use std::borrow::Cow;

/// Removes the parts that only state the type of a value.
pub(super) fn without_types(text: &str) -> Cow<'_, str> {
    if !text.contains(['<', '\'', '"', '(']) {
        return Cow::Borrowed(text);
    }
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let is_in_word = plain.ends_with(|c: char| c.is_alphanumeric() || "_'\"".contains(c));
        let (kept, end) = enum_member(rest)
            .or_else(|| (!is_in_word).then(|| type_prefix(rest)).flatten())
            .or_else(|| plain.ends_with(char::is_alphabetic).then(|| plural(rest)).flatten())
            .unwrap_or((&rest[..c.len_utf8()], c.len_utf8()));
        plain.push_str(kept);
        rest = &rest[end..];
    }
    if plain == text { Cow::Borrowed(text) } else { Cow::Owned(plain) }
}

/// The member at the beginning of `<Move.UP: 'U'>`, and the end of the whole.
fn enum_member(text: &str) -> Option<(&str, usize)> {
    let inside = text.strip_prefix('<')?;
    // The value may be an arrow in quotes: `<Move.RIGHT: '>'>`.
    let value = inside.find(": ").map(|at| at + 2)?;
    let end = match inside[value..].chars().next().filter(|c| ['\'', '"'].contains(c)) {
        Some('"') => value + 1 + inside[value + 1..].find("\">")? + 1,
        Some(_) => value + 1 + inside[value + 1..].find("'>")? + 1,
        None => inside.find(['<', '>', '\n']).filter(|at| inside[*at..].starts_with('>'))?,
    };
    let inside = &inside[..end];
    let (member, _value) = inside.split_once(": ")?;
    let (class, name) = member.split_once('.')?;
    let is_name = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || c == '_');
    (is_name(class) && is_name(name)).then_some((member, inside.len() + 2))
}

/// An empty replacement, and the end of the prefix at the beginning of `u'up'`, `b"up"` or
/// `np.str_('up')`.
fn type_prefix(text: &str) -> Option<(&str, usize)> {
    const PREFIXES: [&str; 6] = ["u", "U", "b", "B", "np.str_(", "numpy.str_("];
    let is_quoted = |rest: &str| {
        ['\'', '"']
            .iter()
            .any(|quote| rest.strip_prefix(*quote).is_some_and(|inside| inside.contains(*quote)))
    };
    let prefix = PREFIXES.iter().find(|prefix| text.strip_prefix(**prefix).is_some_and(is_quoted))?;
    Some(("", prefix.trim_end_matches('(').len()))
}

/// The letter of `(s)`, and its end.
fn plural(text: &str) -> Option<(&str, usize)> {
    text.starts_with("(s)").then_some(("s", 3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_types_are_removed() {
        for (printed, value) in [
            ("[<Move.UP: 'U'>, <Move.LEFT: 'L'>]", "[Move.UP, Move.LEFT]"),
            ("[<Dir.UP: (-1, 0)>, <Dir.RIGHT: (0, 1)>]", "[Dir.UP, Dir.RIGHT]"),
            ("[<Move.RIGHT: '>'>, <Move.LEFT: '<'>]", "[Move.RIGHT, Move.LEFT]"),
            ("[u'D', u'R']", "['D', 'R']"),
            ("[b'D', b\"R\"]", "['D', \"R\"]"),
            ("[np.str_('D'), np.str_('R')]", "[('D'), ('R')]"),
            ("solved in 2 move(s)", "solved in 2 moves"),
            ("Step(s): 2", "Steps: 2"),
            ("u' alone", "u' alone"),
            ("['u', 'b']", "['u', 'b']"),
            ("n'u'", "n'u'"),
            ("> v < ^", "> v < ^"),
            ("a < b: c > d", "a < b: c > d"),
            ("<a href='x'>", "<a href='x'>"),
        ] {
            assert_eq!(without_types(printed), value, "{printed}");
        }
    }
}
