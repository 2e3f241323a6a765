//! Statements that a path is wrong: `Path does not reach goal!`, `FAILED verification`, `Valid:
//! no`.
//!
//! A program that says so about its own path contradicts itself. Statements about anything else,
//! such as the input, a single move of a search, or a cache, do not count.

use super::denials::yes_or_no;
use super::field_names::path_noun;
use super::marks::{WRONG, has_stem, is_failure, is_mark, says_wrong};
use super::spelling::folded;

/// Nouns for the answer, besides those of fields that hold moves.
const NOUNS: [&str; 5] = ["paths", "solutions", "sequence", "solver", "moves"];

/// Nouns for the board where the path ends. They count only with a word such as `final`.
const BOARDS: [&str; 5] = ["state", "board", "position", "configuration", "puzzle"];

/// Words for the last board of a path.
const LAST: [&str; 6] = ["final", "last", "end", "resulting", "result", "reached"];

/// Beginnings of words for "right", which count after a negation.
const RIGHT: [&str; 11] = [
    "valid", "correct", "right", "legal", "ok", "korrekt", "gultig", "gueltig", "richtig", "true", "working",
];

const NEGATIONS: [&str; 26] = [
    "not", "never", "doesn't", "doesnt", "don't", "dont", "didn't", "didnt", "isn't", "isnt", "wasn't",
    "wasnt", "aren't", "cannot", "can't", "couldn't", "won't", "fails", "failed", "no", "non", "nao",
    "nicht", "pas", "nie", "не",
];

/// Verbs for reaching the goal.
const REACHING: [&str; 22] = [
    "reach", "reaches", "reached", "lead", "leads", "led", "arrive", "arrives", "end", "ends", "ended",
    "solve", "solves", "solved", "hit", "get", "finish", "produce", "yield", "work", "match", "result",
];

/// Words that make a statement general or a condition.
const CONDITIONS: [&str; 18] = [
    "if", "whether", "unless", "when", "until", "while", "would", "should", "may", "might", "could", "must",
    "ensure", "ensures", "detect", "detects", "si", "wenn",
];

/// Words between a noun and a statement about it.
const BETWEEN: [&str; 29] = [
    "is", "was", "are", "were", "looks", "seems", "appears", "to", "be", "found", "has", "been", "the", "a",
    "an", "still", "actually", "es", "e", "est", "ist", "n'est", "check", "itself", "above", "below",
    "printed", "returned", "computed",
];

/// Things other than a path that may be wrong or fail a check.
const OTHERS: [&str; 29] = [
    "move",
    "input",
    "cache",
    "cached",
    "file",
    "table",
    "tables",
    "database",
    "heuristic",
    "parity",
    "node",
    "nodes",
    "successor",
    "neighbor",
    "neighbour",
    "action",
    "choice",
    "option",
    "argument",
    "format",
    "license",
    "checksum",
    "config",
    "solvability",
    "duplicate",
    "boards",
    "puzzles",
    "larger",
    "child",
];

/// Whether a line says that the path is wrong.
pub(crate) fn rejects_path(line: &str) -> bool {
    /// Longer lines are lists and dumps.
    const MAX_LINE_BYTES: usize = 300;
    if line.len() > MAX_LINE_BYTES || !may_reject(line) {
        return false;
    }
    let text = &*folded(line);
    let rejects = |clause: &str| rejects_in_clause(&words_of(clause));
    fields_of(line).any(|(name, value)| says_wrong(name, value))
        || fails_check(text)
        || text.split(['.', '!', ';', ',', '(', ')', '|']).any(rejects)
        || text.split(['.', '!', ';', '(', ')', '|']).any(|sentence| ends_elsewhere(&words_of(sentence)))
}

/// Whether a line may say that the path is wrong: a fast check that excludes most lines. In ASCII,
/// every such statement has an `n`, as in `not`, `wrong`, and `invalid`, or a zero, or one of a few
/// stems, as in `failed`.
fn may_reject(line: &str) -> bool {
    const STEMS: [&str; 13] = [
        "fail", "fals", "illegal", "reject", "mismatch", "ko", "bogus", "errat", "errad", "gecersiz",
        "giltig", "gyldig", "hayir",
    ];
    !line.is_ascii()
        || line.bytes().any(|byte| matches!(byte, b'n' | b'N' | b'0'))
        || STEMS.iter().any(|stem| {
            line.as_bytes().windows(stem.len()).any(|part| part.eq_ignore_ascii_case(stem.as_bytes()))
        })
}

