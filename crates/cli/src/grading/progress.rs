//! The progress of grading one submission: what its runs have shown so far, and why its grading
//! ends early.

use std::time::Duration;

use tilebase::solve::SolveError;

use super::alike::Alike;
use super::submission_folder::SubmissionFolderError;
use crate::trial::Disturbance;

/// The reason why there is no grade.
#[derive(Debug, thiserror::Error)]
pub(crate) enum GradeError {
    /// The right answer could not be computed.
    #[error(transparent)]
    Truth(#[from] SolveError),
    /// The system did not allow a run. That says nothing about the submission.
    #[error("{submission} was not graded: {what}")]
    System {
        /// The submission.
        submission: String,
        /// The action that the system did not allow, and its reason.
        what: String,
    },
    /// As at the last attempt, the submission times out although it uses little CPU time.
    #[error("it times out again")]
    NoBetter,
    /// Grading was interrupted.
    #[error("interrupted")]
    Interrupted,
}

/// An event during the grading of a submission.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Event {
    /// Something outside the submission may have ended or stopped a run.
    Disturbed,
    /// A run had left processes running. They were stopped.
    LeftRunning,
}

/// Instructions for the grading of a submission.
#[derive(Clone, Copy)]
pub(super) struct Watch<'a> {
    /// Is called with every event.
    pub(super) on_event: &'a dyn Fn(Event),
    /// Whether to end with [`GradeError::NoBetter`] at the first board that times out although the
    /// program used little CPU time.
    pub(super) gives_up: bool,
}

/// The reason why no more boards are tried in any category.
#[derive(Debug, thiserror::Error)]
pub(super) enum Stop {
    /// The program could not be started.
    #[error("it could not be started")]
    NotStarted,
    /// The submission has used up its time for all boards.
    #[error("stopped at total_timeout ({} s)", total.as_secs_f64())]
    TotalTimeout {
        /// The limit.
        total: Duration,
    },
    /// No fresh folder could be made for the next run.
    #[error(transparent)]
    UnusableFolder(SubmissionFolderError),
}

/// The progress of grading a submission.
pub(super) struct Progress<'a> {
    submission: &'a str,
    watch: Watch<'a>,
    /// Wall time of all runs.
    pub(super) time: Duration,
    /// Timeouts in the present category.
    pub(super) timeouts: usize,
    /// Number of processes that runs left behind.
    pub(super) left_running: usize,
    /// The reason why no more boards are tried in any category.
    pub(super) stop: Option<Stop>,
    /// The failure that all runs share, if any.
    pub(super) alike: Alike,
    /// Whether something outside the submission may have ended or stopped a run.
    pub(super) was_disturbed: bool,
    /// Whether there was another problem that may not occur the next time.
    pub(super) rerun_may_differ: bool,
}

impl<'a> Progress<'a> {
    /// The progress of a submission with this name before its first run.
    pub(super) fn new(submission: &'a str, watch: Watch<'a>) -> Self {
        Self {
            submission,
            watch,
            time: Duration::ZERO,
            timeouts: 0,
            left_running: 0,
            stop: None,
            alike: Alike::default(),
            was_disturbed: false,
            rerun_may_differ: false,
        }
    }

    /// Records the time and the kind of a run on a board.
    pub(super) fn note(&mut self, time: Duration, has_timed_out: bool, is_not_started: bool) {
        self.time += time;
        self.timeouts += usize::from(has_timed_out);
        if is_not_started {
            self.stop = Some(Stop::NotStarted);
        }
    }

    /// Records what happened to a run from outside, and what it has left running.
    ///
    /// # Errors
    /// If the system did not start it, or a repetition has shown that the program times out alone.
    pub(super) fn check(
        &mut self,
        disturbance: Option<&Disturbance>,
        left_running: usize,
    ) -> Result<(), GradeError> {
        self.left_running += left_running;
        if left_running > 0 {
            (self.watch.on_event)(Event::LeftRunning);
        }
        let Some(disturbance) = disturbance else { return Ok(()) };
        self.disturbed();
        match disturbance {
            Disturbance::NotStarted { reason } => Err(self.not_started(reason)),
            Disturbance::Starved { .. } if self.watch.gives_up => Err(GradeError::NoBetter),
            _ => Ok(()),
        }
    }

    /// Records that something outside the submission may have ended or stopped a run.
    pub(super) fn disturbed(&mut self) {
        self.was_disturbed = true;
        (self.watch.on_event)(Event::Disturbed);
    }

    /// The error if the system could not start a run.
    pub(super) fn not_started(&self, reason: &str) -> GradeError {
        self.system(format!("the system could not start a run: {reason}"))
    }

    /// Whether a folder could be made fresh, unless the system is short of something.
    ///
    /// # Errors
    /// If the system is short of memory or file descriptors.
    pub(super) fn checked(
        &self,
        folder: Result<(), SubmissionFolderError>,
    ) -> Result<Result<(), SubmissionFolderError>, GradeError> {
        match folder {
            Err(error) if error.is_shortage() => Err(self.system(error.to_string())),
            other => Ok(other),
        }
    }

    /// The error if the system did not allow something.
    fn system(&self, what: String) -> GradeError {
        GradeError::System { submission: self.submission.to_owned(), what }
    }
}
