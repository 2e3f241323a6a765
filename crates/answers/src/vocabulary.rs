//! The vocabulary of answers: field names, statements, numbers, and paths.
//!
//! All readers use these tables, so a word added here is understood in every format.

use tilebase::board::{Board, Move};
use tilebase::judge::Claim;
use tilebase::notation::{BoardOptions, Boards, MoveConvention, MoveOptions, ReadError, read_moves};

/// The meaning of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Field {
    Board,
    Goal,
    Moves,
    /// A length with an unambiguous name.
    Length,
    /// A length whose name could also mean an estimate, a search depth, or a cost of the search. It
    /// counts only if there is no other length.
    VagueLength,
    Solvable,
    Unsolvable,
    Estimate,
    Answer,
    Convention,
    Error,
}

/// The names of fields in columns, objects, and before colons.
///
/// Spaces, hyphens, underscores, and case are ignored: `path length` matches `Path_Length` and
/// `pathLength`.
const FIELDS: [(Field, &[&str]); 11] = [
    (
        Field::Board,
        &[
            "board",
            "state",
            "start",
            "puzzle",
            "initial",
            "init",
            "initial state",
            "init state",
            "start state",
            "starting state",
            "initial board",
            "start board",
            "initial puzzle",
            "board state",
            "puzzle state",
        ],
    ),
    (Field::Goal, &["goal", "target", "goal state", "goal board", "target state"]),
    (
        Field::Moves,
        &["moves", "path", "solution", "path to goal", "solution path", "optimal path", "solution moves"],
    ),
    (
        Field::Length,
        &[
            "length",
            "len",
            "cost",
            "path length",
            "path cost",
            "cost of path",
            "length of path",
            "length of the path",
            "solution length",
            "solution cost",
            "solution depth",
            "depth of goal",
            "depth of the goal",
            "depth of the goal node",
            "depth of solution",
            "depth of the solution",
            "number of moves",
            "num moves",
            "move count",
            "number of steps",
            "num steps",
            "step count",
            "total moves",
            "optimal length",
            "optimal cost",
            "optimal path length",
            "optimal solution length",
        ],
    ),
    (Field::VagueLength, &["steps", "distance", "depth"]),
    (Field::Solvable, &["solvable", "is solvable"]),
    (Field::Unsolvable, &["unsolvable", "is unsolvable", "impossible"]),
    (Field::Estimate, &["h", "estimate"]),
    (Field::Answer, &["answer", "result", "output"]),
    (Field::Convention, &["move convention"]),
    (Field::Error, &["error"]),
];

impl Field {
    /// The field with this name; `None` for irrelevant names.
    pub(super) fn named(name: &str) -> Option<Self> {
        let name = name.trim_matches([' ', '\t', '_', '-']);
        // Most names already differ in their first letter.
        let first = name.bytes().next()?.to_ascii_lowercase();
        let is_it = |known: &&str| known.as_bytes().first() == Some(&first) && is_same_name(known, name);
        FIELDS.iter().find(|(_, names)| names.iter().any(is_it)).map(|(field, _)| *field)
    }
}

/// All names of a field.
pub(super) fn names_of(field: Field) -> impl Iterator<Item = &'static str> {
    FIELDS.iter().filter(move |(of, _)| *of == field).flat_map(|(_, names)| names.iter().copied())
}

/// Whether both are spellings of the same name.
pub(super) fn is_same_name(known: &str, name: &str) -> bool {
    letters_of_name(known).eq(letters_of_name(name))
}

fn letters_of_name(name: &str) -> impl Iterator<Item = u8> {
    name.bytes().filter(|byte| !matches!(byte, b' ' | b'_' | b'-')).map(|byte| byte.to_ascii_lowercase())
}

/// Splits a line of prose into a field and its value: `Path length: 28`, `cost_of_path = 28`,
/// `"moves": "UL",` or `The answer is 28.`
pub(super) fn label(line: &str) -> Option<(Field, &str)> {
    let (name, value) = line.split_once([':', '=']).or_else(|| line.split_once(" is "))?;
    let name = name.trim().trim_start_matches(['-', '*', '#', ' ']).trim_matches(['"', '\'']);
    let name = match name.get(..4) {
        Some(article) if article.eq_ignore_ascii_case("the ") => &name[4..],
        _ => name,
    };
    let field = Field::named(name)?;
    // `=>` and `==` are separators too; after a colon, `>` is a move.
    let value = if line[..line.len() - value.len()].ends_with('=') {
        value.trim_start_matches(['=', '>'])
    } else {
        value
    };
    Some((field, value.trim_matches(|c: char| c.is_whitespace() || c == ',')))
}

