//! Finds the lengths that a program states: in fields (`Path length: 28`, `total moves = 28`) and
//! in sentences (`solved in 28 moves`, `found a solution at depth 28`).
//!
//! Some names could also describe the search (`steps`, `depth`). Such a length is *vague*. It never
//! makes an answer wrong. It counts only if it is right, and if it is a total, is part of a
//! sentence, or is on the only line with a number.

use std::borrow::Cow;

use super::super::length_sentences::length_in_sentence;
use super::super::number::{after_letters, without_addends};
use super::super::vocabulary::{
    Field, Methods, begins_other_unit, folded, is_stopped, is_unit, is_word_for_unsolvable, leading_count,
    path_noun,
};
use super::method_lengths::{lengths_by_method, methods_of};
use super::page::Page;

/// A length stated on a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stated {
    pub(super) length: u32,
    pub(super) is_vague: bool,
    /// Whether it is clearly about the solution: in a sentence, or as a total.
    pub(super) is_of_solution: bool,
    /// The search methods that it is about, if any are named.
    pub(super) methods: Methods,
    /// Line of the page.
    pub(super) line: usize,
}

/// Exclusive upper bound of lengths: no board needs this many moves, and larger numbers are boards.
pub(super) const MAX_MOVES: u32 = 10_000;

/// The value that a line states as a length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Value {
    Length(u32),
    /// -1, `None`, or similar.
    Unsolvable,
}

/// Finds all stated lengths, in order, and the lines that deny one.
pub(super) fn lengths_in(page: &Page) -> (Vec<Stated>, Vec<usize>) {
    /// Longer lines are lists and dumps.
    const MAX_LINE_BYTES: usize = 1000;
    let (mut lengths, mut without) = (Vec::new(), Vec::new());
    for (line, text) in page.lines.iter().map(|line| line.text.trim()).enumerate() {
        if text.len() > MAX_LINE_BYTES || text.is_empty() {
            continue;
        }
        let text = &*with_named_length(text);
        let summed = without_addends(text);
        // `cost: 5 + 8 = 13` may be an estimate: the cost so far and the heuristic.
        let is_sum_of_costs = matches!(summed, Cow::Owned(_)) && folded(text).contains("cost");
        let text = &*summed;
        for (value, is_vague) in fields_on(text) {
            match value {
                Value::Length(length) => {
                    let is_vague = is_vague || is_sum_of_costs;
                    let is_of_solution = is_vague && is_total(text);
                    let methods = methods_of(text, length);
                    lengths.push(Stated { length, is_vague, is_of_solution, methods, line });
                }
                // `Cost: -1 (search aborted)` is no result.
                Value::Unsolvable if !is_stopped(&folded(text)) => without.push(line),
                Value::Unsolvable => {}
            }
        }
        // The number may already have been found as a field of this line.
        let of_sentence = length_in_sentence(text).filter(|(length, _)| {
            lengths.last().is_none_or(|last| (last.line, last.length) != (line, *length))
        });
        lengths.extend(of_sentence.map(|(length, is_vague)| Stated {
            length,
            is_vague,
            is_of_solution: true,
            methods: methods_of(text, length),
            line,
        }));
        for (length, methods) in lengths_by_method(text) {
            let is_new = |last: &Stated| (last.line, last.length) != (line, length);
            if lengths.last().is_none_or(is_new) {
                lengths.push(Stated { length, is_vague: false, is_of_solution: true, methods, line });
            }
        }
    }
    (lengths, without)
}

/// Whether a line begins like `Total Steps: 28`.
fn is_total(text: &str) -> bool {
    let text = text.trim_start_matches(|c: char| !c.is_alphanumeric());
    ["total", "final"].iter().any(|word| after_letters(text, word).is_some())
}

