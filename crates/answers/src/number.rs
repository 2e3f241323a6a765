//! The numbers in a text, with the surrounding words.
//!
//! Compares words directly: the patterns are fixed, and a regex engine would be more code than all
//! of this.

use std::borrow::Cow;

/// Digits in a text, with the text on both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Number<'a> {
    pub(super) before: &'a str,
    pub(super) digits: &'a str,
    pub(super) after: &'a str,
}

/// Iterates over the numbers in a text: maximal runs of digits.
pub(super) fn numbers(text: &str) -> impl Iterator<Item = Number<'_>> {
    runs(text, |byte| byte.is_ascii_digit())
}

/// Iterates over the numbers in a text, which may contain commas.
pub(super) fn numbers_with_commas(text: &str) -> impl Iterator<Item = Number<'_>> {
    runs(text, |byte| byte.is_ascii_digit() || byte == b',')
}

/// Iterates over the runs of accepted bytes that begin with a digit.
fn runs(text: &str, belongs: fn(u8) -> bool) -> impl Iterator<Item = Number<'_>> {
    let mut from = 0;
    std::iter::from_fn(move || {
        let bytes = text.as_bytes();
        let start = from + bytes[from..].iter().position(u8::is_ascii_digit)?;
        let len = bytes[start..].iter().position(|byte| !belongs(*byte)).unwrap_or(bytes.len() - start);
        from = start + len;
        Some(Number { before: &text[..start], digits: &text[start..from], after: &text[from..] })
    })
}

/// Removes the addends of sums, so that `cost = 5 + 8 = 13` becomes `cost =  13`.
pub(super) fn without_addends(text: &str) -> Cow<'_, str> {
    if !text.contains('+') {
        return Cow::Borrowed(text);
    }
    let mut left = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = numbers(rest).next() {
        let is_addend = first.is_apart();
        let mut after = first.after;
        let mut addends = 1;
        while let Some(next) = is_addend.then(|| after_plus(after)).flatten() {
            after = next;
            addends += 1;
        }
        left.push_str(first.before);
        if addends > 1 {
            rest = after.trim_start().strip_prefix('=').unwrap_or(after);
        } else {
            left.push_str(first.digits);
            rest = first.after;
        }
    }
    left.push_str(rest);
    Cow::Owned(left)
}

/// The text after a plus sign and a number.
fn after_plus(text: &str) -> Option<&str> {
    let text = text.trim_start().strip_prefix('+')?.trim_start();
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    (rest.len() < text.len()).then_some(rest)
}

impl Number<'_> {
    /// Whether the number is not part of a word, as the 2 in `x2` is.
    pub(super) fn is_apart(&self) -> bool {
        !self.before.ends_with(is_of_word) && !self.after.starts_with(is_of_word)
    }
}

/// Whether a character belongs to a word, considering ASCII only.
pub(super) const fn is_of_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// Removes whitespace at the end; `None` if there is none.
pub(super) fn before_gap(text: &str) -> Option<&str> {
    let rest = text.trim_ascii_end();
    (rest.len() < text.len()).then_some(rest)
}

/// Removes whitespace at the beginning; `None` if there is none.
pub(super) fn after_gap(text: &str) -> Option<&str> {
    let rest = text.trim_ascii_start();
    (rest.len() < text.len()).then_some(rest)
}

/// Removes one of these words at the end; `None` if the text ends with none of them.
pub(super) fn before_word<'a>(text: &'a str, words: &[&str]) -> Option<&'a str> {
    let rests = words.iter().filter_map(|word| {
        // Checked: the position may be inside a multibyte character.
        let (rest, end) = text.split_at_checked(text.len().checked_sub(word.len())?)?;
        end.eq_ignore_ascii_case(word).then_some(rest)
    });
    rests.into_iter().find(|rest| !rest.ends_with(is_of_word))
}

/// Whether the first word is one of these.
pub(super) fn begins_with_word(text: &str, words: &[&str]) -> bool {
    let end = text.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(text.len());
    words.iter().any(|word| text[..end].eq_ignore_ascii_case(word))
}

