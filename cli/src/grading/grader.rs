//! Grades one submission: copies and builds it, and runs it on every board in order, each time in a
//! fresh folder.

use std::time::Duration;

use tilebase::Interrupt;
use tilebase::board::Board;
use tilebase::judge::Judge;
use tilebase::solve::{SolveError, Solver};

use super::alike::Alike;
use super::grade::{CategoryGrade, Grade, NOT_TRIED, Problem, has_timed_out, without_merit};
use super::language::Language;
use super::plan::Plan;
use super::submission::Submission;
use super::workplace::{Workplace, WorkplaceError, Workshop};
use crate::trial::{
    BadInput, Call, Convention, Ending, ForeignSolver, Reaction, RunLimits, Runner, Trial, Verdict,
};

/// Why there is no grade.
#[derive(Debug, thiserror::Error)]
pub(crate) enum GradeError {
    /// The right answer is unknown.
    #[error(transparent)]
    Truth(#[from] SolveError),
    /// The system does not allow a run.
    #[error("{submission} was not graded: cannot make a folder for it: {error}")]
    System {
        /// The submission.
        submission: String,
        /// The reason.
        error: std::io::Error,
    },
    /// Grading was interrupted.
    #[error("interrupted")]
    Interrupted,
}

/// Grades submissions. May be shared by threads.
#[derive(Debug)]
pub(crate) struct Grader<'a> {
    plan: &'a Plan,
    /// Judges move letters by the convention of the language.
    judge: Judge,
    /// Accepts either convention.
    either_judge: Judge,
    /// Runs builds.
    builder: Runner,
    /// Runs the boards of each category, within its time.
    runners: Vec<Runner>,
    interrupt: &'static Interrupt,
}

/// Bytes of a build's output that are shown.
const SHOWN_IN_BYTES: usize = 2000;
/// Maximum output of a build.
const MAX_BUILD_OUTPUT_IN_BYTES: usize = 8_000_000;

/// The runs of a submission so far.
#[derive(Debug, Default)]
struct Progress {
    time: Duration,
    timeouts: usize,
    left_running: usize,
    stopped: Option<String>,
    alike: Alike,
    /// Whether there was a problem that may be gone the next time.
    had_trouble: bool,
}

/// The input of a run.
enum Asked<'a> {
    Board(&'a Board),
    Bad(BadInput),
}

impl Progress {
    /// Notes a run.
    fn note(&mut self, time: Duration, has_timed_out: bool, is_not_started: bool) {
        self.time += time;
        self.timeouts += usize::from(has_timed_out);
        if is_not_started {
            self.stopped = Some("it could not be started".to_owned());
        }
    }
}

impl<'a> Grader<'a> {
    /// A grader for a plan. `truth` knows the right answers. Runs end when `interrupt` is raised.
    ///
    /// # Errors
    /// Errors of the system.
    pub(crate) fn new(plan: &'a Plan, truth: Solver, interrupt: &'static Interrupt) -> std::io::Result<Self> {
        let build = RunLimits {
            output_in_bytes: MAX_BUILD_OUTPUT_IN_BYTES,
            memory_in_bytes: None,
            ..RunLimits::default()
        };
        let runner = |limits: RunLimits| Runner::new(limits, Some(interrupt));
        let of_category = |time: Duration| RunLimits {
            time,
            memory_in_bytes: plan.limits.max_memory,
            output_in_bytes: usize::try_from(plan.limits.max_output).unwrap_or(usize::MAX),
        };
        let runners = plan.categories.iter().map(|category| runner(of_category(category.timeout))).collect();
        Ok(Self {
            plan,
            either_judge: Judge::new(truth.clone()).taking_either_convention(),
            judge: Judge::new(truth),
            builder: runner(build).adopting_orphans()?,
            runners,
            interrupt,
        })
    }

    /// Whether grading was interrupted.
    pub(super) fn is_interrupted(&self) -> bool {
        self.builder.is_interrupted()
    }

    /// Stops processes that runs have left behind. Must not be called while a submission is graded.
    pub(super) fn sweep(&self) -> usize {
        // The builder comes last: its sweep stops orphans of all runs.
        self.runners.iter().chain([&self.builder]).map(Runner::sweep).sum()
    }