/// The values in the fields of a line, and whether each is vague.
fn fields_on(text: &str) -> Vec<(Value, bool)> {
    let pieces: Vec<&str> = pieces(text).collect();
    // `Moves: 6, 3, 8` lists tiles.
    let begins_list = |at: &usize| pieces.get(at + 1).is_some_and(|next| next.parse::<u32>().is_ok());
    let alone = (0..pieces.len()).filter(|at| !begins_list(at));
    let found: Vec<(usize, (Value, bool))> = alone.filter_map(|at| Some((at, field(pieces[at])?))).collect();
    // `right (cost 1), left (cost 1)` names the cost of each move.
    let is_repeated = |at: usize| {
        !pieces[at].starts_with('"')
            && found.iter().filter(|(other, _)| pieces[*other] == pieces[at]).count() > 1
    };
    found.iter().filter(|(at, _)| !is_repeated(*at)).map(|(_, value)| *value).collect()
}

/// Splits a line at commas, semicolons, bars, and brackets.
fn pieces(text: &str) -> impl Iterator<Item = &str> {
    let is_between = |c: char| ",;|(){}".contains(c);
    text.split(is_between).map(str::trim).filter(|piece| !piece.is_empty())
}

/// Parses a name, a separator, and a number.
fn field(piece: &str) -> Option<(Value, bool)> {
    let (name, value) = piece
        .split_once([':', '='])
        .or_else(|| piece.split_once(" is "))
        .or_else(|| piece.split_once(" was "))
        .or_else(|| piece.split_once("  "))
        .or_else(|| piece.split_once(" - "))
        .or_else(|| piece.split_once(" – "))
        .or_else(|| piece.rsplit_once(' '))?;
    if is_compared(piece) {
        return None;
    }
    let value = value.trim_matches(|c: char| c.is_whitespace() || "'\":=>.".contains(c));
    let (name, is_of_path) = bare_name(name);
    let field = Field::named(&name)?;
    let has_sign =
        piece.contains([':', '=']) || [" is ", " was ", " - ", " – "].iter().any(|sign| piece.contains(sign));
    let is_number = |rest: &str| match field {
        Field::Moves => is_unit(rest) || begins_field(rest),
        // `Result: 12 iterations`
        Field::Answer => is_unit(first_word(rest)) || begins_field(rest),
        _ => true,
    };
    let number = leading_count(value).filter(|(_, rest)| is_number(rest));
    let value = match number {
        Some((length, rest)) if length < MAX_MOVES && !begins_other_unit(rest) => Value::Length(length),
        // A board, or `Path length: 9 states`, which counts the first one or not; or `Cost: 9 ms`.
        Some(_) => return None,
        None if has_sign && is_word_for_unsolvable(value) => Value::Unsolvable,
        None => return None,
    };
    match field {
        Field::Length | Field::Cost => Some((value, false)),
        // Without a separator, this is the 28th move.
        Field::Moves | Field::Answer => has_sign.then_some((value, false)),
        Field::VagueLength => Some((value, !is_of_path)),
        _ => None,
    }
}

/// The first word of a text; nothing if the text begins with a sign.
fn first_word(text: &str) -> &str {
    let text = text.trim_start();
    &text[..text.find(|c: char| !c.is_alphabetic()).unwrap_or(text.len())]
}

/// Whether a text begins with another field: ` path=ULDR`.
fn begins_field(text: &str) -> bool {
    let name = text.trim_start().trim_start_matches('#').split(' ').next().unwrap_or_default();
    text.starts_with(' ') && name.find('=').is_some_and(|at| at > 0)
}

/// The line `len(path) = 4` as `path length = 4`.
fn with_named_length(text: &str) -> Cow<'_, str> {
    let call = text.strip_prefix("len(").and_then(|rest| rest.split_once(')'));
    match call.filter(|(name, _)| path_noun(name).is_some()) {
        Some((_, rest)) => Cow::Owned(format!("path length{rest}")),
        None => Cow::Borrowed(text),
    }
}

/// Whether a field is a bound, a guess, or a question: `Path length <= 28`, `length: ~28`.
fn is_compared(piece: &str) -> bool {
    let is_bound = |(at, _)| !piece[..at].ends_with(['=', '-']);
    piece.contains(['<', '~', '?', '≤', '≥', '≈']) || piece.match_indices('>').any(is_bound)
}

