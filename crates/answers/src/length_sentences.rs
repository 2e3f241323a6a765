//! Finds the length in a sentence: `solved in 28 moves`, `found a solution at depth 28`.
//!
//! Words such as `steps` could also describe the search. A length with such a word is *vague*.

use super::number::{
    Number, after_gap, before_gap, before_word, begins_with_word, is_of_word, labels_next, numbers,
};
use super::sentences::is_of_no_path;
use super::vocabulary::{
    Field, MOVE_FORMS, MOVES, STEP_FORMS, STEPS, folded, is_banner, is_unit, leading_count,
    starts_with_joined_unit, yes_or_no,
};

/// Beginnings of words about the solution.
const ABOUT_SOLUTION: [&str; 28] = [
    "ratkais",
    "solv",
    "solution",
    "path",
    "goal",
    "optimal",
    "shortest",
    "reach",
    "soluc",
    "soluz",
    "losung",
    "loesung",
    "gelost",
    "losning",
    "oplos",
    "reseni",
    "riesen",
    "cozul",
    "megold",
    "розв",
    "解",
    "chemin",
    "camin",
    "rozwi",
    "resuel",
    "resol",
    "risol",
    "решен",
];

/// Beginnings of words about the search, or about how the board was made.
const ABOUT_SEARCH: [&str; 20] = [
    "creat",
    "mixed",
    "mixing",
    "jumbl",
    "walk",
    "mezcl",
    "expand",
    "tried",
    "generat",
    "explor",
    "visit",
    "max",
    "limit",
    "queue",
    "search",
    "random",
    "shuffl",
    "scrambl",
    "heuristic",
    "iteration",
];

/// Names of moves, as in "in 28 moves".
const UNITS: [&[&str]; 2] = [MOVES, MOVE_FORMS];

/// Names of moves that are also used for steps of a search.
const VAGUE_UNITS: [&[&str]; 2] = [STEPS, STEP_FORMS];

/// Whether it is like "in 28 moves", "takes only 28 moves", "a path of 28 moves".
fn is_of_moves(number: &Number<'_>) -> bool {
    const BEFORE: [&str; 22] = [
        "in", "of", "with", "takes", "took", "needs", "needed", "requires", "after", "using", "en", "em",
        "mit", "de", "con", "com", "med", "za", "w", "за", "dans", "su",
    ];
    const ADVERBS: [&str; 3] = ["only", "just", "exactly"];
    let begins = |text: &str| before_gap(text).is_some_and(|text| before_word(text, &BEFORE).is_some());
    let before = number.before;
    let is_stated = begins(before) || before_word(before.trim_ascii_end(), &ADVERBS).is_some_and(begins);
    let is_unit = |after| UNITS.iter().any(|units| begins_with_word(after, units));
    is_stated && after_gap(number.after).is_some_and(is_unit)
}

/// Whether it is like "28 moves", "28-move solution".
fn counts(number: &Number<'_>, units: &[&[&str]]) -> bool {
    let after = number.after.trim_start_matches(['-', ' ']);
    number.is_apart()
        && after.len() < number.after.len()
        && units.iter().any(|units| begins_with_word(after, units))
}

/// Whether a number in front of a unit is not a number of moves: it belongs to the search, to a
/// time, or to another label.
fn is_of_other(number: &Number<'_>) -> bool {
    is_of_examined(number) || ends_time_of_day(number.before) || labels_next(number)
}

/// Whether the text before a number is the beginning of a time: `10:15:`.
fn ends_time_of_day(before: &str) -> bool {
    let ends_with_two =
        |text: &str| text.len() >= 2 && text.bytes().rev().take(2).all(|byte| byte.is_ascii_digit());
    let hours =
        before.strip_suffix(':').filter(|text| ends_with_two(text)).map(|text| &text[..text.len() - 2]);
    hours.and_then(|text| text.strip_suffix(':')).is_some_and(ends_with_two)
}

/// Whether it is like "at depth 28", "at a depth of 28", "in level = 28".
fn is_at_depth(number: &Number<'_>) -> bool {
    let before = number.before.trim_ascii_end();
    let behind_name = match (before.strip_suffix(['=', ':']), before_gap(number.before)) {
        (Some(name), _) => before_gap(name),
        (None, Some(name)) => Some(before_word(name, &["of"]).and_then(before_gap).unwrap_or(name)),
        (None, None) => None,
    };
    let place = behind_name.and_then(|name| before_gap(before_word(name, &["depth", "level"])?));
    let place = place.map(|place| before_word(place, &["a"]).and_then(before_gap).unwrap_or(place));
    place.is_some_and(|place| before_word(place, &["at", "in"]).is_some())
        && !number.after.starts_with(is_of_word)
}

/// Whether it is like "at 28 depth".
fn is_so_deep(number: &Number<'_>) -> bool {
    before_gap(number.before).is_some_and(|before| before_word(before, &["at"]).is_some())
        && after_gap(number.after).is_some_and(|after| begins_with_word(after, &["depth"]))
}