/// The field that a line sets to say whether a path is right, and the value.
pub(crate) fn correctness(line: &str) -> Option<(String, bool)> {
    fields_of(line).find_map(|(name, value)| {
        let is_right = if says_wrong(name, value) { false } else { yes_or_no(value).filter(|is| *is)? };
        is_mark(name).then(|| (words_of(&folded(name)).join(" "), is_right))
    })
}

/// Returns the names and values on a line, including those in objects: `"valid": false`.
fn fields_of(line: &str) -> impl Iterator<Item = (&str, &str)> {
    line.split([',', ';', '{', '}', '|']).filter_map(|piece| {
        let (name, value) = piece.split_once([':', '=', '?'])?;
        Some((name.trim_matches(|c: char| c.is_whitespace() || "\"'-*#>".contains(c)), value))
    })
}

/// Whether a folded line reports a failed check of the path: "FAILED verification", "Checking the
/// solution... FAILED".
fn fails_check(text: &str) -> bool {
    const CHECKS: [&str; 2] = ["verif", "validat"];
    const OF_PATH: [&str; 6] = ["check", "assert", "test", "simulat", "replay", "sanity"];
    let words = words_of(text);
    let begins = |stems: &[&str]| words.iter().any(|word| has_stem(stems, word));
    let is_check = begins(&CHECKS)
        || (begins(&OF_PATH) && words.iter().any(|word| is_noun(word) || is_last_board(&words, word)));
    let is_other = words.iter().any(|word| OTHERS.contains(word) || matches!(*word, "if" | "0" | "no"));
    let has_failed = words.iter().any(|word| is_failure(word)) || words.ends_with(&["returned", "false"]);
    is_check && !is_other && has_failed && !is_failure_denied(&words)
}

fn is_failure_denied(words: &[&str]) -> bool {
    words.windows(2).any(|pair| is_failure(pair[1]) && matches!(pair[0], "not" | "never" | "without"))
}

/// Whether the words of a folded clause say that the path is wrong.
fn rejects_in_clause(words: &[&str]) -> bool {
    let has = |known: &[&str]| words.iter().any(|word| known.contains(word));
    if words.is_empty() || has(&CONDITIONS) {
        return false;
    }
    // "INVALID", "Not valid"
    let is_whole = match words {
        [word] => has_stem(&WRONG, word),
        ["not", word] => has_stem(&RIGHT, word),
        _ => false,
    };
    is_whole
        || (0..words.len()).any(|at| is_called_wrong(words, at) || misses_goal(words, at))
        || (has(&["illegal", "invalid", "impossible"]) && is_move_of_path(words))
        || leads_astray(words)
}

/// Whether a word calls the path wrong: "invalid solution", "path is not valid".
fn is_called_wrong(words: &[&str], at: usize) -> bool {
    let word = words[at];
    let before = &words[..at];
    let is_negated = before
        .last()
        .is_some_and(|word| NEGATIONS.contains(word) || matches!(*word, "0" | "zero" | "without" | "any"));
    let is_wrong = has_stem(&WRONG, word) && !is_negated;
    let negation = before.iter().rposition(|word| NEGATIONS.contains(word));
    let is_not_right = negation.is_some_and(|negation| {
        let is_right = has_stem(&RIGHT, word) || (is_singular(word) && words[negation] != "no");
        is_right && before[negation + 1..].iter().all(|word| is_between(word))
    });
    if !(is_wrong || is_not_right) {
        return false;
    }
    let subject = if is_wrong { before } else { &before[..negation.unwrap_or(0)] };
    let is_subject_noun = subject.iter().rposition(|word| is_noun(word) || is_last_board(subject, word));
    let is_said_of =
        is_subject_noun.is_some_and(|noun| subject[noun + 1..].iter().all(|word| is_between(word)));
    let is_before_noun = words.get(at + 1).is_some_and(|next| is_singular(next));
    let is_of_other = words.get(at + 1).is_some_and(|next| OTHERS.contains(next) || BOARDS.contains(next));
    let is_object = is_singular(word) && is_not_right;
    is_before_noun || !is_of_other && (is_said_of || is_object)
}

