//! Reactions of a program to bad input.

use std::fmt;
use std::time::Duration;

use tilebase::judge::Claim;

use super::bad_input::BadInput;
use super::disturbance::Disturbance;
use super::ending::Ending;
use super::run::Run;

/// How a program reacted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Reaction {
    /// It exited without an answer.
    Refused {
        /// The exit code.
        code: i32,
        /// The first line that it printed.
        printed: Option<String>,
    },
    /// It exited with an uncaught exception. Unfriendly, but not counted as a failure.
    Uncaught {
        /// The exit code.
        code: i32,
        /// The line that names the exception.
        exception: String,
    },
    /// It gave an answer, although the input is not a board.
    SolvesBadInput {
        /// The quoted answer.
        answer: String,
    },
    /// A signal ended it.
    Crashed {
        /// The name of the signal.
        how: String,
    },
    /// It was still running at the time limit.
    TimedOut,
    /// It wrote more than the output limit.
    Flooded,
    /// It could not be started.
    NotStarted {
        /// The system's reason.
        reason: String,
    },
}

/// One attempt with a bad input.
#[derive(Clone, Debug)]
pub(crate) struct BadAttempt {
    /// The kind of bad input.
    pub(crate) input: BadInput,
    /// The program's reaction.
    pub(crate) reaction: Reaction,
    /// Duration of the run.
    pub(crate) time: Duration,
    /// A sign that something outside the program changed how the run ended.
    pub(crate) disturbance: Option<Disturbance>,
    /// The shell command that repeats it.
    pub(crate) call: String,
    /// Shortened standard output and error output, if the reaction is not right.
    pub(crate) shown: [String; 2],
}

impl BadAttempt {
    /// Whether the program reacted as it should.
    #[must_use]
    pub(crate) const fn is_right(&self) -> bool {
        self.reaction.is_right()
    }
}

/// Words in messages about bad input, in lower case.
const OBJECTIONS: [&str; 16] = [
    "error",
    "exception",
    "invalid",
    "illegal",
    "malformed",
    "not valid",
    "not a ",
    "expected",
    "usage",
    "missing",
    "duplicate",
    "repeated",
    "out of range",
    "must ",
    "should ",
    "wrong",
];

const MAX_LINE_CHARS: usize = 120;

impl Reaction {
    /// Classifies a run. `answer` holds the claims found in its output, and where.
    pub(super) fn of(run: &Run, answer: Option<(&[Claim], String)>) -> Self {
        let code = match &run.ending {
            Ending::Exited(code) => *code,
            Ending::Killed { by } => return Self::Crashed { how: by.clone() },
            Ending::TimedOut | Ending::Interrupted => return Self::TimedOut,
            Ending::Flooded => return Self::Flooded,
            Ending::NotStarted { reason, .. } => return Self::NotStarted { reason: reason.clone() },
        };
        let [output, errors] =
            [run.output().as_ref(), &run.stderr].map(|output| String::from_utf8_lossy(output).into_owned());
        if let Some((_, answer)) = answer.filter(|(claims, _)| is_answer(claims, code, &[&output, &errors])) {
            return Self::SolvesBadInput { answer };
        }
        match uncaught(&errors).filter(|_| code != 0) {
            Some(exception) => Self::Uncaught { code, exception: shortened(exception) },
            None => Self::Refused { code, printed: first_line(&output).or_else(|| first_line(&errors)) },
        }
    }

    /// The kind for summaries, in lower case without spaces.
    #[must_use]
    pub(crate) const fn kind(&self) -> &'static str {
        match self {
            Self::Refused { .. } => "refused",
            Self::Uncaught { .. } => "uncaught",
            Self::SolvesBadInput { .. } => "solves-bad-input",
            Self::Crashed { .. } => "crashed",
            Self::TimedOut => "timed-out",
            Self::Flooded => "flooded",
            Self::NotStarted { .. } => "not-started",
        }
    }

    /// Whether the program exited without an answer.
    #[must_use]
    pub(crate) const fn is_right(&self) -> bool {
        matches!(self, Self::Refused { .. } | Self::Uncaught { .. })
    }
}

/// Writes a sentence without a period.
impl fmt::Display for Reaction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused { code, printed: Some(printed) } => {
                write!(f, "exit code {code}, printed \"{printed}\"")
            }
            Self::Refused { code, printed: None } => write!(f, "exit code {code}, printed nothing"),
            Self::Uncaught { code, exception } => {
                write!(f, "exit code {code}, uncaught exception: \"{exception}\"")
            }
            Self::SolvesBadInput { answer } => {
                write!(f, "answered although the input is not a board: {answer}")
            }
            Self::Crashed { how } => write!(f, "crashed: {how}"),
            Self::TimedOut => f.write_str("timed out"),
            Self::Flooded => f.write_str("stopped: it printed more than the limit"),
            Self::NotStarted { reason } => write!(f, "could not be started: {reason}"),
        }
    }
}

