//! Grading one submission: copied, built, run on every board in order, each run in a folder as if it were the first.

use std::time::Duration;
use tilebase::Interrupt;

use tilebase::board::Board;
use tilebase::judge::Judge;
use tilebase::solve::SolveError;

use super::grade::{CategoryGrade, Grade, NOT_TRIED, Problem, has_timed_out, without_merit};
use super::plan::Plan;
use super::submission::Submission;
use super::workplace::{Workplace, WorkplaceError, Workshop};
use crate::trial::{BadInput, Call, Ending, ForeignSolver, Reaction, RunLimits, Runner, Trial, Verdict};
use tilebase_answers::Extractor;

/// Why there is no grade.
#[derive(Debug, thiserror::Error)]
pub(crate) enum GradeError {
    /// The truth can't be told.
    #[error(transparent)]
    Truth(#[from] SolveError),
    /// The system does not let it be run.
    #[error("{submission} could not be graded: the folder for it can't be made: {error}")]
    System {
        /// Which.
        submission: String,
        /// Why.
        error: std::io::Error,
    },
    /// Everything was to end.
    #[error("interrupted")]
    Interrupted,
}

/// What grades submissions. May be shared by threads.
#[derive(Debug)]
pub(crate) struct Grader<'a> {
    plan: &'a Plan,
    judge: &'a Judge,
    extractor: Extractor,
    /// Runs builds.
    builder: Runner,
    /// Runs the boards of each category, within its time.
    runners: Vec<Runner>,
}

/// Time for a build, unless the assignment says otherwise.
const OF_A_BUILD: Duration = Duration::from_secs(60);
/// What a build printed is shown so far.
const SHOWN_IN_BYTES: usize = 2000;
/// What a build may print.
const BUILD_OUTPUT_IN_BYTES: usize = 8_000_000;

/// How far the runs of a submission are.
#[derive(Debug, Default)]
struct Progress {
    time: Duration,
    timeouts: usize,
    left_running: usize,
    stopped: Option<String>,
    /// Was something in the way that may be gone the next time?
    had_trouble: bool,
}

/// What a run is asked.
enum Asked<'a> {
    Board(&'a Board),
    Bad(BadInput),
}

impl Progress {
    /// Notes a run. One that is stopped has had its time, however long it took to end it.
    fn note(&mut self, time: Duration, has_timed_out: bool, is_not_started: bool) {
        self.time += time;
        self.timeouts += usize::from(has_timed_out);
        if is_not_started {
            self.stopped = Some("it could not be started".to_owned());
        }
    }
}

impl<'a> Grader<'a> {
    /// A grader by a plan. Its runs are ended when `interrupt` is raised.
    ///
    /// # Errors
    /// Those of the system.
    pub(crate) fn new(
        plan: &'a Plan,
        judge: &'a Judge,
        extractor: Extractor,
        interrupt: &'static Interrupt,
    ) -> std::io::Result<Self> {
        let build = RunLimits {
            time: plan.submission.build_timeout.unwrap_or(OF_A_BUILD),
            memory_in_bytes: None,
            output_in_bytes: BUILD_OUTPUT_IN_BYTES,
        };
        let of_category = |time: Duration| RunLimits {
            time,
            memory_in_bytes: plan.limits.memory.map(|megabytes| megabytes.saturating_mul(1_000_000)),
            output_in_bytes: plan.limits.output.saturating_mul(1_000_000),
        };
        let runner = |limits: RunLimits| Runner::new(limits, Some(interrupt));
        let runners = plan.categories.iter().map(|category| runner(of_category(category.timeout))).collect();
        Ok(Self { plan, judge, extractor, builder: runner(build).adopting_orphans()?, runners })
    }

    /// Was an end of everything asked for?
    pub(super) fn is_interrupted(&self) -> bool {
        self.builder.is_interrupted()
    }

    /// Ends whatever is left of runs that are over. To be called when no submission is being graded.
    pub(super) fn sweep(&self) -> usize {
        // What has a mark first: the builder's sweep ends all that was orphaned, whoever left it.
        self.runners.iter().chain([&self.builder]).map(Runner::sweep).sum()
    }

