//! Sentences that are not about the path, counts of expanded states, and the last number of a text.

use super::number::{
    Number, after_gap, after_letters, before_gap, before_word, numbers, numbers_with_commas,
};
use super::vocabulary::{Field, count, label, read_usual_directions};
use tilebase::notation::MoveConvention;

/// Whether a folded clause is about something other than the path: all boards, a bound, an attempt,
/// a failure, a question, or another solver.
pub(super) fn is_of_no_path(text: &str) -> bool {
    const BEGINNINGS: [&str; 45] = [
        "every ",
        "any board",
        "any puzzle",
        "any position",
        "any state",
        "all boards",
        "all puzzles",
        "hardest",
        "at most",
        "or fewer",
        "worst case",
        "at least",
        "bound",
        "more than",
        "fewer than",
        "less than",
        "under ",
        "estimat",
        "looking for",
        "try",
        "checking",
        "gave up",
        "giving up",
        "failed",
        "stopped",
        "stuck",
        "loop",
        "error",
        "local minimum",
        "local optimum",
        "cannot be solved",
        "can't be solved",
        "could not be solved",
        "couldn't be solved",
        "no solution",
        "no path",
        "nothing found",
        "not found",
        "unsuccessful",
        "not reach",
        "no goal",
        "would",
        "average",
        "human",
        "naive",
    ];
    let begins = |at: usize| !text[..at].ends_with(char::is_alphanumeric);
    text.contains('?')
        || is_guessed(text)
        || BEGINNINGS.iter().any(|word| text.match_indices(word).any(|(at, _)| begins(at)))
}

/// Whether a number is only a guess: "about 2 moves away".
fn is_guessed(text: &str) -> bool {
    const WORDS: [&str; 6] = ["about", "around", "approximately", "approx.", "roughly", "perhaps"];
    let is_guess = |number: &Number<'_>| {
        before_gap(number.before).is_some_and(|before| before_word(before, &WORDS).is_some())
    };
    numbers(text).any(|number| is_guess(&number))
}

/// The last number of the last line that has one.
///
/// Skips lines that are not text, lists, and moves with counts: the last number of `[7, 8, 0]` or
/// of `Right 3` is not a length.
pub(super) fn last_number(text: &str) -> Option<i64> {
    let is_text = |line: &&str| {
        line.chars().all(|c| c == '\t' || (!c.is_control() && c != char::REPLACEMENT_CHARACTER))
    };
    let is_list = |line: &str| line.trim_start().starts_with(['[', '(']) && line.contains(',');
    let is_move = |line: &str| {
        let word = line.split_whitespace().next().unwrap_or_default();
        word.bytes().all(|byte| byte.is_ascii_alphabetic())
            && read_usual_directions(word, MoveConvention::Blank).is_ok_and(|moves| !moves.is_empty())
    };
    let last_of = |line: &str| {
        let words = line.split(|c: char| !c.is_ascii_alphanumeric() && !"-.".contains(c));
        // `Path length: 28.0`, but not `28 moves, 2.0 s`
        let is_length =
            || matches!(label(line), Some((Field::Length | Field::Cost, value)) if count(value).is_some());
        let whole = |word: &str| is_length().then(|| count(word).map(i64::from)).flatten();
        words
            .map(|word| word.trim_end_matches('.'))
            .rev()
            .find_map(|word| word.parse().ok().or_else(|| whole(word)))
    };
    text.lines().rev().filter(|line| is_text(line) && !is_list(line) && !is_move(line)).find_map(last_of)
}

/// The number of expanded states, from its last mention.
pub(super) fn nodes_in(text: &str) -> Option<u64> {
    let last = |is_it: fn(&str) -> bool, side: for<'a> fn(&Number<'a>) -> &'a str| {
        let found = numbers_with_commas(text).filter(|number| is_it(side(number))).last()?;
        found.digits.replace(',', "").parse().ok()
    };
    last(begins_with_nodes, |number| number.after)
        .or_else(|| last(ends_with_expansions, |number| number.before))
}

