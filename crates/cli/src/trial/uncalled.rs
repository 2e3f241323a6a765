//! Excuses a program that may never have been called as it expects.
//!
//! If the way of passing boards was guessed and the program solved nothing, then its failures say
//! more about the guess than about the program.

use tilebase::judge::Finding;

use super::{Attempt, TrialResult, Verdict};

/// The best answer to an easy board among those to all ways of passing it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum EasyAnswer {
    /// No way was tried: the user named one, or there was only one.
    #[default]
    Untried,
    /// There was no path and no length.
    Missing,
    /// The path or length is wrong, but the board seems to be understood.
    Wrong,
    /// The answer is right.
    Right,
}

impl EasyAnswer {
    /// The kind of answer that a verdict on an easy board shows.
    pub(super) const fn of(verdict: &Verdict, accepts_longer: bool) -> Self {
        match verdict {
            Verdict::NotStarted { .. } => Self::Untried,
            _ if verdict.is_right(accepts_longer) => Self::Right,
            _ if verdict.has_path_or_length() => Self::Wrong,
            _ => Self::Missing,
        }
    }
}

/// Fewest solvable boards from which this can be concluded.
const MIN_BOARDS: usize = 3;

impl TrialResult {
    /// Marks the failures as not understood in two cases: no board, not even the easy one, got a
    /// path or a length; or every answer is the same 0 or 1. Does nothing unless at least three
    /// boards are two or more moves from the goal.
    pub(crate) fn excuse_uncalled(&mut self, on_easy_board: EasyAnswer, is_function: bool) {
        if matches!(on_easy_board, EasyAnswer::Untried | EasyAnswer::Right) {
            return;
        }
        let solvable: Vec<&Attempt> = self
            .tried
            .iter()
            .filter(|attempt| attempt.distance.is_some_and(|distance| distance > 1))
            .collect();
        if solvable.len() < MIN_BOARDS {
            return;
        }
        let is_unanswered = on_easy_board == EasyAnswer::Missing
            && self.tried.iter().all(|attempt| !attempt.verdict.has_path_or_length());
        let reason = if is_flag(&solvable) {
            "the answer is the same, 0 or 1, for all boards more than one move from the goal, so it looks \
             like a flag; expected a path or its length"
        } else if !is_unanswered {
            return;
        } else if is_function {
            "no answer for any board, so the function may expect other arguments; write a function that \
             takes the board as a list and returns the moves, e.g. `def answer(board): return \
             Solver(board).solve()`, and pass it with --python"
        } else {
            "no answer for any board in any common format; name the program's format with --notation, or \
             write a function that calls it and pass that function with --python"
        };
        for attempt in self.tried.iter_mut().filter(|attempt| !attempt.is_right) {
            let reason = match &attempt.verdict {
                Verdict::Crashed { .. } | Verdict::TimedOut { .. } => {
                    format!("{reason} ({})", attempt.verdict)
                }
                _ => reason.to_owned(),
            };
            attempt.verdict = Verdict::NotUnderstood { reason };
        }
    }
}

/// Whether the program answers with the same 0 or 1 for boards that need more moves.
fn is_flag(attempts: &[&Attempt]) -> bool {
    let is_same = attempts.iter().all(|attempt| attempt.answer_digest == attempts[0].answer_digest);
    let is_small = |attempt: &&Attempt| {
        matches!(attempt.verdict, Verdict::Judged(Finding::TooShort { stated: 0 | 1, .. }))
    };
    is_same && attempts[0].answer_digest.is_some() && attempts.iter().any(is_small)
}
