//! Failures that are the same on every board. They say less about the solver than about how it is
//! run: the notation, the move letters, a missing library.

use super::grade::{NO_PATH, kind_of};
use crate::trial::{AcceptedMoves, Attempt, Verdict};

/// Properties that all runs of a submission share, on solvable boards other than the goal.
#[derive(Clone, Debug, Default)]
pub(super) struct Alike {
    runs: usize,
    right: usize,
    kind: Common<&'static str>,
    /// How crashes ended, or why the program was not started.
    how: Common<String>,
    output_digest: Common<u64>,
    /// The last line of the error output. Not recorded for hidden boards, which the line may show.
    last_error: Common<String>,
    /// The last line of the output, with the same exception.
    last_line: Common<String>,
}

/// A value that several runs may share.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
enum Common<T> {
    #[default]
    Unknown,
    Same(T),
    /// The values differ; this was the first.
    Differs(T),
}

impl<T: PartialEq> Common<T> {
    fn note(&mut self, value: T) {
        *self = match std::mem::take(self) {
            Self::Unknown => Self::Same(value),
            Self::Same(first) if first == value => Self::Same(first),
            Self::Same(first) | Self::Differs(first) => Self::Differs(first),
        };
    }

    fn same(&self) -> Option<&T> {
        if let Self::Same(value) = self { Some(value) } else { None }
    }
}

/// Minimum number of runs for a shared failure: with fewer, equal wrong answers may be chance.
const MIN_RUNS: usize = 3;
const MAX_LINE: usize = 120;

impl Alike {
    /// Notes a run on a board.
    pub(super) fn note(&mut self, attempt: &Attempt, is_hidden: bool) {
        // The empty path is right under every convention, so the goal says nothing.
        if attempt.distance.is_none_or(|distance| distance == 0) {
            return;
        }
        self.runs += 1;
        self.right += usize::from(attempt.is_right);
        self.kind.note(kind_of(attempt));
        self.output_digest.note(attempt.output_digest);
        match &attempt.verdict {
            Verdict::Crashed { how } => self.how.note(how.clone()),
            Verdict::NotStarted { reason } => self.how.note(reason.clone()),
            _ => {}
        }
        if !is_hidden {
            let [output, errors] = &attempt.shown;
            self.last_line.note(last_line(output));
            self.last_error.note(last_line(errors));
        }
    }

    /// Whether no run gave a path or a length: another notation may help.
    pub(super) fn may_be_uncalled(&self) -> bool {
        let is_unanswered = |kind: &str| matches!(kind, "crashed" | "not-understood" | "says-unsolvable");
        self.right == 0 && self.kind.same().is_some_and(|kind| is_unanswered(kind))
    }

    /// The failure that all runs share, if any, as a message.
    pub(super) fn reason(&self, moves: AcceptedMoves) -> Option<String> {
        if self.runs == 0 || self.right > 0 {
            return None;
        }
        let runs = self.runs;
        let all = match runs {
            1 => "the only run on a solvable board".to_owned(),
            _ => format!("all {runs} runs on solvable boards"),
        };
        let alike = if runs == 1 { "" } else { " in the same way" };
        let Some(kind) = self.kind.same() else { return self.printed_same() };
        let paths = if runs == 1 { "the only path is".to_owned() } else { format!("all {runs} paths are") };
        Some(match *kind {
            "crashed" => {
                let how = self.how.same().map(|how| format!(": {how}")).unwrap_or_default();
                format!("{all} crashed{alike}{how}{}", quoted(&self.last_error))
            }
            "not-started" => {
                let how = self.how.same().map(|how| format!(": {how}")).unwrap_or_default();
                format!("could not be started{how}")
            }
            "timed-out" => format!("{all} timed out; does it wait for input?"),
            "flooded" => format!("{all} printed more than max_output"),
            "not-understood" => {
                let output = quoted(&self.last_line);
                let found = if output.is_empty() { "; it printed nothing" } else { "" };
                format!("no answer found in the output of {all}{output}{found}")
            }
            "other-convention" if moves == AcceptedMoves::Tile => {
                format!("{paths} right if move letters name the blank (moves = \"blank\")")
            }
            "other-convention" => {
                format!("{paths} right if move letters name the tile (moves = \"tile\")")
            }
            NO_PATH if runs == 1 => "the only answer is a length; the assignment requires a path".to_owned(),
            NO_PATH => format!("all {runs} answers are lengths; the assignment requires a path"),
            // A longer path is legal and was understood: the search is at fault, not the form.
            "longer" | "too-long" => return None,
            _ if runs < MIN_RUNS => return None,
            kind => match self.printed_same() {
                Some(reason) => reason,
                None => format!("all {runs} answers are wrong in the same way: {kind}"),
            },
        })
    }

    /// The reason if the program printed the same on every board: it may not have read them.
    fn printed_same(&self) -> Option<String> {
        let is_same = self.runs >= MIN_RUNS && self.output_digest.same().is_some();
        let line = quoted(&self.last_line);
        is_same.then(|| format!("it printed the same on all {} boards{line}", self.runs))
    }
}

