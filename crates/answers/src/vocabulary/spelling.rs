//! Spellings that mean the same: case and accents are ignored, and apostrophes are unified.

use std::borrow::Cow;

/// Folds a text to lower case without accents. All word tables are in this spelling.
///
/// Plain lowercase texts, which are by far the most frequent, are not copied.
pub(crate) fn folded(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        let is_plain = !text.bytes().any(|byte| byte.is_ascii_uppercase());
        return if is_plain { Cow::Borrowed(text) } else { Cow::Owned(text.to_ascii_lowercase()) };
    }
    let mut plain = String::with_capacity(text.len());
    for c in text.chars().flat_map(char::to_lowercase) {
        match c {
            'ß' => plain.push_str("ss"),
            'æ' => plain.push_str("ae"),
            'œ' => plain.push_str("oe"),
            // Combining accents, as in a decomposed é.
            '\u{300}'..='\u{36f}' => {}
            c => plain.push(without_accent(c)),
        }
    }
    Cow::Owned(plain)
}

/// Separates the words of names such as `pathCost`.
pub(crate) fn split_camel_case(text: &str) -> Cow<'_, str> {
    let begins_word = |(before, after): (char, char)| before.is_lowercase() && after.is_uppercase();
    if !text.chars().zip(text.chars().skip(1)).any(begins_word) {
        return Cow::Borrowed(text);
    }
    let mut spaced = String::with_capacity(text.len() + 8);
    let mut is_after_lowercase = false;
    for c in text.chars() {
        if is_after_lowercase && c.is_uppercase() {
            spaced.push(' ');
        }
        is_after_lowercase = c.is_lowercase();
        spaced.push(c);
    }
    Cow::Owned(spaced)
}

/// The letter without its accent. Expects lower case.
const fn without_accent(c: char) -> char {
    match c {
        'à'..='å' | 'ā' | 'ă' | 'ą' | 'ǎ' | '\u{1ea1}'..='\u{1eb7}' => 'a',
        'ç' | 'ć' | 'ĉ' | 'ċ' | 'č' => 'c',
        'ď' | 'đ' => 'd',
        'è'..='ë' | 'ē' | 'ĕ' | 'ė' | 'ę' | 'ě' | '\u{1eb9}'..='\u{1ec7}' => 'e',
        'ğ' | 'ģ' => 'g',
        'ì'..='ï' | 'ī' | 'į' | 'ı' | '\u{1ec9}'..='\u{1ecb}' => 'i',
        'ķ' => 'k',
        'ł' | 'ľ' | 'ĺ' | 'ļ' => 'l',
        'ñ' | 'ń' | 'ň' | 'ņ' => 'n',
        'ò'..='ö' | 'ø' | 'ō' | 'ő' | 'ơ' | '\u{1ecd}'..='\u{1ee3}' => 'o',
        'ř' | 'ŕ' => 'r',
        'ś' | 'ş' | 'š' | 'ș' => 's',
        'ť' | 'ţ' | 'ț' => 't',
        'ù'..='ü' | 'ū' | 'ů' | 'ű' | 'ų' | 'ư' | '\u{1ee5}'..='\u{1ef1}' => 'u',
        'ý' | 'ÿ' | '\u{1ef3}'..='\u{1ef9}' => 'y',
        'ź' | 'ż' | 'ž' => 'z',
        'ά' => 'α',
        'έ' => 'ε',
        'ή' => 'η',
        'ί' | 'ϊ' | 'ΐ' => 'ι',
        'ό' => 'ο',
        'ύ' | 'ϋ' | 'ΰ' => 'υ',
        'ώ' => 'ω',
        'ς' => 'σ',
        'ё' => 'е',
        '’' | 'ʼ' | '`' => '\'',
        c => c,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn case_and_accents_are_ignored() {
        for (text, plain) in [
            ("Solución", "solucion"),
            ("NÃO HÁ", "nao ha"),
            ("Größe", "grosse"),
            ("vľavo", "vlavo"),
            ("doľava DOLŮ", "dolava dolu"),
            ("w górę, dół", "w gore, dol"),
            ("AŞAĞI YUKARI", "asagi yukari"),
            ("İmkânsız", "imkansiz"),
            ("xuống lên trái phải", "xuong len trai phai"),
            ("không tìm thấy", "khong tim thay"),
            ("πάνω ΚΆΤΩ αριστερός", "πανω κατω αριστεροσ"),
            ("e\u{301}tape", "etape"),
            ("don’t", "don't"),
            ("ещё", "еще"),
            ("无解", "无解"),
            ("plain", "plain"),
        ] {
            assert_eq!(folded(text), plain, "{text}");
        }
        assert!(matches!(folded("plain text"), Cow::Borrowed(_)));
    }
}
