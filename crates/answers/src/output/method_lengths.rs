//! Lengths beside the names of search methods: `BFS: 20 moves, A*: 18 moves`.

use super::super::number::{begins_with_word, labels_next, numbers};
use super::super::vocabulary::{MOVE_FORMS, MOVES, Methods, leading_count};

/// Signs and words that separate the clauses about different methods.
const SIGNS: [char; 6] = [',', ';', '(', ')', '|', '.'];
const CONJUNCTIONS: [&str; 5] = [" while ", " but ", " and ", " vs ", " whereas "];

/// Returns the methods that a length belongs to: those named in its clause, or else on its line.
pub(super) fn methods_of(text: &str, length: u32) -> Methods {
    let named = Methods::in_text(text);
    if !named.are_several() && !text.contains(SIGNS) {
        return named;
    }
    let has_length =
        |clause: &str| numbers(clause).any(|number| number.digits.parse() == Ok(length) && number.is_apart());
    let clauses: Vec<&str> = text.split(SIGNS).flat_map(split_at_words).collect();
    let own = clauses.into_iter().rfind(|clause| has_length(clause)).map(Methods::in_text);
    own.filter(|own| !own.is_empty()).unwrap_or(named)
}

fn split_at_words(clause: &str) -> Vec<&str> {
    let mut pieces = vec![clause];
    for word in CONJUNCTIONS {
        pieces = pieces.into_iter().flat_map(|piece| piece.split(word)).collect();
    }
    pieces
}

/// The lengths that a line states for methods by name: `BFS: 20 moves, A*: 18 moves`.
pub(super) fn lengths_by_method(text: &str) -> Vec<(u32, Methods)> {
    /// More words before the sign are a sentence, not the name of a method.
    const MAX_WORDS: usize = 4;
    let mut at = 0;
    let pieces = text.split([',', ';', '|', '(', ')']);
    let stated = pieces.filter_map(|piece| {
        let text = &text[at..];
        at += piece.len() + 1;
        let (name, value) = piece.split_once([':', '='])?;
        let (length, rest) = leading_count(value.trim_start())?;
        let is_of_moves = [MOVES, MOVE_FORMS].iter().any(|units| begins_with_word(rest.trim_start(), units));
        let is_label = numbers(text).next().is_some_and(|number| labels_next(&number));
        if !is_of_moves || is_label || name.split_whitespace().count() > MAX_WORDS {
            return None;
        }
        Some((length, Methods::in_text(name))).filter(|(_, methods)| !methods.is_empty())
    });
    stated.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_length_belongs_to_the_method_of_its_clause() {
        let of = |text: &str, length| methods_of(text, length) == Methods::in_text("A*");
        assert!(of("A* solved it in 8 moves, greedy in 12 moves", 8));
        assert!(!of("A* solved it in 8 moves, greedy in 12 moves", 12));
        assert!(of("Using A*, solved in 8 moves", 8));
        assert_eq!(lengths_by_method("BFS: 20 moves, A*: 18 moves").len(), 2);
        assert_eq!(lengths_by_method("BFS: 20 nodes, time: 18 moves"), []);
        assert_eq!(lengths_by_method("BFS nodes: 57 Moves: 2"), []);
        assert_eq!(lengths_by_method("BFS: 2 moves: 5, 8").len(), 1);
    }
}