/// Phrases saying that the goal cannot be reached. `not be solved` matches "cannot be solved",
/// "could not be solved", and "can not be solved".
const SAYINGS: [&str; 46] = [
    "unsolvable",
    "unsolveable",
    "insolvable",
    "insoluble",
    "infeasible",
    "impossible",
    "unreachable",
    "not solvable",
    "not solveable",
    "not reachable",
    "not be solved",
    "n't be solved",
    "cannot solve",
    "can't solve",
    "cannot reach",
    "can't reach",
    "no solution",
    "no path exists",
    "no path found",
    "goal not found",
    "goal can't be reached",
    "goal cannot be reached",
    "goal can not be reached",
    "no possible solution",
    "no valid solution",
    "has no path",
    "never be solved",
    "not possible to solve",
    "unable to solve",
    // Spanish, Portuguese, French, German, Italian, Polish, Turkish, Russian
    "no tiene soluci",
    "sin soluci",
    "irresoluble",
    "não tem solu",
    "nao tem solu",
    "sem solu",
    "insolúvel",
    "insoluvel",
    "pas de solution",
    "aucune solution",
    "unlösbar",
    "nicht lösbar",
    "keine lösung",
    "nessuna soluzione",
    "brak rozwi",
    "çözülemez",
    "нет решения",
];

/// Words that mean the same if they are the whole text.
const WORDS: [&str; 6] = ["-1", "none", "null", "n/a", "inf", "infinity"];

/// How certain it is that a text says that the goal cannot be reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Saying {
    /// In passing: the banner "detects impossible boards" says nothing about the current board.
    InPassing,
    /// As a sentence: "No solution found.", "this puzzle is unsolvable".
    Sentence,
}

/// Whether a text says that the goal cannot be reached. Returns the most certain phrase.
pub(super) fn saying(text: &str) -> Option<Saying> {
    // Fast path: every ASCII phrase has an a or an s, but moves as letters or words have neither.
    if text.is_ascii() && !text.bytes().any(|byte| matches!(byte.to_ascii_lowercase(), b'a' | b's')) {
        return None;
    }
    let text = text.to_lowercase();
    SAYINGS
        .iter()
        .flat_map(|words| text.match_indices(words).filter_map(|(at, _)| weigh(&text, at, words)))
        .max()
}

/// Whether a whole text is such a word or sentence.
pub(super) fn is_unsolvable(text: &str) -> bool {
    is_word_for_unsolvable(text) || saying(text) == Some(Saying::Sentence)
}

pub(super) fn is_word_for_unsolvable(text: &str) -> bool {
    let text = text.trim();
    WORDS.iter().any(|word| word.eq_ignore_ascii_case(text))
}

/// Weighs a phrase by the surrounding words on its line. `text` must be in lower case.
fn weigh(text: &str, at: usize, saying: &str) -> Option<Saying> {
    let before = text[..at].rsplit('\n').next().unwrap_or_default();
    let after = text[at + saying.len()..].lines().next().unwrap_or_default();
    // "not unsolvable", "it isn't impossible", "no unsolvable boards"
    let denial = before.split_whitespace().next_back().unwrap_or_default();
    if matches!(denial, "not" | "no" | "never" | "without") || denial.ends_with("n't") {
        return None;
    }
    // "unsolvable: false", "is it impossible? no."
    let signs = |c: char| c.is_whitespace() || ".!?;,:()\"'=}".contains(c);
    let value = after.trim_matches(signs);
    let is_set = after.trim_start_matches(['"', '\'', ' ']).starts_with([':', '=', '?']);
    if is_set && matches!(value, "false" | "no" | "0") {
        return None;
    }
    // "could not be solved within 10 s", "no solution found yet": an abandoned search proves
    // nothing.
    let rest = after.trim_start().trim_start_matches("found").trim_start();
    if ["within", "in time", "in the time", "yet", "so far", "before"]
        .iter()
        .any(|words| rest.starts_with(words))
    {
        return None;
    }
    Some(if is_banner(before, saying, after) { Saying::InPassing } else { Saying::Sentence })
}

