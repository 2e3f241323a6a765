//! A line as a row of a board.

use super::span::{Span, Symbol};
use crate::notation::Place;

/// The symbols of a line.
#[derive(Clone, Debug)]
pub(super) struct Row {
    pub(super) symbols: Vec<Symbol>,
    /// Each is one character, and there are no gaps between them.
    pub(super) is_gapless: bool,
    pub(super) place: Place,
    /// The line as it stands.
    pub(super) text: String,
}

impl Row {
    /// The row of a line. Where gapless rows have been so wide (`gapless_width`), a space may stand for the blank.
    pub(super) fn of(line: Span<'_>, gapless_width: Option<usize>) -> Self {
        let trimmed = line.trim();
        let row = |symbols, is_gapless| Self {
            symbols,
            is_gapless,
            place: trimmed.place,
            text: trimmed.text.to_owned(),
        };
        let has_space = |width| line.text.chars().count() == width && line.text.matches(' ').count() == 1;
        if gapless_width.is_some_and(has_space) {
            return row(line.characters(), true);
        }
        let symbols = trimmed.symbols();
        match symbols.as_slice() {
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
