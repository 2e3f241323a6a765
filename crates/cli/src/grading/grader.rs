//! Grades one submission: copies and builds it, and runs it on every board in order, each time in a
//! fresh folder.

use std::time::Duration;

use tilebase::Interrupt;
use tilebase::board::Board;
use tilebase::judge::Judge;
use tilebase::solve::{Population, Solver};

use super::calling::Caller;
use super::disturbed::{disturbance_of_build, failed_build};
use super::grade::{CategoryGrade, Grade, Problem, has_solved, has_timed_out, is_cut_short, without_merit};
use super::language::{Language, Start};
use super::plan::{Category, Plan};
use super::progress::{GradeError, Progress, Stop, Watch};
use super::submission::{ReceiveError, Submission};
use super::submission_folder::{ClassFolder, SubmissionFolder, SubmissionFolderError};
use crate::shell::plural;
use crate::trial::{
    AcceptedMoves, AdapterError, Attempt, BadAttempt, BadInput, Call, EASY_WALK, EasyAnswer, Ending,
    ForeignSolver, Isolation, Reaction, RunLimits, Runner, Trial, TriedForms, Verdict, path_start_of,
};

/// Grades submissions. Can be shared between threads.
#[derive(Debug)]
pub(crate) struct Grader<'a> {
    plan: &'a Plan,
    /// A judge that reads move letters by the convention of the language.
    judge: Judge,
    /// A judge that accepts either convention.
    either_judge: Judge,
    /// The runner of builds.
    builder: Runner,
    /// The runners of the categories, each with its time limit.
    runners: Vec<Runner>,
    interrupt: &'static Interrupt,
    is_isolated: bool,
}

/// Maximum number of bytes of a build's output that are shown.
const SHOWN_IN_BYTES: usize = 2000;
/// Maximum size of a build's output.
const MAX_BUILD_OUTPUT_IN_BYTES: usize = 8_000_000;

/// The limits of a run that takes at most `time`.
fn run_limits(plan: &Plan, time: Duration) -> RunLimits {
    RunLimits {
        time,
        memory_in_bytes: plan.limits.max_memory,
        output_in_bytes: usize::try_from(plan.limits.max_output).unwrap_or(usize::MAX),
        has_network: plan.limits.network,
    }
}

/// The input of a run.
enum RunInput<'a> {
    Board(&'a Board),
    Bad(BadInput),
}

/// A submission that was copied and recognized, in the folder where it will be built and run.
#[derive(Debug)]
pub(super) struct Received<'a> {
    submission: &'a Submission,
    folder: SubmissionFolder<'a>,
    language: &'a Language,
    /// The hash of its contents.
    pub(super) hash: String,
}

/// A grade, and how far it can be trusted.
#[derive(Debug)]
pub(super) struct Graded {
    /// The grade.
    pub(super) grade: Grade,
    /// Whether a rerun would give the same grade, so that it may be kept.
    pub(super) is_reproducible: bool,
    /// Whether something outside the submission may have ended or stopped a run.
    pub(super) was_disturbed: bool,
}

impl Graded {
    /// Whether it is less disturbed than another grade of the same submission, or has more points.
    pub(super) fn is_better_than(&self, other: &Self) -> bool {
        !self.was_disturbed && other.was_disturbed || self.grade.points > other.grade.points
    }
}

/// The runs of one category.
#[derive(Debug, Default)]
struct CategoryRun {
    attempts: Vec<Attempt>,
    bad_inputs: Vec<BadAttempt>,
    /// Why it was stopped, if it was.
    stopped: Option<String>,
}

impl<'a> Grader<'a> {
    /// Creates a grader for a plan. `truth` provides the right answers. Runs end when `interrupt`
    /// is raised.
    ///
    /// # Errors
    /// Errors of the system.
    pub(crate) fn new(plan: &'a Plan, truth: Solver, interrupt: &'static Interrupt) -> std::io::Result<Self> {
        let build = RunLimits {
            output_in_bytes: MAX_BUILD_OUTPUT_IN_BYTES,
            memory_in_bytes: None,
            // Build tools download packages.
            has_network: true,
            ..RunLimits::default()
        };
        Self::with_builder(plan, truth, interrupt, Runner::new(build, Some(interrupt)).adopting_orphans()?)
    }