    /// Grades a submission in the folder with this number. `known` looks up an earlier grade by the
    /// submission's hash. A grade that is returned with a hash would be the same the next time.
    ///
    /// # Errors
    /// [`GradeError`] if there is no grade, through no fault of the submission.
    pub(super) fn grade(
        &self,
        submission: &Submission,
        workshop: &Workshop,
        number: usize,
        known: impl Fn(&str) -> Option<Grade>,
    ) -> Result<(Grade, Option<String>), GradeError> {
        let system = |error| GradeError::System { submission: submission.name.clone(), error };
        let mut workplace = Workplace::make(workshop, number).map_err(system)?;
        let max_bytes = self.plan.limits.max_size;
        let received = submission.receive(&self.plan.languages, max_bytes, &workplace.work());
        let (hash, language) = match received {
            Ok(received) => received,
            Err(why) => return Ok((self.untried(submission, why, String::new()), None)),
        };
        if let Some(grade) = known(&hash) {
            return Ok((Grade { submission: submission.name.clone(), ..grade }, None));
        }
        let mut progress = Progress::default();
        let grade = match self.build(language, &workplace, &mut progress)? {
            Some(Problem { what, printed }) => self.untried(submission, what, printed),
            None => match workplace.finish_build(max_bytes) {
                Ok(()) => self.run(submission, language, &mut workplace, &mut progress)?,
                Err(error) => {
                    progress.had_trouble = matches!(error, WorkplaceError::System(_));
                    self.untried(submission, error.to_string(), String::new())
                }
            },
        };
        let lasts = !grade.was_not_started() && !progress.had_trouble;
        let grade = Grade { left_running: progress.left_running, language: language.name.clone(), ..grade };
        Ok((grade, lasts.then_some(hash)))
    }

    /// The grade of a submission that cannot be tried on any board.
    fn untried(&self, submission: &Submission, what: String, printed: String) -> Grade {
        let categories = self.plan.categories.iter().map(|category| {
            let mut untried = CategoryGrade::untried(category);
            untried.close(category);
            untried
        });
        let grade = Grade::of(&submission.name, categories.collect());
        Grade { needs_review: vec![what.clone()], problem: Some(Problem { what, printed }), ..grade }
    }

    /// Builds it, if there is a build. Returns why that failed, if it did.
    fn build(
        &self,
        language: &Language,
        workplace: &Workplace<'_>,
        progress: &mut Progress,
    ) -> Result<Option<Problem>, GradeError> {
        let Some(build) = &language.build else { return Ok(None) };
        let call = Call { command: build.command.clone(), place: Some(workplace.place()), ..Call::default() };
        let run = self.builder.run_within(&call, build.timeout);
        progress.left_running += run.left_running;
        let how = match run.ending {
            Ending::Exited(0) => return Ok(None),
            Ending::Interrupted => return Err(GradeError::Interrupted),
            Ending::Exited(code) => format!("exit code {code}"),
            Ending::Killed { by } => by,
            Ending::TimedOut => format!("timed out after {} s", build.timeout.as_secs_f64()),
            Ending::Flooded => "it printed too much".to_owned(),
            Ending::NotStarted { reason } => {
                progress.had_trouble = true;
                reason
            }
        };
        let printed = [run.stderr, run.stdout].concat();
        let printed =
            String::from_utf8_lossy(&printed[..printed.len().min(SHOWN_IN_BYTES)]).trim_end().to_owned();
        Ok(Some(Problem { what: format!("the build failed: {how}"), printed }))
    }

    /// Runs it on all boards, category after category.
    fn run(
        &self,
        submission: &Submission,
        language: &Language,
        workplace: &mut Workplace<'_>,
        progress: &mut Progress,
    ) -> Result<Grade, GradeError> {
        let solver = language.solver.at(workplace.place());
        let mut categories = Vec::with_capacity(self.plan.categories.len());
        let mut trouble = None;
        for nth in 0..self.plan.categories.len() {
            let trial = self.trial(nth, language, &solver);
            let (category, its_trouble) = self.run_category(nth, &trial, workplace, progress)?;
            categories.push(category);
            trouble = trouble.or(its_trouble);
        }
        // A limit that was reached with the last board has stopped nothing.
        let is_cut_short = categories.iter().any(|category| category.kinds.contains_key(NOT_TRIED));
        let stopped = progress.stopped.take().filter(|_| is_cut_short);
        let categories = without_merit(categories, &self.plan.categories);
        let alike = self.failure_alike(language, &solver, workplace, progress)?;
        let grade = Grade::of(&submission.name, categories).with_alike(alike);
        let mut grade = Grade { stopped, ..grade };
        progress.had_trouble = trouble.is_some();
        grade.needs_review.extend(trouble);
        Ok(grade)
    }

