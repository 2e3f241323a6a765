//! A right answer that the output itself calls wrong: `Path does not reach goal!`.
//!
//! The program contradicts itself, so the answer must not pass. A statement counts if it comes
//! after the answer, or before all moves. It does not count if it is about other moves or another
//! method, or is repeated, as in a trace of the search.

use std::collections::HashMap;
use std::ops::Range;

use super::super::vocabulary::{Methods, correctness, rejects_path};
use super::candidate::Candidate;
use super::evidence::Evidence;
use super::extracted::NoAnswer;
use super::weigh::{Answer, Case};
use super::words::{Run, runs_of, words_of};
use tilebase::board::{Metric, Move};
use tilebase::judge::Claim;

impl Evidence {
    /// Returns the answer, or a doubt if it is right but the output calls it wrong.
    pub(super) fn unless_rejected(&self, answer: Answer, case: &Case<'_>) -> Result<Answer, NoAnswer> {
        let moves = answer.claims.iter().find_map(|claim| moves_of(claim, case.metric));
        let is_meant =
            |claim: &Claim| moves_of(claim, case.metric).is_some() || matches!(claim, Claim::Length(1..));
        let is_right = |claim: &Claim| is_meant(claim) && (case.is_right)(claim);
        let lines = answer.lines.clone();
        if !answer.claims.iter().any(is_meant) || !answer.claims.iter().all(is_right) {
            return Ok(answer);
        }
        match self.rejection(&lines, moves.as_deref()) {
            Some(line) => {
                let quote = answer.quotes.first().cloned();
                let answer = quote.unwrap_or_else(|| self.quote(lines.start));
                Err(NoAnswer::CalledWrong { answer, statement: self.quote(line) })
            }
            None => Ok(answer),
        }
    }

    /// Returns the line that calls the answer on `lines` wrong.
    fn rejection(&self, lines: &Range<usize>, moves: Option<&[Move]>) -> Option<usize> {
        let text = |line: usize| self.page.lines[line].text.as_str();
        let all: Vec<usize> = (0..self.page.lines.len()).filter(|line| rejects_path(text(*line))).collect();
        if all.is_empty() {
            return None;
        }
        let context = Context::of(self, &all);
        let is_about = |line: usize| {
            let is_after = line >= lines.start;
            // Above the path, the board that is not solved is the question.
            let is_of_path = || !text(line).to_ascii_lowercase().contains("solved");
            let is_above_all = || line <= context.first_moves && context.times[text(line)] == 1;
            (is_after || (is_above_all() && is_of_path()))
                && !names_other_moves(text(line), moves, is_after)
                && !context.names_other_method(text(line))
                && !context.is_set_again(line, text(line))
                && !goes_on(text(line))
        };
        all.iter().copied().find(|line| is_about(*line))
    }
}

/// Facts about the whole output, collected once for all statements. Comparing each statement with
/// every line would be too slow: an output may have a million lines.
struct Context<'a> {
    /// The first line with moves or boards of a path.
    first_moves: usize,
    /// How often each statement occurs.
    times: HashMap<&'a str, usize>,
    /// All methods that the output names.
    methods: Methods,
    /// For each field such as `solved`, the last line where it says that the path is right.
    right: HashMap<String, usize>,
}

impl<'a> Context<'a> {
    fn of(evidence: &'a Evidence, statements: &[usize]) -> Self {
        let lines = &evidence.page.lines;
        let is_path = |found: &&Candidate| found.usual_moves().is_some_and(|moves| moves.len() > 1);
        let paths = evidence.candidates.iter().filter(is_path).map(|found| found.lines.start);
        let chains = evidence.chains.iter().filter(|chain| !chain.steps.is_empty());
        let first_moves = paths.chain(chains.map(|chain| chain.lines.start)).min();
        let mut times = HashMap::new();
        for line in statements {
            *times.entry(lines[*line].text.as_str()).or_default() += 1;
        }
        let fields = (0..).zip(lines).filter_map(|(at, line)| Some((at, correctness(&line.text)?)));
        let right = fields.filter(|(_, (_, is_right))| *is_right).map(|(at, (name, _))| (name, at));
        Self {
            first_moves: first_moves.unwrap_or(usize::MAX),
            times,
            methods: lines
                .iter()
                .fold(Methods::default(), |all, line| all.with(Methods::in_text(&line.text))),
            right: right.collect(),
        }
    }

    /// Whether a line names a method, and the output (this line included) also names others.
    fn names_other_method(&self, text: &str) -> bool {
        let named = Methods::in_text(text);
        !named.is_empty() && (named.are_several() || named.lack_some_of(self.methods))
    }

    /// Whether a later line says that the path is right after all: `solved: False`, then `solved:
    /// True`.
    fn is_set_again(&self, line: usize, text: &str) -> bool {
        let name = correctness(text).map(|(name, _)| name);
        name.and_then(|name| self.right.get(&name)).is_some_and(|later| *later > line)
    }
}

/// Whether a line says that the search goes on: "path invalid, backtracking".
fn goes_on(text: &str) -> bool {
    const WORDS: [&str; 8] = ["backtrack", "trying", "next", "continu", "retry", "skip", "discard", "prun"];
    let lower = text.to_ascii_lowercase();
    WORDS.iter().any(|word| lower.contains(word))
}

/// Whether a line names moves other than those of the answer. After the answer, a single move does
/// not count: it may be the wrong move of this answer.
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

fn moves_of(claim: &Claim, metric: Metric) -> Option<Vec<Move>> {
    match claim.without_cost() {
        Claim::Path(moves) | Claim::PathAndLength { moves, .. } => Some(moves.clone()),
        Claim::Boards(boards) | Claim::BoardsAndLength { boards, .. } => {
            metric.slides_along(boards.first()?, boards).ok()
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
            "Path leads to wrong state",
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

    /// This would take far too long if the time grew with the square of the number of lines.
    #[test]
    fn long_outputs_are_searched() {
        let statements: String = (0..50_000).map(|n| format!("not a valid solution {n}\n")).collect();
        assert_eq!(kind(TWO, &format!("U\nUR\n{statements}Path: RR\n")), "optimal");
        assert_eq!(kind(TWO, &format!("BFS, DFS\n{statements}Path: RR\n")), "CalledWrong");
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
            "is_solved: False\nPath: RR\n",
            "Board is not solved. Searching...\nPath: RR\n",
            "Already solved: no\nPath: RR\n",
            "Path: RR\nLLUU is invalid\n",
        ] {
            assert_eq!(kind(TWO, text), "optimal", "{text}");
        }
        assert_ne!(kind(TWO, "Using A*\nPath: RR\nA* path does not reach the goal\n"), "optimal");
    }
}