    /// Creates a grader with this runner of builds.
    pub(super) fn with_builder(
        plan: &'a Plan,
        truth: Solver,
        interrupt: &'static Interrupt,
        builder: Runner,
    ) -> std::io::Result<Self> {
        let runner = |limits: RunLimits| Runner::new(limits, Some(interrupt));
        let of_category = |category: &Category| runner(run_limits(plan, category.timeout));
        let runners = plan.categories.iter().map(of_category).collect();
        let judge = |truth: Solver| match &plan.costs {
            Some(costs) => Judge::new(truth).with_costs(costs.clone()),
            None => Judge::new(truth),
        };
        Ok(Self {
            plan,
            either_judge: judge(truth.clone()).taking_either_convention(),
            judge: judge(truth),
            builder,
            runners,
            interrupt,
            is_isolated: *Isolation::of_runs()? == Isolation::Namespaces,
        })
    }

    /// Whether no run can reach another.
    pub(super) const fn is_isolated(&self) -> bool {
        self.is_isolated
    }

    /// Whether grading was interrupted.
    pub(super) fn is_interrupted(&self) -> bool {
        self.builder.is_interrupted()
    }

    /// Stops processes that runs have left behind. Must not be called while a submission is graded.
    pub(super) fn sweep(&self) -> usize {
        // The builder comes last, because its sweep stops orphans of all runs.
        self.runners.iter().chain([&self.builder]).map(Runner::sweep).sum()
    }