/// Whether a negation and a verb say that the path misses the goal: "path does not reach the goal",
/// "final state is not the goal".
fn misses_goal(words: &[&str], at: usize) -> bool {
    /// With more words in between, the verb belongs to another statement.
    const MAX_BETWEEN: usize = 2;
    if !NEGATIONS.contains(&words[at]) || words[at] == "no" {
        return false;
    }
    let (before, after) = (&words[..at], &words[at + 1..]);
    let near = after.iter().take(MAX_BETWEEN + 1);
    let verb = near.clone().position(|word| REACHING.contains(word));
    let is_other = after.iter().take(5).any(|word| OTHERS.contains(word));
    let is_pronoun = |word: &&str| ["it", "this", "that"].contains(word);
    let is_auxiliary = |word: &&str| ["does", "did", "do", "will", "would", "could"].contains(word);
    let subject_end = before.len() - before.iter().rev().take_while(|word| is_auxiliary(word)).count();
    let is_subject = before[..subject_end].last().is_some_and(is_pronoun) && subject_end <= 2;
    let names_path = before.iter().any(|word| is_noun(word)) || is_subject;
    let names_board = before.iter().any(|word| is_last_board(before, word));
    let is_solved_board = || {
        let says_solved = after.first().is_some_and(|word| *word == "solved");
        says_solved && before.iter().any(|word| BOARDS.contains(word))
    };
    let is_not_goal = || names_board && near.clone().any(|word| ["goal", "solved", "target"].contains(word));
    !is_other && ((verb.is_some() && (names_path || names_board)) || is_not_goal() || is_solved_board())
}

/// Whether words say that the path leads to a wrong board: "path leads to wrong state".
fn leads_astray(words: &[&str]) -> bool {
    let is_wrong_board = |pair: &[&str]| has_stem(&WRONG, pair[0]) && BOARDS.contains(&pair[1]);
    let Some(at) = words.windows(2).position(is_wrong_board) else { return false };
    let before = &words[..at];
    before.iter().any(|word| is_noun(word)) && before.iter().any(|word| REACHING.contains(word))
}

/// Whether a sentence says that the path ends somewhere else: "path ends at 123456708, not at the
/// goal".
fn ends_elsewhere(words: &[&str]) -> bool {
    const PLACES: [&str; 2] = ["goal", "target"];
    const ENDING: [&str; 9] = ["end", "ends", "ended", "lead", "leads", "led", "arrives", "stops", "stopped"];
    const LINKS: [&str; 8] = ["at", "in", "on", "of", "than", "to", "the", "a"];
    let is_contrast = |word: &&str| ["not", "instead", "rather"].contains(word);
    let Some(contrast) = words.iter().position(is_contrast) else { return false };
    let (before, after) = (&words[..contrast], &words[contrast + 1..]);
    let has = |known: &[&str]| words.iter().any(|word| known.contains(word));
    let noun = before.iter().position(|word| is_noun(word));
    let is_said_to_end = |noun| before[noun..].iter().any(|word: &&str| ENDING.contains(word));
    let place = after.iter().position(|word| !LINKS.contains(word)).map(|at| after[at]);
    let is_goal_named_before = before.iter().any(|word| PLACES.contains(word));
    noun.is_some_and(is_said_to_end)
        && place.is_some_and(|word| PLACES.contains(&word))
        && !is_goal_named_before
        && !has(&CONDITIONS)
        && !has(&OTHERS)
}

/// Whether words are about a move of the path: "illegal move in solution".
fn is_move_of_path(words: &[&str]) -> bool {
    let is_in = |pair: &[&str]| ["in", "of"].contains(&pair[0]);
    let at = words.windows(2).position(is_in);
    at.is_some_and(|at| words[at + 1..].iter().take(2).any(|word| is_singular(word)))
}

fn is_between(word: &str) -> bool {
    BETWEEN.contains(&word)
}

