//! The verdict about a board, and the result of a trial.

use std::time::Duration;

use super::reaction::BadAttempt;
use tilebase::board::{Board, Goal};
use tilebase::judge::Finding;
use tilebase_answers::{Quote, ReadAs};

/// What became of one board.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub(crate) enum Verdict {
    /// There was an answer, or at least an output.
    Judged(Finding),
    /// It printed nothing, or nothing that could be understood as an answer. That is no verdict on the program.
    NotUnderstood {
        /// Which lines are in question, and which option would settle it.
        reason: String,
    },
    /// It ended with a signal, an exception or an exit code other than 0, and gave no path and no reason why there is none.
    Crashed {
        /// How, as `SIGSEGV` or `exit code 1`.
        how: String,
    },
    /// It was still running at the time limit.
    TimedOut {
        /// The limit.
        after: Duration,
    },
    /// It wrote more than it may.
    Flooded,
    /// It could not be started.
    NotStarted {
        /// Why not.
        reason: String,
    },
    /// The batch was over before this board had an answer.
    NotReached,
}

impl Verdict {
    /// The kind, in lower case without spaces: what summaries count by.
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

    /// Whether it says anything about the program: an output that was not understood does not, nor does a command that could
    /// not be started.
    #[must_use]
    pub(crate) const fn is_judged(&self) -> bool {
        !matches!(self, Self::NotUnderstood { .. } | Self::NotStarted { .. })
    }

    /// Is the answer right?
    #[must_use]
    pub(crate) const fn is_right(&self, accepts_longer: bool) -> bool {
        matches!(self, Self::Judged(finding) if finding.is_right(accepts_longer))
    }
}

/// A sentence without a full stop.
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
    /// Its distance; none if it can't be solved.
    pub(crate) distance: Option<u32>,
    /// What became of it.
    pub(crate) verdict: Verdict,
    /// Is that right?
    pub(crate) is_right: bool,
    /// How long its run took; none in a batch.
    pub(crate) time: Option<Duration>,
    /// The time that processors spent on its run; none in a batch, or on a system where that is not seen.
    pub(crate) cpu_time: Option<Duration>,
    /// The most memory that its run was seen to hold; none in a batch, or if nothing was seen.
    pub(crate) peak_memory_in_bytes: Option<u64>,
    /// How many states the solver says it has expanded.
    pub(crate) nodes: Option<u64>,
    /// How many a method expands that it is compared with.
    pub(crate) expected_nodes: Option<u64>,
    /// In what form the answer was found.
    pub(crate) read_as: Option<ReadAs>,
    /// The lines that it was read from.
    pub(crate) quotes: Vec<Quote>,
    /// How the run ended, if it did not end well, though it gave an answer.
    pub(crate) ended: Option<String>,
    /// A digest of what the run printed: whoever prints the same for all boards does not look at them.
    pub(crate) printed: u64,
    /// A digest of what was read in it, if an answer was.
    pub(crate) answered: Option<u64>,
    /// What one types to repeat it.
    pub(crate) call: String,
    /// How its output and its error output begin and end, if it is not right.
    pub(crate) shown: [String; 2],
    /// Remarks of the program that called a function, e.g. on a number that was not judged.
    pub(crate) notes: Vec<String>,
    /// The other goal that its path leads to if its letters are read by the other convention.
    pub(crate) goal_by_other_convention: Option<Goal>,
}

/// What became of a trial.
#[derive(Clone, Debug)]
pub(crate) struct TrialResult {
    /// The boards that were tried, in the order in which they were given.
    pub(crate) tried: Vec<Attempt>,
    /// Bad inputs that were tried beside them.
    pub(crate) bad_inputs: Vec<BadAttempt>,
    /// How many boards were given.
    pub(crate) given: usize,
    /// Was it interrupted?
    pub(crate) is_interrupted: bool,
    /// Processes that runs left behind, and that were ended.
    pub(crate) left_running: usize,
    /// Of a batch: how long its run took.
    pub(crate) batch_time: Option<Duration>,
    /// Of a batch: lines of output beyond one for each board.
    pub(crate) lines_too_many: usize,
}

impl TrialResult {
    /// What two trials come to together.
    pub(crate) fn and(self, other: Self) -> Self {
        let batch_times = [self.batch_time, other.batch_time].into_iter().flatten();
        Self {
            batch_time: batch_times.reduce(|sum, time| sum + time),
            tried: [self.tried, other.tried].concat(),
            bad_inputs: [self.bad_inputs, other.bad_inputs].concat(),
            given: self.given + other.given,
            is_interrupted: self.is_interrupted || other.is_interrupted,
            left_running: self.left_running + other.left_running,
            lines_too_many: self.lines_too_many + other.lines_too_many,
        }
    }
}

/// A time limit, e.g. `10 s` or `0.5 s`.
fn seconds(time: Duration) -> String {
    format!("{} s", time.as_secs_f64())
}
