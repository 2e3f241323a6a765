//! The verdict on a board, and the result of a trial.

use std::time::Duration;

use super::disturbance::Disturbance;
use super::path_counts::PathCounts;
use super::reaction::BadAttempt;
use super::unread::Unread;
use tilebase::board::{Board, Goal};
use tilebase::judge::Finding;
use tilebase_answers::{PathStart, Quote, ReadAs};

/// The outcome for one board.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub(crate) enum Verdict {
    /// There was an answer, or at least an output, to judge.
    Judged(Finding),
    /// It printed nothing that could be understood as an answer. This says nothing about the
    /// program.
    NotUnderstood {
        /// The ambiguous lines, and the option that would settle their meaning.
        reason: String,
    },
    /// It ended with a signal, an exception, or a nonzero exit code, and gave no answer.
    Crashed {
        /// The cause, such as `SIGSEGV` or `exit code 1`.
        how: String,
    },
    /// It was still running at the time limit.
    TimedOut {
        /// The limit.
        after: Duration,
    },
    /// It wrote more than the output limit.
    Flooded,
    /// It could not be started.
    NotStarted {
        /// The system's reason.
        reason: String,
    },
    /// The batch ended before it answered this board.
    NotReached,
}

impl Verdict {
    /// The kind for summaries, in lower case without spaces.
    #[must_use]
    pub(crate) const fn kind(&self) -> &'static str {
        match self {
            Self::Judged(finding) => finding.kind(),
            Self::NotUnderstood { .. } => "not-understood",
            Self::Crashed { .. } => "crashed",
            Self::TimedOut { .. } => "timed-out",
            Self::Flooded => "flooded",
            Self::NotStarted { .. } => "not-started",
            Self::NotReached => "not-reached",
        }
    }

    /// Whether the verdict says anything about the program.
    ///
    /// False for an output that was not understood and for a command that could not be started.
    #[must_use]
    pub(crate) const fn is_conclusive(&self) -> bool {
        !matches!(self, Self::NotUnderstood { .. } | Self::NotStarted { .. })
    }

    /// Whether it answered more than that there is no path. Without the board, a program can say no
    /// more than this.
    pub(super) const fn has_path_or_length(&self) -> bool {
        match self {
            Self::Judged(finding) => !matches!(finding, Finding::SaysUnsolvable { .. } | Finding::Unsolvable),
            _ => false,
        }
    }

    /// Whether the answer is right.
    #[must_use]
    pub(crate) const fn is_right(&self, accepts_longer: bool) -> bool {
        matches!(self, Self::Judged(finding) if finding.is_right(accepts_longer))
    }
}

/// Writes a sentence without a period.
impl std::fmt::Display for Verdict {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Judged(finding) => finding.fmt(f),
            Self::NotUnderstood { reason } => f.write_str(reason),
            Self::Crashed { how } => write!(f, "crashed: {how}"),
            Self::TimedOut { after } => write!(f, "timed out after {}", seconds(*after)),
            Self::Flooded => f.write_str("stopped: it printed more than the limit"),
            Self::NotStarted { reason } => write!(f, "could not be started: {reason}"),
            Self::NotReached => f.write_str("the program ended before it answered this board"),
        }
    }
}

