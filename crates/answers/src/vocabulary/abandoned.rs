//! Phrases that report no solution but do not claim that the board is unsolvable: the search was
//! abandoned, or the input or the program is at fault.

use super::super::number::{Number, before_gap, before_word, begins_with_word, numbers};
use super::move_words::{may_be_article, moves_of_words};
use super::units::{TIMES, kind_of};
use super::words_in;

/// Whether a phrase ends like "could not be solved within 10 s" or "no solution found yet".
pub(super) fn ends_before_time(after: &str) -> bool {
    let rest = after.strip_prefix('s').unwrap_or(after).trim_start();
    let rest = rest.trim_start_matches("found").trim_start();
    ["within", "in time", "in the time", "in the given time", "yet", "so far", "before"]
        .iter()
        .any(|words| rest.starts_with(words))
}

/// Whether a text has a time limit: "in 10 seconds".
pub(super) fn has_time_limit(text: &str) -> bool {
    numbers(text).any(|number| is_time(&number))
}

/// Whether it is like "in 10 seconds".
fn is_time(number: &Number<'_>) -> bool {
    let is_limit = before_gap(number.before).is_some_and(|before| before_word(before, &["in"]).is_some());
    is_limit && begins_with_word(number.after.trim_start(), &TIMES)
}

/// Whether a folded line says that the search was stopped or searched only a part, so that its
/// failure proves nothing: "Timeout: no solution found".
pub(crate) fn is_stopped(text: &str) -> bool {
    const WORDS: [&str; 28] = [
        "timeout",
        "timed out",
        "time limit",
        "time out",
        "aborted",
        "interrupted",
        "cancelled",
        "canceled",
        "memory limit",
        "out of memory",
        "stack overflow",
        "heap full",
        "max iterations",
        "max nodes",
        "limit reached",
        "exceeded",
        "giving up",
        "gave up",
        "local minim",
        "genetic",
        "random search",
        "random restart",
        "random walk",
        "in cache",
        "in the cache",
        "in frontier",
        "in the frontier",
        "in first",
    ];
    WORDS.iter().any(|words| text.contains(words))
}

/// Whether a phrase describes the board itself. "Unsolvable. Search aborted." calls the board
/// unsolvable; it does not report a failed search.
pub(super) fn is_of_board_itself(phrase: &str) -> bool {
    const OF_SEARCH: [&str; 5] = ["solution", "path", "solve", "reach", "found"];
    !OF_SEARCH.iter().any(|word| phrase.contains(word))
}

/// Whether the rest of a phrase reports a fault of the program, not an unsolvable board:
/// "impossible to read file", or says that the board is solved: "no solution needed".
pub(super) fn is_of_program(after: &str) -> bool {
    const AFTER: [&str; 20] = [
        "to tell",
        "to say",
        "to know",
        "to determine",
        "by hand",
        "by me",
        "with this heuristic",
        "stored",
        "cached",
        "to read",
        "to open",
        "to load",
        "to parse",
        "to write",
        "to find the file",
        "file",
        "moves",
        "needed",
        "required",
        "necessary",
    ];
    let after = after.trim_start();
    AFTER.iter().any(|words| after.starts_with(words)) || names_bad_input(after)
}