    /// Copies a submission into the folder with this number. Returns its grade if it cannot be run.
    ///
    /// # Errors
    /// [`GradeError::System`].
    pub(super) fn receive<'b>(
        &'b self,
        submission: &'b Submission,
        class_folder: &'b ClassFolder,
        number: usize,
    ) -> Result<Result<Received<'b>, Grade>, GradeError> {
        let system = |error: std::io::Error| GradeError::System {
            submission: submission.name.clone(),
            what: format!("cannot make a folder for it: {error}"),
        };
        let folder = SubmissionFolder::make(class_folder, number).map_err(system)?;
        let max_bytes = self.plan.limits.max_size;
        match submission.receive(&self.plan.languages, max_bytes, &folder.work()) {
            Ok((hash, language)) => Ok(Ok(Received { submission, folder, language, hash })),
            Err(ReceiveError::Submission(why)) => Ok(Err(self.untried(submission, why, String::new()))),
            Err(ReceiveError::System(error)) => Err(system(error)),
        }
    }

    /// Builds and runs a submission, and grades it.
    ///
    /// # Errors
    /// [`GradeError`] if there is no grade for reasons outside the submission.
    pub(super) fn grade(&self, received: Received<'_>, watch: Watch<'_>) -> Result<Graded, GradeError> {
        let Received { submission, mut folder, language, .. } = received;
        let mut progress = Progress::new(&submission.name, watch);
        let grade = match self.build(language, &folder, &mut progress)? {
            Some(Problem { what, printed }) => self.untried(submission, what, printed),
            None => match progress.checked(folder.finish_build(self.plan.limits.max_size))? {
                Ok(()) => self.run(submission, language, &mut folder, &mut progress)?,
                Err(error) => {
                    progress.rerun_may_differ = matches!(error, SubmissionFolderError::System(_));
                    self.untried(submission, error.to_string(), String::new())
                }
            },
        };
        let was_disturbed = progress.was_disturbed || grade.was_disturbed();
        // A grade that may be due to a busy machine is not kept, so that a rerun can improve it.
        let is_reproducible = !grade.was_not_started() && !was_disturbed && !progress.rerun_may_differ;
        let grade = Grade { left_running: progress.left_running, language: language.name.clone(), ..grade };
        Ok(Graded { grade, is_reproducible, was_disturbed })
    }

    /// The grade of a submission that is not run because the judge has ended during its last run.
    pub(super) fn passed_over(&self, submission: &Submission) -> Grade {
        let what = "pdb-solve grade was killed while it graded this submission alone; run the same command \
                    again to retry";
        self.untried(submission, what.to_owned(), String::new())
    }

    /// The grade of a submission that was not run because the system was short of something.
    pub(super) fn refused_by_system(&self, submission: &Submission, what: &str) -> Grade {
        let what = format!("it was not graded: {what}; run the same command again");
        self.untried(submission, what, String::new())
    }

    /// The grade of a submission that cannot be run on any board.
    fn untried(&self, submission: &Submission, what: String, printed: String) -> Grade {
        let categories = self.plan.categories.iter().map(|category| {
            let mut untried = CategoryGrade::untried(category);
            untried.close(category);
            untried
        });
        let grade = Grade::of(&submission.name, categories.collect());
        Grade { needs_review: vec![what.clone()], problem: Some(Problem { what, printed }), ..grade }
    }

    /// Runs the build, if there is one. Returns the problem if it failed.
    fn build(
        &self,
        language: &Language,
        folder: &SubmissionFolder<'_>,
        progress: &mut Progress<'_>,
    ) -> Result<Option<Problem>, GradeError> {
        let Some(build) = &language.build else { return Ok(None) };
        let call =
            Call { command: build.command.clone(), folders: Some(folder.fixed_folders()), ..Call::default() };
        let run = self.builder.run_within(&call, build.timeout);
        let disturbance = disturbance_of_build(&run);
        progress.check(disturbance.as_ref(), run.left_running)?;
        match run.ending {
            Ending::Exited(0) => return Ok(None),
            Ending::Interrupted => return Err(GradeError::Interrupted),
            Ending::NotStarted { .. } => progress.rerun_may_differ = true,
            _ => {}
        }
        let how = failed_build(&run.ending, build.timeout, disturbance.as_ref());
        let printed = [run.stderr, run.stdout].concat();
        let printed =
            String::from_utf8_lossy(&printed[..printed.len().min(SHOWN_IN_BYTES)]).trim_end().to_owned();
        Ok(Some(Problem { what: format!("the build failed: {how}"), printed }))
    }

    /// Runs the submission on all boards, category by category.
    fn run(
        &self,
        submission: &Submission,
        language: &Language,
        folder: &mut SubmissionFolder<'_>,
        progress: &mut Progress<'_>,
    ) -> Result<Grade, GradeError> {
        let caller = match self.caller(language, folder, progress)? {
            Ok(caller) => caller,
            Err(what) => return Ok(self.untried(submission, what, String::new())),
        };
        let solver = &caller.solver;
        let mut runs = Vec::with_capacity(self.plan.categories.len());
        for nth in 0..self.plan.categories.len() {
            let trial = self.trial(nth, language, solver);
            runs.push(self.run_category(nth, &trial, folder, progress)?);
        }
        let path_start = path_start_of(runs.iter().flat_map(|run| &run.attempts));
        let mut categories = Vec::with_capacity(runs.len());
        for (nth, mut run) in runs.into_iter().enumerate() {
            self.trial(nth, language, solver).read_by_path_start(path_start, &mut run.attempts)?;
            caller.complete(&mut run.attempts, &self.plan.categories[nth], &folder.work());
            categories.push(self.grade_of(nth, run, progress));
        }
        let stop = progress.stop.take();
        // Students read this, so it must not name the limit of a hidden category.
        let stopped = stop.as_ref().filter(|_| is_cut_short(&categories)).map(Stop::to_string);
        // The other reasons are reported with the runs that failed, or below.
        let total_timeout = stopped.clone().filter(|_| matches!(stop, Some(Stop::TotalTimeout { .. })));
        let categories = match self.solves_some_board(&categories, language, solver, folder, progress)? {
            true => categories,
            false => without_merit(categories, &self.plan.categories),
        };
        let untried: Vec<String> = categories
            .iter()
            .zip(&self.plan.categories)
            .filter_map(|(grade, category)| grade.untried_in_words(category, total_timeout.as_deref()))
            .collect();
        let alike = self.failure_alike(language, solver, folder, progress)?;
        let mut grade = Grade::of(&submission.name, categories).with_alike(alike).with_disturbances();
        if grade.alike.is_none() {
            grade.needs_review.extend(untried);
        }
        let mut grade = Grade { stopped, ..grade };
        if grade.reason() != Grade::ALL_RIGHT {
            grade.needs_review.extend(caller.doubts());
        }
        // Either a full disk, or a program that wrote outside its folder: a person can tell which.
        if let Some(Stop::UnusableFolder(error)) = stop {
            progress.rerun_may_differ = true;
            grade.needs_review.push(error.to_string());
        }
        Ok(grade)
    }

    /// Prepares the runs. The inner error is the reason why the submission cannot be run.
    fn caller(
        &self,
        language: &Language,
        folder: &mut SubmissionFolder<'_>,
        progress: &mut Progress<'_>,
    ) -> Result<Result<Caller, String>, GradeError> {
        // The first run of a command also shows whether it changes the built files.
        let is_called = !matches!(language.start, Start::Command(_));
        let fresh = if is_called { folder.make_fresh() } else { Ok(()) };
        if let Err(error) = progress.checked(fresh)? {
            progress.rerun_may_differ = true;
            return Ok(Err(error.to_string()));
        }
        let limits = run_limits(self.plan, self.plan.limits.timeout);
        // An adapter's output is not the program's, so a small `max_output` must not cut it off.
        let limits = RunLimits { output_in_bytes: RunLimits::default().output_in_bytes, ..limits };
        match Caller::of(language, &self.plan.goal, folder.fixed_folders(), limits, self.interrupt) {
            Ok(caller) => {
                // A busy machine may be the reason why no easy board was solved.
                progress.rerun_may_differ = caller.is_unproven();
                Ok(Ok(caller))
            }
            Err(AdapterError::Interrupted) => Err(GradeError::Interrupted),
            Err(AdapterError::NotStarted(reason)) => Err(progress.not_started(&reason)),
            Err(error) => {
                if error.was_disturbed() {
                    progress.disturbed();
                }
                progress.rerun_may_differ = !error.is_of_program();
                Ok(Err(error.to_string()))
            }
        }
    }

    /// Whether the submission solves at least one board, which is required for points for malformed
    /// input. If no category has boards, it is run on an easy one.
    fn solves_some_board(
        &self,
        categories: &[CategoryGrade],
        language: &Language,
        solver: &ForeignSolver,
        folder: &mut SubmissionFolder<'_>,
        progress: &mut Progress<'_>,
    ) -> Result<bool, GradeError> {
        let has_boards = self.plan.categories.iter().any(|category| !category.boards.is_empty());
        if has_boards {
            return Ok(has_solved(categories, &self.plan.categories));
        }
        // An unusable folder has already stopped the grading, with a reason.
        if progress.checked(folder.make_fresh())?.is_err() {
            return Ok(false);
        }
        let trial = Trial { accepts_longer: true, ..self.trial(0, language, solver) };
        // One board of a short walk can always be drawn.
        for board in Population::Walks(EASY_WALK).draw(&self.plan.goal, 1, 1).unwrap_or_default() {
            let (attempt, left_running) = trial.attempt(&board);
            let attempt = attempt?.ok_or(GradeError::Interrupted)?;
            progress.check(attempt.disturbance.as_ref(), left_running)?;
            if attempt.is_right {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn trial<'t>(&'t self, nth: usize, language: &'t Language, solver: &'t ForeignSolver) -> Trial<'t> {
        Trial {
            solver,
            runner: &self.runners[nth],
            extractor: &language.extractor,
            judge: if language.moves == AcceptedMoves::Either { &self.either_judge } else { &self.judge },
            jobs: 1,
            fail_fast: false,
            stop_after_timeouts: None,
            accepts_longer: self.plan.categories[nth].accepts_longer,
            expects_all_paths: false,
        }
    }

    /// The failure that all runs share, if any. If no run gave an answer, other notations are tried
    /// as well, on a board near the goal that is in no category.
    fn failure_alike(
        &self,
        language: &Language,
        solver: &ForeignSolver,
        folder: &mut SubmissionFolder<'_>,
        progress: &Progress<'_>,
    ) -> Result<Option<String>, GradeError> {
        let Some(reason) = progress.alike.reason(language.moves) else { return Ok(None) };
        let is_open = (solver.has_open_form() || solver.has_open_place()) && progress.alike.may_be_uncalled();
        let Some(category) = self.plan.categories.first().filter(|_| is_open) else {
            return Ok(Some(reason));
        };
        if progress.checked(folder.make_fresh())?.is_err() {
            return Ok(Some(reason));
        }
        // A separate runner, because the search for a notation stops all processes left by its
        // runner, while the other runners serve other submissions at the same time.
        let runner = Runner::new(run_limits(self.plan, category.timeout), Some(self.interrupt));
        let trial = Trial { runner: &runner, ..self.trial(0, language, solver) };
        let TriedForms { answer, fitting } = trial.try_forms(&[])?;
        Ok(Some(match fitting {
            Some(fitting) if answer == EasyAnswer::Right => {
                format!("{reason}; with {} it solves at least one board", fitting.keys())
            }
            _ => reason,
        }))
    }

    /// Runs the submission on the boards of a category, until something stops it.
    fn run_category(
        &self,
        nth: usize,
        trial: &Trial<'_>,
        folder: &mut SubmissionFolder<'_>,
        progress: &mut Progress<'_>,
    ) -> Result<CategoryRun, GradeError> {
        let category = &self.plan.categories[nth];
        let mut all = CategoryRun::default();
        progress.timeouts = 0;
        let boards = category.boards.iter().map(RunInput::Board);
        for input in boards.chain(category.bad_inputs.iter().copied().map(RunInput::Bad)) {
            if progress.stop.is_some() || all.stopped.is_some() {
                break;
            }
            if let Err(error) = progress.checked(folder.make_fresh())? {
                progress.stop = Some(Stop::UnusableFolder(error));
                break;
            }
            match input {
                RunInput::Board(board) => {
                    let (attempt, left_running) = trial.attempt(board);
                    let attempt = attempt?.ok_or(GradeError::Interrupted)?;
                    progress.check(attempt.disturbance.as_ref(), left_running)?;
                    let is_not_started = matches!(attempt.verdict, Verdict::NotStarted { .. });
                    let time = attempt.time.unwrap_or_default().min(category.timeout);
                    progress.note(time, has_timed_out(&attempt), is_not_started);
                    all.attempts.push(attempt);
                }
                RunInput::Bad(bad) => {
                    let (attempt, left_running) = trial.attempt_bad(bad, category.timeout);
                    let attempt = attempt.ok_or(GradeError::Interrupted)?;
                    progress.check(attempt.disturbance.as_ref(), left_running)?;
                    let is_not_started = matches!(attempt.reaction, Reaction::NotStarted { .. });
                    let has_timed_out = matches!(attempt.reaction, Reaction::TimedOut);
                    progress.note(attempt.time.min(category.timeout), has_timed_out, is_not_started);
                    all.bad_inputs.push(attempt);
                }
            }
            all.stopped = self.limit_of_category(progress);
            self.stop_at_total(progress);
        }
        Ok(all)
    }

    /// Counts the results of a category.
    fn grade_of(&self, nth: usize, run: CategoryRun, progress: &mut Progress<'_>) -> CategoryGrade {
        let category = &self.plan.categories[nth];
        let mut grade = CategoryGrade { stopped: run.stopped, ..CategoryGrade::untried(category) };
        for attempt in &run.attempts {
            progress.alike.note(attempt, category.is_hidden);
            grade.add(attempt);
        }
        run.bad_inputs.iter().for_each(|attempt| grade.add_bad(attempt));
        grade.close(category);
        grade
    }

    /// The reason if the category has reached its limit of timeouts.
    fn limit_of_category(&self, progress: &Progress<'_>) -> Option<String> {
        let timeouts = progress.timeouts;
        let timeouts_in_words = plural(timeouts, "timeout", "timeouts");
        let is_reached = self.plan.limits.stop_after_timeouts.is_some_and(|max| timeouts >= max);
        is_reached.then(|| format!("stopped after {timeouts} {timeouts_in_words}"))
    }

    /// Stops grading when the total time of the submission is used up.
    fn stop_at_total(&self, progress: &mut Progress<'_>) {
        let total = self.plan.limits.total_timeout;
        if progress.time >= total {
            progress.stop.get_or_insert(Stop::TotalTimeout { total });
        }
    }
}