    fn trial<'t>(&'t self, nth: usize, language: &'t Language, solver: &'t ForeignSolver) -> Trial<'t> {
        Trial {
            solver,
            runner: &self.runners[nth],
            extractor: &language.extractor,
            judge: if language.moves == Convention::Either { &self.either_judge } else { &self.judge },
            jobs: 1,
            fail_fast: false,
            accepts_longer: self.plan.categories[nth].accepts_longer,
        }
    }

    /// The failure that all runs share, if there is one. If they gave no answer, other notations are
    /// tried, on a board near the goal that is in no category.
    fn failure_alike(
        &self,
        language: &Language,
        solver: &ForeignSolver,
        workplace: &mut Workplace<'_>,
        progress: &Progress,
    ) -> Result<Option<String>, GradeError> {
        let Some(reason) = progress.alike.reason(language.moves) else { return Ok(None) };
        let is_open = solver.has_open_form() && progress.alike.has_no_answer();
        let Some(category) = self.plan.categories.first().filter(|_| is_open) else {
            return Ok(Some(reason));
        };
        if workplace.make_fresh().is_err() {
            return Ok(Some(reason));
        }
        // A runner of its own: the search for a notation stops what its runner has left running, and
        // the other runners serve other submissions at the same time.
        let limits = RunLimits { time: category.timeout, ..RunLimits::default() };
        let runner = Runner::new(limits, Some(self.interrupt));
        let trial = Trial { runner: &runner, ..self.trial(0, language, solver) };
        let fitting = trial.fitting_form(&[])?;
        Ok(Some(match fitting {
            Some(fitting) => {
                format!("{reason}; with notation = \"{}\" it solves at least one board", fitting.form())
            }
            None => reason,
        }))
    }

    /// Runs it on the boards of a category, until it is stopped. Returns also a problem that a person
    /// should review, if there was one.
    fn run_category(
        &self,
        nth: usize,
        trial: &Trial<'_>,
        workplace: &mut Workplace<'_>,
        progress: &mut Progress,
    ) -> Result<(CategoryGrade, Option<String>), GradeError> {
        let category = &self.plan.categories[nth];
        let mut grade = CategoryGrade::untried(category);
        let mut trouble = None;
        let boards = category.boards.iter().map(Asked::Board);
        for asked in boards.chain(category.bad_inputs.iter().copied().map(Asked::Bad)) {
            if progress.stopped.is_some() {
                break;
            }
            match workplace.make_fresh() {
                Ok(()) => {}
                // A full disk, or a program that wrote outside its folder: a person can tell which.
                Err(error) => {
                    let why = error.to_string();
                    progress.stopped = Some(why.clone());
                    trouble = Some(why);
                    break;
                }
            }
            match asked {
                Asked::Board(board) => {
                    let (attempt, left_running) = trial.attempt(board);
                    progress.left_running += left_running;
                    let attempt = attempt?.ok_or(GradeError::Interrupted)?;
                    let is_not_started = matches!(attempt.verdict, Verdict::NotStarted { .. });
                    let time = attempt.time.unwrap_or_default().min(category.timeout);
                    progress.note(time, has_timed_out(&attempt), is_not_started);
                    progress.alike.note(&attempt, category.is_hidden);
                    grade.add(&attempt);
                }
                Asked::Bad(bad) => {
                    let (attempt, left_running) = trial.attempt_bad(bad, category.timeout);
                    progress.left_running += left_running;
                    let attempt = attempt.ok_or(GradeError::Interrupted)?;
                    let is_not_started = matches!(attempt.reaction, Reaction::NotStarted { .. });
                    let has_timed_out = matches!(attempt.reaction, Reaction::TimedOut);
                    progress.note(attempt.time.min(category.timeout), has_timed_out, is_not_started);
                    grade.add_bad(&attempt);
                }
            }
            self.check_limits(progress);
        }
        grade.close(category);
        Ok((grade, trouble))
    }

    /// Stops the runs when a limit of the submission is reached.
    fn check_limits(&self, progress: &mut Progress) {
        let limits = &self.plan.limits;
        let why = if limits.stop_after_timeouts.is_some_and(|max| progress.timeouts >= max) {
            let plural = if progress.timeouts == 1 { "timeout" } else { "timeouts" };
            format!("stopped after {} {plural}", progress.timeouts)
        } else if progress.time >= limits.total_timeout {
            format!("stopped at total_timeout ({} s)", limits.total_timeout.as_secs_f64())
        } else {
            return;
        };
        progress.stopped.get_or_insert(why);
    }
}
