//! Fields that say whether a path is right: `valid`, `goal_reached`, `verification`, `status`.
//!
//! A program that marks its own path as wrong contradicts itself. The same names and values count
//! in a column, in an object, and in prose.

use super::denials::yes_or_no;
use super::spelling::{folded, split_camel_case};
use super::words_in;

/// Names of a mark.
const NAMES: [&str; 19] = [
    "valid",
    "verified",
    "verification",
    "validation",
    "verify",
    "correct",
    "correctness",
    "legal",
    "ok",
    "reached",
    "reaches",
    "reach",
    "solves",
    "solved",
    "success",
    "successful",
    "succeeded",
    "passed",
    "right",
];

/// Other words in the name of a mark.
const ABOUT: [&str; 20] = [
    "is", "the", "it", "this", "path", "solution", "answer", "moves", "sequence", "plan", "goal", "state",
    "final", "does", "was", "did", "to", "a", "s", "has",
];

/// Names whose value is a word such as `FAILED`, but not `no` or 0.
const VERDICTS: [&str; 5] = ["result", "verdict", "outcome", "status", "verification status"];

/// Beginnings of words for "wrong", which are often alike in other languages.
pub(super) const WRONG: [&str; 25] = [
    "invalid",
    "incorrect",
    "wrong",
    "illegal",
    "infeasible",
    "inconsistent",
    "broken",
    "bogus",
    "rejected",
    "ungultig",
    "ungueltig",
    "falsch",
    "incorret",
    "errad",
    "erron",
    "errat",
    "neplatn",
    "nieprawidlow",
    "неверн",
    "неправильн",
    "yanlis",
    "gecersiz",
    "ogiltig",
    "ugyldig",
    "ongeldig",
];

/// A name that joins words without a sign, such as `goalreached`, as separate words.
const JOINED: [(&str, &str); 12] = [
    ("isvalid", "is valid"),
    ("validpath", "valid path"),
    ("pathvalid", "path valid"),
    ("validsolution", "valid solution"),
    ("solutionvalid", "solution valid"),
    ("isverified", "is verified"),
    ("iscorrect", "is correct"),
    ("reachedgoal", "reached goal"),
    ("goalreached", "goal reached"),
    ("reachesgoal", "reaches goal"),
    ("issolution", "is solved"),
    ("issolved", "is solved"),
];

/// The words of a name, folded.
fn words_of_name(name: &str) -> Vec<String> {
    let folded = folded(&split_camel_case(name)).into_owned();
    let apart = |word| JOINED.iter().find(|(joined, _)| *joined == word).map_or(word, |(_, apart)| *apart);
    words_in(&folded).flat_map(|word| apart(word).split(' ')).map(str::to_owned).collect()
}

fn is_of_mark(words: &[String]) -> bool {
    let is_known = |word: &String| NAMES.contains(&word.as_str());
    words.iter().any(is_known) && words.iter().all(|word| is_known(word) || ABOUT.contains(&word.as_str()))
}

/// Whether the name may also be that of a number of moves, whose value 0 does not mean "no".
fn is_of_count(words: &[String]) -> bool {
    words.iter().any(|word| word == "moves") || *words == ["right"]
}

/// Whether a field with this name says whether a path is right: `valid`, `Is the path correct`,
/// `goal_reached`, `solved`.
pub(super) fn is_mark(name: &str) -> bool {
    is_of_mark(&words_of_name(name))
}

/// Whether a column or a field of an object with this name is a mark. `valid_moves` may be a list
/// or a number.
pub(super) fn is_mark_of_column(name: &str) -> bool {
    let words = words_of_name(name);
    is_of_mark(&words) && !is_of_count(&words)
}

/// Whether the name is one of [`VERDICTS`].
pub(super) fn is_verdict(name: &str) -> bool {
    VERDICTS.contains(&folded(name.trim()).trim())
}

/// Whether the value of a mark says that the path is wrong: `no`, `FAILED`, `invalid`.
pub(crate) fn is_negative(value: &str) -> bool {
    yes_or_no(trimmed(value)) == Some(false) || is_wrong_word(value, true)
}

/// Whether the value of a verdict is a word for "wrong" or "failed".
pub(crate) fn is_failing_verdict(value: &str) -> bool {
    is_wrong_word(value, false)
}

/// Whether a field says that a path is wrong: `Valid: no`, `Result: INVALID`, `Check: FAILED`.
pub(super) fn says_wrong(name: &str, value: &str) -> bool {
    let words = words_of_name(name);
    if is_of_mark(&words) {
        return is_negative(value) && !(is_of_count(&words) && trimmed(value) == "0");
    }
    is_verdict(name) && is_failing_verdict(value)
}

fn trimmed(value: &str) -> &str {
    value.trim_matches(|c: char| c.is_whitespace() || "\"'.!".contains(c))
}

fn is_wrong_word(value: &str, may_be_sentence: bool) -> bool {
    let folded = folded(trimmed(value));
    (may_be_sentence || !folded.contains(' ')) && (is_failure(&folded) || has_stem(&WRONG, &folded))
}

/// Whether a folded word means that something has failed.
pub(super) fn is_failure(word: &str) -> bool {
    ["fail", "failed", "fails", "failure", "failing", "unsuccessful", "nok", "ko", "mismatch", "✗", "❌"]
        .contains(&word)
}

pub(super) fn has_stem(stems: &[&str], word: &str) -> bool {
    stems.iter().any(|stem| word.starts_with(stem))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_have_many_names_and_values() {
        for name in [
            "valid",
            "isValid",
            "is_valid",
            "isvalid",
            "Goal reached",
            "goalReached",
            "goalreached",
            "verification",
            "success",
            "isSolved",
            "reaches the goal",
        ] {
            assert!(is_mark_of_column(name), "{name}");
        }
        for name in ["solvable", "moves", "goal", "solution", "valid moves", "right", "goal state", "check"] {
            assert!(!is_mark_of_column(name), "{name}");
        }
        for value in ["false", "No", "0", "FAILED", "invalid", "\"failed\"", "Wrong!"] {
            assert!(is_negative(value), "{value}");
        }
        for value in ["true", "yes", "1", "ok", "", "[\"R\"]", "RR"] {
            assert!(!is_negative(value), "{value}");
        }
        assert!(says_wrong("valid", "0") && says_wrong("status", "failed") && says_wrong("moves ok", "no"));
        assert!(!says_wrong("status", "0") && !says_wrong("moves to reach goal", "0"));
    }
}
