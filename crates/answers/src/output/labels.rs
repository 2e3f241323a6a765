//! Labels of moves, such as `Path:` and `solution =`.

use super::super::vocabulary::{Methods, SEARCH_WORDS, folded, path_noun, words_in};

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

/// Search words for a figure that may stand before the answer: `Nodes expanded: 12, path: DR`.
const COUNTED: [&str; 10] = [
    "explored",
    "expanded",
    "tried",
    "visited",
    "checked",
    "generated",
    "queue",
    "frontier",
    "open",
    "closed",
];

/// Search words that stand before a number of things: `Solution after expanding 57 nodes: DR`.
const BEFORE_COUNT: [&str; 10] = [
    "expanding",
    "expanded",
    "exploring",
    "explored",
    "visiting",
    "visited",
    "checking",
    "checked",
    "generated",
    "testing",
];

/// Search words that may describe the board that a path begins at: `Path from the current state:
/// DR`.
const OF_BOARD: [&str; 4] = ["current", "shuffled", "scrambled", "generated"];
const BOARDS: [&str; 5] = ["board", "puzzle", "state", "position", "configuration"];

/// Search words that may describe an answer of one path: `A possible solution: DR`.
const QUALITIES: [&str; 4] = ["possible", "legal", "valid", "actual"];
const ONE_PATH: [&str; 5] = ["solution", "path", "answer", "plan", "route"];

/// Words of a search that are labels on their own.
const WITHOUT_NOUN: [&str; 6] = ["example", "sample", "demo", "cached", "cache", "expected"];

/// Label words for the moves of tiles.
const TILE_WORDS: [&str; 6] = ["tile", "tiles", "piece", "pieces", "ficha", "fichas"];

/// Words that say what tiles do, or that they are listed.
const SLID_WORDS: [&str; 5] = ["moved", "slid", "slide", "sequence", "order"];

/// Maximum number of words in a label that is the name of a search method.
const MAX_METHOD_WORDS: usize = 3;

/// A label of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Label {
    /// The noun: the name of a field that holds moves, or `move`.
    pub(super) noun: &'static str,
    /// Whether it presents an answer. Otherwise, it names a single move or a part of the search.
    pub(super) is_of_answer: bool,
    /// Whether the label refers to the search or the input.
    pub(super) is_of_search: bool,
    /// Whether the label is tentative: it presents an answer only if no later label does. Lines
    /// such as `Nodes expanded: 12, path: DR` and `A possible solution: DR` may come from a trace.
    pub(super) is_tentative: bool,
    /// Whether it is only the name of a search method: `BFS: UL`.
    pub(super) is_of_method: bool,
    /// Whether the label says that moves name the direction of the tile, not of the blank: `Tile
    /// moves: `, `Solution (tiles): `.
    pub(super) is_of_tiles: bool,
}

impl Label {
    /// The label of moves that present no answer.
    pub(super) const fn without_answer(self) -> Self {
        Self { is_of_answer: false, is_of_search: true, is_tentative: false, ..self }
    }

    /// The label of moves on a line. `last` is the last line with a label of an answer, and
    /// `last_clear` the last whose label is not tentative. A tentative label above either does not
    /// present the answer. Above `last` only, it stays tentative: it may name one of several paths.
    pub(super) fn before(self, line: usize, last: Option<usize>, last_clear: Option<usize>) -> Self {
        if !self.is_tentative || Some(line) >= last {
            self
        } else if Some(line) < last_clear {
            self.without_answer()
        } else {
            Self { is_of_answer: false, is_of_search: true, ..self }
        }
    }

    /// Whether it may also label a list of the possible moves: `Moves: U D L R`.
    pub(super) fn may_head_legend(&self) -> bool {
        let is_of_path = ["path", "solution", "answer", "result", "plan", "route"].contains(&self.noun);
        !is_of_path
    }

    /// Whether it may also label the lines of a trace: `path: U`, `path: UR`. A program that calls
    /// a line its solution presents it as the answer.
    pub(super) fn may_be_of_trace(&self) -> bool {
        !["solution", "answer", "result"].contains(&self.noun)
    }
}

/// The label at the end of a text; `None` if there is none.
pub(super) fn label_at_end(before: &str) -> Option<Label> {
    /// Limits the text read before each run of moves: a line of megabytes may have many runs.
    const MAX_BYTES: usize = 200;
    let before = before.trim_end_matches(|c: char| c.is_whitespace() || "[({'\"<".contains(c));
    let before = &before[before.ceil_char_boundary(before.len().saturating_sub(MAX_BYTES))..];
    let is_signed = before.ends_with([':', '=', '|']) || before.ends_with("->");
    let piece = before.trim_end_matches([':', '=', '-', '>', '|', ' ', '"', '\'']);
    let piece = piece.rsplit([';', '|', '.', '\n']).next().unwrap_or(piece);
    let piece = &*folded(piece);
    let words: Vec<&str> = words_in(piece).collect();
    let noun_of = |word: &&str| path_noun(word);
    // Before a separator, any word may be the noun ("a path of 28 moves found:"); else only the
    // last, or the one before "is".
    let is_verb = |word: &str| ["is", "are", "was", "were"].contains(&word);
    let noun = if is_signed {
        words.iter().rev().find_map(noun_of)
    } else {
        words.iter().rev().find(|word| !is_verb(word)).and_then(noun_of)
    };
    // `Example: UL`
    let names_none = |word: &&&str| is_signed && WITHOUT_NOUN.contains(*word);
    let has = |known: &[&str]| words.iter().any(|word| known.contains(word));
    // `Tiles moved: 5 8`
    let names_tiles = || is_signed && has(&TILE_WORDS) && has(&SLID_WORDS);
    // `BFS: UL`
    let names_method = || is_signed && words.len() <= MAX_METHOD_WORDS && !Methods::in_text(piece).is_empty();
    let noun = noun
        .or_else(|| words.last().filter(names_none).map(|_| "move"))
        .or_else(|| names_tiles().then_some("moves"));
    let is_of_method = noun.is_none() && names_method();
    let noun = noun.or(is_of_method.then_some("path"))?;
    // `No answer, right?`
    if words.iter().any(|word| ["no", "not"].contains(word)) && !is_signed {
        return None;
    }
    let has_search_words = has(&SEARCH_WORDS);
    let is_tentative = has_search_words && may_describe_answer(piece, &words);
    let is_of_search = has_search_words && !is_tentative;
    Some(Label {
        noun,
        is_of_answer: !is_of_search && !has(&TURNED_WORDS) && !STEP_WORDS.contains(&noun),
        is_of_search,
        is_tentative,
        is_of_method,
        is_of_tiles: has(&TILE_WORDS),
    })
}

