//! A right answer that the output itself calls wrong: `Path does not reach goal!`.
//!
//! The program contradicts itself, so the answer must not pass. A statement counts if it comes after
//! the answer, or before all moves. It does not count if it is about other moves or another method,
//! or is repeated, as in a trace of the search.

use std::ops::Range;

use super::super::vocabulary::{Methods, correctness, rejects_path};
use super::chains::Chain;
use super::evidence::Evidence;
use super::page::Page;
use super::paths::Candidate;
use super::weigh::{Answer, Case, Doubt};
use super::words::{Run, runs_of, words_of};
use tilebase::board::Move;
use tilebase::judge::Claim;

impl Evidence {
    /// Returns the answer, or the doubt if it is right but the output calls it wrong.
    pub(super) fn unless_rejected(&self, answer: Answer, case: &Case<'_>) -> Result<Answer, Doubt> {
        let moves = answer.claims.iter().find_map(moves_of);
        let is_meant = |claim: &Claim| moves_of(claim).is_some() || matches!(claim, Claim::Length(1..));
        let is_right = |claim: &Claim| is_meant(claim) && (case.is_right)(claim);
        let lines = answer.lines.clone();
        if !answer.claims.iter().any(is_meant) || !answer.claims.iter().all(is_right) {
            return Ok(answer);
        }
        match self.rejection(&lines, moves.as_deref()) {
            Some(line) => Err(Doubt::CalledWrong([self.quote(lines.start), self.quote(line)])),
            None => Ok(answer),
        }
    }

    /// The line that calls the answer on these lines wrong.
    fn rejection(&self, lines: &Range<usize>, moves: Option<&[Move]>) -> Option<usize> {
        let text = |line: usize| self.page.lines[line].text.as_str();
        let all: Vec<usize> = (0..self.page.lines.len()).filter(|line| rejects_path(text(*line))).collect();
        let is_repeated = |line: usize| all.iter().filter(|other| text(**other) == text(line)).count() > 1;
        let is_about = |line: usize| {
            let is_after = line >= lines.start;
            (is_after || (!self.has_moves_before(line) && !is_repeated(line)))
                && !names_other_moves(text(line), moves, is_after)
                && !self.page.names_other_method(line)
                && !goes_on(text(line))
                && !self.page.is_set_again(line)
        };
        all.iter().copied().find(|line| is_about(*line))
    }

    /// Whether moves or boards of a path begin above a line.
    fn has_moves_before(&self, line: usize) -> bool {
        let is_path = |candidate: &Candidate| {
            candidate.lines.start < line && candidate.usual_moves().is_some_and(|moves| moves.len() > 1)
        };
        let is_chain = |chain: &Chain| chain.lines.start < line && !chain.moves.is_empty();
        self.candidates.iter().any(is_path) || self.chains.iter().any(is_chain)
    }
}

impl Page {
    /// Whether a line names a method, while it or another line also names other ones.
    fn names_other_method(&self, line: usize) -> bool {
        let named = Methods::in_text(&self.lines[line].text);
        let is_other = || self.lines.iter().any(|other| named.lack_some_of(Methods::in_text(&other.text)));
        !named.is_empty() && (named.are_several() || is_other())
    }

    /// Whether a later line says that the path is right after all: `solved: False`, then `solved:
    /// True`.
    fn is_set_again(&self, line: usize) -> bool {
        let Some((name, _)) = correctness(&self.lines[line].text) else { return false };
        let mut later = self.lines[line + 1..].iter().filter_map(|line| correctness(&line.text));
        later.any(|(other, is_right)| other == name && is_right)
    }
}

/// Whether a line says that the search goes on: "path invalid, backtracking".
fn goes_on(text: &str) -> bool {
    const WORDS: [&str; 8] = ["backtrack", "trying", "next", "continu", "retry", "skip", "discard", "prun"];
    let lower = text.to_lowercase();
    WORDS.iter().any(|word| lower.contains(word))
}

/// Whether a line names other moves than those of the answer. After the answer, a single move may
/// be the one that is wrong.
fn names_other_moves(text: &str, moves: Option<&[Move]>, is_after: bool) -> bool {
    let words = words_of(text, None);
    let is_same = |run: &Run| {
        let mut readings = run.readings.iter().map(|reading| reading.moves.as_slice());
        moves.is_none_or(|moves| readings.any(|read| read.len() == moves.len()))
    };
    let least = if is_after { 2 } else { 1 };
    // "did" and "a" are moves in rare names.
    let is_clear = |run: &Run| {
        let text = words[run.words.start].text;
        let mut usual = run.readings.iter().filter(|reading| reading.is_usual());
        usual.any(|reading| !reading.names.is_of_letters() || !text.contains(char::is_lowercase))
    };
    runs_of(&words).iter().any(|run| run.longest() >= least && is_clear(run) && !is_same(run))
}

fn moves_of(claim: &Claim) -> Option<Vec<Move>> {
    match claim.without_cost() {
        Claim::Path(moves) | Claim::PathAndLength { moves, .. } => Some(moves.clone()),
        Claim::Boards(boards) | Claim::BoardsAndLength { boards, .. } => {
            boards.windows(2).map(|pair| pair[0].move_to(&pair[1])).collect()
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{TWO, kind};

    #[test]
    fn a_path_that_is_called_wrong_does_not_pass() {
        for line in [
            "Path does not reach goal!",
            "Solution invalid",
            "FAILED verification",
            "not a valid solution",
            "This does not solve the puzzle.",
            "Valid: no",
        ] {
            assert_eq!(kind(TWO, &format!("Path: RR\n{line}\n")), "CalledWrong", "{line}");
            assert_eq!(kind(TWO, &format!("{line}\nPath: RR\n")), "CalledWrong", "{line}");
            assert_eq!(kind(TWO, &format!("Moves needed: 2\n{line}\n")), "CalledWrong", "{line}");
            assert_eq!(kind(TWO, &format!("Path: RRLR\n{line}\n")), "longer", "{line}");
        }
        for text in ["Path: RR (invalid)\n", "Path: RR\nIllegal move L at step 2: solution invalid\n"] {
            assert_eq!(kind(TWO, text), "CalledWrong", "{text}");
        }
        let boards = "1 2 3\n4 5 6\n0 7 8\n\n1 2 3\n4 5 6\n7 0 8\n\n1 2 3\n4 5 6\n7 8 0\n";
        assert_eq!(kind(TWO, &format!("{boards}Solution is invalid\n")), "CalledWrong");
    }

    #[test]
    fn statements_about_something_else_are_ignored() {
        for text in [
            "Path: RR\nVerified: path reaches goal\n",
            "Note: DFS failed, using A*\nPath: RR\n",
            "no cached result\nPath: RR\n",
            "Greedy path does not reach the goal\nA* path: RR\n",
            "U does not reach the goal\nUR does not reach the goal\nPath: RR\n",
            "Trying U: not a solution\nTrying D: not a solution\nSolution: RR\n",
            "current: UR\npath invalid, backtracking\nSolution: RR\n",
            "solved: False\nPath: RR\nsolved: True\n",
            "Path: RR\nLLUU is invalid\n",
        ] {
            assert_eq!(kind(TWO, text), "optimal", "{text}");
        }
        assert_ne!(kind(TWO, "Using A*\nPath: RR\nA* path does not reach the goal\n"), "optimal");
    }
}
