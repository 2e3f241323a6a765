//! The words of a line, and the moves among them.

use std::ops::Range;

use super::super::vocabulary::{RIGHT_ARROWS, Reading, is_filler, join, may_be_article};
use super::names::{MoveNames, readings};

/// A word without surrounding punctuation.
#[derive(Clone, Debug)]
pub(super) struct Word<'a> {
    pub(super) text: &'a str,
    /// Byte range of the line.
    pub(super) place: Range<usize>,
    pub(super) kind: Kind,
}

/// The kind of a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Moves(Vec<Reading>),
    Number(u32),
    /// A word that may stand between moves, or before or after them.
    Filler,
    Other,
}

/// Moves with only numbers and fillers between them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Run {
    /// The ways to read the whole run with one set of names.
    pub(super) readings: Vec<Reading>,
    /// Word range, without fillers at its ends.
    pub(super) words: Range<usize>,
}

impl Run {
    pub(super) fn longest(&self) -> usize {
        self.readings.iter().map(|reading| reading.moves.len()).max().unwrap_or(0)
    }
}

/// Splits a line into words. Arrows (`->`, `=>`, `→`) and `>` separate words, unless they are the
/// moves.
pub(super) fn words_of<'a>(line: &'a str, names: Option<&MoveNames>) -> Vec<Word<'a>> {
    let is_separator = |at: usize, c: char| {
        c.is_whitespace()
            || ",;[](){}\"`|=".contains(c)
            || (c == '\'' && !is_in_word(line, at))
            || (RIGHT_ARROWS.contains(&c) && is_between_words(line, at, c))
            || (c == '>' && (is_arrow_end(line, at) || is_between_names(line, at)))
    };
    let mut words = Vec::new();
    let mut start = None;
    for (at, c) in line.char_indices().chain([(line.len(), ' ')]) {
        match start {
            None if !is_separator(at, c) => start = Some(at),
            Some(from) if is_separator(at, c) => {
                add_words(line, from..at, names, &mut words);
                start = None;
            }
            _ => {}
        }
    }
    without_articles(&mut words);
    without_homonyms(line, &mut words);
    words
}

