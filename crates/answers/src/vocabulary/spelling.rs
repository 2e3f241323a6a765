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
    for c in text.chars().map(lowered_letter) {
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

/// The text in lower case, for the scripts of the word tables and of most names: Latin, Greek, and
/// Cyrillic.
pub(crate) fn lowered(text: &str) -> String {
    text.chars().map(lowered_letter).collect()
}

/// A letter in lower case. `char::to_lowercase` knows all scripts, but its tables would add 7 KB to
/// the web page.
const fn lowered_letter(c: char) -> char {
    let code = c as u32;
    let distance = match code {
        // Capitals whose small letters are elsewhere: İ, Ÿ, ẞ, and accented ones of Greek.
        0x130 => return 'i',
        0x178 => return 'ÿ',
        0x1e9e => return 'ß',
        0x386 => 38,
        0x388..=0x38a => 37,
        0x38c => 64,
        0x38e | 0x38f => 63,
        // Alphabets whose small letters follow the capitals.
        0x41..=0x5a | 0xc0..=0xd6 | 0xd8..=0xde | 0x391..=0x3a1 | 0x3a3..=0x3ab | 0x410..=0x42f => 32,
        0x400..=0x40f => 80,
        0x4c0 => 15,
        // Pairs of a capital and its small letter.
        0x139..=0x147 | 0x179..=0x17d | 0x1cd..=0x1db | 0x4c1..=0x4cd => code & 1,
        0x100..=0x12e | 0x132..=0x136 | 0x14a..=0x176 | 0x1a0..=0x1a4 => 1 - (code & 1),
        0x1af => 1,
        0x200..=0x21e | 0x226..=0x232 | 0x460..=0x480 | 0x48a..=0x4be | 0x4d0..=0x52e => 1 - (code & 1),
        0x1e00..=0x1e94 | 0x1ea0..=0x1efe => 1 - (code & 1),
        _ => 0,
    };
    match char::from_u32(code + distance) {
        Some(small) => small,
        None => c,
    }
}

/// Whether a letter is a capital.
pub(super) fn is_capital(c: char) -> bool {
    lowered_letter(c) != c
}

/// The entries of a word table in which bars separate them. An array with a string for each entry
/// would take more room.
pub(super) fn entries(table: &[&'static str]) -> impl Iterator<Item = &'static str> {
    table.iter().flat_map(|texts| texts.split('|'))
}

/// Whether a word is one of the entries of a word table.
pub(super) fn is_entry(table: &[&'static str], word: &str) -> bool {
    entries(table).any(|entry| entry == word)
}

/// Separates the words of names such as `pathCost`.
pub(crate) fn split_camel_case(text: &str) -> Cow<'_, str> {
    let begins_word = |(before, after): (char, char)| before.is_lowercase() && is_capital(after);
    if !text.chars().zip(text.chars().skip(1)).any(begins_word) {
        return Cow::Borrowed(text);
    }
    let mut spaced = String::with_capacity(text.len() + 8);
    let mut is_after_lowercase = false;
    for c in text.chars() {
        if is_after_lowercase && is_capital(c) {
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
    fn letters_are_lowered_as_in_the_standard_library() {
        let blocks =
            ['\u{0}'..='\u{17f}', '\u{200}'..='\u{21f}', '\u{386}'..='\u{3ce}', '\u{400}'..='\u{52f}'];
        let vietnamese =
            ['\u{1a0}'..='\u{1a1}', '\u{1af}'..='\u{1b0}', '\u{1e00}'..='\u{1e95}', '\u{1ea0}'..='\u{1eff}'];
        for c in blocks.into_iter().chain(vietnamese).flatten().filter(|c| *c != 'İ') {
            assert_eq!(lowered_letter(c), c.to_lowercase().next().unwrap(), "{c:?}");
        }
        // Outside these blocks, a letter is lowered as by `char::to_lowercase`, or left unchanged.
        for c in '\u{0}'..=char::MAX {
            let small = lowered_letter(c);
            assert!(small == c || c == 'İ' || c.to_lowercase().eq([small]), "{c:?}");
        }
    }

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