/// The line that all runs share, or an example.
fn quoted(line: &Common<String>) -> String {
    match line {
        Common::Same(line) if !line.is_empty() => format!(", \"{line}\""),
        Common::Differs(line) if !line.is_empty() => format!(", for example \"{line}\""),
        _ => String::new(),
    }
}

/// The last line; in Java's error output, the last line that is not a stack frame.
fn last_line(text: &str) -> String {
    let is_message = |line: &&str| !line.is_empty() && !line.starts_with("at ") && !line.starts_with("...");
    let line = text.lines().rev().map(str::trim).find(is_message).unwrap_or_default();
    let shown = |c: char| if c.is_control() { ' ' } else { c };
    let head: String = line.chars().take(MAX_LINE).map(shown).collect();
    if line.chars().count() > MAX_LINE { format!("{head}…") } else { head }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilebase::{Goal, Move, Shape};

    fn alike(runs: &[(&'static str, &str, &str)]) -> Alike {
        let mut alike = Alike { runs: runs.len(), ..Alike::default() };
        for (kind, output, errors) in runs {
            alike.kind.note(*kind);
            alike.last_line.note(last_line(output));
            alike.last_error.note(last_line(errors));
        }
        alike
    }

    fn reason(runs: &[(&'static str, &str, &str)]) -> Option<String> {
        alike(runs).reason(AcceptedMoves::Blank)
    }

    #[test]
    fn equal_failures_have_a_reason() {
        let crashed = ("crashed", "", "Traceback:\nNameError: x\n");
        assert_eq!(
            reason(&[crashed; 3]).unwrap(),
            "all 3 runs on solvable boards crashed in the same way, \"NameError: x\""
        );
        let other = ("crashed", "", "NameError: y");
        let differ = reason(&[crashed, other]).unwrap();
        assert_eq!(
            differ,
            "all 2 runs on solvable boards crashed in the same way, for example \"NameError: x\""
        );
        assert_eq!(reason(&[crashed]).unwrap(), "the only run on a solvable board crashed, \"NameError: x\"");
        let silent = ("not-understood", "", "");
        let nothing = "no answer found in the output of all 2 runs on solvable boards; it printed nothing";
        assert_eq!(reason(&[silent; 2]).unwrap(), nothing);
        let java = ("crashed", "", "Exception in thread \"main\" E: 3\n\tat A.f(A.java:2)\n\t... 2 more\n");
        assert!(reason(&[java]).unwrap().ends_with("\"main\" E: 3\""));
        let tile = reason(&[("other-convention", "UD", ""); 4]).unwrap();
        assert_eq!(tile, "all 4 paths are right if move letters name the tile (moves = \"tile\")");
    }

    #[test]
    fn different_failures_have_none() {
        let (one, other) = (("crashed", "", ""), ("timed-out", "", ""));
        assert_eq!(reason(&[one, other]), None);
        assert_eq!(reason(&[("longer", "UDR", ""); 5]), None, "understood, and simply wrong");
        assert_eq!(reason(&[("illegal-move", "U", ""); 2]), None, "may be chance");
        assert!(reason(&[("illegal-move", "U", ""); 3]).is_some());
        assert_eq!(Alike { right: 1, ..alike(&[one; 3]) }.reason(AcceptedMoves::Blank), None);
        assert_eq!(reason(&[]), None);
    }

    /// A run on a board one move away from the goal.
    fn attempt(verdict: Verdict, errors: &str) -> Attempt {
        let goal = Goal::blank_last(Shape::THREE_BY_THREE);
        Attempt {
            has_fewest_slides: false,
            board: goal.board().after(Move::Up).unwrap(),
            goal,
            distance: Some(1),
            is_right: verdict.is_right(false),
            verdict,
            paths: None,
            time: None,
            cpu_time: None,
            disturbance: None,
            peak_memory_in_bytes: None,
            nodes: None,
            expected_nodes: None,
            read_as: None,
            path_start: None,
            unread: None,
            quotes: Vec::new(),
            failed_after_answer: None,
            output_digest: 0,
            answer_digest: None,
            call: String::new(),
            shown: [String::new(), errors.to_owned()],
            notes: Vec::new(),
            goal_by_other_convention: None,
        }
    }

    #[test]
    fn the_reason_says_how_runs_ended() {
        let reason = |verdict: Verdict, is_hidden| {
            let mut alike = Alike::default();
            for _ in 0..3 {
                alike.note(&attempt(verdict.clone(), "no module x"), is_hidden);
            }
            alike.reason(AcceptedMoves::Blank).unwrap()
        };
        let crashed = || Verdict::Crashed { how: "exit code 3".to_owned() };
        let all = "all 3 runs on solvable boards crashed in the same way: exit code 3";
        assert_eq!(reason(crashed(), false), format!("{all}, \"no module x\""));
        assert_eq!(reason(crashed(), true), all);
        let absent = Verdict::NotStarted { reason: "no such file".to_owned() };
        assert_eq!(reason(absent, false), "could not be started: no such file");
    }
}