    /// Grades a submission in a folder of this number. `known` may have its grade by its hash; a grade with a hash is one
    /// that will be the same the next time.
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
        let Plan { submission: rules, limits, .. } = self.plan;
        let hash = match submission.receive(rules, limits.size, &workplace.work()) {
            Ok(hash) => hash,
            Err(why) => return Ok((self.untried(submission, why, String::new()), None)),
        };
        if let Some(grade) = known(&hash) {
            return Ok((Grade { submission: submission.name.clone(), ..grade }, None));
        }
        let mut progress = Progress::default();
        let grade = match self.build(&workplace, &mut progress)? {
            Some(Problem { what, printed }) => self.untried(submission, what, printed),
            None => match workplace.is_built(limits.size) {
                Ok(()) => self.run(submission, &mut workplace, &mut progress)?,
                Err(error) => {
                    progress.had_trouble = matches!(error, WorkplaceError::System(_));
                    self.untried(submission, error.to_string(), String::new())
                }
            },
        };
        let lasts = !grade.was_not_started() && !progress.had_trouble;
        Ok((Grade { left_running: progress.left_running, ..grade }, lasts.then_some(hash)))
    }

    /// The grade of a submission of which no board can be tried.
    fn untried(&self, submission: &Submission, what: String, printed: String) -> Grade {
        let categories = self.plan.categories.iter().map(|category| {
            let mut untried = CategoryGrade::untried(category);
            untried.close(category);
            untried
        });
        let grade = Grade::of(&submission.name, categories.collect());
        Grade { needs_a_look: vec![what.clone()], problem: Some(Problem { what, printed }), ..grade }
    }

    /// Builds it, if there is anything to build; says why it can't be built.
    fn build(
        &self,
        workplace: &Workplace<'_>,
        progress: &mut Progress,
    ) -> Result<Option<Problem>, GradeError> {
        let Some(words) = &self.plan.submission.build else { return Ok(None) };
        let command = words.iter().map(Into::into).collect();
        let call = Call { command, place: Some(workplace.place()), ..Call::default() };
        let run = self.builder.run(&call);
        progress.left_running += run.left_running;
        let how = match run.ending {
            Ending::Exited(0) => return Ok(None),
            Ending::Interrupted => return Err(GradeError::Interrupted),
            Ending::Exited(code) => format!("exit code {code}"),
            Ending::Killed { by } => by,
            Ending::TimedOut => "it had not ended when its time was up".to_owned(),
            Ending::Flooded => "it wrote more than it may".to_owned(),
            Ending::NotStarted { reason } => {
                progress.had_trouble = true;
                reason
            }
        };
        let printed = [run.stderr, run.stdout].concat();
        let printed =
            String::from_utf8_lossy(&printed[..printed.len().min(SHOWN_IN_BYTES)]).trim_end().to_owned();
        Ok(Some(Problem { what: format!("it could not be built: {how}"), printed }))
    }

    /// Runs it on all boards, category after category.
    fn run(
        &self,
        submission: &Submission,
        workplace: &mut Workplace<'_>,
        progress: &mut Progress,
    ) -> Result<Grade, GradeError> {
        let solver = self.plan.solver.at(workplace.place());
        let mut categories = Vec::with_capacity(self.plan.categories.len());
        let mut trouble = None;
        for nth in 0..self.plan.categories.len() {
            let (category, its_trouble) = self.run_category(nth, &solver, workplace, progress)?;
            categories.push(category);
            trouble = trouble.or(its_trouble);
        }
        // A limit that was reached with the last board has stopped nothing.
        let is_cut_short = categories.iter().any(|category| category.kinds.contains_key(NOT_TRIED));
        let stopped = progress.stopped.take().filter(|_| is_cut_short);
        let categories = without_merit(categories, &self.plan.categories);
        let mut grade = Grade { stopped, ..Grade::of(&submission.name, categories) };
        progress.had_trouble = trouble.is_some();
        grade.needs_a_look.extend(trouble);
        Ok(grade)
    }

    /// Runs it on the boards of a category, until it is stopped. Beside the grade stands what only a person can judge.
    fn run_category(
        &self,
        nth: usize,
        solver: &ForeignSolver,
        workplace: &mut Workplace<'_>,
        progress: &mut Progress,
    ) -> Result<(CategoryGrade, Option<String>), GradeError> {
        let category = &self.plan.categories[nth];
        let trial = Trial {
            solver,
            runner: &self.runners[nth],
            extractor: &self.extractor,
            judge: self.judge,
            jobs: 1,
            fail_fast: false,
            accepts_longer: category.accepts_longer,
        };
        let mut grade = CategoryGrade::untried(category);
        let mut trouble = None;
        let boards = category.boards.iter().map(Asked::Board);
        for asked in boards.chain(category.bad_inputs.iter().copied().map(Asked::Bad)) {
            if progress.stopped.is_some() {
                break;
            }
            match workplace.make_fresh() {
                Ok(()) => {}
                // A full disk, or a program that has gone beyond its folder: a person will see which.
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

    /// Stops the runs if these were enough.
    fn check_limits(&self, progress: &mut Progress) {
        let limits = &self.plan.limits;
        let why = if limits.stop_after_timeouts.is_some_and(|most| progress.timeouts >= most) {
            let plural = if progress.timeouts == 1 { "time-out" } else { "time-outs" };
            format!("stopped after {} {plural}", progress.timeouts)
        } else if progress.time >= limits.total {
            format!("stopped when its {} seconds were used up", limits.total.as_secs_f64())
        } else {
            return;
        };
        progress.stopped.get_or_insert(why);
    }
}
