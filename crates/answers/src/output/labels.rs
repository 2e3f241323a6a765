//! Labels of moves, such as `Path:` and `solution =`.

use super::super::vocabulary::{folded, path_noun};

/// Words in a label that name one move, as in `Move 3: up`, rather than a path.
const STEP_WORDS: [&str; 1] = ["move"];

/// Label words for a path that is printed in another order or direction: `Reversed path: LD`. Such
/// a path is the answer only if there is no other.
const TURNED_WORDS: [&str; 12] = [
    "reversed",
    "reverse",
    "backward",
    "backwards",
    "inverse",
    "inverted",
    "forward",
    "back",
    "return",
    "last",
    "first",
    "phase",
];

/// Label words for the trace of a search or the input: `Exploring path: UR`, `Possible moves: U,
/// R`, `Scramble: LD`.
const SEARCH_WORDS: [&str; 75] = [
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

/// Words of a search that are labels on their own.
const WITHOUT_NOUN: [&str; 6] = ["example", "sample", "demo", "cached", "cache", "expected"];

/// Label words for the moves of tiles.
const TILE_WORDS: [&str; 6] = ["tile", "tiles", "piece", "pieces", "ficha", "fichas"];

/// A label of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Label {
    /// The noun: the name of a field that holds moves, or `move`.
    pub(super) noun: &'static str,
    /// Whether it presents an answer. Otherwise, it names a single move or a part of the search.
    pub(super) is_of_answer: bool,
    /// Whether the label refers to the search or the input.
    pub(super) is_of_search: bool,
    /// Whether the label says that moves name the direction of the tile, not of the blank: `Tile
    /// moves: `, `Solution (tiles): `.
    pub(super) is_of_tiles: bool,
}

impl Label {
    /// The label of moves that present no answer.
    pub(super) const fn without_answer(self) -> Self {
        Self { is_of_answer: false, is_of_search: true, ..self }
    }

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
    };
    // `Example: UL`
    let names_none = |word: &&String| is_signed && WITHOUT_NOUN.contains(&word.as_str());
    let noun = noun.or_else(|| words.last().filter(names_none).map(|_| "move"))?;
    let has = |known: &[&str]| words.iter().any(|word| known.contains(&word.as_str()));
    let is_of_search = has(&SEARCH_WORDS);
    Some(Label {
        noun,
        is_of_answer: !is_of_search && !has(&TURNED_WORDS) && !STEP_WORDS.contains(&noun),
        is_of_search,
        is_of_tiles: has(&TILE_WORDS),
    })
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
        let is_of_search = |text: &str| label_at_end(text).is_some_and(|label| label.is_of_search);
        assert!(is_of_search("Scramble moves: ") && !is_of_search("Reversed path: "));
    }

    #[test]
    fn labels_name_the_tiles() {
        let is_of_tiles = |text: &str| label_at_end(text).map(|label| label.is_of_tiles);
        for text in ["Tile moves: ", "Moves of the tiles: ", "Solution (tiles): ", "Path of tiles: "] {
            assert_eq!(is_of_tiles(text), Some(true), "{text}");
        }
        assert_eq!(is_of_tiles("Blank moves: "), Some(false));
    }
}
