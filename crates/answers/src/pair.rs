//! A line without names: a board, and an answer beside it.

use super::fields::Fields;
use tilebase::board::Shape;

/// Returns the ways to split a line into a board and an answer, most likely first.
///
/// Possible splits are after the board's closing bracket, at a symbol, at a space, or at a comma.
/// Symbols may occur in the answer (`123456708: U -> L`, `123456708 Path: R`) and between the tiles
/// (`1,2,3,4,5,6,7,0,8,R`).
pub(super) fn parts_of_line(line: &str, shape: Option<Shape>) -> impl Iterator<Item = Fields<'_>> {
    let line = inside_brackets(line);
    let behind_brackets = line.starts_with(['[', '(']).then(|| behind_brackets(line)).flatten();
    let at_signs = ["->", "=>", "\t", ":", ";", "|"].iter().filter_map(|between| line.split_once(between));
    let at_space = std::iter::once_with(|| line.split_once(char::is_whitespace)).flatten();
    let at_comma = std::iter::once_with(|| line.split_once(',')).flatten();
    let behind_tiles = std::iter::once_with(move || behind_tiles(line, shape)).flatten();
    let all = behind_brackets.into_iter().chain(at_signs).chain(at_space).chain(at_comma).chain(behind_tiles);
    all.filter_map(|(board, answer)| {
        let answer = answer.trim_start_matches([':', ';', '|', ',', '\t', ' ']);
        let board = unquoted(board.trim().trim_end_matches(','));
        (!board.is_empty() && !answer.is_empty()).then(|| Fields::of_pair(board, unquoted(answer.trim())))
    })
}

/// Removes quotes around a whole text.
fn unquoted(text: &str) -> &str {
    let inner = |quote| text.strip_prefix(quote)?.strip_suffix(quote).filter(|inner| !inner.contains(quote));
    inner('"').or_else(|| inner('\'')).unwrap_or(text)
}

/// Removes brackets around a whole line, as in Python's `('123456708', 'R')`.
fn inside_brackets(line: &str) -> &str {
    match line.starts_with(['[', '(']).then(|| behind_brackets(line)).flatten() {
        Some((all, "")) => all[1..all.len() - 1].trim(),
        _ => line,
    }
}

/// Splits a line after its leading bracketed part.
pub(super) fn behind_brackets(line: &str) -> Option<(&str, &str)> {
    let mut depth = 0_i32;
    let end = line.char_indices().find(|(_, c)| {
        depth += i32::from(matches!(c, '[' | '(')) - i32::from(matches!(c, ']' | ')'));
        depth == 0
    })?;
    Some(line.split_at(end.0 + 1))
}

/// Splits a line after the leading numbers that form a board.
///
/// These are as many as the shape has cells, or else the most numbers that are a permutation. If
/// there are none, splits before the next text, or before the last number, so that the error is
/// about them.
fn behind_tiles(line: &str, shape: Option<Shape>) -> Option<(&str, &str)> {
    let ends = ends_of_numbers(line);
    if ends.len() < 2 {
        return None;
    }
    let has_more = |count: usize| !line[ends[count - 1]..].trim_matches([' ', '\t', ',', ';']).is_empty();
    let numbers: Vec<usize> = ends
        .iter()
        .scan(0, |start, end| {
            let number = line[*start..*end].trim_matches([' ', '\t', ',', ';']);
            *start = *end;
            Some(number.parse().unwrap_or(usize::MAX))
        })
        .collect();
    let most = numbers.len().min(u64::BITS as usize);
    let by_tiles = || (4..=most).rev().find(|count| has_more(*count) && is_each_once(&numbers[..*count]));
    let count = match shape.map(Shape::cells) {
        Some(cells) if cells <= ends.len() => cells,
        Some(_) => ends.len(),
        None => by_tiles().unwrap_or(if has_more(ends.len()) { ends.len() } else { ends.len() - 1 }),
    };
    Some(line.split_at(ends[count - 1]))
}

/// Whether the numbers are a permutation of 0, 1, 2, ...; at most 64.
fn is_each_once(numbers: &[usize]) -> bool {
    let mut seen = 0_u64;
    numbers.iter().all(|number| {
        let is_new = *number < numbers.len() && seen & (1 << number) == 0;
        seen |= if is_new { 1 << number } else { 0 };
        is_new
    })
}

/// The ends of the leading numbers of a line, separated by spaces, commas, or semicolons.
fn ends_of_numbers(line: &str) -> Vec<usize> {
    let mut ends = Vec::new();
    let mut rest = line;
    loop {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let after = &rest[digits..];
        let gap = after.len() - after.trim_start_matches([' ', '\t', ',', ';']).len();
        if digits == 0 || (gap == 0 && !after.is_empty()) {
            return ends;
        }
        ends.push(line.len() - after.len());
        rest = &after[gap..];
    }
}