/// Whether the unit after a labeled number is the label of the next one: the first `Moves` of
/// `Nodes: 57 Moves: 2`, but not that of `It has 2 moves: 5, 8`.
pub(super) fn labels_next(number: &Number<'_>) -> bool {
    let is_letter = |text: &str| text.trim_start().starts_with(char::is_alphabetic);
    let is_labeled = number.before.trim_end().ends_with([':', '=']);
    let unit = number.after.trim_start();
    let rest = unit.trim_start_matches(|c: char| c.is_alphanumeric() || c == '_').trim_start();
    let value = rest.strip_prefix([':', '=']).map_or("", str::trim_start);
    let after = value.trim_start_matches(|c: char| c.is_ascii_digit());
    let goes_on = || after.strip_prefix([',', ';', '|']).or_else(|| after_gap(after)).is_some_and(is_letter);
    is_labeled && after.len() < value.len() && (after.is_empty() || goes_on())
}

/// Removes these letters at the beginning, ignoring case; `None` if the text begins otherwise.
pub(super) fn after_letters<'a>(text: &'a str, letters: &str) -> Option<&'a str> {
    let (begin, rest) = text.split_at_checked(letters.len())?;
    begin.eq_ignore_ascii_case(letters).then_some(rest)
}

/// Whether a text is a decimal number in the sense of `str::parse::<f64>`, including `inf` and
/// `nan`.
///
/// Not parsed with the standard library, which would add 10 KB of tables.
pub(super) fn is_decimal(text: &str) -> bool {
    let text = text.strip_prefix(['+', '-']).unwrap_or(text);
    if ["inf", "infinity", "nan"].iter().any(|word| word.eq_ignore_ascii_case(text)) {
        return true;
    }
    let are_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let (decimal, power) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let (whole, fraction) = decimal.split_once('.').unwrap_or((decimal, ""));
    let power = power.strip_prefix(['+', '-']).unwrap_or(power);
    [whole, fraction, power].into_iter().all(are_digits)
        && whole.len() + fraction.len() > 0
        && !power.is_empty()
}

/// Checks many random texts of these words, mostly separated by spaces.
#[cfg(test)]
pub(super) fn of_random_words(words: &[&str], mut check: impl FnMut(&str)) {
    let mut random = fastrand::Rng::with_seed(1);
    for _ in 0..100_000 {
        let count = random.usize(2..10);
        let word = |_| {
            let gap = if random.u8(..8) == 0 { "" } else { " " };
            [words[random.usize(..words.len())], gap].concat()
        };
        check(&(0..count).map(word).collect::<String>());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_found_with_their_surroundings() {
        let parts = |number: Number<'_>| [number.before, number.digits, number.after].map(str::to_owned);
        let found: Vec<_> = numbers("züge 1,166 x2").map(parts).collect();
        assert_eq!(found, [["züge ", "1", ",166 x2"], ["züge 1,", "166", " x2"], ["züge 1,166 x", "2", ""]]);
        let with_commas: Vec<_> = numbers_with_commas(",1,166, 2").map(|number| number.digits).collect();
        assert_eq!(with_commas, ["1,166,", "2"]);
        assert_eq!(numbers("1 x2 3y").filter(Number::is_apart).count(), 1);
    }

    #[test]
    fn sums_lose_their_addends() {
        for (text, without) in [
            ("cost = 5 + 8 = 13", "cost =  13"),
            ("cost: 13 = 5+8", "cost: 13 = "),
            ("5+8", ""),
            ("x2+3, 4", "x2+3, 4"),
            ("C++ 17", "C++ 17"),
        ] {
            assert_eq!(without_addends(text), without);
        }
    }

    #[test]
    fn decimal_numbers_are_those_of_the_standard_library() {
        let mut random = fastrand::Rng::with_seed(1);
        let mut read = 0;
        for round in 0..200_000 {
            let signs = if round % 10 == 0 { "infatyINFATY+-" } else { "0159..eE+-," };
            let signs: Vec<char> = signs.chars().collect();
            let text: String = (0..random.usize(..7)).map(|_| signs[random.usize(..signs.len())]).collect();
            assert_eq!(is_decimal(&text), text.parse::<f64>().is_ok(), "{text:?}");
            read += usize::from(is_decimal(&text));
        }
        assert!(read > 1000, "{read}");
        for text in ["inf", "-Infinity", "+nan", "infinite", "1e400", "."] {
            assert_eq!(is_decimal(text), text.parse::<f64>().is_ok(), "{text:?}");
        }
    }
}
