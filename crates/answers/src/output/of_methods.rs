//! Lengths that a program states for its search methods: `BFS: 20 moves, A*: 18 moves`.
//!
//! Such a length is that of a path only if the path is of the same method. The length of another
//! method says nothing about the path, and it is unclear whether one is that of a path without a
//! method.

use super::super::number::{begins_with_word, numbers};
use super::super::vocabulary::{MOVE_FORMS, MOVES, Methods, leading_count};
use super::evidence::Evidence;
use super::lengths::Stated;
use super::proofs::Proof;
use super::weigh::Doubt;

/// Signs and words that separate the clauses about different methods.
const SIGNS: [char; 6] = [',', ';', '(', ')', '|', '.'];
const CONJUNCTIONS: [&str; 5] = [" while ", " but ", " and ", " vs ", " whereas "];

/// The methods of a length on a line: those that its clause names, or else the line.
pub(super) fn methods_of(text: &str, length: u32) -> Methods {
    let named = Methods::in_text(text);
    if !named.are_several() && !text.contains(SIGNS) {
        return named;
    }
    let has_length =
        |clause: &str| numbers(clause).any(|number| number.digits.parse() == Ok(length) && number.is_apart());
    let clauses = text.split(SIGNS).flat_map(|clause| split_at_words(clause));
    let own = clauses.filter(|clause| has_length(clause)).last().map(Methods::in_text);
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
    /// More words are a sentence.
    const MAX_WORDS: usize = 4;
    let pieces = text.split([',', ';', '|', '(', ')']);
    let stated = pieces.filter_map(|piece| {
        let (name, value) = piece.split_once([':', '='])?;
        let (length, rest) = leading_count(value.trim_start())?;
        let is_of_moves = [MOVES, MOVE_FORMS].iter().any(|units| begins_with_word(rest.trim_start(), units));
        if !is_of_moves || name.split_whitespace().count() > MAX_WORDS {
            return None;
        }
        Some((length, Methods::in_text(name))).filter(|(_, methods)| !methods.is_empty())
    });
    stated.collect()
}

impl Evidence {
    /// Leaves out the lengths of other methods than that of a path.
    pub(super) fn of_its_method<'a>(
        &self,
        proof: &Proof,
        said: Vec<&'a Stated>,
    ) -> Result<Vec<&'a Stated>, Doubt> {
        if said.iter().all(|stated| stated.methods.is_empty()) {
            return Ok(said);
        }
        let own = self.method_of_path(proof);
        let is_its_length = |stated: &Stated| stated.length as usize == proof.moves.len();
        let is_of_path = |stated: &Stated| {
            stated.methods.is_empty() || stated.methods.overlap(own) || is_its_length(stated)
        };
        let is_clear = !own.is_empty() || said.iter().any(|stated| is_its_length(stated));
        match said.iter().find(|stated| !is_of_path(stated)).filter(|_| !is_clear) {
            Some(other) => Err(self.several(proof.line(), other.line)),
            None => Ok(said.into_iter().filter(|stated| is_of_path(stated)).collect()),
        }
    }

    /// The methods named before a path on its line, or else by a heading above it.
    fn method_of_path(&self, proof: &Proof) -> Methods {
        let text = self.page.lines[proof.line()].text.trim_matches([' ', '|']);
        let end = proof.candidate.map_or(0, |index| self.candidates[index].column);
        let line = Methods::in_text(text.get(..end).unwrap_or_default());
        let above = self.page.lines[..proof.line()].iter().rfind(|line| !line.text.trim().is_empty());
        let is_heading = |text: &str| text.trim_end().ends_with(':');
        match above.filter(|above| line.is_empty() && is_heading(&above.text)) {
            Some(above) => Methods::in_text(&above.text),
            None => line,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{EIGHT, kind};
    use super::*;

    #[test]
    fn a_length_belongs_to_the_method_of_its_clause() {
        let of = |text: &str, length| methods_of(text, length) == Methods::in_text("A*");
        assert!(of("A* solved it in 8 moves, greedy in 12 moves", 8));
        assert!(!of("A* solved it in 8 moves, greedy in 12 moves", 12));
        assert!(of("Using A*, solved in 8 moves", 8));
        assert_eq!(lengths_by_method("BFS: 20 moves, A*: 18 moves").len(), 2);
        assert_eq!(lengths_by_method("BFS: 20 nodes, time: 18 moves"), []);
    }

    #[test]
    fn lengths_of_other_methods_are_not_that_of_a_path() {
        for (text, expected) in [
            ("A* path: LDRUURDD\nDFS found a path of 45 moves\n", "optimal"),
            ("BFS: 20 moves, A*: 8 moves\nPath: LDRUURDD\n", "optimal"),
            ("Length: 8\nPath: LDRUURDD\nGreedy needed 12 moves\n", "optimal"),
            ("Greedy needed 12 moves\nPath: LDRUURDD\n", "Several"),
            ("Path: LDRUURDD\nGreedy needed 12 moves\n", "Several"),
            ("Path: LDRUURDD (greedy: 12 moves)\n", "Several"),
            ("A*: 18 moves\nPath: LDRUURDD\n", "Several"),
            ("BFS: 20 moves, A*: 18 moves\nPath: LDRUURDD\n", "Several"),
            ("Greedy: 18 moves\nGreedy path: LDRUURDD\n", "length-disagrees"),
            ("Greedy path:\nLDRUURDD\nGreedy: 18 moves\n", "length-disagrees"),
            ("BFS: 20 moves\nA*: 18 moves\n", "Several"),
            ("First solution: 12 moves\nLDRUURDD\n", "Several"),
        ] {
            assert_eq!(kind(EIGHT, text), expected, "{text}");
        }
    }
}