/// The last number in a text that satisfies a predicate.
fn last(text: &str, is_it: impl Fn(&Number<'_>) -> bool) -> Option<u32> {
    numbers(text).filter(is_it).last()?.digits.parse().ok()
}

/// The length that a single line states: "solved in 28 moves", "length 28".
pub(super) fn length_on_line(line: &str) -> Option<u32> {
    let after_name = || {
        let at = line.find(|c: char| c.is_ascii_digit())?;
        matches!(Field::named(&line[..at]), Some(Field::Length | Field::Cost)).then_some(())?;
        leading_count(&line[at..]).map(|(length, _)| length)
    };
    // A vague unit such as `steps` is not that of a search: the line has nothing else.
    length_in_sentence(line).map(|(length, _is_vague)| length).or_else(after_name)
}

/// The length in a sentence, and whether it is vague.
pub(super) fn length_in_sentence(text: &str) -> Option<(u32, bool)> {
    if !text.contains(|c: char| c.is_ascii_digit()) {
        return already_solved(text);
    }
    let folded = folded(text);
    let text = &*folded;
    if !mentions_moves(text) {
        return None;
    }
    let is_of_path = !is_of_no_path(text);
    let of_whole = || depth_of_solution(text).or_else(|| moves_of_solution(text));
    let clear = is_of_path.then(of_whole).flatten();
    if let Some(length) = clear.or_else(|| clauses(text).find_map(solved_in)) {
        return Some((length, false));
    }
    vague_length(text).filter(|_| is_of_path).map(|length| (length, true))
}

/// "found a solution at depth 28"
fn depth_of_solution(text: &str) -> Option<u32> {
    let is_about_solution = mentions(text, &["solution", "solved", "goal"])
        && !mentions(text, &["max", "limit", "no solution", "not"]);
    is_about_solution.then(|| last(text, is_at_depth).or_else(|| last(text, is_so_deep)))?
}

/// "the optimal solution has 28 moves"
fn moves_of_solution(text: &str) -> Option<u32> {
    if mentions(text, &ABOUT_SEARCH) {
        return None;
    }
    last(text, |number| is_of_moves(number) && !is_of_other(number)).or_else(|| {
        last(text, |number| counts(number, &UNITS) && !is_of_other(number))
            .filter(|_| mentions(text, &ABOUT_SOLUTION) || is_length_alone(text) || in_brackets(text))
    })
}

/// "the solution takes 28 steps", "28moves"
fn vague_length(text: &str) -> Option<u32> {
    last(text, |number| counts(number, &VAGUE_UNITS) && !is_of_other(number))
        .filter(|_| mentions(text, &ABOUT_SOLUTION) || is_length_alone(text))
        .or_else(|| last(text, |number| starts_with_joined_unit(number.after)))
}

/// Whether a text contains one of these beginnings of words.
fn mentions(text: &str, words: &[&str]) -> bool {
    words.iter().any(|word| text.contains(word))
}

/// Whether a text is a length and its unit: "28 moves", "28 moves. (1166 nodes)".
fn is_length_alone(text: &str) -> bool {
    let clause = text.split(['(', '.', '!']).next().unwrap_or_default();
    let rest = clause.trim_start_matches(|c: char| c.is_ascii_digit());
    rest.len() < clause.len() && is_unit(rest) && !rest.trim().is_empty()
}

/// Whether a number is in a clause about what the search examined: "after evaluating 57 moves".
fn is_of_examined(number: &Number<'_>) -> bool {
    const STEMS: [&str; 8] =
        ["evaluat", "examin", "consider", "simulat", "process", "analy", "moves/", "moves per"];
    const ENDS: [char; 5] = [',', ';', '|', '(', ')'];
    let before = number.before.rsplit(ENDS).next().unwrap_or_default();
    let after = number.after.split(ENDS).next().unwrap_or_default();
    STEMS.iter().any(|stem| before.contains(stem) || after.contains(stem))
}

/// A fast path: most lines do not mention moves or depths.
fn mentions_moves(text: &str) -> bool {
    const STEMS: [&str; 38] = [
        "mov", "step", "depth", "level", "slide", "turn", "coup", "zug", "zueg", "ruch", "moss", "hamle",
        "action", "siirto", "siirro", "pas", "etap", "schritt", "krok", "adim", "mouv", "deplac", "zet",
        "stap", "tah", "tr", "mi", "mut", "drag", "lepes", "gerak", "nuoc", "taz", "kroc", "steg", "skridt",
        "buoc", "langkah",
    ];
    !text.is_ascii() || STEMS.iter().any(|stem| text.contains(stem))
}

/// Splits a line into clauses, so that "Solution found in 28 moves; expanded nodes: 1" has two.
fn clauses(text: &str) -> impl Iterator<Item = &str> {
    const CONJUNCTIONS: [&str; 5] = [" after ", " with ", " and ", " using ", " by "];
    let pieces = text.split([',', ';', '|', '(', ')', '.']);
    pieces.flat_map(|piece| {
        let ends = CONJUNCTIONS.iter().filter_map(|word| piece.find(word));
        ends.min().map_or([piece, ""], |end| [&piece[..end], &piece[end..]])
    })
}

/// The length in a folded clause about the solution: "solution found in 28 moves".
///
/// A clause that mentions the search has none: its number may be a count of nodes.
fn solved_in(clause: &str) -> Option<u32> {
    let is_solution = mentions(clause, &ABOUT_SOLUTION)
        && !mentions(clause, &ABOUT_SEARCH)
        && !mentions(clause, &["node", "state", "not "])
        && !is_of_no_path(clause);
    last(clause, is_of_moves).filter(|_| is_solution)
}

/// Whether the text ends like `ULDR (4 moves)` or `ULDR (4 moves, 0.2 s)`.
fn in_brackets(text: &str) -> bool {
    let inside = text.rsplit_once('(').and_then(|(_, rest)| rest.split_once(')'));
    let counts_moves = |piece: &str| leading_count(piece.trim()).is_some_and(|(_, rest)| is_unit(rest));
    inside.is_some_and(|(inside, _)| inside.split([',', ';']).any(counts_moves))
}

/// A length of 0, if the text says that the puzzle is already solved. It does not if it asks or
/// checks that.
fn already_solved(text: &str) -> Option<(u32, bool)> {
    const PHRASES: [&str; 8] = [
        "already solved",
        "already in the goal",
        "already at the goal",
        "already the goal",
        "already sorted",
        "already in goal",
        "already goal",
        "nothing to solve",
    ];
    let lower = folded(text);
    // "Already solved: no", "not already solved"
    let value = lower.rsplit([':', '=', '?']).next().unwrap_or_default();
    let is_denied = yes_or_no(value) == Some(false)
        || lower.contains("not already")
        || (lower.contains('?') && yes_or_no(value) != Some(true));
    let says_so = |phrase: &str| {
        lower.split_once(phrase).is_some_and(|(before, after)| !is_banner(before, phrase, after))
    };
    (!is_denied && PHRASES.iter().any(|phrase| says_so(phrase))).then_some((0, false))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fast_path_keeps_every_name_of_moves() {
        for name in [MOVES, MOVE_FORMS, STEPS, STEP_FORMS].concat() {
            assert!(mentions_moves(name), "{name}");
        }
    }

    #[test]
    fn a_line_alone_says_a_length() {
        for (line, length) in [
            ("solved in 28 moves (1166 nodes)", Some(28)),
            ("The shortest path has 28 moves", Some(28)),
            ("Gelöst in 28 Zügen", Some(28)),
            ("Solved in 28 steps", Some(28)),
            ("Already solved!", Some(0)),
            ("Checking if it is already solved", None),
            ("Length 28", Some(28)),
            ("queue length 28", None),
            ("UXL 28 moves", None),
            ("Every board can be solved in 28 moves", None),
            ("Is it solvable in 28 moves?", None),
            ("Looking for a path of 28 moves", None),
            ("the goal is in about 28 moves", None),
            ("It cannot be solved in 28 moves", None),
            ("No solution with 28 moves exists", None),
        ] {
            assert_eq!(length_on_line(line), length, "{line}");
        }
    }

    #[test]
    fn lengths_in_sentences_match_the_patterns() {
        let moves = "moves?|slides?|movements?|ruch(?:y|ow)|zuge|zugen|mosse";
        let patterns = [
            format!(r"(?i)\b(?:in|of|takes|after)\s+(?:only|just|exactly)?\s*([0-9]+)\s+(?:{moves})\b"),
            format!(r"(?i)\b([0-9]+)[- ]+(?:{moves})\b"),
            r"(?i)\b([0-9]+)[- ]+(?:steps?|krok(?:i|ow)?)\b".to_owned(),
            r"(?i)\b(?:at|in)\s+(?:a\s+)?(?:depth|level)\s+(?:of\s+|=\s*|:\s*)?([0-9]+)\b".to_owned(),
            r"(?i)\bat\s+([0-9]+)\s+depth\b".to_owned(),
        ];
        let patterns = patterns.map(|pattern| regex_lite::Regex::new(&pattern).unwrap());
        let words = [
            "in",
            "Of",
            "takes",
            "after",
            "only",
            "JUST",
            "28",
            "3.4",
            "x2",
            "5y",
            "moves",
            "Move",
            "slides",
            "ruchow",
            "zuge",
            "-",
            "steps",
            "Krok",
            "at",
            "AT",
            "a",
            "depth",
            "level",
            "depths",
            "of",
            "=",
            ":",
            "\t",
            " ",
            "\n",
            "99999999999",
            "_",
        ];
        let mut found = [0; 5];
        crate::number::of_random_words(&words, |text| {
            let read = [
                last(text, is_of_moves),
                last(text, |number| counts(number, &UNITS)),
                last(text, |number| counts(number, &VAGUE_UNITS)),
                last(text, is_at_depth),
                last(text, is_so_deep),
            ];
            for (place, pattern) in patterns.iter().enumerate() {
                let expected = || pattern.captures_iter(text).last()?.get(1)?.as_str().parse().ok();
                assert_eq!(read[place], expected(), "{text:?}, by the pattern {}", place + 1);
                found[place] += usize::from(read[place].is_some());
            }
        });
        assert!(found.iter().all(|found| *found > 10), "{found:?}");
    }
}
