//! Words about the search rather than its result.

use super::spelling::{folded, split_camel_case};
use super::words_in;

/// Words in a label of the trace of a search or of the input: `Exploring path: UR`, `Possible
/// moves: U, R`, `Scramble: LD`.
pub(crate) const SEARCH_WORDS: [&str; 75] = [
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
    "parent",
    "undo",
    "rejected",
    "scramble",
    "scrambled",
    "shuffle",
    "shuffled",
    "shuffling",
    "mezcla",
    "melange",
    "longest",
    "legend",
    "would",
    "expected",
    "cached",
    "cache",
    "old",
    "earlier",
    "stale",
    "example",
    "sample",
    "demo",
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

/// Words in the name of a field for something other than a path from the board to the goal.
const OTHER_WORDS: [&str; 9] =
    ["children", "successors", "neighbors", "neighbours", "log", "start", "initial", "goal", "target"];

/// Whether the name of a field is about the search or the question: `visitedStates`, `legal_moves`.
pub(crate) fn is_of_search(name: &str) -> bool {
    let name = folded(&split_camel_case(name)).into_owned();
    words_in(&name).any(|word| SEARCH_WORDS.contains(&word) || OTHER_WORDS.contains(&word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_of_a_search_are_known_by_their_words() {
        for name in ["visited", "visitedStates", "legal_moves", "OPEN", "CLOSED_LIST", "children"] {
            assert!(is_of_search(name), "{name}");
        }
        for name in ["boards", "history", "frames", "sol", "trace", "moveList"] {
            assert!(!is_of_search(name), "{name}");
        }
    }
}
