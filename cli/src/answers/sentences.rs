//! Numbers in prose: lengths that are called so, states expanded, and whatever number comes last.

use std::sync::LazyLock;

use regex_lite::Regex;

use super::vocabulary::{Field, leading_count, read_directions};
use tilebase::notation::MoveConvention;

type Pattern = LazyLock<Option<Regex>>;

/// "solved in 28 moves", "a path of 28 moves"; "1166 moves tried" is none.
static OF_SO_MANY_MOVES: Pattern =
    LazyLock::new(|| Regex::new(r"(?i)\b(?:in|of|with|takes|took|needs)\s+([0-9]+)\s+(?:moves|move)\b").ok());

static EXPANDED_AFTER_THE_WORD: Pattern =
    LazyLock::new(|| Regex::new(r"(?i)expan(?:ded|sions)[^0-9\r\n]{0,60}([0-9][0-9,]*)").ok());
static EXPANDED_BEFORE_THE_WORD: Pattern =
    LazyLock::new(|| Regex::new(r"(?i)([0-9][0-9,]*)\s+(?:nodes|states)\s+(?:were\s+)?expanded").ok());

/// What a pattern's group holds, at each of its places in a text.
fn found<'a>(pattern: &'static Pattern, text: &'a str) -> impl Iterator<Item = &'a str> {
    let places = pattern.as_ref().map(|pattern| pattern.captures_iter(text));
    places.into_iter().flatten().filter_map(|found| found.get(1)).map(|group| group.as_str())
}

/// The length that a line alone says: "solved in 28 moves", "length 28".
pub(super) fn sentence_length(line: &str) -> Option<u32> {
    let in_sentence = || found(&OF_SO_MANY_MOVES, line).next()?.parse().ok();
    let after_name = || {
        let at = line.find(|c: char| c.is_ascii_digit())?;
        (Field::named(&line[..at]) == Some(Field::Length)).then_some(())?;
        leading_count(&line[at..]).map(|(length, _)| length)
    };
    in_sentence().or_else(after_name)
}

/// The last number of the last line that has one. Lines that are not text, lists, and moves with counts are passed over:
/// the last number of `[7, 8, 0]` or of `Right 3` is no length.
pub(super) fn last_number(text: &str) -> Option<i64> {
    let is_text = |line: &&str| {
        line.chars().all(|c| c == '\t' || (!c.is_control() && c != char::REPLACEMENT_CHARACTER))
    };
    let is_list = |line: &str| line.trim_start().starts_with(['[', '(']) && line.contains(',');
    let is_move = |line: &str| {
        let word = line.split_whitespace().next().unwrap_or_default();
        word.bytes().all(|byte| byte.is_ascii_alphabetic())
            && read_directions(word, MoveConvention::Blank).is_ok_and(|moves| !moves.is_empty())
    };
    let last_of = |line: &str| {
        let words = line.split(|c: char| !c.is_ascii_alphanumeric() && !"-.".contains(c));
        words.rev().find_map(|word| word.trim_end_matches('.').parse().ok())
    };
    text.lines().rev().filter(|line| is_text(line) && !is_list(line) && !is_move(line)).find_map(last_of)
}

/// How many states a solver says it has expanded: the number beside the last mention of them.
pub(super) fn nodes_in(text: &str) -> Option<u64> {
    let last = |pattern| found(pattern, text).last()?.replace(',', "").parse().ok();
    last(&EXPANDED_BEFORE_THE_WORD).or_else(|| last(&EXPANDED_AFTER_THE_WORD))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_alone_says_a_length() {
        for (line, length) in [
            ("solved in 28 moves (1166 nodes)", Some(28)),
            ("Length 28", Some(28)),
            ("queue length 28", None),
            ("UXL 28 moves", None),
        ] {
            assert_eq!(sentence_length(line), length, "{line}");
        }
    }

    #[test]
    fn numbers_are_found() {
        assert_eq!(last_number("28 moves in 0.5 s\n\nlength: 28\n"), Some(28));
        assert_eq!(last_number("the answer is 28.\ndone\n"), Some(28));
        assert_eq!(last_number("28\n[7, 8, 0]\n"), Some(28));
        assert_eq!(last_number("Right 3\n"), None);
        assert_eq!(last_number("-1\n"), Some(-1));
        assert_eq!(last_number("none"), None);
        assert_eq!(last_number("\u{fffd}\u{1} 7\n"), None);
    }

    #[test]
    fn the_counts_of_known_programs_are_found() {
        for (text, nodes) in [
            ("Number of nodes expanded: 1166\nMax queue size: 690", Some(1166)),
            ("States Expanded: 10\tGenerated: 21", Some(10)),
            ("Num Of State Expansions:         4374\n", Some(4374)),
            ("{\"length\":28,\"expanded\":28,\"generated\":29}", Some(28)),
            ("1,166 nodes expanded in 3 ms", Some(1166)),
            ("The best node to expand with a g(n) = 0", None),
        ] {
            assert_eq!(nodes_in(text), nodes, "{text}");
        }
    }
}
