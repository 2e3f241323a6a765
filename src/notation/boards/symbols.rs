//! Splits lines into spans with places, symbols, and rows of symbols.

use crate::notation::error::TextPosition;

/// A part of a line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span<'a> {
    pub(super) text: &'a str,
    pub(super) position: TextPosition,
}

/// A word or character at a position where a tile is expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Symbol {
    /// The text without quotes. Empty for an omitted element of a list; a single space for quoted
    /// spaces.
    pub(super) text: String,
    pub(super) position: TextPosition,
    /// Whether this is the empty place after the last comma: an omitted element, or no element at
    /// all.
    pub(super) is_after_last_comma: bool,
}

impl Symbol {
    pub(super) fn new(text: &str, position: TextPosition) -> Self {
        Self { text: text.to_owned(), position, is_after_last_comma: false }
    }

    pub(super) fn left_out(position: TextPosition, is_after_last_comma: bool) -> Self {
        Self { text: String::new(), position, is_after_last_comma }
    }
}

impl<'a> Span<'a> {
    /// The part from a byte on.
    pub(super) fn from(self, byte: usize) -> Self {
        let column = self.position.column + self.text[..byte].chars().count();
        Self { text: &self.text[byte..], position: TextPosition { column, ..self.position } }
    }

    /// The part up to a byte.
    pub(super) fn until(self, byte: usize) -> Self {
        Self { text: &self.text[..byte], ..self }
    }

    pub(super) fn trim(self) -> Self {
        let start = self.text.len() - self.text.trim_start().len();
        let from = self.from(start);
        from.until(from.text.trim_end().len())
    }

    pub(super) fn is_empty(self) -> bool {
        self.text.trim().is_empty()
    }

    /// The parts between separators.
    pub(super) fn split(self, is_between: impl Fn(char) -> bool) -> Vec<Self> {
        let mut parts = Vec::new();
        let mut rest = self;
        while let Some((byte, c)) = rest.text.char_indices().find(|(_, c)| is_between(*c)) {
            parts.push(rest.until(byte));
            rest = rest.from(byte + c.len_utf8());
        }
        parts.push(rest);
        parts
    }

    /// Every character as a symbol.
    pub(super) fn characters(self) -> Vec<Symbol> {
        let position = |nth| TextPosition { column: self.position.column + nth, ..self.position };
        let characters = self.text.chars().enumerate();
        characters.map(|(nth, c)| Symbol::new(c.encode_utf8(&mut [0; 4]), position(nth))).collect()
    }

    /// The symbols separated by spaces or commas. Two commas without anything in between mean an
    /// omitted element.
    pub(super) fn symbols(self) -> Vec<Symbol> {
        let mut symbols = Vec::new();
        let mut rest = self;
        let mut is_after_comma = self.text.contains([',', ';']);
        let mut has_comma = false;
        loop {
            let start = rest.text.len() - rest.text.trim_start().len();
            rest = rest.from(start);
            match rest.text.chars().next() {
                None => break,
                Some(',' | ';') => {
                    if is_after_comma {
                        symbols.push(Symbol::left_out(rest.position, false));
                    }
                    (is_after_comma, has_comma) = (true, true);
                    rest = rest.from(1);
                }
                Some(_) => {
                    let (symbol, after) = rest.symbol(|c| c.is_whitespace() || matches!(c, ',' | ';'));
                    symbols.push(symbol);
                    is_after_comma = false;
                    rest = after;
                }
            }
        }
        if has_comma && is_after_comma {
            symbols.push(Symbol::left_out(rest.position, true));
        }
        symbols
    }

    /// Splits off the first symbol. Quotes may contain any characters.
    pub(super) fn symbol(self, is_end: impl Fn(char) -> bool) -> (Symbol, Self) {
        for quote in ['\'', '"'] {
            let within = self.text.strip_prefix(quote).and_then(|rest| rest.split_once(quote));
            if let Some((within, _)) = within {
                let trimmed = if within.trim().is_empty() { " " } else { within.trim() };
                return (Symbol::new(trimmed, self.position), self.from(within.len() + 2));
            }
        }
        let first = self.text.chars().next().map_or(0, char::len_utf8);
        let end = self.text[first..].find(is_end).map_or(self.text.len(), |end| first + end);
        (Symbol::new(&self.text[..end], self.position), self.from(end))
    }
}

/// Whether a character is a bar between the cells of a drawing.
pub(super) const fn is_bar(c: char) -> bool {
    matches!(c, '|' | '│' | '┃' | '║' | '┆' | '┇' | '┊' | '┋' | '╎' | '╏' | '¦' | '｜')
}

/// Parses a whole number without a sign. Numbers too large for `u32` become `u32::MAX`; no board
/// has either as a tile.
pub(super) fn number(symbol: &str) -> Option<u32> {
    let is_number = !symbol.is_empty() && symbol.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| symbol.parse().unwrap_or(u32::MAX))
}

/// The symbols of a line.
#[derive(Clone, Debug)]
pub(super) struct Row {
    pub(super) symbols: Vec<Symbol>,
    /// Whether each symbol is one character, without gaps between them.
    pub(super) is_gapless: bool,
    pub(super) position: TextPosition,
    /// The text of the line.
    pub(super) text: String,
}

impl Row {
    /// Splits a line into a row. If rows without gaps have had the width `gapless_width`, a space
    /// may be the blank: in `123`, `4 5`, `678` the second row has as many characters as the first.
    pub(super) fn of(line: Span<'_>, gapless_width: Option<usize>) -> Self {
        let trimmed = line.trim();
        let row = |symbols, is_gapless| Self {
            symbols,
            is_gapless,
            position: trimmed.position,
            text: trimmed.text.to_owned(),
        };
        let has_space = |width| line.text.chars().count() == width && line.text.matches(' ').count() == 1;
        if gapless_width.is_some_and(has_space) {
            return row(line.characters(), true);
        }
        let symbols = trimmed.symbols();
        match symbols.as_slice() {
            // One word of several characters: each is a symbol. A quoted word differs from the
            // line's text, and stays one symbol.
            [one] if one.text == trimmed.text && one.text.chars().nth(1).is_some() => {
                row(trimmed.characters(), true)
            }
            _ => row(symbols, false),
        }
    }

    pub(super) fn width(&self) -> usize {
        self.symbols.len()
    }
}