/// Whether a phrase is about boards in general: "detects impossible boards", "if the puzzle is
/// unsolvable", "please enter a solvable one, some are impossible".
fn is_banner(before: &str, saying: &str, after: &str) -> bool {
    const BEFORE: [&str; 26] = [
        "if",
        "whether",
        "when",
        "detect",
        "detects",
        "detecting",
        "check",
        "checks",
        "checking",
        "test",
        "tests",
        "testing",
        "may",
        "might",
        "could",
        "can",
        "handle",
        "handles",
        "reject",
        "rejects",
        "print",
        "prints",
        "report",
        "reports",
        "some",
        "half",
    ];
    const PLURALS: [&str; 7] =
        ["boards", "puzzles", "states", "positions", "configurations", "instances", "cases"];
    const ENDS: [char; 6] = ['.', '!', '?', ';', ':', ','];
    let words = |text: &str| -> Vec<String> {
        text.split(|c: char| !c.is_alphanumeric())
            .filter(|word| !word.is_empty())
            .map(str::to_owned)
            .collect()
    };
    let clause = words(before.rsplit(ENDS).next().unwrap_or_default());
    // In "could not be solved", "could" belongs to the phrase.
    let belongs = ["not ", "never ", "n't "].iter().any(|begins| saying.starts_with(begins));
    let is_general = |word: &String| {
        BEFORE.contains(&word.as_str()) && !(belongs && matches!(word.as_str(), "could" | "can"))
    };
    let next = words(after).into_iter().next().unwrap_or_default();
    clause.iter().any(is_general) || PLURALS.contains(&next.as_str())
}

/// Parses a nonnegative whole number, such as `28`, `28.0`, or `28 moves`.
pub(super) fn count(text: &str) -> Option<u32> {
    // Fast paths: most texts are digits only, or are rejected by their first character.
    let text = text.trim();
    if let Ok(number) = text.parse() {
        return Some(number);
    }
    if !text.starts_with(|c: char| c.is_ascii_digit() || c == '+') {
        return None;
    }
    let number = ["moves", "move", "steps", "step"].iter().find_map(|unit| without_end(text, unit));
    let number = number.unwrap_or(text).trim_end();
    let whole = number.split_once('.').filter(|(_, rest)| rest.bytes().all(|digit| digit == b'0'));
    whole.map_or(number, |(whole, _)| whole).parse().ok()
}

fn without_end<'a>(text: &'a str, end: &str) -> Option<&'a str> {
    let at = text.len().checked_sub(end.len())?;
    text.get(at..)?.eq_ignore_ascii_case(end).then(|| &text[..at])
}

/// Splits off a leading whole number. Returns `None` if the number or a word continues after it.
pub(super) fn leading_count(text: &str) -> Option<(u32, &str)> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (number, rest) = text.split_at(end);
    let rest = rest.strip_prefix(".0").unwrap_or(rest);
    let goes_on = rest.starts_with(|c: char| c.is_alphanumeric() || c == '_')
        || (rest.starts_with('.') && rest[1..].starts_with(|c: char| c.is_alphanumeric()));
    if goes_on { None } else { Some((number.parse().ok()?, rest)) }
}

/// Reads moves in any form, or the boards of a path.
pub(super) fn read_path(text: &str, board: &Board, convention: MoveConvention) -> Result<Claim, ReadError> {
    if text.starts_with(['[', '(', '{']) {
        let options = BoardOptions { shape: Some(board.shape()), ..BoardOptions::default() };
        let boards: Result<Vec<Board>, _> =
            Boards::new(text.as_bytes(), options).map(|read| read.map(|read| read.board)).collect();
        if let Ok(boards) = boards
            && !boards.is_empty()
        {
            return Ok(Claim::Boards(boards));
        }
    }
    // Read without the board first: illegal moves are left to the judge. Only tile numbers need it.
    let read = read_directions(text, convention).or_else(|error| {
        let from_board = MoveOptions { start: Some(*board), convention, ..MoveOptions::default() };
        read_moves(text, &from_board)
            .map(|read| read.moves)
            .map_err(|on_board| if is_numbers(text) { on_board } else { error })
    });
    read.map(Claim::Path)
}

