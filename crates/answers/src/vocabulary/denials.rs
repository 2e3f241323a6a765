//! Statements that the goal cannot be reached, or that it can.

use std::sync::LazyLock;

use super::abandoned::{
    compares, continues, ends_before_time, has_time_limit, is_of_board_itself, is_of_move, is_of_part,
    is_of_program, is_stopped, names_bad_input,
};
use super::phrases::{ABOUT_BOARD, WHOLE};
use super::search_phrases::{ABOUT_SEARCH, NOT_FINDING};
use super::spelling::{entries, folded, is_entry};
use super::words_in;

/// How clearly a text says that the goal cannot be reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Certainty {
    /// In passing, as in the banner "detects impossible boards", which is not about the current
    /// board.
    InPassing,
    /// As a sentence: "No solution found.", "this puzzle is unsolvable".
    Sentence,
}

/// The kind of a phrase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Subject {
    Board,
    Search,
    /// A search, if an object such as "solution" follows.
    Finding,
}

/// A phrase, and what it is about.
type Phrase = (&'static str, Subject);

/// All phrases by their first byte, so that most places of a text are passed at once.
static PHRASES: LazyLock<[Vec<Phrase>; 256]> = LazyLock::new(|| {
    let mut by_first = [const { Vec::new() }; 256];
    let all =
        [(ABOUT_BOARD, Subject::Board), (ABOUT_SEARCH, Subject::Search), (NOT_FINDING, Subject::Finding)];
    for (phrases, subject) in all {
        for phrase in entries(phrases) {
            by_first[usize::from(phrase.as_bytes()[0])].push((phrase, subject));
        }
    }
    by_first
});

/// Returns how certainly a text says that the goal cannot be reached; `None` if it does not.
pub(crate) fn denial_certainty(text: &str) -> Option<Certainty> {
    if has_only_moves(text) {
        return None;
    }
    let text = &*folded(text);
    let phrases = &*PHRASES;
    let found = text.bytes().enumerate().flat_map(|(at, first)| {
        let rest = &text.as_bytes()[at..];
        let known = phrases[usize::from(first)].iter();
        known.filter(move |(words, _)| rest.starts_with(words.as_bytes())).map(move |phrase| (at, *phrase))
    });
    found.filter_map(|(at, phrase)| weigh(text, at, phrase)).max()
}

/// A fast path: whether the letters of a text are those of `up`, `down`, `left`, and `right`, and
/// no word begins like `find`. Every ASCII phrase has other letters or such a word.
fn has_only_moves(text: &str) -> bool {
    let is_of_moves = |byte: u8| !byte.is_ascii_alphabetic() || b"defghilnoprtuw".contains(&(byte | 0x20));
    let may_find = |pair: &[u8]| pair.eq_ignore_ascii_case(b"fi");
    text.is_ascii() && text.bytes().all(is_of_moves) && !text.as_bytes().windows(2).any(may_find)
}

/// Whether a whole text means "unsolvable": as a word such as `None`, or in a sentence that is not
/// limited to a part of a search.
pub(crate) fn is_unsolvable(text: &str) -> bool {
    is_word_for_unsolvable(text) || (denial_certainty(text) == Some(Certainty::Sentence) && !is_limited(text))
}

/// Whether a text is a word such as `None`.
pub(crate) fn is_word_for_unsolvable(text: &str) -> bool {
    /// Longer texts are sentences.
    const MAX_BYTES: usize = 40;
    let text = text.trim().trim_end_matches(['.', '!']);
    text.len() <= MAX_BYTES && WHOLE.contains(&&*folded(text))
}

/// Whether a text is the null value of a language, or -1.
pub(crate) fn is_null_value(text: &str) -> bool {
    const NULLS: [&str; 7] = ["-1", "none", "null", "nil", "n/a", "inf", "infinity"];
    NULLS.iter().any(|null| null.eq_ignore_ascii_case(text.trim()))
}

/// Words for depths and limits, and names of methods.
const LIMITS: &[&str] = &[
    "depth|limit|bound|threshold|iteration|iterations|level|cutoff|bfs|dfs|ids|greedy|hill|beam",
    "annealing",
];

/// Beginnings of words for depths, limits, and levels in other languages.
const LIMIT_STEMS: &[&str] = &[
    "profund|profond|tiefe|gleboko|hloub|hlbk|глубин|глибин|derinlik|djup|dybd|diept|adancim|melyseg",
    "kedalaman|limite|grenze|nivel|niveau|livello|iterac|итерац",
];

/// Whether a line limits its statement to a depth or bound, or to one of several methods.
pub(crate) fn is_limited(line: &str) -> bool {
    const JOINED: [&str; 6] = ["深度", "深さ", "깊이", "层", "do sau", "βαθοσ"];
    let text = folded(line);
    let mut words = words_in(&text);
    words.any(|word| is_entry(LIMITS, word) || entries(LIMIT_STEMS).any(|stem| word.starts_with(stem)))
        || JOINED.iter().any(|word| text.contains(word))
        || has_number_of_moves(&text)
        || has_number_of_f(&text)
}

/// Whether a folded line is limited to a value of A*'s function f: "f=12: no solution".
fn has_number_of_f(text: &str) -> bool {
    let value = text.trim_start().strip_prefix('f').map(str::trim_start);
    let value = value.and_then(|rest| rest.strip_prefix(['=', ':'])).map(str::trim_start);
    value.is_some_and(|value| value.starts_with(|c: char| c.is_ascii_digit()))
}

/// Whether a folded line is limited to a number of moves: "0 moves: no", "not solvable in 20
/// moves".
fn has_number_of_moves(text: &str) -> bool {
    let words: Vec<&str> = words_in(text).collect();
    (1..words.len()).any(|at| {
        let is_number = words[at - 1].bytes().all(|byte| byte.is_ascii_digit());
        let begins = at == 1 || matches!(words[at - 2], "in" | "with" | "within" | "most" | "to");
        is_number && begins && matches!(words[at], "move" | "moves" | "step" | "steps")
    })
}

/// The names of moves, each of which may be called impossible.
const MOVES_OF_BLANK: [&str; 8] = ["up", "down", "left", "right", "u", "d", "l", "r"];

/// The text before and after a phrase on its line.
///
/// Only the nearest bytes: a line of megabytes may repeat a phrase, and each would cost the whole
/// line.
fn around(text: &str, at: usize, len: usize) -> (&str, &str) {
    const NEAR: usize = 400;
    let end = at + len;
    let before = &text[text.ceil_char_boundary(at.saturating_sub(NEAR))..at];
    let after = &text[end..text.floor_char_boundary(end + NEAR)];
    (before.rsplit('\n').next().unwrap_or_default(), after.lines().next().unwrap_or_default())
}

/// Weighs a phrase by the surrounding words on its line. `text` must be folded.
fn weigh(text: &str, at: usize, (phrase, subject): Phrase) -> Option<Certainty> {
    let (before, after) = around(text, at, phrase.len());
    // "not unsolvable", "it isn't impossible", "no unsolvable boards"
    let denial = before.split_whitespace().next_back().unwrap_or_default();
    if matches!(denial, "not" | "no" | "never" | "without") || denial.ends_with("n't") {
        return None;
    }
    // "up: impossible"
    if before.trim_end().strip_suffix(':').is_some_and(|name| MOVES_OF_BLANK.contains(&name.trim())) {
        return None;
    }
    // "unsolvable: false", "is it impossible? no."
    let signs = |c: char| c.is_whitespace() || ".!?;,:()\"'=}".contains(c);
    let value = after.trim_matches(signs);
    let is_set = after.trim_start_matches(['"', '\'', ' ']).starts_with([':', '=', '?']);
    let is_question = after.trim_start().starts_with('?') && yes_or_no(value) != Some(true);
    if is_question || (is_set && matches!(value, "false" | "no" | "0")) {
        return None;
    }
    let is_abandoned = match subject {
        Subject::Board => {
            ends_before_time(after)
                || compares(after)
                || (!is_of_board_itself(phrase) && is_of_part(after))
                || is_of_program(after)
                || is_of_move(before, phrase, after)
        }
        Subject::Search => ends_before_time(after) || continues(before, after) || names_bad_input(after),
        Subject::Finding => !names_solution(after) || continues(before, after),
    };
    // A search that was abandoned or stopped proves nothing.
    let was_stopped = || !is_of_board_itself(phrase) && (is_stopped(before) || is_stopped(after));
    // "no solution found in 10 s" may state the time that was needed.
    let has_time_limit = || phrase.contains("solve") && has_time_limit(after);
    if is_abandoned || was_stopped() || has_time_limit() {
        return None;
    }
    Some(if is_banner(before, phrase, after) { Certainty::InPassing } else { Certainty::Sentence })
}

/// Things other than a path of moves that a program may fail to find.
const FILES: [&str; 6] = ["file", "folder", "directory", "module", "library", "executable"];

/// Whether a text continues like "(to find) a solution": an object such as "path" after at
/// most four words, none of them a comparison such as "shorter".
fn names_solution(after: &str) -> bool {
    const OBJECTS: [&str; 12] = [
        "solution",
        "solutions",
        "path",
        "answer",
        "goal",
        "route",
        "way",
        "sequence",
        "goals",
        "paths",
        "moves",
        "target",
    ];
    const COMPARING: [&str; 11] = [
        "better", "shorter", "cheaper", "faster", "longer", "other", "another", "second", "more", "further",
        "new",
    ];
    let mut near = words_in(after).take(5).take_while(|word| !COMPARING.contains(word));
    let Some(object) = near.find(|word| OBJECTS.contains(word)) else { return false };
    // "could not find the solution file", "path to the library"
    let rest = after.split_once(object).map_or("", |(_, rest)| rest).trim_start();
    let is_path_to_file = rest.starts_with("to ") && words_in(rest).take(5).any(|word| FILES.contains(&word));
    let is_file = FILES.iter().any(|word| rest.starts_with(word))
        || [".", "/"].iter().any(|sign| {
            rest.strip_prefix(sign).is_some_and(|rest| rest.starts_with(|c: char| c.is_alphanumeric()))
        });
    !(is_file || is_path_to_file)
}

/// Words before a phrase about boards in general: conditions, and what a program does or may do.
const BEFORE_GENERAL: &[&str] = &[
    "if|whether|when|unless|detect|detects|detecting|check|checks|checking|test|tests|testing",
    "determine|determines|determining|verify|verifies|verifying|may|might|could|can|handle|handles",
    "reject|rejects|print|prints|report|reports|return|returns|some|half|example|should|must",
    // If, whether, and checks in Spanish, Portuguese, French, German, Dutch, Polish, Czech, Slovak,
    // Swedish, Danish, Norwegian, Russian, Turkish
    "si|se|comprueba|verifica|ob|wenn|falls|als|czy|jesli|pokud|zda|hvis|если|eger",
];

/// Nouns after a phrase about boards in general. "Unreachable code" is an error of the program.
const GENERAL_NOUNS: &[&str] =
    &["boards|puzzles|states|positions|configurations|instances|cases|inputs|grids|ones|problems|code"];

/// Whether a phrase is about boards in general: "detects impossible boards", "if the puzzle is
/// unsolvable", "please enter a solvable one, some are impossible".
pub(crate) fn is_banner(before: &str, phrase: &str, after: &str) -> bool {
    const JOINED: [&str; 8] = ["如果", "若", "是否", "判断", "检测", "もし", "かどうか", "만약"];
    /// "solvable if even, unsolvable otherwise"
    const CONDITIONS: [&str; 4] = ["otherwise", "else", "if", "when"];
    const ENDS: [char; 6] = ['.', '!', '?', ';', ':', ','];
    let clause = before.rsplit(ENDS).next().unwrap_or_default();
    // In "could not be solved", "could" belongs to the phrase.
    let belongs = ["not ", "never ", "n't "].iter().any(|begins| phrase.starts_with(begins));
    let is_general =
        |word: &str| is_entry(BEFORE_GENERAL, word) && !(belongs && matches!(word, "could" | "can"));
    let next = words_in(after).next();
    let gap = after.split(char::is_alphanumeric).next().unwrap_or_default();
    let goes_on = !gap.contains(|c| c != ',' && ENDS.contains(&c));
    words_in(clause).any(is_general)
        || next.is_some_and(|next| is_entry(GENERAL_NOUNS, next) || (goes_on && CONDITIONS.contains(&next)))
        || is_explained(before)
        || JOINED.iter().any(|word| clause.contains(word) || after.starts_with(word))
}

/// Whether a text ends in the middle of an explanation of the other parity, just before its
/// meaning: "4 (odd = ", "4 inversions (odd means ".
fn is_explained(before: &str) -> bool {
    let Some((outside, inside)) = before.rsplit_once('(') else { return false };
    let number = words_in(outside).rfind(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
    let Some(last_digit) = number.and_then(|number| number.bytes().last()) else { return false };
    let other = if last_digit % 2 == 0 { "odd" } else { "even" };
    let mut words = words_in(inside);
    words.next() == Some(other)
        && !inside.contains(')')
        && (inside.contains('=') || words.clone().any(|word| ["means", "is"].contains(&word)))
        && words.all(|word| ["means", "is", "parity"].contains(&word))
}

/// The meaning of `true`, `no`, `1`, or similar.
pub(crate) fn yes_or_no(text: &str) -> Option<bool> {
    const YES: [&str; 14] =
        ["true", "yes", "y", "1", "si", "sim", "oui", "ja", "tak", "ano", "da", "да", "evet", "是"];
    const NO: [&str; 12] = ["false", "no", "n", "0", "nao", "non", "nein", "nie", "ne", "нет", "hayir", "否"];
    let text = folded(text.trim().trim_end_matches('.'));
    let is_one_of = |words: &[&str]| words.contains(&&*text);
    if is_one_of(&YES) { Some(true) } else { is_one_of(&NO).then_some(false) }
}

/// Whether a line has a sentence saying that the board can be solved: "This puzzle is solvable."
///
/// Strict, since many programs say that they check it, or ask for such a board.
pub(crate) fn says_solvable(line: &str) -> bool {
    const ARTICLES: [&str; 10] =
        ["this", "the", "your", "given", "input", "initial", "start", "starting", "current", "entered"];
    const NOUNS: [&str; 10] = [
        "puzzle",
        "board",
        "state",
        "configuration",
        "position",
        "instance",
        "game",
        "grid",
        "it",
        "8-puzzle",
    ];
    const PREDICATES: [&str; 6] = [
        "is solvable",
        "is solveable",
        "can be solved",
        "has a solution",
        "is possible to solve",
        "is indeed solvable",
    ];
    // A fast path: every predicate contains "sol", and most lines do not.
    if !line.as_bytes().windows(3).any(|part| part.eq_ignore_ascii_case(b"sol")) {
        return false;
    }
    let text = folded(line);
    let is_statement = |sentence: &str| {
        let sentence = sentence.trim_matches(|c: char| !c.is_alphanumeric());
        let Some(subject) = PREDICATES.iter().find_map(|words| sentence.strip_suffix(words)) else {
            return false;
        };
        let mut words = subject.split_whitespace().skip_while(|word| ARTICLES.contains(word)).peekable();
        words.peek().is_some() && words.all(|word| NOUNS.contains(&word))
    };
    text.split_inclusive(['.', '!', ';', '?'])
        .any(|sentence| !sentence.ends_with('?') && is_statement(sentence))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn denials_are_weighed_by_the_words_around_them() {
        for (text, expected) in [
            ("Goal NOT Found", Some(Certainty::Sentence)),
            ("did not find the route", Some(Certainty::Sentence)),
            ("DID NOT FIND the goal", Some(Certainty::Sentence)),
            ("left, up, right, down, down, left", None),
            ("Unsolvable puzzle", Some(Certainty::Sentence)),
            ("It couldn't be solved", Some(Certainty::Sentence)),
            ("The board could not be solved.", Some(Certainty::Sentence)),
            ("checks whether it can be unsolvable", Some(Certainty::InPassing)),
            ("Unfortunately, your puzzle is impossible to solve.\n", Some(Certainty::Sentence)),
            ("Unsolvable: no solution exists (12 nodes)", Some(Certainty::Sentence)),
            ("this solver detects impossible boards\n", Some(Certainty::InPassing)),
            (
                "A puzzle is solvable if inversions are even, unsolvable otherwise.",
                Some(Certainty::InPassing),
            ),
            ("Inversions: 4 (odd = unsolvable)", Some(Certainty::InPassing)),
            ("Inversions: 5 (odd): unsolvable", Some(Certainty::Sentence)),
            ("Inversions: 5 (odd = unsolvable)", Some(Certainty::Sentence)),
            ("Inversions: 5 (odd, unsolvable)", Some(Certainty::Sentence)),
            ("This puzzle is unsolvable. If you want another, press Enter.", Some(Certainty::Sentence)),
            ("Unsolvable inputs are rejected.", Some(Certainty::InPassing)),
            ("it isn't impossible", None),
            ("no unsolvable boards here", None),
            ("unsolvable: False\nLDRUURDD", None),
            ("{\"unsolvable\":false}", None),
            ("is it unsolvable? No.", None),
            ("no solution found within 10 s", None),
            ("No solution is shorter.", None),
            ("Timeout: no solution found", None),
            ("No solution found: search aborted", None),
            ("Stuck in local minimum, no solution found", None),
            ("Genetic algorithm: no solution found", None),
            ("Goal not found in frontier", None),
            ("Frontier empty, no solution found", Some(Certainty::Sentence)),
            ("This puzzle is unsolvable. Search aborted.", Some(Certainty::Sentence)),
            ("The random puzzle has no solution", Some(Certainty::Sentence)),
            ("No solution exists. Aborting.", Some(Certainty::Sentence)),
            ("Impossible to read file", None),
            ("Impossible moves are skipped", None),
            ("No solution needed: already solved", None),
            ("Unsolvable? Let me see...", None),
            ("Unsolvable? Yes.", Some(Certainty::Sentence)),
            ("Aucune solution n'existe.", Some(Certainty::Sentence)),
            ("no solution with fewer moves exists", None),
            ("No solution. A better board would help.", Some(Certainty::Sentence)),
            ("No solution in this branch, backtracking", None),
            ("no solution in this subtree", None),
            ("No solution down this path, trying the next", None),
            ("no solution exists after searching all 181440 states", Some(Certainty::Sentence)),
            ("No solution found. Backtracking is done.", Some(Certainty::Sentence)),
            ("Unsolvable, trying another board", Some(Certainty::Sentence)),
            ("solved", None),
            ("Cannot solve: input file missing", None),
            ("I cannot solve this one in 10 seconds", None),
            ("No solution was found in 3 s: the board is unsolvable", Some(Certainty::Sentence)),
            ("impossible to tell", None),
            ("no solution because the input is invalid", None),
            ("No solution with this heuristic", None),
            ("Cache: no solution stored for this board", None),
            ("Could not find path to pdb file", None),
            ("could not find a path to the goal", Some(Certainty::Sentence)),
            ("up: impossible", None),
            ("board: impossible", Some(Certainty::Sentence)),
            ("Moves: impossible", Some(Certainty::Sentence)),
            ("Impossible puzzle", Some(Certainty::Sentence)),
            ("Impossible.", Some(Certainty::Sentence)),
            ("Impossible, right?", Some(Certainty::Sentence)),
            ("Impossible to go from here to the goal", Some(Certainty::Sentence)),
            ("Impossible move: up", None),
            ("Impossible: up", None),
            ("impossible to go up", None),
            ("Impossible to move the blank down", None),
            ("Moving up is impossible", None),
            ("Movimiento imposible: arriba", None),
            ("Movimientos imposibles: arriba, abajo", None),
            ("Mouvement impossible : haut", None),
            ("Pruned 12 impossible actions", None),
            ("unreachable successor skipped", None),
        ] {
            assert_eq!(denial_certainty(text), expected, "{text}");
        }
        assert!(is_limited("f=1 no solution") && !is_limited("false: no solution"));
        assert!(is_unsolvable(" N/A ") && is_unsolvable("-1") && !is_unsolvable("-12"));
    }

    /// A time that grows with the square of the line would not end here.
    #[test]
    fn long_lines_are_weighed() {
        let repeated = |phrase: &str| denial_certainty(&phrase.repeat(100_000));
        assert_eq!(repeated("impossible "), Some(Certainty::Sentence));
        assert_eq!(repeated("imposible ¡"), Some(Certainty::Sentence));
        assert_eq!(repeated("not unsolvable "), None);
    }
}
