//! Weighs the evidence in an output.
//!
//! - If a path leads from the board to the goal, the output presents one as its answer
//!   ([`presented`](super::presented)): a labeled one, or else the last one. Everything stated
//!   about it is checked against it.
//! - If no path leads to the goal, one is sought that does so with inverted directions or from the
//!   goal.
//! - Otherwise, only clear statements count: a denial that is not limited to a depth or to one of
//!   several methods; moves that are labeled as the path, have a stated length, are the whole
//!   output, or are expected by the user ([`failing`](super::failing)); a length with an
//!   unambiguous name ([`stated_length`](super::stated_length)). A failed run is judged only by a
//!   path or by a reason that it gives.
//! - A doubt names its lines, and the option that resolves it. It is not a verdict on the program.
//!   Examples are two answers that differ, moves that may be a legend, and an empty list that may
//!   mean "no path" or "nothing to do".

use std::ops::Range;

use super::super::vocabulary::{Field, is_word_for_unsolvable, label, says_solvable, yes_or_no};
use super::candidate::Candidate;
use super::evidence::{Denial, Evidence};
use super::extracted::{NoAnswer, PathStart};
use super::lengths::Stated;
use super::page::Quote;
use tilebase::board::{Board, Goal, Metric};
use tilebase::judge::Claim;
use tilebase::notation::MoveConvention;

/// The subject of the evidence.
pub(super) struct Case<'a> {
    pub(super) board: &'a Board,
    pub(super) goal: &'a Goal,
    pub(super) convention: MoveConvention,
    pub(super) has_failed: bool,
    /// Whether moves have costs.
    pub(super) has_costs: bool,
    /// The metric of lengths.
    pub(super) metric: Metric,
    /// Whether the user declared the answer to be moves.
    pub(super) expects_moves: bool,
    /// Whether paths printed as boards begin with the start board, if known.
    pub(super) path_start: Option<PathStart>,
    /// Whether a claim is right; used only to confirm a number whose name is vague.
    pub(super) is_right: &'a dyn Fn(&Claim) -> bool,
}

/// The answer, and the lines from which it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Answer {
    pub(super) claims: Vec<Claim>,
    pub(super) quotes: Vec<Quote>,
    pub(super) path_start: Option<PathStart>,
    /// The lines of the page that hold it, if they are known.
    pub(super) lines: Range<usize>,
}

impl Answer {
    pub(super) const fn new(claims: Vec<Claim>, quotes: Vec<Quote>) -> Self {
        Self { claims, quotes, path_start: None, lines: 0..0 }
    }
}

/// Whether a line is `solvable: True`, or a sentence that says so.
fn is_labeled_solvable(text: &str) -> bool {
    let is_yes = |value: &str| yes_or_no(value) == Some(true);
    says_solvable(text) || matches!(label(text.trim()), Some((Field::Solvable, value)) if is_yes(value))
}

impl Evidence {
    /// Chooses the answer, or the reason for having none.
    pub(super) fn weigh(&self, case: &Case<'_>) -> Result<Answer, NoAnswer> {
        self.unless_rejected(self.chosen(case)?, case)
    }

    fn chosen(&self, case: &Case<'_>) -> Result<Answer, NoAnswer> {
        let mut proofs = self.proofs(case);
        let traces = self.traces(&proofs);
        proofs.retain(|proof| proof.candidate.is_none_or(|index| !traces[index]));
        if !proofs.is_empty() {
            return self.presented(&proofs, &traces, case);
        }
        if let Some(answer) = self.misdirected(&traces, case) {
            return Ok(answer);
        }
        let unsolvable = self.denials.iter().rev().find(|denial| !denial.is_limited);
        let intended = self.intended_path(&traces, case).filter(|_| !case.has_failed);
        match (intended, unsolvable) {
            (Some((moves, line)), Some(denial)) if !moves.is_empty() => {
                let quotes = vec![self.quote(denial.line), self.quote(line)];
                Ok(Answer::new(vec![Claim::PathAndUnsolvable { moves }], quotes))
            }
            (_, Some(denial)) => self.denied(denial, case),
            _ if case.has_failed => self.length_before_failure(&traces, case),
            (Some((moves, line)), None) => self.failing(moves, line, case),
            (None, None) if case.expects_moves => Err(self.doubt(None, &traces)),
            (None, None) => self.length_alone(&traces, case).or_else(|doubt| self.solvable(doubt, case)),
        }
    }