fn is_noun(word: &str) -> bool {
    word != "move" && (NOUNS.contains(&word) || path_noun(word).is_some())
}

/// Whether a word names one path: `solution`, but not `moves` or `steps`.
fn is_singular(word: &str) -> bool {
    is_noun(word) && !word.ends_with('s')
}

/// Whether a word, together with another word of the clause, names the last board of a path.
fn is_last_board(words: &[&str], word: &str) -> bool {
    BOARDS.contains(&word) && words.iter().any(|word| LAST.contains(word))
}

/// Returns the words of a folded text. Apostrophes are kept, as in `doesn't`.
fn words_of(text: &str) -> Vec<&str> {
    let is_of_word = |c: char| c.is_alphanumeric() || "'✗❌".contains(c);
    text.split(|c: char| !is_of_word(c)).filter(|word| !word.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements_that_a_path_is_wrong_are_found() {
        for line in [
            "Path does not reach goal!",
            "The path doesn't lead to the goal",
            "path did not end at the goal",
            "This does not solve the puzzle.",
            "Solution invalid",
            "INVALID SOLUTION",
            "The solution is wrong.",
            "WARNING: solution is incorrect",
            "not a valid solution",
            "RR is not a solution",
            "FAILED verification",
            "Verification failed",
            "Validation: FAIL",
            "solution check: FAILED",
            "verify() returned False",
            "The path ends in the wrong position",
            "Replaying... final state mismatch",
            "The solution above is not correct",
            "Checking solution... FAILED",
            "assertion failed: path does not end at goal",
            "verified: False",
            "Solution valid: no",
            "Goal reached: False",
            "{\"path\": \"RR\", \"isValid\": false}",
            "Is the path correct? No",
            "Result: INVALID",
            "INVALID",
            "Final state is not the goal",
            "Board not solved after applying path",
            "Path: RR (invalid)",
            "Check: path ends at 123456708, not at the goal",
            "The path leads to 123456708 instead of the goal.",
            "Illegal move in solution",
            "La solución no es válida",
            "Ungültige Lösung",
            "Solution invalide",
        ] {
            assert!(rejects_path(line), "{line}");
        }
    }

    #[test]
    fn statements_about_something_else_do_not_count() {
        for line in [
            "Verified: path reaches goal",
            "Verified: True",
            "Valid: yes",
            "verification OK, no errors",
            "Note: DFS failed, using A*",
            "no cached result",
            "cache lookup failed",
            "Invalid moves skipped: 12",
            "Invalid moves: 0",
            "0 invalid moves",
            "errors: 0",
            "Not a valid move: left",
            "Invalid input",
            "Invalid move in state 3",
            "The solution is not unique.",
            "This solution may not be optimal.",
            "The path is not the shortest.",
            "If the path does not reach the goal, report a bug.",
            "The path reaches the goal, not the start",
            "Solution: 28 moves to solve the puzzle, not counting the goal board",
            "28 moves to get there (29 states, not counting the goal)",
            "The path leads from the start to the goal, not from the goal to the start.",
            "Path ends at 012345678, not the standard goal 123456780",
            "The solver reached the solution with A* instead of goal-directed BFS",
            "Path: 4 moves | reached goal | early goal test: not on goal generation",
            "Path ends at the goal and does not leave the goal",
            "Path ends at the goal; hash table not used",
            "Path is valid: no illegal moves, no wrong tiles",
            "The heuristic is not admissible",
            "Depth limit 5 not reached",
            "Time limit not reached",
            "This program does not solve larger boards",
            "It does not solve 5x5 puzzles",
            "parity check failed",
            "goal test failed",
            "verification: 0 failed",
            "Checking that the path is valid... ok",
            "Path: LDRUURDD",
            "warning: invalid cache file ignored",
            "Result: 28",
        ] {
            assert!(!rejects_path(line), "{line}");
        }
    }

    #[test]
    fn fields_say_whether_a_path_is_right() {
        assert_eq!(correctness("solved: False"), Some(("solved".to_owned(), false)));
        assert_eq!(correctness("Solved = True"), Some(("solved".to_owned(), true)));
        assert_eq!(correctness("nodes: 3"), None);
    }
}
