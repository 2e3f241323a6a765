//! Moves that may be repeated, or stand beside tiles, in a form that is not read: `2U`, `up (2)`,
//! `U*2`, `up twice`, `U5 L8`. Likewise arrows and `>`, which may be moves or stand between them.
//!
//! Such moves may be right in a way that is not understood, so they can't be called wrong.

use super::words::{Kind, Run, Word, is_name};

/// Whether a line may have such moves.
pub(super) fn line_may_repeat(line: &str) -> bool {
    let unlabeled = line.rsplit([':', '=']).next().unwrap_or(line);
    let mut seconds = unlabeled.split_whitespace().skip(1).step_by(2).peekable();
    // Arrows and `>` between words are separators, not moves.
    let has_names = unlabeled.split_whitespace().step_by(2).all(is_name);
    let has_separators = !has_names && seconds.peek().is_some() && seconds.all(may_separate);
    has_separators || counts_in_words(line) || line.split_whitespace().any(is_mixed)
}

/// Whether a run of moves may have them. `text` is that of its passage.
pub(super) fn run_may_repeat(text: &str, words: &[Word<'_>], run: &Run) -> bool {
    const NEAR: usize = 200;
    let inside = &words[run.words.clone()];
    let number = |word: &Word<'_>| if let Kind::Number(number) = word.kind { Some(number) } else { None };
    let mut numbers: Vec<u32> = inside.iter().filter_map(number).collect();
    let moves: Vec<&str> =
        inside.iter().filter(|word| matches!(word.kind, Kind::Moves(_))).map(|word| word.text).collect();
    // `move(2,right) move(1,down)`
    let first = run.words.start.checked_sub(1).and_then(|at| number(&words[at]));
    if let Some(first) = first.filter(|_| numbers.len() + 1 == moves.len()) {
        numbers.insert(0, first);
    }
    // Indices count on, and stand beside every move.
    let are_indices = numbers.windows(2).all(|pair| pair[1] == pair[0] + 1 || pair[1] == pair[0])
        && (numbers.is_empty() || numbers.len() + 1 >= moves.len());
    let separators = moves.iter().filter(|word| may_separate(word)).count();
    // `up twice` ends the run. What is far behind it does not belong to it, and a line may have
    // many runs.
    let end = inside[inside.len() - 1].place.end;
    let near = &text[inside[0].place.start..text.floor_char_boundary(end + NEAR)];
    // `L D R 2U` and `L > D`, which end the run.
    let goes_on = words
        .get(run.words.end)
        .is_some_and(|next| may_separate(next.text) || (next.kind == Kind::Other && is_mixed(next.text)));
    !are_indices
        || goes_on
        || are_numbered(&moves)
        || moves.iter().any(|word| has_unread_count(word))
        || counts_in_words(near)
        || (separators > 0 && 2 * separators + 1 >= moves.len())
}

/// Whether a word of moves has a count that is not read, or that is the number of a tile: on the
/// 8-puzzle, the blank cannot go three cells.
fn has_unread_count(word: &str) -> bool {
    let mut digits = word.chars().filter(char::is_ascii_digit);
    let is_number_first = word.starts_with(|c: char| c.is_ascii_digit());
    word.contains(['*', '^', '×'])
        || (word.contains(char::is_alphabetic) && (is_number_first || digits.any(|digit| digit > '2')))
}

/// Whether moves are numbered from 1: `D1 R2`. The number may also be a count.
fn are_numbered(words: &[&str]) -> bool {
    let number = |word: &&str| word.trim_start_matches(char::is_alphabetic).parse::<usize>().ok();
    words.len() > 1 && (1..).zip(words).all(|(expected, word)| number(word) == Some(expected))
}

/// Whether a word has digits beside letters or a sign of repetition.
fn is_mixed(word: &str) -> bool {
    word.contains(|c: char| c.is_ascii_digit())
        && word.contains(|c: char| c.is_alphabetic() || "*^×(".contains(c))
}

fn may_separate(word: &str) -> bool {
    matches!(word, ">" | "→" | "⇒")
}

fn counts_in_words(text: &str) -> bool {
    ["twice", "thrice", " times"].iter().any(|count| text.contains(count))
}