/// Whether a phrase calls a move impossible, not the board: "Impossible move: up", "impossible to
/// go up", "Movimiento imposible: arriba", "pruned 12 impossible actions".
pub(super) fn is_of_move(before: &str, phrase: &str, after: &str) -> bool {
    /// Beginnings of the phrases that may also be about a move.
    const SAID_OF_MOVES: [&str; 9] = [
        "impossi",
        "imposib",
        "infeasible",
        "unreachable",
        "unmoglich",
        "unmoeglich",
        "niemozliw",
        "onmogelijk",
        "imkansiz",
    ];
    const GOING: [&str; 9] = [
        "to go ",
        "to move ",
        "to slide ",
        "to shift ",
        "mover ",
        "moverse ",
        "ir ",
        "de bouger ",
        "d'aller ",
    ];
    /// Words for the end of a path, or for solving.
    const ENDS: [&str; 5] = ["goal", "target", "solution", "solve", "objetivo"];
    const VERBS: [&str; 8] = ["is", "are", "was", "were", "es", "est", "ist", "e"];
    if !SAID_OF_MOVES.iter().any(|begin| phrase.starts_with(begin)) {
        return false;
    }
    // A phrase may be the beginning of a word: "imposibles".
    let rest = after.trim_start_matches(char::is_alphabetic).trim_start();
    let next = rest.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    let is_to_go = || GOING.iter().any(|words| rest.starts_with(words));
    let has_end = || ENDS.iter().any(|word| rest.contains(word));
    let value = rest.trim_start_matches([':', '=', ' ', '"', '\'']);
    let value = value.trim_end_matches(['.', '!', ' ', '"', '\'']);
    let mut words = before.split_whitespace().rev().skip_while(|word| VERBS.contains(word));
    let is_said_of = |word: &str| {
        let is_word = word.chars().all(char::is_alphanumeric);
        is_word && (names_move(word) || (!may_be_article(word) && is_one_move(word)))
    };
    names_move(next)
        || is_one_move(value)
        || (is_to_go() && !has_end())
        || words.next().is_some_and(is_said_of)
}

/// Whether a folded word means moves, or what they lead to in one step.
fn names_move(word: &str) -> bool {
    const NOUNS: [&str; 24] = [
        "action",
        "direction",
        "directions",
        "successor",
        "successors",
        "operator",
        "operators",
        "transition",
        "transitions",
        "child",
        "children",
        "neighbor",
        "neighbors",
        "neighbour",
        "neighbours",
        "accion",
        "acciones",
        "acao",
        "acoes",
        "direccion",
        "direcciones",
        "direcao",
        "direcoes",
        "richtung",
    ];
    NOUNS.contains(&word) || kind_of(word).is_some()
}

/// Whether a folded text is one move and nothing else, except for fillers: "up", "go up".
fn is_one_move(text: &str) -> bool {
    text.starts_with(char::is_alphanumeric) && moves_of_words(text).is_some_and(|moves| moves.len() == 1)
}

/// Whether the rest of a phrase reports a fault of the input: "cannot solve: input file missing".
pub(super) fn names_bad_input(after: &str) -> bool {
    ["file missing", "file not found", "input is invalid", "invalid input", "missing input"]
        .iter()
        .any(|words| after.contains(words))
}

/// Whether a clause continues like "no solution is shorter" or "no solution with fewer moves".
pub(super) fn compares(after: &str) -> bool {
    const COMPARING: [&str; 8] =
        ["shorter", "better", "cheaper", "fewer", "faster", "smaller", "less", "other"];
    words_in(clause_of(after)).any(|word| COMPARING.contains(&word))
}

/// Whether a clause continues like "no solution in this branch" or "no solution, backtracking".
/// Then it is about a part of the search.
pub(super) fn is_of_part(after: &str) -> bool {
    const PARTS: [&str; 14] = [
        "branch",
        "subtree",
        "sub-tree",
        "backtrack",
        "down this",
        "along this",
        "on this path",
        "in this path",
        "this direction",
        "retry",
        "trying",
        "continu",
        "deepening",
        "increasing",
    ];
    let clause = clause_of(after);
    PARTS.iter().any(|words| clause.contains(words))
}

/// The rest of a clause, up to a sign that ends it.
fn clause_of(after: &str) -> &str {
    after.split(['.', '!', ';', ':', '(']).next().unwrap_or_default()
}

/// Whether a line about a search says that it continues.
pub(super) fn continues(before: &str, after: &str) -> bool {
    const AFTER: [&str; 26] = [
        "yet",
        "within",
        "timed",
        "in time",
        "memory",
        "so far",
        "continu",
        "increas",
        "expanding",
        "deepening",
        "deeper",
        "retry",
        "restart",
        "trying",
        "searching",
        "backtrack",
        "keep ",
        "going on",
        "moving on",
        "next ",
        "adding",
        "shorter",
        "better",
        "in this",
        "attempt",
        "switching",
    ];
    const BEFORE: [&str; 4] = ["still ", "while ", "until ", "as long as "];
    AFTER.iter().any(|words| after.contains(words)) || BEFORE.iter().any(|words| before.contains(words))
}
