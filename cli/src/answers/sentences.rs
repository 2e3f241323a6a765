//! Numbers in prose: lengths that are called so, states expanded, and whatever number comes last.

use std::sync::LazyLock;

use regex_lite::Regex;

use super::vocabulary::{Field, label, leading_count, names_of, read_directions};
use tilebase::notation::MoveConvention;

type Pattern = LazyLock<Option<Regex>>;

/// A length after its name. "28 moves 12 nodes" names the number before it: between moves and their number there has to be
/// a sign.
static AFTER_ITS_NAME: Pattern = LazyLock::new(|| {
    let names: Vec<String> = names_of(Field::Length).map(|name| name.replace(' ', "[ _-]?")).collect();
    let sign = r#"["']?\s*(?:[:=]|is\b|was\b)\s*"#;
    let pattern = format!(r"(?i)\b(?:(?:{})(?:{sign}|\s+)|(?:moves|steps){sign})([0-9]+)\b", names.join("|"));
    Regex::new(&pattern).ok()
});
static BEFORE_ITS_NAME: Pattern =
    LazyLock::new(|| Regex::new(r"(?i)\b([0-9]+)\s+(?:moves|steps|move|step)\b").ok());
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

/// The last number that is named as the length of a path.
pub(super) fn named_length(text: &str) -> Option<u32> {
    let last = |pattern| found(pattern, text).last()?.parse().ok();
    last(&AFTER_ITS_NAME).or_else(|| last(&BEFORE_ITS_NAME))
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

/// The length that a text says a path of so many moves has. Of several different ones it is none but the path's own: a
/// program that solves by three algorithms says three, and which of them is the path's is not to be told.
pub(super) fn length_beside_path(text: &str, moves: usize) -> Option<u32> {
    let in_labels = text.lines().filter_map(|line| match label(line)? {
        (Field::Length, value) => leading_count(value.trim_matches(['"', '\''])).map(|(length, _)| length),
        // `Moves: 28` is a length, `Moves: 6, 3, 8` tiles.
        (Field::Moves, value) => value.parse().ok(),
        _ => None,
    });
    let in_sentences = found(&OF_SO_MANY_MOVES, text).filter_map(|number| number.parse().ok());
    let mut said: Vec<u32> = in_labels.chain(in_sentences).collect();
    said.sort_unstable();
    said.dedup();
    match said.as_slice() {
        [length] => Some(*length),
        several => several.iter().copied().find(|length| *length as usize == moves),
    }
}

/// The number after the last of these words, on its line.
pub(super) fn number_after(text: &str, words: &str) -> Option<i64> {
    let (_, rest) = text.rsplit_once(words)?;
    let line = rest.lines().next()?;
    let number = line.trim_start_matches(|c: char| c.is_whitespace() || ":=".contains(c));
    let digits = number.strip_prefix('-').unwrap_or(number);
    let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
    number[..number.len() - digits.len() + end].parse().ok()
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
    fn a_length_is_told_from_other_numbers() {
        for (text, length) in [
            ("length 28\nnodes 1166\n", Some(28)),
            ("Path cost = 28, 1166 nodes", Some(28)),
            ("solved in 28 moves (1166 nodes, 0.5 s)", Some(28)),
            ("The depth of the goal node was 28.\nmax depth 40", Some(28)),
            ("max depth 40\nnodes 1166", None),
            ("depth of the goal: 28\nmax queue 40", Some(28)),
            ("28 moves 12 nodes", Some(28)),
            ("Number of moves: 28\nnodes: 7", Some(28)),
            ("path_length=28\nnodes: 7", Some(28)),
            ("28\n", None),
        ] {
            assert_eq!(named_length(text), length, "{text}");
        }
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
    fn a_length_beside_a_path_is_clear_or_none() {
        for (text, length) in [
            ("UL\nLength: 7\n", Some(7)),
            ("UL\nlength: 2 (12 nodes)\n", Some(2)),
            ("\"cost\": 7,\n\"path\": \"UL\"\n", Some(7)),
            ("bfs cost: 9\ncost: 9\ncost: 2\nUL\n", Some(2)),
            ("Cost: 9\nCost: 8\nUL\n", None),
            ("a path of 3 moves: UL\n", Some(3)),
            ("depth: 9\ninitial cost: 5\n1166 moves tried\nUL\n", None),
            ("time of path 0.5\nlength: 0.5 m\nUL\n", None),
        ] {
            assert_eq!(length_beside_path(text, 2), length, "{text}");
        }
    }

    #[test]
    fn numbers_are_found() {
        assert_eq!(number_after("Path Length:           15\nx", "Path Length"), Some(15));
        assert_eq!(number_after("Path Length:\n15", "Path Length"), None);
        assert_eq!(number_after("moves = -1", "moves"), Some(-1));
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