    /// Returns a statement that the board can be solved, if the output has nothing else. For an
    /// unsolvable board, any line counts; for a solvable one, only the last, since a path in an
    /// unknown form may follow an earlier one.
    fn solvable(&self, doubt: NoAnswer, case: &Case<'_>) -> Result<Answer, NoAnswer> {
        let lines = &self.page.lines;
        let last = lines.iter().rposition(|line| !line.text.trim().is_empty());
        let is_reachable = case.goal.is_reachable_from(case.board);
        let mut places = (0..lines.len()).rev().filter(|line| !is_reachable || Some(*line) == last);
        match places.find(|line| doubt == NoAnswer::Nothing && is_labeled_solvable(&lines[*line].text)) {
            Some(line) => Ok(self.answer(Claim::Solvable, line)),
            None => Err(doubt),
        }
    }

    /// A denial, unless a length is stated on another line.
    fn denied(&self, denial: &Denial, case: &Case<'_>) -> Result<Answer, NoAnswer> {
        let is_other = |stated: &&Stated| stated.length > 0 && !stated.is_vague && stated.line != denial.line;
        match self.lengths.iter().find(is_other) {
            Some(stated) => Err(self.several(stated.line, denial.line)),
            None if self.may_need_no_move(denial, case) => Err(NoAnswer::Empty(self.quote(denial.line))),
            None => Ok(self.answer(Claim::Unsolvable, denial.line)),
        }
    }

    /// Whether a denial for an already solved board may mean that no moves are needed: `Moves:
    /// none`, `Length: 0`.
    fn may_need_no_move(&self, denial: &Denial, case: &Case<'_>) -> bool {
        let named = label(self.page.lines[denial.line].text.trim());
        let is_value = named.is_some_and(|(_, value)| is_word_for_unsolvable(value));
        *case.board == case.goal.board() && self.may_have_no_moves && is_value
    }

    pub(super) fn quote(&self, line: usize) -> Quote {
        self.page.lines[line].quote()
    }

    pub(super) fn answer(&self, claim: Claim, line: usize) -> Answer {
        Answer { lines: line..line + 1, ..Answer::new(vec![claim], vec![self.quote(line)]) }
    }

    /// Returns the evidence that most resembles an answer.
    pub(super) fn doubt(&self, vague: Option<usize>, traces: &[bool]) -> NoAnswer {
        let is_path =
            |candidate: &Candidate| candidate.readings.iter().any(|reading| reading.moves.len() > 1);
        let paths = || self.candidates.iter().zip(traces).filter(|(candidate, _)| is_path(candidate));
        let moves =
            paths().filter(|(_, is_trace)| !**is_trace).max_by_key(|(candidate, _)| candidate.standing);
        if let Some((candidate, _)) = moves {
            return NoAnswer::PerhapsMoves(self.quote(candidate.lines.start));
        }
        let all_boards = self.chains_from_goal.iter().chain(&self.chains);
        let boards = all_boards.rev().find(|chain| !chain.steps.is_empty());
        let trace = paths().rfind(|(_, is_trace)| **is_trace);
        match (boards, trace, vague) {
            (Some(chain), ..) => NoAnswer::PerhapsBoards(self.quote(chain.lines.start)),
            (None, Some((candidate, _)), _) => NoAnswer::PerhapsTrace(self.quote(candidate.lines.start)),
            (None, None, Some(line)) => NoAnswer::PerhapsLength(self.quote(line)),
            (None, None, None) => NoAnswer::Nothing,
        }
    }
}
