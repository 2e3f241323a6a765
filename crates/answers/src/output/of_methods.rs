//! Lengths and denials that a program states for its search methods: `BFS: 20 moves, A*: 18 moves`;
//! "No solution found." below `Hill climbing:`.
//!
//! Such a length belongs to a path only if the path was found by the same method. The length of
//! another method says nothing about the path, and neither does its failure. If no method is named
//! for the path, it is unclear whether the length belongs to it.

use super::super::vocabulary::{Methods, folded};
use super::evidence::Evidence;
use super::extracted::NoAnswer;
use super::lengths::Stated;
use super::proofs::GoalPath;
use super::replay::{directed, replay};
use super::weigh::Case;
use tilebase::board::Move;

impl Evidence {
    /// Leaves out the lengths of methods other than the path's.
    pub(super) fn of_its_method<'a>(
        &self,
        proof: &GoalPath,
        lengths: Vec<&'a Stated>,
    ) -> Result<Vec<&'a Stated>, NoAnswer> {
        if lengths.iter().all(|stated| stated.methods.is_empty()) {
            return Ok(lengths);
        }
        let own = self.method_of_path(proof);
        let is_its_length = |stated: &Stated| proof.may_be_as_long(stated.length);
        let is_of_path = |stated: &Stated| {
            stated.methods.is_empty() || stated.methods.overlap(own) || is_its_length(stated)
        };
        let is_clear = !own.is_empty() || lengths.iter().any(|stated| is_its_length(stated));
        match lengths.iter().find(|stated| !is_of_path(stated)).filter(|_| !is_clear) {
            Some(other) => Err(self.several(proof.line(), other.line)),
            None => Ok(lengths.into_iter().filter(|stated| is_of_path(stated)).collect()),
        }
    }

    /// The methods named before a path on its line, or else by a heading above it.
    pub(super) fn method_of_path(&self, proof: &GoalPath) -> Methods {
        self.method_before(proof.line(), proof.candidate.map_or(0, |index| self.candidates[index].column))
    }

    /// The methods named on a line before a column, or else by a heading above it.
    fn method_before(&self, line: usize, column: usize) -> Methods {
        let text = self.page.lines[line].text.trim_matches([' ', '|']);
        let named = Methods::in_text(text.get(..column).unwrap_or_default());
        if named.is_empty() { self.method_above(line).unwrap_or(named) } else { named }
    }

    /// The line of moves above a path that another method found, if they do not reach the goal or
    /// differ in length from the path.
    pub(super) fn path_of_other_method(&self, proof: &GoalPath, case: &Case<'_>) -> Option<usize> {
        let own = Some(self.method_of_path(proof)).filter(|own| !own.is_empty())?;
        let is_as_good = |moves: &[Move]| {
            let moves = directed(moves, case.convention);
            case.metric.length_of(&moves) == proof.length
                && replay(case.board, moves) == Some(case.goal.board())
        };
        let mut last_line = None;
        let mut others = self.candidates.iter().filter(|candidate| {
            let is_path = candidate.usual_moves().is_some_and(|moves| moves.len() > 1 && !is_as_good(moves));
            // Only the first path on a line counts, so that the heading above it is sought once.
            let is_first = last_line.replace(candidate.lines.start) != Some(candidate.lines.start);
            is_path
                && is_first
                && candidate.label.is_none()
                && candidate.is_clear
                && candidate.lines.end <= proof.lines.start
        });
        let other = others.find(|candidate| {
            let method = self.method_before(candidate.lines.start, candidate.column);
            !method.is_empty() && !method.overlap(own)
        })?;
        Some(other.lines.start)
    }

    /// Whether a denial is about the search of another method: "No solution found." below its name,
    /// but not "This puzzle is unsolvable."
    pub(super) fn is_of_other_method(&self, line: usize, own: Methods) -> bool {
        let text = folded(&self.page.lines[line].text);
        let is_of_search = ["found", "find", "reach", "fail"].iter().any(|word| text.contains(word));
        is_of_search && !own.is_empty() && self.method_above(line).is_some_and(|other| !other.overlap(own))
    }

    /// The methods that a heading just above a line names; `None` if there is no heading, or if it
    /// names none.
    pub(super) fn method_above(&self, line: usize) -> Option<Methods> {
        // `--- BFS ---`
        let is_ruled = |text: &str| ["--", "==", "**", "##"].iter().any(|rule| text.starts_with(rule));
        let is_heading = |text: &str| text.ends_with([':', '…']) || text.ends_with("...") || is_ruled(text);
        let above =
            self.page.lines[..line].iter().map(|line| line.text.trim()).rfind(|text| !text.is_empty())?;
        Some(Methods::in_text(above)).filter(|methods| is_heading(above) && !methods.is_empty())
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{EIGHT, kind};

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
            ("Weighted A*: 10 moves\nA* path: LDRUURDD\n", "optimal"),
            ("Bidirectional: 12 moves\nGenetic path: LDRUURDD\n", "optimal"),
            ("Iterative deepening: 12 moves\nIterative deepening A* path: LDRUURDD\n", "optimal"),
            ("Greedy path:\nLDRUURDD\nGreedy: 18 moves\n", "length-disagrees"),
            ("BFS: 20 moves\nA*: 18 moves\n", "Several"),
            ("First solution: 12 moves\nLDRUURDD\n", "Several"),
            ("Hill climbing:\nNo solution found.\nA*:\nPath: LDRUURDD\n", "optimal"),
            ("Running DFS...\nNo solution found.\nRunning BFS...\nSolution: LDRUURDD\n", "optimal"),
            ("BFS:\nNo solution found.\nBFS:\nPath: LDRUURDD\n", "says-both"),
            ("BFS:\nThis puzzle is unsolvable.\nA*:\nPath: LDRUURDD\n", "says-both"),
            ("No solution found.\nA*:\nPath: LDRUURDD\n", "says-both"),
        ] {
            assert_eq!(kind(EIGHT, text), expected, "{text}");
        }
    }
}
