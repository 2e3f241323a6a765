//! Digits of other scripts.

use std::borrow::Cow;

/// The zeros of scripts whose digits are read: Arabic-Indic, Persian, Devanagari, Bengali, Thai,
/// full-width. Nine other digits follow each in Unicode.
const ZEROS: [char; 6] = ['\u{660}', '\u{6f0}', '\u{966}', '\u{9e6}', '\u{e50}', '\u{ff10}'];

/// Replaces the digits of other scripts with those of ASCII, character by character, so that places
/// stay the same.
pub(super) fn with_ascii_digits(text: &str) -> Cow<'_, str> {
    if text.is_ascii() || !text.contains(|c| ascii_digit(c) != c) {
        return text.into();
    }
    text.chars().map(ascii_digit).collect::<String>().into()
}

/// The ASCII digit for a digit of another script; any other character as it is.
pub(super) fn ascii_digit(c: char) -> char {
    let digit =
        ZEROS.into_iter().find_map(|zero| (c as u32).checked_sub(zero as u32).filter(|digit| *digit < 10));
    digit.and_then(|digit| char::from_digit(digit, 10)).unwrap_or(c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_of_other_scripts_are_replaced() {
        for text in
            ["٠١٢٣٤٥٦٧٨٩", "۰۱۲۳۴۵۶۷۸۹", "०१२३४५६७८९", "০১২৩৪৫৬৭৮৯", "๐๑๒๓๔๕๖๗๘๙", "０１２３４５６７８９"]
        {
            assert_eq!(with_ascii_digits(text), "0123456789", "{text}");
        }
        for text in ["", "120 x", "é│２"] {
            assert_eq!(with_ascii_digits(text).chars().count(), text.chars().count());
        }
        assert_eq!(with_ascii_digits("①²"), "①²");
    }
}