/// Reads moves in any form that names directions, optionally with arrows (`U -> L`). Blank text is
/// no moves.
pub(super) fn read_directions(text: &str, convention: MoveConvention) -> Result<Vec<Move>, ReadError> {
    let options = MoveOptions { convention, ..MoveOptions::default() };
    let read = if text.contains("->") {
        read_moves(&text.replace("->", "  "), &options)
    } else {
        read_moves(text, &options)
    };
    read.map(|read| read.moves)
}

fn is_numbers(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit() || c == '[' || c == '(')
}

/// Whether a text consists of move letters only, so that no other interpretation is needed.
pub(super) fn is_letters(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| b"UDLRudlr".contains(&byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_known_in_every_spelling() {
        for (name, field) in [
            ("board", Some(Field::Board)),
            (" STATE ", Some(Field::Board)),
            ("Initial State", Some(Field::Board)),
            ("path_to_goal", Some(Field::Moves)),
            ("pathLength", Some(Field::Length)),
            ("PATH-LENGTH", Some(Field::Length)),
            ("cost_of_path", Some(Field::Length)),
            ("depth", Some(Field::VagueLength)),
            ("max_depth", None),
            ("nodes", None),
            ("", None),
            ("_", None),
        ] {
            assert_eq!(Field::named(name), field, "{name:?}");
        }
    }

    #[test]
    fn no_name_means_two_things() {
        let names = || FIELDS.iter().flat_map(|(field, names)| names.iter().map(move |name| (*field, *name)));
        for (field, name) in names() {
            assert_eq!(Field::named(name), Some(field), "{name}");
        }
        assert_eq!(names().count(), 69);
    }

    #[test]
    fn labels_are_names_before_a_sign() {
        for (line, expected) in [
            ("Path length: 28", Some((Field::Length, "28"))),
            ("  cost_of_path = 28", Some((Field::Length, "28"))),
            ("\"moves\": \"UL\",", Some((Field::Moves, "\"UL\""))),
            ("The answer is 28.", Some((Field::Answer, "28."))),
            ("- Solution => U L", Some((Field::Moves, "U L"))),
            ("Initial cost: 5", None),
            ("The best node is: 5", None),
            ("é: 5", None),
            ("no sign", None),
        ] {
            assert_eq!(label(line), expected, "{line}");
        }
    }

    #[test]
    fn sayings_are_weighed_by_the_words_around_them() {
        for (text, expected) in [
            ("Goal NOT Found", Some(Saying::Sentence)),
            ("Unsolvable puzzle", Some(Saying::Sentence)),
            ("It couldn't be solved", Some(Saying::Sentence)),
            ("The board could not be solved.", Some(Saying::Sentence)),
            ("checks whether it can be unsolvable", Some(Saying::InPassing)),
            ("Unfortunately, your puzzle is impossible to solve.\n", Some(Saying::Sentence)),
            ("Unsolvable: no solution exists (12 nodes)", Some(Saying::Sentence)),
            ("this solver detects impossible boards\n", Some(Saying::InPassing)),
            ("it isn't impossible", None),
            ("no unsolvable boards here", None),
            ("unsolvable: False\nLDRUURDD", None),
            ("{\"unsolvable\":false}", None),
            ("is it unsolvable? No.", None),
            ("no solution found within 10 s", None),
            ("solved", None),
        ] {
            assert_eq!(saying(text), expected, "{text}");
        }
        assert!(SAYINGS.iter().all(|words| saying(words) == Some(Saying::Sentence)));
        assert!(is_unsolvable(" N/A ") && is_unsolvable("-1") && !is_unsolvable("-12"));
    }

    #[test]
    fn counts_are_whole_numbers_with_clear_ends() {
        for (text, expected) in [
            ("28", Some(28)),
            (" 28.0 ", Some(28)),
            ("28 MOVES", Some(28)),
            ("1 step", Some(1)),
            ("28.5", None),
            ("-1", None),
            ("moves", None),
            ("", None),
            ("4294967296", None),
            ("2é", None),
        ] {
            assert_eq!(count(text), expected, "{text}");
        }
        assert_eq!(leading_count("28, 1166 nodes"), Some((28, ", 1166 nodes")));
        assert_eq!(leading_count("28.0 UL"), Some((28, " UL")));
        assert_eq!(leading_count("28."), Some((28, ".")));
        for text in ["28.5", "28ms", "28_000", "x", ""] {
            assert_eq!(leading_count(text), None, "{text}");
        }
    }
}
