//! What of a line is a comment.

use crate::board::{Board, Shape};

/// The heading of a list of boards as Princeton's assignment wants it. It says nothing that the boards do not.
const HEADING: &str = "Minimum number of moves =";

/// A line up to its comment, which begins with `#`. Where a `#` can't begin a comment, it is a blank: in quotes,
/// alone between the commas or brackets of a list, or within digits that make a board with it
/// (`1234#5678`).
pub(super) fn without_comment(line: &str) -> &str {
    if line.trim_start().starts_with(HEADING) {
        return "";
    }
    let begins_comment = |(at, _): &(usize, &str)| !is_blank_at(line, *at);
    line.match_indices('#').find(begins_comment).map_or(line, |(at, _)| &line[..at])
}

fn is_blank_at(line: &str, at: usize) -> bool {
    let (before, after) = (&line[..at], &line[at + 1..]);
    let quoted = ['\'', '"'].iter().any(|quote| before.ends_with(*quote) && after.starts_with(*quote));
    let opened = before.trim_end().ends_with([',', '[', '(', '{']);
    let next = after.trim_start();
    let closed = next.is_empty() || next.starts_with([',', ']', ')', '}']);
    quoted || (opened && closed) || is_within_digits(line, at)
}

fn is_within_digits(line: &str, at: usize) -> bool {
    let start = at - line[..at].rsplit(char::is_whitespace).next().map_or(0, str::len);
    let word = line[start..].split_whitespace().next().unwrap_or_default();
    // Longer words are not looked into: they are no boards, and lines may be long.
    if start == at || word.len() > 64 {
        return false;
    }
    let symbols: Vec<char> = word.chars().filter(|c| !matches!(c, '/' | '\\')).collect();
    let number = |c: &char| if *c == '#' { Some(0) } else { c.to_digit(36) };
    let numbers: Option<Vec<u32>> = symbols.iter().map(number).collect();
    let is_board = |shape| numbers.as_ref().is_some_and(|numbers| Board::new(shape, numbers).is_ok());
    Shape::squarest(symbols.len()).is_some_and(is_board)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hash_is_a_blank_only_where_it_can_be_no_comment() {
        for (line, content) in [
            ("# 1 2 3", ""),
            ("3# size", "3"),
            ("1 2 3 # 4", "1 2 3 "),
            ("1,2,3,0#optimal:6", "1,2,3,0"),
            ("1,2,#,3 # x", "1,2,#,3 "),
            ("[1, 2, 3, #]", "[1, 2, 3, #]"),
            ("['1', '#', '2', '3']", "['1', '#', '2', '3']"),
            ("1234#5678 # five", "1234#5678 "),
            ("\u{a0}1234#5678", "\u{a0}1234#5678"),
            ("123/4#5/678", "123/4#5/678"),
            ("#12345678", ""),
            ("123456780#", "123456780"),
            ("1 2 # 3", "1 2 "),
            ("Minimum number of moves = 4", ""),
        ] {
            assert_eq!(without_comment(line), content, "{line}");
        }
    }
}