/// Whether a path or a length is claimed.
///
/// Error messages may contain numbers or an example of a path. So a number in an objection is not a
/// length, and moves in an objection are not a path if the exit code is nonzero too.
fn is_answer(claims: &[Claim], code: i32, outputs: &[&str]) -> bool {
    let objects = outputs.iter().any(|output| {
        let output = output.to_ascii_lowercase();
        OBJECTIONS.iter().any(|word| output.contains(word))
    });
    claims.iter().map(Claim::without_cost).any(|claim| match claim {
        Claim::Path(moves) if !moves.is_empty() => code == 0 || !objects,
        Claim::PathAndLength { .. } | Claim::Boards(_) | Claim::BoardsAndLength { .. } => {
            code == 0 || !objects
        }
        Claim::Path(_) | Claim::Length(_) | Claim::Cost(_) | Claim::Estimate(_) => code == 0 && !objects,
        Claim::WithCost { .. } | Claim::PathAndUnsolvable { .. } | Claim::Solvable | Claim::Unsolvable => {
            false
        }
    })
}

/// Returns the line that names an uncaught exception, in the formats of common runtimes.
fn uncaught(errors: &str) -> Option<&str> {
    let lines: Vec<&str> = errors.lines().map(str::trim_end).filter(|line| !line.is_empty()).collect();
    let begins = |words: &str| lines.iter().position(|line| line.starts_with(words));
    if begins("Traceback (most recent call last)").is_some() {
        return lines.last().copied();
    }
    if let Some(place) =
        lines.iter().position(|line| line.starts_with("thread '") && line.contains("panicked at"))
    {
        return lines.get(place + 1).or_else(|| lines.get(place)).copied();
    }
    if begins("Node.js v").is_some() {
        return lines.iter().find(|line| line.contains("Error")).copied();
    }
    let of_java_and_others = ["Exception in thread", "Unhandled exception", "panic: "];
    of_java_and_others.iter().find_map(|words| begins(words)).map(|place| lines[place])
}

fn first_line(text: &str) -> Option<String> {
    text.lines().find(|line| !line.trim().is_empty()).map(shortened)
}

fn shortened(line: &str) -> String {
    let shown = |c: char| if c.is_control() { ' ' } else { c };
    let line = line.trim();
    let head: String = line.chars().take(MAX_LINE_CHARS).map(shown).collect();
    if line.chars().count() > MAX_LINE_CHARS { format!("{head}…") } else { head }
}

#[cfg(test)]
mod tests {
    use tilebase::board::Move;

    use super::super::ending::Cause;
    use super::*;

    fn reaction(code: i32, stdout: &str, stderr: &str, claims: &[Claim]) -> Reaction {
        let nothing = Run::not_started(String::new(), Cause::System, Duration::ZERO);
        let run =
            Run { ending: Ending::Exited(code), stdout: stdout.into(), stderr: stderr.into(), ..nothing };
        let answer = (!claims.is_empty()).then(|| (claims, "line 1".to_owned()));
        Reaction::of(&run, answer)
    }

    #[test]
    fn an_end_without_an_answer_is_right() {
        for (code, stdout, stderr, expected) in [
            (0, "", "", "exit code 0, printed nothing"),
            (1, "", "\n bad board\nusage", "exit code 1, printed \"bad board\""),
            (2, "no\u{1b}!\n", "other", "exit code 2, printed \"no !\""),
        ] {
            let found = reaction(code, stdout, stderr, &[]);
            assert_eq!(
                (found.kind(), found.is_right(), found.to_string()),
                ("refused", true, expected.to_owned())
            );
        }
    }

    #[test]
    fn exceptions_are_recognized_by_their_line() {
        for (stderr, line) in [
            ("Traceback (most recent call last):\n  File \"a.py\"\nValueError: no\n", "ValueError: no"),
            (
                "Exception in thread \"main\" java.lang.E: no\n\tat A.main\n",
                "Exception in thread \"main\" java.lang.E: no",
            ),
            ("/a.js:1\nthrow 1\n^\n\nTypeError: no\n    at a\n\nNode.js v20.1.0\n", "TypeError: no"),
            ("\nthread 'main' panicked at src/main.rs:2:5:\nno\nnote: run with\n", "no"),
            ("panic: no\n\ngoroutine 1 [running]:\n", "panic: no"),
        ] {
            let found = reaction(1, "", stderr, &[]);
            assert_eq!(found, Reaction::Uncaught { code: 1, exception: line.to_owned() });
            assert!(found.is_right());
            assert_eq!(reaction(0, "", stderr, &[]).kind(), "refused", "it was caught");
        }
    }

    #[test]
    fn answers_to_bad_input_are_wrong_except_in_error_messages() {
        let path = [Claim::Path(vec![Move::Up])];
        let none = [Claim::Path(Vec::new())];
        let length = [Claim::Length(9)];
        let kind = |code, text: &str, claims: &[Claim]| reaction(code, text, "", claims).kind();
        for claims in [&path[..], &none, &length] {
            assert_eq!(kind(0, "9", claims), "solves-bad-input");
            assert_eq!(kind(1, "Error: expected 9", claims), "refused");
        }
        assert_eq!(kind(0, "Error: expected 9", &length), "refused");
        assert_eq!(kind(0, "wrong board, path: U", &path), "solves-bad-input");
        assert_eq!(kind(3, "U", &path), "solves-bad-input");
        assert_eq!(kind(3, "9", &length), "refused");
        assert_eq!(kind(0, "unsolvable", &[Claim::Unsolvable]), "refused");
    }
}