/// One board of a trial.
#[derive(Clone, Debug)]
pub(crate) struct Attempt {
    /// The board.
    pub(crate) board: Board,
    /// The goal.
    pub(crate) goal: Goal,
    /// The optimal solution length; `None` if unsolvable.
    pub(crate) distance: Option<u32>,
    /// The outcome.
    pub(crate) verdict: Verdict,
    /// Whether the outcome is right.
    pub(crate) is_right: bool,
    /// The counts of paths, if a list of all optimal paths is expected and the table is complete.
    pub(crate) paths: Option<PathCounts>,
    /// Wall time of the run; `None` in a batch.
    pub(crate) time: Option<Duration>,
    /// CPU time of the run; `None` in a batch, or if the system does not report it.
    pub(crate) cpu_time: Option<Duration>,
    /// A sign that something outside the program changed how the run ended; never in a batch.
    pub(crate) disturbance: Option<Disturbance>,
    /// Peak memory of the run; `None` in a batch, or if it was not measured.
    pub(crate) peak_memory_in_bytes: Option<u64>,
    /// The number of expanded states that the solver reports.
    pub(crate) nodes: Option<u64>,
    /// The number of states that the reference method expands.
    pub(crate) expected_nodes: Option<u64>,
    /// The format in which the answer was found.
    pub(crate) read_as: Option<ReadAs>,
    /// Whether the path begins with the start board, if it was printed as boards.
    pub(crate) path_start: Option<PathStart>,
    /// The output, if it can only be understood once it is known how the program's paths begin.
    pub(crate) unread: Option<Unread>,
    /// The output lines that contain the answer.
    pub(crate) quotes: Vec<Quote>,
    /// How the run failed after it gave an answer, if it did.
    pub(crate) failed_after_answer: Option<String>,
    /// A digest of the printed output, to detect a program that ignores the board.
    pub(crate) output_digest: u64,
    /// A digest of the extracted answer, if any.
    pub(crate) answer_digest: Option<u64>,
    /// The shell command that repeats it.
    pub(crate) call: String,
    /// Shortened standard output and error output, if the outcome is not right.
    pub(crate) shown: [String; 2],
    /// Remarks of the program that called a function, such as a number that was not judged.
    pub(crate) notes: Vec<String>,
    /// Whether the path is longer than necessary in multi-tile moves, but has the fewest
    /// single-tile moves.
    pub(crate) has_fewest_slides: bool,
    /// Another goal that the path reaches if its letters are read by the other convention.
    pub(crate) goal_by_other_convention: Option<Goal>,
}

/// The result of a trial.
#[derive(Clone, Debug)]
pub(crate) struct TrialResult {
    /// The attempted boards, in the order given.
    pub(crate) tried: Vec<Attempt>,
    /// Attempts with bad input.
    pub(crate) bad_inputs: Vec<BadAttempt>,
    /// Number of boards given.
    pub(crate) given: usize,
    /// Number of further goals for which no board was tried, because the trial ended before.
    pub(crate) goals_not_tried: usize,
    /// Whether it was interrupted.
    pub(crate) is_interrupted: bool,
    /// Number of processes that runs left behind and that were killed.
    pub(crate) left_running: usize,
    /// Duration of the run, in batch mode.
    pub(crate) batch_time: Option<Duration>,
    /// Number of runs that timed out, whatever their verdict became.
    pub(crate) timeouts: usize,
    /// The number of timeouts after which it was stopped, if it was.
    pub(crate) stopped_after_timeouts: Option<usize>,
    /// Number of output lines beyond one per board, in batch mode.
    pub(crate) lines_too_many: usize,
}

impl TrialResult {
    /// Combines two trials, the earlier one first.
    pub(crate) fn and(self, other: Self) -> Self {
        let batch_times = [self.batch_time, other.batch_time].into_iter().flatten();
        let stopped_after_timeouts = other.stopped_after_timeouts.map(|timeouts| self.timeouts + timeouts);
        Self {
            batch_time: batch_times.reduce(|sum, time| sum + time),
            tried: [self.tried, other.tried].concat(),
            bad_inputs: [self.bad_inputs, other.bad_inputs].concat(),
            given: self.given + other.given,
            goals_not_tried: self.goals_not_tried + other.goals_not_tried,
            is_interrupted: self.is_interrupted || other.is_interrupted,
            left_running: self.left_running + other.left_running,
            timeouts: self.timeouts + other.timeouts,
            stopped_after_timeouts: stopped_after_timeouts.or(self.stopped_after_timeouts),
            lines_too_many: self.lines_too_many + other.lines_too_many,
        }
    }
}

/// Formats a time limit, such as `10 s` or `0.5 s`.
fn seconds(time: Duration) -> String {
    format!("{} s", time.as_secs_f64())
}