/// Normalizes a name: "total moves", "Optimal path length (moves)", "Minimum number of moves".
///
/// Also returns whether it mentions the solution, whose steps are not those of the search.
fn bare_name(name: &str) -> (String, bool) {
    const ADJECTIVES: [&str; 20] = [
        "the", "a", "total", "optimal", "shortest", "minimum", "minimal", "min", "final", "best", "found",
        "overall", "actual", "least", "fewest", "your", "this", "its", "our", "exact",
    ];
    const AFTERWARDS: [&str; 18] = [
        "found",
        "taken",
        "made",
        "needed",
        "required",
        "done",
        "total",
        "used",
        "performed",
        "it",
        "is",
        "was",
        "totales",
        "totais",
        "gesamt",
        "insgesamt",
        "spolu",
        "всего",
    ];
    let lower = folded(name);
    let words =
        lower.split(|c: char| !(c.is_alphanumeric() || "-'".contains(c))).filter(|word| !word.is_empty());
    let mut words: Vec<&str> = words.collect();
    let is_of_path = words.iter().any(|word| word.starts_with("solution") || *word == "path");
    let is_of_moves = words.last() == Some(&"moves");
    let is_method = |word: &str| is_of_moves && !Methods::in_text(word).is_empty();
    let may_be_first = |word: &&str| ADJECTIVES.contains(word) || is_method(word);
    while words.len() > 1 && words.first().is_some_and(may_be_first) {
        words.remove(0);
    }
    while words.len() > 1 && words.last().is_some_and(|word| AFTERWARDS.contains(word)) {
        words.pop();
    }
    let about_steps = ["steps", "depth", "distance"];
    let is_vague_of_path = is_of_path && words.iter().any(|word| about_steps.contains(word));
    let known = words.join(" ");
    if is_vague_of_path && Field::named(&known).is_none() {
        // "steps in solution", "solution steps"
        let only = words.iter().all(|word| {
            about_steps.contains(word)
                || word.starts_with("solution")
                || ["path", "in", "of", "to", "the", "number", "count"].contains(word)
        });
        return (if only { "steps".to_owned() } else { known }, only);
    }
    (known, is_of_path)
}

#[cfg(test)]
mod tests {
    use super::super::page::Outputs;
    use super::*;

    fn stated(text: &str) -> Vec<(u32, bool)> {
        let page = Page::of(&Outputs::of_stdout(text.as_bytes()));
        let mut stated: Vec<(u32, bool)> =
            lengths_in(&page).0.iter().map(|stated| (stated.length, stated.is_vague)).collect();
        stated.dedup();
        stated
    }