/// Whether a folded label may present an answer despite its search words: each names a figure
/// before the answer, or describes one path.
fn may_describe_answer(piece: &str, words: &[&str]) -> bool {
    let figures = words_in(&piece[..end_of_figures(piece)]).count();
    let has_noun = |words: &[&str]| words.iter().any(|word| path_noun(word).is_some());
    let figures = if has_noun(words.get(figures..).unwrap_or_default()) { figures } else { 0 };
    let is_one_of = |at: usize, known: &[&str]| words.get(at).is_some_and(|word| known.contains(word));
    let may_describe = |at: usize| {
        let is_of_figure = at < figures && is_one_of(at, &COUNTED);
        let is_before_count = is_one_of(at, &BEFORE_COUNT) && is_count_of_others(words.get(at + 1..at + 3));
        let is_quality = is_one_of(at, &QUALITIES) && is_one_of(at + 1, &ONE_PATH);
        is_of_figure || is_before_count || is_quality || is_of_start(words, at)
    };
    (0..words.len()).filter(|at| is_one_of(*at, &SEARCH_WORDS)).all(may_describe)
}

/// Whether two words are a number of things: `57 nodes`.
fn is_count(words: Option<&[&str]>) -> bool {
    let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
    matches!(words, Some([number, things]) if is_number(number) && things.ends_with('s'))
}

/// Whether two words are a number of things other than moves: `57 nodes`, but not `2 moves`.
fn is_count_of_others(words: Option<&[&str]>) -> bool {
    is_count(words) && words.and_then(<[&str]>::last).is_some_and(|things| path_noun(things).is_none())
}

/// Whether a word describes the board at the beginning of a path: `Solution for the shuffled
/// board`.
fn is_of_start(words: &[&str], at: usize) -> bool {
    let (before, after) = (&words[..at], words.get(at + 1));
    let before = before.strip_suffix(&["the"]).or(before.strip_suffix(&["this"])).unwrap_or(before);
    let has_path = before.iter().any(|word| ONE_PATH.contains(word));
    OF_BOARD.contains(&words[at])
        && after.is_some_and(|word| BOARDS.contains(word))
        && before.last().is_some_and(|word| ["from", "for"].contains(word))
        && has_path
}

/// The end of the last figure in a label, or else 0: the last name with a number (`expanded: 12`,
/// `visited=31`), or the last clause that counts things (`expanded 12 nodes,`).
fn end_of_figures(piece: &str) -> usize {
    /// Longer numbers are boards.
    const MAX_DIGITS: usize = 8;
    let end_of_value = |sign: usize| {
        let value = piece[sign + 1..].trim_start_matches([' ', '"', '\'']);
        let rest = value.trim_start_matches(|c: char| c.is_ascii_digit());
        (1..=MAX_DIGITS).contains(&(value.len() - rest.len())).then(|| piece.len() - rest.len())
    };
    let counts_things = |comma: &usize| {
        let clause: Vec<&str> = words_in(piece[..*comma].rsplit(',').next().unwrap_or_default()).collect();
        clause.windows(2).any(|pair| is_count(Some(pair)))
    };
    let of_value = piece.rfind([':', '=']).and_then(end_of_value);
    let of_clause = piece.rfind(',').filter(counts_things);
    of_value.max(of_clause).unwrap_or(0)
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
        for text in [
            "Expanding node 3, path: ",
            "Expanding: 3, path: ",
            "Expanded: 123406758, path: ",
            "Nodes expanded: 12, current path: ",
            "Nodes visited on the path: ",
            "Possible next path: ",
            "Path to the current state: ",
            "Moves from the current state: ",
            "Camino actual: ",
            "Generated 2 moves: ",
            "Possible moves, 12 in order: ",
            "valid moves: ",
            "legal actions = ",
        ] {
            assert!(is_of_search(text), "{text}");
        }
    }

    #[test]
    fn figures_before_a_label_are_not_part_of_it() {
        for text in [
            "Nodes expanded: 12, path: ",
            "visited=31 path=",
            "Expanded 12 nodes, solution: [",
            "closed: 12, open: 5, path -> ",
            "Valid solution: ",
            "A possible solution: ",
            "legal path = ",
            "Actual path: ",
            "Solution found after expanding 57 nodes: ",
            "Solution (explored 12 nodes): ",
            "Path from current state to goal: ",
            "Solution for the shuffled board: ",
        ] {
            let label = label_at_end(text).unwrap();
            assert!(label.is_of_answer && label.is_tentative, "{text}");
        }
        for text in ["Path: ", "Time: 12, path: ", "Depth 3, path: "] {
            let label = label_at_end(text).unwrap();
            assert!(label.is_of_answer && !label.is_tentative, "{text}");
        }
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
