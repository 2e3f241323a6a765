//! The vocabulary of answers: field names, statements, numbers, and paths.
//!
//! All readers use these tables, so a word added here is understood in every format. Words are
//! known with and without accents ([`spelling`]).
//!
//! ```text
//! field_names       `path length`, `Longitud del camino`
//! units             numbers of moves: `28 moves`, `28 Schritte`
//! move_words        `up`, `arriba`, `上`, `↑`
//! paths             moves or boards as text
//! phrases           "no solution", "keine Lösung"
//! search_phrases    "solution not found"
//! search_words      `visited`, `possible`: words about the search, not its result
//! abandoned         phrases that report no solution, but prove nothing
//! marks             `valid: false`, `status: FAILED`
//! rejections        "the path is invalid", `Valid: no`
//! methods           `BFS`, `A*`
//! denials           weighs a phrase by the words around it
//! ```

mod abandoned;
mod denials;
mod field_names;
mod marks;
mod methods;
mod move_words;
mod paths;
mod phrases;
mod rejections;
mod search_phrases;
mod search_words;
mod spelling;
mod units;

pub(super) use abandoned::is_stopped;
pub(super) use denials::{
    Certainty, denial_certainty, is_banner, is_limited, is_null_value, is_unsolvable, is_word_for_unsolvable,
    says_solvable, yes_or_no,
};
pub(super) use field_names::{Field, is_same_name, label, names_of, path_noun};
pub(super) use marks::{is_failing_verdict, is_negative};
pub(super) use methods::Methods;
pub(super) use move_words::{
    NamesId, Reading, are_all_directions, direction, first_character, is_filler, join, joined,
    may_be_article, readings,
};
pub(super) use paths::{RIGHT_ARROWS, is_letters, read_directions, read_path, read_usual_directions};
pub(super) use rejections::{correctness, rejects_path};
pub(super) use search_words::{SEARCH_WORDS, is_of_search};
pub(super) use spelling::{folded, lowered, split_camel_case};
pub(super) use units::{
    MOVE_FORMS, MOVES, STEP_FORMS, STEPS, begins_other_unit, count, is_unit, leading_count,
    starts_with_joined_unit,
};

/// The words of a text: letters and digits.
pub(super) fn words_in(text: &str) -> impl DoubleEndedIterator<Item = &str> + Clone {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests;