/// Ignores words that mean a move only in other contexts: `left` in `Moves left: 0` and `no moves
/// left`, `up` in `up to depth 20`, the function `len`, which without its accent is "up" in
/// Vietnamese, and Haskell's `Right [Down, Right]`.
fn without_homonyms(line: &str, words: &mut [Word<'_>]) {
    let counts_rest = |noun: &str, rest: &str| {
        let value = rest.trim_start().strip_prefix(['=', ':']).map(str::trim_start);
        noun.ends_with('s') && value.is_some_and(|value| value.starts_with(|c: char| c.is_ascii_digit()))
    };
    for at in 0..words.len() {
        let rest = &line[words[at].place.end..];
        let noun = at.checked_sub(1).map_or("", |before| words[before].text);
        let is_other = match words[at].text {
            "left" => {
                counts_rest(noun, rest)
                    || is_count_of_rest(line, &words[..at])
                    || is_remainder(&words[at + 1..])
            }
            "up" | "down" => is_limit(&words[at + 1..]),
            "len" => rest.starts_with('('),
            "Right" | "Left" => at == 0 && rest.trim_start().starts_with(['[', '"']),
            // The algorithm
            "A" | "IDA" | "a" | "ida" => rest.starts_with('*'),
            // A figure of the search: `h=3`
            letter if letter.len() == 1 && letter.starts_with(|c: char| c.is_ascii_lowercase()) => {
                rest.strip_prefix('=').is_some_and(|value| value.starts_with(|c: char| c.is_ascii_digit()))
            }
            _ => false,
        };
        if is_other {
            words[at].kind = Kind::Other;
        }
        // The action that leads to the root of a search: `[None, 'up']`.
        let before = line[..words[at].place.start].trim_end_matches(['\'', '"']);
        let is_first = before.ends_with(['[', '(']) && rest.trim_start_matches(['\'', '"']).starts_with(',');
        let has_moves = words.get(at + 1).is_some_and(|next| matches!(next.kind, Kind::Moves(_)));
        if is_first && has_moves && ["None", "null", "NONE"].contains(&words[at].text) {
            words[at].kind = Kind::Filler;
        }
    }
}

/// Whether words end like `0 moves` or `no moves`, and not like `tile 0 moves` or `1. Move`.
fn is_count_of_rest(line: &str, before: &[Word<'_>]) -> bool {
    let [others @ .., count, noun] = before else { return false };
    let names_mover = |word: &Word<'_>| {
        ["tile", "move", "step", "blank"].iter().any(|name| name.eq_ignore_ascii_case(word.text))
    };
    if &line[count.place.end..noun.place.start] != " " || others.last().is_some_and(names_mover) {
        return false;
    }
    let is_none = ["no", "No", "NO", "0", "zero"].contains(&count.text);
    match noun.text.to_ascii_lowercase().as_str() {
        "moves" | "steps" | "nodes" | "states" | "boards" => is_none,
        // A tile "moves left".
        "move" | "step" => is_none || count.text == "1",
        _ => false,
    }
}

/// Whether words begin like `with an empty queue`.
fn is_remainder(after: &[Word<'_>]) -> bool {
    const ARTICLES: [&str; 5] = ["a", "an", "no", "empty", "nothing"];
    matches!(after, [with, next, ..] if with.text == "with" && ARTICLES.contains(&next.text))
}

/// Whether words begin like `to depth 20` or `to 20 moves`.
fn is_limit(after: &[Word<'_>]) -> bool {
    const LIMITS: [&str; 8] = ["depth", "bound", "limit", "level", "a", "max", "maximum", "at"];
    let is_value = |word: &Word<'_>| {
        matches!(word.kind, Kind::Number(_)) || LIMITS.contains(&word.text.to_ascii_lowercase().as_str())
    };
    matches!(after, [to, value, ..] if to.text == "to" && is_value(value))
}

/// Ignores moves that are articles or prepositions: "Le coup 3: haut". They count beside moves of
/// the same language, or if the line has no other words.
fn without_articles(words: &mut [Word<'_>]) {
    if !words.iter().any(|word| may_be_article(word.text)) {
        return;
    }
    let mut all: Vec<Reading> = Vec::new();
    let is_one_language = words.iter().all(|word| match &word.kind {
        Kind::Moves(found) if all.is_empty() => {
            all.clone_from(found);
            true
        }
        Kind::Moves(found) => join(&mut all, found),
        _ => true,
    });
    let is_move = |word: &Word<'_>| matches!(word.kind, Kind::Moves(_)) && !may_be_article(word.text);
    // An article is never the last word: "Path: le".
    let has_only_articles = words.last().is_some_and(|word| !may_be_article(word.text))
        && words.iter().any(|word| word.kind == Kind::Other)
        && !words.iter().any(is_move);
    if !is_one_language || has_only_articles {
        let articles = words.iter_mut().filter(|word| may_be_article(word.text));
        articles.for_each(|word| word.kind = Kind::Other);
    }
}

/// Whether an apostrophe is between letters: `n'existe`.
fn is_in_word(line: &str, at: usize) -> bool {
    line[..at].ends_with(char::is_alphabetic) && line[at + 1..].starts_with(char::is_alphabetic)
}

/// Whether a right arrow leads from one word to the next, or to the next line. Otherwise it is a
/// move.
fn is_between_words(line: &str, at: usize, arrow: char) -> bool {
    let (line_before, line_after) = (&line[..at], &line[at + arrow.len_utf8()..]);
    let before = line_before.trim_end().chars().next_back();
    let after = line_after.trim_start().chars().next();
    let is_word = |c: char| c.is_alphanumeric() || "'\")".contains(c);
    if is_in_quotes(line_before, line_after) || (after.is_none() && is_list_number(line_before)) {
        return false;
    }
    before.map_or(after.is_some_and(char::is_alphanumeric), is_word)
        && after.is_none_or(|c| is_word(c) || c == '(')
}

/// Whether quotes enclose the text between these: `'→'`, but not `'Up'→'Left'`.
fn is_in_quotes(before: &str, after: &str) -> bool {
    let quotes = ['\'', '"'];
    let Some(outside) = before.strip_suffix(quotes) else { return false };
    after.starts_with(quotes) && !outside.ends_with(char::is_alphanumeric)
}

/// Whether a text is the number of an item in a list: `2)`.
fn is_list_number(text: &str) -> bool {
    let number = text.trim().strip_suffix(')').map(|number| number.trim_start_matches('('));
    number.is_some_and(|number| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Whether a `>` is the end of `=>` between spaces.
fn is_arrow_end(line: &str, at: usize) -> bool {
    let is_apart = line[at + 1..].is_empty() || line[at + 1..].starts_with(' ');
    line[..at].strip_suffix('=').is_some_and(|before| before.ends_with(' ')) && is_apart
}

/// Whether a word consists of letters, and is not the mark `v`.
pub(super) fn is_name(word: &str) -> bool {
    !word.is_empty() && word.chars().all(char::is_alphabetic) && !word.eq_ignore_ascii_case("v")
}

/// Whether a `>` between spaces stands between words: `Down > Right`. Beside `v`, it is a move.
fn is_between_names(line: &str, at: usize) -> bool {
    let (Some(before), Some(after)) = (line[..at].strip_suffix(' '), line[at + 1..].strip_prefix(' ')) else {
        return false;
    };
    let word_before = before.trim_end().rsplit(' ').next().unwrap_or_default();
    let word_after = after.trim_start().split(' ').next().unwrap_or_default();
    is_name(word_before) && is_name(word_after.trim_end_matches(['.', ',', ';']))
}

/// Adds the text between separators: several words, if arrows separate them (`Up->Left`).
fn add_words<'a>(line: &'a str, place: Range<usize>, names: Option<&MoveNames>, words: &mut Vec<Word<'a>>) {
    let text = &line[place.clone()];
    let mut from = place.start;
    for piece in text.split("->") {
        let trimmed = piece.trim_matches(|c: char| ".:!?-*•#<>~".contains(c));
        // If nothing is left, the symbols are the word: `^`, `<`, `--`.
        let (text, at) = if trimmed.is_empty() || piece.chars().all(|c| "<>^v".contains(c)) {
            (piece, from)
        } else {
            (trimmed, from + piece.find(trimmed).unwrap_or(0))
        };
        let numbered = end_of_item_number(text).unwrap_or(0);
        for (text, at) in [(&text[..numbered], at), (&text[numbered..], at + numbered)] {
            if !text.is_empty() {
                words.push(Word { text, place: at..at + text.len(), kind: kind_of(text, names) });
            }
        }
        // Two more bytes for the arrow.
        from += piece.len() + 2;
    }
}

/// The end of the number before a move: 2 in `1.U` or `1:up`.
fn end_of_item_number(text: &str) -> Option<usize> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let rest = text[digits..].strip_prefix(['.', ':'])?;
    (digits > 0 && rest.chars().all(char::is_alphabetic) && !rest.is_empty()).then_some(digits + 1)
}

fn kind_of(text: &str, names: Option<&MoveNames>) -> Kind {
    let found = readings(text, names);
    if !found.is_empty() {
        return Kind::Moves(found);
    }
    let number = text.trim_end_matches(['.', ')', ':']);
    if let Ok(number) = number.parse() {
        return Kind::Number(number);
    }
    if is_filler(text) { Kind::Filler } else { Kind::Other }
}

/// Finds the runs of moves among words.
pub(super) fn runs_of(words: &[Word<'_>]) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    let mut open = false;
    for (at, word) in words.iter().enumerate() {
        match &word.kind {
            Kind::Other => open = false,
            Kind::Number(_) | Kind::Filler => {}
            Kind::Moves(readings) => {
                let is_joined = open && runs.last_mut().is_some_and(|run| join(&mut run.readings, readings));
                match runs.last_mut() {
                    Some(run) if is_joined => run.words.end = at + 1,
                    _ => runs.push(Run { readings: readings.clone(), words: at..at + 1 }),
                }
                open = true;
            }
        }
    }
    runs
}

/// Whether a run is one repeated mark, such as a prompt, a bullet, or an error marker: `>>`,
/// `^^^^`, `v`.
pub(super) fn is_one_mark(run: &Run) -> bool {
    run.readings.iter().all(|reading| {
        let is_of_one = reading.moves.windows(2).all(|pair| pair[0] == pair[1]);
        reading.names.is_of_marks() && is_of_one
    })
}

/// The moved tiles, if each is named beside its direction: `5 left, 2 up`, `tile 5: left`.
pub(super) fn tiles_beside_moves(words: &[Word<'_>]) -> Option<Vec<u32>> {
    let numbers: Vec<u32> = words
        .iter()
        .filter_map(|word| if let Kind::Number(number) = word.kind { Some(number) } else { None })
        .collect();
    let moves = words.iter().filter(|word| matches!(word.kind, Kind::Moves(_))).count();
    (moves > 0 && numbers.len() == moves).then_some(numbers)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilebase::board::Move::{self, Down, Left, Right, Up};

    fn runs(line: &str) -> Vec<Vec<Move>> {
        let words = words_of(line, None);
        runs_of(&words).into_iter().map(|run| run.readings[0].moves.clone()).collect()
    }

    #[test]
    fn moves_are_found_among_words() {
        for (line, expected) in [
            ("['up', 'Left', 'DOWN']", vec![vec![Up, Left, Down]]),
            ("Order: START -> down -> left -> GOAL", vec![vec![Down, Left]]),
            ("1. up 2. left", vec![vec![Up, Left]]),
            ("1.U 2.L", vec![vec![Up, Left]]),
            ("1:up 2:left", vec![vec![Up, Left]]),
            ("Step 1: up, Step 2: left", vec![vec![Up, Left]]),
            ("Move.UP,Move.LEFT", vec![vec![Up, Left]]),
            ("[<Move.UP: 1>, <Move.LEFT: 2>]", vec![vec![Up, Left]]),
            ("up→left→down", vec![vec![Up, Left, Down]]),
            ("Path: down => left => up", vec![vec![Down, Left, Up]]),
            ("Path: down > left > up.", vec![vec![Down, Left, Up]]),
            ("START > L > D > GOAL", vec![vec![Left, Down]]),
            ("Moves: > v <", vec![vec![Right, Down, Left]]),
            ("v > v", vec![vec![Down, Right, Down]]),
            ("V > V", vec![vec![Down, Right, Down]]),
            ("Down-Right, Up-Left", vec![vec![Down, Right, Up, Left]]),
            ("[None, 'up']", vec![vec![Up]]),
            ("None left", vec![vec![Left]]),
            ("using A*: D", vec![vec![Down]]),
            ("↑ ← ↓", vec![vec![Up, Left, Down]]),
            ("^ < v", vec![vec![Up, Left, Down]]),
            ("taking the path RDL.", vec![vec![Right, Down, Left]]),
            ("LURDL2U (7 moves)", vec![vec![Left, Up, Right, Down, Left, Left, Up]]),
            ("It is all right", vec![vec![Right]]),
            ("up, then down: left", vec![vec![Up, Down, Left]]),
            ("no moves here", vec![]),
            ("Le coup 3: haut", vec![vec![Up]]),
            ("le, balra", vec![vec![Down, Left]]),
            ("下右", vec![vec![Down, Right]]),
            ("Moves left: 0", vec![]),
            ("move left: 3", vec![vec![Left]]),
            ("len(frontier) = 4", vec![]),
            ("No moves left", vec![]),
            ("Step 1: Down (1 move left)", vec![vec![Down]]),
            ("Move tile 5 left", vec![vec![Left]]),
            ("5 moves left", vec![vec![Left]]),
            ("Step 1: move left", vec![vec![Left]]),
            ("1. Move left", vec![vec![Left]]),
            ("Tile 0 moves left", vec![vec![Left]]),
            ("Move left with tile 5", vec![vec![Left]]),
            ("No solution up to depth 31", vec![]),
            ("left with an empty queue", vec![]),
            ("up to the end", vec![vec![Up]]),
            ("Right [Down,Right]", vec![vec![Down, Right]]),
            ("Aucune solution n'existe", vec![]),
            ("len, xuong", vec![vec![Up, Down]]),
            ("para baixo, para direita", vec![vec![Down, Right]]),
        ] {
            assert_eq!(runs(line), expected, "{line}");
        }
    }

    #[test]
    fn tiles_are_named_beside_their_directions() {
        let tiles = |line| tiles_beside_moves(&words_of(line, None));
        assert_eq!(tiles("5 left, 2 up"), Some(vec![5, 2]));
        assert_eq!(tiles("Move tile 5 up"), Some(vec![5]));
        assert_eq!(tiles("up, left"), None);
    }
}
