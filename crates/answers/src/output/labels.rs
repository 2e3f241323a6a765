//! Labels of moves, such as `Path:` and `solution =`.

use super::super::vocabulary::{folded, path_noun};

/// Words in a label that name one move, as in `Move 3: up`, rather than a path.
const STEP_WORDS: [&str; 1] = ["move"];

/// Words in a label by which a program shows its search, as in `Exploring path: UR` or
/// `Possible moves: U, R`, or the way back: `Reversed path: LD`.
const SEARCH_WORDS: [&str; 70] = [
    "exploring",
    "explored",
    "expanding",
    "expanded",
    "expand",
    "trying",
    "tried",
    "try",
    "current",
    "currently",
    "visiting",
    "visited",
    "checking",
    "checked",
    "considering",
    "candidate",
    "testing",
    "possible",
    "legal",
    "valid",
    "available",
    "allowed",
    "illegal",
    "invalid",
    "next",
    "partial",
    "far",
    "queue",
    "frontier",
    "open",
    "closed",
    "generated",
    "previous",
    "last",
    "first",
    "parent",
    "reversed",
    "reverse",
    "backward",
    "backwards",
    "inverse",
    "inverted",
    "forward",
    "back",
    "return",
    "undo",
    "rejected",
    "longest",
    "phase",
    "legend",
    "posibles",
    "actual",
    "probando",
    "explorando",
    "possiveis",
    "atual",
    "testando",
    "possibles",
    "actuel",
    "actuelle",
    "mogliche",
    "moegliche",
    "aktuell",
    "aktueller",
    "possibili",
    "attuale",
    "mozliwe",
    "mozne",
    "возможные",
    "текущий",
];

/// A label of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Label {
    /// The noun: the name of a field that holds moves, or `move`.
    pub(super) noun: &'static str,
    /// Whether it presents an answer. Otherwise, it names a single move or a part of the search.
    pub(super) is_of_answer: bool,
    /// Whether it names a part of the search.
    pub(super) is_of_search: bool,
}

impl Label {
    /// Whether it may also label a list of the possible moves: `Moves: U D L R`.
    pub(super) fn may_head_legend(&self) -> bool {
        let is_of_path = ["path", "solution", "answer", "result", "plan", "route"].contains(&self.noun);
        !is_of_path
    }

    /// Whether it may also label the lines of a trace: `path: U`, `path: UR`. A program that calls a
    /// line its solution presents it as the answer.
    pub(super) fn may_be_of_trace(&self) -> bool {
        !["solution", "answer", "result"].contains(&self.noun)
    }
}

/// The label at the end of a text; `None` if there is none.
pub(super) fn label_at_end(before: &str) -> Option<Label> {
    let before = before.trim_end_matches(|c: char| c.is_whitespace() || "[({'\"<".contains(c));
    let is_signed = before.ends_with([':', '=', '|']) || before.ends_with("->");
    let piece = before.trim_end_matches([':', '=', '-', '>', '|', ' ', '"', '\'']);
    let piece = piece.rsplit([';', '|', '.', '\n']).next().unwrap_or(piece);
    let words: Vec<String> = piece
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(|word| folded(word).into_owned())
        .collect();
    let noun_of = |word: &String| path_noun(word);
    // Before a separator, any word may be the noun ("a path of 28 moves found:"); else only the
    // last, or the one before "is".
    let is_verb = |word: &&String| ["is", "are", "was", "were"].contains(&word.as_str());
    let noun = if is_signed {
        words.iter().rev().find_map(noun_of)
    } else {
        words.iter().rev().find(|word| !is_verb(word)).and_then(noun_of)
    }?;
    let is_of_search = words.iter().any(|word| SEARCH_WORDS.contains(&word.as_str()));
    Some(Label { noun, is_of_answer: !is_of_search && !STEP_WORDS.contains(&noun), is_of_search })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_of_answer(text: &str) -> Option<bool> {
        label_at_end(text).map(|label| label.is_of_answer)
    }

    #[test]
    fn labels_stand_before_a_sign_or_at_the_end() {
        for text in [
            "Path: ",
            "The solution is: [",
            "moves=",
            "taking the path ",
            "the solution is ",
            "Solution (steps): '",
            "Order -> ",
        ] {
            assert_eq!(is_of_answer(text), Some(true), "{text}");
        }
        for text in ["", "length: ", "path found in ", "path. Then: "] {
            assert_eq!(is_of_answer(text), None, "{text}");
        }
    }

    #[test]
    fn labels_of_a_search_present_no_answer() {
        for text in
            ["Exploring path: ", "current path = ", "Possible moves: [", "Move 3: ", "Reversed path: "]
        {
            assert_eq!(is_of_answer(text), Some(false), "{text}");
        }
    }
}