/// Whether the text begins like ` nodes expanded` or ` states were expanded`.
fn begins_with_nodes(text: &str) -> bool {
    let nodes = after_gap(text)
        .and_then(|text| after_letters(text, "nodes").or_else(|| after_letters(text, "states")));
    let rest = nodes.and_then(after_gap);
    let were = rest.and_then(|rest| after_gap(after_letters(rest, "were")?));
    were.or(rest).is_some_and(|rest| after_letters(rest, "expanded").is_some())
}

/// Whether the text ends like `Nodes expanded: ` or `expansions (all searches) = `.
///
/// Only other characters of the same line may follow the word: at most 60, and no digit.
fn ends_with_expansions(text: &str) -> bool {
    const FARTHEST: usize = 60;
    let is_between = |c: char| !(c.is_ascii_digit() || matches!(c, '\r' | '\n'));
    let near = text[text.trim_end_matches(is_between).len()..].to_ascii_lowercase();
    ["expanded", "expansions"]
        .iter()
        .any(|word| near.rfind(word).is_some_and(|at| near[at + word.len()..].chars().count() <= FARTHEST))
}

/// Whether dots at the end say that more follows: `D, R, ...`, `['down', ...]`.
pub(super) fn is_cut_short(text: &str) -> bool {
    let shown = text.trim_end_matches(|c: char| c.is_whitespace() || "])}'\"".contains(c));
    shown.ends_with("...") || shown.ends_with('…')
}

/// Whether there is more than numbers, spaces and commas.
pub(super) fn has_more_than_numbers(text: &str) -> bool {
    text.contains(|c: char| !c.is_ascii_digit() && !c.is_whitespace() && c != ',')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_found() {
        assert_eq!(last_number("28 moves in 0.5 s\n\nlength: 28\n"), Some(28));
        assert_eq!(last_number("the answer is 28.\ndone\n"), Some(28));
        assert_eq!(last_number("28\n[7, 8, 0]\n"), Some(28));
        assert_eq!(last_number("Right 3\n"), None);
        assert_eq!(last_number("-1\n"), Some(-1));
        assert_eq!(last_number("Enter board 3\nPath length: 28.0\n"), Some(28));
        assert_eq!(last_number("28 moves, 2.0 s\n"), Some(28));
        assert_eq!(last_number("28\nTime: 2.0\n"), Some(28));
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

    #[test]
    fn numbers_in_prose_match_the_patterns() {
        let pattern = |text| regex_lite::Regex::new(text).unwrap();
        let after = pattern(r"(?i)expan(?:ded|sions)[^0-9\r\n]{0,60}([0-9][0-9,]*)");
        let before = pattern(r"(?i)([0-9][0-9,]*)\s+(?:nodes|states)\s+(?:were\s+)?expanded");
        let parts = [
            "in",
            "OF",
            "needs",
            "28",
            "3,4",
            "x2",
            "moves",
            "move",
            "moved",
            "expanded",
            "Expansions",
            "nodes",
            "States",
            "were",
            "EXPANDED",
            "züge",
            ",",
            "\n",
            "\t",
            " ",
            " ",
            " ",
            "123456789012345678901234567890 characters in all",
            "and so on, for more than twenty characters",
            "s",
        ];
        let group = |found: regex_lite::Captures<'_>| found.get(1).unwrap().as_str().replace(',', "");
        let mut found = [0; 2];
        crate::number::of_random_words(&parts, |text| {
            let last =
                |pattern: &regex_lite::Regex| group(pattern.captures_iter(text).last()?).parse::<u64>().ok();
            let expected = [last(&before), last(&after)];
            found[0] += usize::from(expected[0].is_some());
            found[1] += usize::from(expected[0].is_none() && expected[1].is_some());
            assert_eq!(nodes_in(text), expected[0].or(expected[1]), "{text:?}");
        });
        assert!(found.iter().all(|found| *found > 100), "{found:?}");
    }
}
