//! The values of fields: what a text or a list means, before it is a claim.

use std::borrow::Cow;

use serde_json::Value;

use super::step_objects::moves_of_list;
use super::vocabulary::{is_letters, is_unsolvable, is_word_for_unsolvable, yes_or_no};

/// Whether a text is a path without moves.
pub(super) fn is_blank(text: &str) -> bool {
    matches!(text, "" | "[]" | "()")
}

/// Removes spaces around a value.
pub(super) fn trimmed(value: Cow<'_, str>) -> Cow<'_, str> {
    match value {
        Cow::Borrowed(text) => Cow::Borrowed(text.trim()),
        Cow::Owned(text) if text.trim().len() < text.len() => Cow::Owned(text.trim().to_owned()),
        text @ Cow::Owned(_) => text,
    }
}

/// Whether the value of an error field means "no error".
pub(super) fn says_no_error(value: &str) -> bool {
    const WORDS: [&str; 9] = ["none", "null", "nil", "n/a", "nan", "-", "[]", "{}", "no error"];
    WORDS.iter().any(|word| word.eq_ignore_ascii_case(value)) || yes_or_no(value) == Some(false)
}

/// Whether the text of moves says that there is no path.
pub(super) fn is_denial(text: &str) -> bool {
    !is_letters(text) && is_unsolvable(text)
}

/// Whether it says so in a sentence. A word such as `None` may mean something else beside moves.
pub(super) fn is_sentence_of_denial(text: &str) -> bool {
    is_unsolvable(text) && !is_word_for_unsolvable(text)
}

/// A decimal, rounded up: it is at most a whole number exactly if the decimal is.
pub(super) fn rounded_up(text: &str) -> Option<u32> {
    let (whole, fraction) = text.split_once('.').filter(|(_, fraction)| !fraction.is_empty())?;
    let are_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let has_more = fraction.bytes().any(|digit| digit != b'0');
    let number: u32 = if whole.is_empty() { "0" } else { whole }.parse().ok()?;
    (are_digits(whole) && are_digits(fraction)).then_some(number.checked_add(u32::from(has_more))?)
}

/// Whether a text has numbers, perhaps in brackets, and nothing else.
pub(super) fn is_list_of_numbers(text: &str) -> bool {
    let may_stand = |c: char| c.is_ascii_digit() || c.is_ascii_whitespace() || ",;[]()".contains(c);
    text.chars().all(may_stand) && text.contains(|c: char| c.is_ascii_digit())
}

/// The text of a list of moves, or of objects with one move each.
pub(super) fn text_of_list(list: Vec<Value>) -> String {
    moves_of_list(&list).unwrap_or_else(|| Value::Array(list).to_string())
}

/// A fast path for lists of letters, which are read many times faster as one text.
pub(super) fn letters_of_list(list: &[Value]) -> Option<String> {
    let letters: String =
        list.iter().map(|item| item.as_str().filter(|text| text.len() == 1)).collect::<Option<_>>()?;
    is_letters(&letters).then_some(letters)
}
