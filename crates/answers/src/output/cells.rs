//! Recognizes possible board cells on a line.

use std::ops::Range;

use tilebase::board::Shape;

/// A possible cell, or a wall between boards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Cell {
    pub(super) content: Content,
    /// Character range of the line.
    pub(super) columns: Range<usize>,
}

/// The content of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Content {
    Number(u32),
    Blank,
    /// A word or an arrow: its two sides cannot belong to one board.
    Wall,
}

/// Words and symbols for the blank.
const BLANKS: [&str; 12] = ["_", "*", ".", "-", "x", "b", "#", "none", "null", "blank", "empty", "·"];

/// Whether a word stands for the blank.
pub(super) fn is_blank_name(word: &str) -> bool {
    BLANKS.iter().any(|blank| blank.eq_ignore_ascii_case(word))
}

/// The cells on a line, with a wall for each word.
///
/// If cells are single digits, a number with as many digits as a row or a board is split into
/// cells.
pub(super) fn cells_of(text: &str, shape: Shape) -> Vec<Cell> {
    if !text.contains(|c: char| c.is_ascii_digit()) {
        return Vec::new();
    }
    let chars: Vec<char> = text.chars().collect();
    let mut cells = Vec::new();
    let mut at = 0;
    while at < chars.len() {
        let end = end_of_token(&chars, at);
        if end == at {
            at += 1;
            continue;
        }
        add_cells(&chars[at..end], at, shape, &mut cells);
        at = end;
    }
    if has_packed_rows(text, shape) {
        return packed(&chars);
    }
    cells
}

/// The end of the token that begins at `at`: a number, a word, a quoted gap, or an isolated symbol.
/// Returns `at` if there is none.
fn end_of_token(chars: &[char], at: usize) -> usize {
    let while_is = |is: &dyn Fn(char) -> bool| chars[at..].iter().take_while(|c| is(**c)).count();
    let c = chars[at];
    if c.is_ascii_digit() {
        return at + while_is(&|c| c.is_ascii_digit());
    }
    if c.is_alphabetic() {
        return at + while_is(&char::is_alphanumeric);
    }
    if matches!(c, '\'' | '"') {
        let gap = chars[at + 1..].iter().take_while(|c| **c == ' ').count();
        let is_closed = chars.get(at + 1 + gap) == Some(&c);
        return if is_closed && is_in_list(chars, at, at + gap + 2) { at + gap + 2 } else { at };
    }
    if matches!(c, '-' | '=' | '~') && chars[at..].iter().find(|next| **next != c) == Some(&'>') {
        return at + while_is(&|next| next == c) + 1;
    }
    if matches!(c, '→' | '⇒' | '>') {
        return at + 1;
    }
    let stands_alone = |at: usize| {
        let before = at.checked_sub(1).map(|before| chars[before]);
        let is_edge = |c: Option<char>| c.is_none_or(|c| c.is_whitespace() || "|,[](){}'\"".contains(c));
        is_edge(before) && is_edge(chars.get(at + 1).copied())
    };
    if "_*.-#·".contains(c) && stands_alone(at) { at + 1 } else { at }
}

/// Whether a quoted gap is a list element, rather than the separator of two quoted elements.
fn is_in_list(chars: &[char], from: usize, to: usize) -> bool {
    let before = chars[..from].iter().rev().find(|c| **c != ' ');
    let after = chars[to..].iter().find(|c| **c != ' ');
    matches!(before, Some(',' | '[' | '(' | '{')) && matches!(after, Some(',' | ']' | ')' | '}'))
}

fn add_cells(token: &[char], at: usize, shape: Shape, cells: &mut Vec<Cell>) {
    let columns = at..at + token.len();
    if token[0].is_ascii_digit() {
        let is_packed = shape.cells() <= 10
            && token.len() > 1
            && (token.len() == shape.cells() || token.len() == shape.columns());
        if is_packed {
            let digits = token.iter().enumerate().filter_map(|(nth, c)| {
                Some(Cell { content: Content::Number(c.to_digit(10)?), columns: at + nth..at + nth + 1 })
            });
            cells.extend(digits);
        } else {
            let number: String = token.iter().collect();
            let content = number.parse().map_or(Content::Wall, Content::Number);
            cells.push(Cell { content, columns });
        }
        return;
    }
    let word = token.iter().collect::<String>().to_ascii_lowercase();
    let is_blank = matches!(token[0], '\'' | '"') || BLANKS.contains(&word.as_str());
    let content = if is_blank { Content::Blank } else { Content::Wall };
    // Ignore repeated walls.
    if content == Content::Wall && cells.last().is_some_and(|cell| cell.content == Content::Wall) {
        return;
    }
    cells.push(Cell { content, columns });
}

/// Whether a line is a row of digits with at most one gap or symbol for the blank: `4 5`, `4_5`, `
/// 12`.
fn has_packed_rows(text: &str, shape: Shape) -> bool {
    let width = text.chars().count();
    let fits = shape.cells() <= 10 && (width == shape.columns() || width + 1 == shape.columns());
    let is_gap = |c: char| " _*.-#".contains(c);
    fits && text.chars().all(|c| c.is_ascii_digit() || is_gap(c)) && text.matches(is_gap).count() <= 1
}

fn packed(chars: &[char]) -> Vec<Cell> {
    let cell = |(nth, c): (usize, &char)| {
        let content = match c.to_digit(10) {
            Some(digit) => Content::Number(digit),
            None if *c == ' ' => return None,
            None => Content::Blank,
        };
        Some(Cell { content, columns: nth..nth + 1 })
    };
    chars.iter().enumerate().filter_map(cell).collect()
}

/// Whether a line consists of symbols only, such as a frame or a separator of rows.
pub(super) fn is_rule(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| !c.is_alphanumeric())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contents(text: &str) -> Vec<Content> {
        cells_of(text, Shape::THREE_BY_THREE).into_iter().map(|cell| cell.content).collect()
    }

    #[test]
    fn cells_differ_from_words_and_symbols() {
        use Content::{Blank, Number, Wall};
        for (text, expected) in [
            ("1 _ 3", vec![Number(1), Blank, Number(3)]),
            ("| 1 | . | 3 |", vec![Number(1), Blank, Number(3)]),
            ("['1', ' ', '3']", vec![Number(1), Blank, Number(3)]),
            ("[1, null, 3]", vec![Number(1), Blank, Number(3)]),
            ("1 2 -> 3", vec![Number(1), Number(2), Wall, Number(3)]),
            ("1 2 step two 3", vec![Number(1), Number(2), Wall, Number(3)]),
            ("123", vec![Number(1), Number(2), Number(3)]),
            ("4 5", vec![Number(4), Number(5)]),
            ("4_5", vec![Number(4), Blank, Number(5)]),
            ("1.25", vec![Number(1), Number(25)]),
            ("1234", vec![Number(1234)]),
            ("99999999999 1", vec![Wall, Number(1)]),
            ("no digits _", vec![]),
        ] {
            assert_eq!(contents(text), expected, "{text}");
        }
        assert!(is_rule("+---+---+") && is_rule("|   |") && !is_rule("a-b") && !is_rule(""));
    }
}