    #[test]
    fn lengths_differ_from_other_numbers() {
        for text in [
            "Path length: 28",
            "cost_of_path = 28",
            "total moves:\t\t\t28",
            "Path Length:           28",
            "Minimum number of moves = 28",
            "Solution depth was 28, taking the path RDL.",
            "Solution found at 28 depth with a duration of ~0.2, and 1788 nodes expanded:",
            "checked through 42 states and found a solution at depth 28.",
            "28 movements done to find the solution",
            "The optimal solution has 28 moves.",
            "solved in 28 moves (1166 nodes, 0.5 s)",
            "The puzle was solved in 28 moves",
            "Nodes: 345, Moves: 28, Time: 0.3",
            "Solution: 28",
            "Solution Cost: 28",
            "ULDR (28 moves)",
            "28 moves",
            "Number of moves: 28",
            "steps in solution: 28",
            "Solution length   28",
            "| Moves: 28 |",
            "path cost is 28",
            "Longueur: 28\nsolution en 28 coups",
            "Solution found in 28 moves; expanded nodes: 1",
            "Solved in 28 moves, 1166 nodes expanded",
            "Solution found in 28 moves (visited 99 states)",
            "solved in 28 moves after expanding 12 nodes",
            "Moves to solve - 28",
            "turns: 28",
            "Movimentos: 28",
            "Número de movimientos: 28",
            "Nombre total de coups : 28",
            "Coups: 28",
            "Ergebnis: 28 Schritte",
            "Anzahl der Züge: 28",
            "Gelöst in 28 Zügen",
            "Liczba ruchów: 28",
            "Rozwiązano w 28 ruchach, długość: 28",
            "Počet tahů: 28",
            "Resuelto en 28 movimientos",
            "Длина решения: 28",
            "Количество ходов: 28",
            "Hamle sayısı: 28",
            "最少步数: 28",
            "이동 횟수: 28",
            "Megoldva 28 lépésben",
            "28 gerakan",
            "28 moves. (8 evals)",
            "28 moves (processing time: 3 ms)",
            "Solution: DR (28 moves, processed 12 nodes)",
            "Solved in 28 moves (average branching factor 2.1)",
            "A* with the Manhattan distance solved it in 28 moves",
            "Entry solved in 28 moves",
        ] {
            assert_eq!(
                stated(text).iter().filter(|(length, is_vague)| *length == 28 && !is_vague).count(),
                1,
                "{text}"
            );
        }
        for text in [
            "steps: 28",
            "depth: 28",
            "can be solved in 28 steps",
            "Solution found in 28 steps",
            "Total Steps: 28",
            "Passos: 28",
            "Pasos: 28",
            "Schritte = 28",
            "步数: 28",
            "28 steps. (8 evals)",
            "最少需要28步",
            "Profundidad: 28",
            "Lösung in 28 Schritten gefunden",
        ] {
            assert_eq!(stated(text), [(28, true)], "{text}");
        }
        for text in [
            "nodes expanded: 28",
            "max depth: 28",
            "28 moves tried",
            "search_depth: 28",
            "time: 28 s",
            "The best state to expand with g(n) = 28 and h(n) = 28 is...",
            "g(n): 28",
            "Move 28: down",
            "Moves: 6, 3, 8",
            "move 28",
            "Result: 28 iterations",
            "Result: 28 solutions found",
            "Cost: 28 ms",
            "Created by making 28 moves from the goal",
            "Mixed with 28 moves",
            "no solution at depth 28",
            "size = 3 | ni = 7 | nt = 2",
            "shuffled with 28 moves",
            "Solution found; expanded nodes: 28",
            "solution found, after 28 moves tried",
            "Solution found after evaluating 28 moves.",
            "Solution found (28 moves/s)",
            "goal reached by expanding in 28 moves",
            "expanded 28 moves, solution found",
            "Solution found in 28 moves explored",
            "search solved in 28 moves",
            "Move number: 28",
            "Coup 28: haut",
            "plan: 28",
            "Path length: 28 states",
            "Solution length <= 28",
            "Solution length > 28",
            "Solution length: ~28",
            "Needs at least 28 moves",
            "Solution with more than 28 moves",
            "Is it solvable in 28 moves?",
            "Did not reach the goal in 28 moves",
            "Gave up after 28 moves",
            "Hill climbing stuck after 28 moves",
            "An average human needs 28 moves",
            "Every board can be solved in 28 moves",
            "Can be solved in at most 28 moves",
            "28",
        ] {
            let strong: Vec<_> = stated(text).into_iter().filter(|(_, is_vague)| !is_vague).collect();
            assert_eq!(strong, [], "{text}");
        }
        assert_eq!(stated("The puzzle is already solved!"), [(0, false)]);
        for text in ["Checking if it is already solved...", "Is it already solved?", "Already solved: no"] {
            assert_eq!(stated(text), [], "{text}");
        }
    }

    #[test]
    fn a_length_of_none_says_unsolvable() {
        let page = |text: &str| Page::of(&Outputs::of_stdout(text.as_bytes()));
        assert_eq!(lengths_in(&page("moves: -1\nnodes: None\nPath: None\n")).1, [0, 2]);
    }
}
