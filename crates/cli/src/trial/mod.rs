//! Trials: a solver runs on many boards, and each answer is judged.

mod adapters;
mod bad_input;
mod call;
mod consistency;
mod disturbance;
mod ending;
mod folders;
mod form;
mod input_notation;
mod isolation;
mod malformed;
mod memory;
mod moves;
mod no_answer;
mod notation;
mod output;
mod path_counts;
mod path_start;
mod reaction;
mod run;
mod runner;
mod slides;
mod solver;
mod start_hint;
mod system;
mod uncalled;
mod unread;
mod verdict;
mod wrong_search;

pub(crate) use adapters::{
    Adapter, AdapterError, JavaSolver, Probe, PythonFunction, PythonNotation, repeating,
};
pub(crate) use bad_input::BadInput;
pub(crate) use call::{Call, FixedFolders};
pub(crate) use consistency::with_neighbors;
pub(crate) use disturbance::Disturbance;
#[cfg(test)]
pub(crate) use ending::Cause;
pub(crate) use ending::Ending;
pub(crate) use folders::{CLAIM, FolderClaim, RunFolders, claim, remove_stale};
pub(crate) use form::{EASY_WALK, TriedForms};
pub(crate) use input_notation::{InputForm, InputNotation};
pub(crate) use isolation::Isolation;
pub(crate) use moves::{AcceptedMoves, Moves};
pub(crate) use no_answer::{costs_hint, needs_costs};
pub(crate) use notation::Notation;
pub(crate) use path_counts::PathCounts;
pub(crate) use path_start::path_start_of;
pub(crate) use reaction::{BadAttempt, Reaction};
pub(crate) use run::{Run, RunLimits};
pub(crate) use runner::Runner;
pub(crate) use slides::has_fewest_slides;
pub(crate) use solver::{CallError, Feed, ForeignSolver, Input};
pub(crate) use start_hint::start_hint;
pub(crate) use system::{is_shortage, run_stage};
pub(crate) use uncalled::EasyAnswer;
pub(crate) use verdict::{Attempt, TrialResult, Verdict};
pub(crate) use wrong_search::{PathLength, WrongSearch};

use std::collections::BTreeMap;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher, Hash};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use tilebase::board::{Board, Goal};
use tilebase::judge::{Claim, Finding, Judge};
use tilebase::solve::SolveError;

use no_answer::no_answer_reason;
use tilebase_answers::{Extracted, Extractor, NoAnswer, Outputs};
use unread::Unread;

use crate::shell::lock;

/// A solver with the parameters of its trial.
#[derive(Debug)]
pub(crate) struct Trial<'a> {
    /// The solver.
    pub(crate) solver: &'a ForeignSolver,
    /// Runs the solver.
    pub(crate) runner: &'a Runner,
    /// Extracts its answers.
    pub(crate) extractor: &'a Extractor,
    /// Judges its answers.
    pub(crate) judge: &'a Judge,
    /// Number of concurrent runs.
    pub(crate) jobs: usize,
    /// Whether to stop at the first board without a right answer.
    pub(crate) fail_fast: bool,
    /// Number of timeouts after which to stop.
    pub(crate) stop_after_timeouts: Option<usize>,
    /// Whether non-optimal paths are right.
    pub(crate) accepts_longer: bool,
    /// Whether an answer must have all optimal paths.
    pub(crate) expects_all_paths: bool,
}

/// State shared by the threads of a trial.
#[derive(Debug, Default)]
struct SharedState<'a> {
    boards: &'a [Board],
    /// Number of the next board.
    next: AtomicUsize,
    is_over: AtomicBool,
    left_running: AtomicUsize,
    timeouts: AtomicUsize,
    /// Indexed by the number of the board.
    done: Mutex<BTreeMap<usize, Attempt>>,
    failed: Mutex<Option<SolveError>>,
}

const SHOWN_IN_BYTES: usize = 600;

impl Trial<'_> {
    /// Tries every board in a run of its own. Calls `progress` from any thread after each board.
    ///
    /// # Errors
    /// [`SolveError`] if the optimal solution cannot be computed.
    pub(crate) fn run(
        &self,
        boards: &[Board],
        progress: impl Fn(&Attempt) + Sync,
    ) -> Result<TrialResult, SolveError> {
        let shared = SharedState { boards, ..SharedState::default() };
        thread::scope(|scope| {
            for _ in 1..self.jobs.min(boards.len()) {
                // If no other thread can be started, this one does all the work.
                let _other = thread::Builder::new().spawn_scoped(scope, || self.work(&shared, &progress));
            }
            self.work(&shared, &progress);
        });
        let SharedState { left_running, timeouts, done, failed, .. } = shared;
        if let Some(error) = lock(&failed).take() {
            return Err(error);
        }
        let mut tried: Vec<Attempt> = std::mem::take(&mut *lock(&done)).into_values().collect();
        self.read_by_path_start(path_start_of(&tried), &mut tried)?;
        let timeouts = timeouts.into_inner();
        let is_reached = self.stop_after_timeouts.is_some_and(|max| timeouts >= max);
        let result = self.result(tried, boards.len(), left_running.into_inner());
        let stopped_after_timeouts = is_reached.then_some(timeouts);
        Ok(TrialResult { timeouts, stopped_after_timeouts, ..result })
    }

    /// Tries boards until none are left or the trial is over.
    fn work(&self, shared: &SharedState<'_>, progress: &(impl Fn(&Attempt) + Sync)) {
        // Relaxed is enough: results are exchanged under a lock, and a late stop only costs a run.
        while !shared.is_over.load(Ordering::Relaxed) && !self.runner.is_interrupted() {
            let number = shared.next.fetch_add(1, Ordering::Relaxed);
            let Some(board) = shared.boards.get(number) else { return };
            let (tried, left_running) = self.attempt(board);
            shared.left_running.fetch_add(left_running, Ordering::Relaxed);
            match tried {
                Ok(None) => return,
                Ok(Some(tried)) => {
                    if self.ends_after(&tried, shared) {
                        shared.is_over.store(true, Ordering::Relaxed);
                    }
                    progress(&tried);
                    lock(&shared.done).insert(number, tried);
                }
                Err(error) => {
                    shared.is_over.store(true, Ordering::Relaxed);
                    *lock(&shared.failed) = Some(error);
                }
            }
        }
    }

    /// Whether the trial ends after this attempt.
    fn ends_after(&self, attempt: &Attempt, shared: &SharedState<'_>) -> bool {
        let has_timed_out = matches!(attempt.verdict, Verdict::TimedOut { .. });
        let timeouts = if has_timed_out { shared.timeouts.fetch_add(1, Ordering::Relaxed) + 1 } else { 0 };
        let has_enough_timeouts = self.stop_after_timeouts.is_some_and(|max| timeouts >= max);
        // An output that was not understood yet may be understood once it is known how the
        // program's paths begin.
        let is_failure = !attempt.is_right && attempt.unread.is_none();
        has_enough_timeouts
            || matches!(attempt.verdict, Verdict::NotStarted { .. })
            || self.fail_fast && is_failure
    }

    /// Tries one board. Also returns the number of processes that were left running and were
    /// killed.
    ///
    /// The attempt is `None` on interruption.
    pub(crate) fn attempt(&self, board: &Board) -> (Result<Option<Attempt>, SolveError>, usize) {
        let call = self.solver.call(board);
        let run = self.runner.run(&call);
        (self.judge_run(board, &call, &run), run.left_running)
    }

    /// Tries all boards in one run, which must print one line per board.
    ///
    /// # Errors
    /// [`SolveError`] if the optimal solution cannot be computed.
    pub(crate) fn run_batch(
        &self,
        boards: &[Board],
        progress: impl Fn(&Attempt),
    ) -> Result<TrialResult, SolveError> {
        let call = self.solver.batch(boards);
        let run = self.runner.run(&call);
        let output = run.output();
        let mut lines: Vec<&[u8]> = output.split_inclusive(|byte| *byte == b'\n').collect();
        // If the run was killed, its last line may be incomplete.
        let was_cut = !matches!(run.ending, Ending::Exited(_));
        if was_cut && lines.last().is_some_and(|line| !line.ends_with(b"\n")) {
            lines.pop();
        }
        let mut tried = Vec::with_capacity(boards.len());
        for (number, board) in boards.iter().enumerate() {
            let verdict = match (lines.get(number), number == lines.len()) {
                (Some(line), _) => {
                    let answer = self.extract(&Outputs::of_stdout(line), board);
                    self.verdict_of_answer(board, answer)?
                }
                (None, true) => (self.failure_of(&run).unwrap_or(Verdict::NotReached), None),
                (None, false) => (Verdict::NotReached, None),
            };
            if run.ending == Ending::Interrupted && number >= lines.len() {
                break;
            }
            let output = lines.get(number).copied().unwrap_or_default();
            // Attach the error output to the board at which the run ended.
            let errors = if number == lines.len() { run.stderr.as_slice() } else { &[] };
            let one = self.new_attempt(board, verdict, &self.solver.batch(&[*board]), [output, errors])?;
            progress(&one);
            let is_over = self.fail_fast && !one.is_right;
            tried.push(one);
            if is_over {
                break;
            }
        }
        let lines_too_many = lines.len().saturating_sub(boards.len());
        let result = self.result(tried, boards.len(), run.left_running);
        Ok(TrialResult { batch_time: Some(run.time), lines_too_many, ..result })
    }

    fn result(&self, tried: Vec<Attempt>, given: usize, left_running: usize) -> TrialResult {
        TrialResult {
            tried,
            bad_inputs: Vec::new(),
            given,
            goals_not_tried: 0,
            left_running: left_running + self.runner.sweep(),
            is_interrupted: self.runner.is_interrupted(),
            batch_time: None,
            timeouts: 0,
            stopped_after_timeouts: None,
            lines_too_many: 0,
        }
    }

    /// Judges a run of one board. Returns `None` if it was interrupted.
    fn judge_run(&self, board: &Board, call: &Call, run: &Run) -> Result<Option<Attempt>, SolveError> {
        let failure = self.failure_of(run);
        let outputs = Outputs {
            file: run.output_file.as_deref(),
            stdout: &run.stdout,
            stderr: &run.stderr,
            has_failed: matches!(failure, Some(Verdict::Crashed { .. })),
        };
        let answer = || self.extract(&outputs, board);
        let (verdict, failed_after_answer) = match failure {
            None if run.ending == Ending::Interrupted => return Ok(None),
            None => (without_file(self.verdict_of_answer(board, answer())?, call, run), None),
            // Some programs answer and still exit with 1, mostly for unsolvable boards.
            Some(Verdict::Crashed { how }) => match answer() {
                Ok(extracted) => (self.verdict_of(board, extracted)?, Some(how)),
                Err(_no_answer) => ((Verdict::Crashed { how }, None), None),
            },
            Some(failure) => ((failure, None), None),
        };
        let output = run.output();
        let mut tried = self.new_attempt(board, verdict, call, [&output, &run.stderr])?;
        tried.failed_after_answer = failed_after_answer;
        let is_unread = matches!(tried.verdict, Verdict::NotUnderstood { .. });
        tried.unread = Unread::of(is_unread, tried.distance, &outputs);
        tried.time = Some(run.time);
        tried.cpu_time = run.cpu_time;
        tried.disturbance = Disturbance::of(run);
        tried.peak_memory_in_bytes = run.peak_memory_in_bytes;
        Ok(Some(tried))
    }

    /// Returns the verdict if the run's ending alone decides, with a remark about the memory limit.
    fn failure_of(&self, run: &Run) -> Option<Verdict> {
        match verdict_of_ending(run)? {
            Verdict::Crashed { how } => {
                Some(Verdict::Crashed { how: how + &memory::blame(run, self.runner.memory_in_bytes()) })
            }
            failure => Some(failure),
        }
    }

    /// Finds the answer in the output of a run.
    fn extract(&self, outputs: &Outputs<'_>, board: &Board) -> Result<Extracted, NoAnswer> {
        if self.expects_all_paths {
            return self.extractor.extract_all_paths(outputs, board, self.judge.solver().goal());
        }
        self.extractor.extract(outputs, board, self.judge)
    }

    fn verdict_of_answer(
        &self,
        board: &Board,
        answer: Result<Extracted, NoAnswer>,
    ) -> Result<(Verdict, Option<Extracted>), SolveError> {
        match answer {
            Ok(extracted) => self.verdict_of(board, extracted),
            Err(error) => Ok((self.not_understood(&error), None)),
        }
    }

    fn not_understood(&self, error: &NoAnswer) -> Verdict {
        Verdict::NotUnderstood { reason: no_answer_reason(error, self.solver.is_function()) }
    }

    /// Judges every claim. Returns the first wrong finding, or else the first one.
    fn verdict_of(
        &self,
        board: &Board,
        extracted: Extracted,
    ) -> Result<(Verdict, Option<Extracted>), SolveError> {
        if self.expects_all_paths
            && let Some(finding) = self.judge.judge_all_paths(board, &extracted.claims)?
        {
            return Ok((Verdict::Judged(finding), Some(extracted)));
        }
        let findings = extracted.claims.iter().map(|claim| self.judge.judge(board, claim));
        let findings: Vec<Finding> = findings.collect::<Result<_, _>>()?;
        let wrong = findings.iter().find(|finding| !finding.is_right(self.accepts_longer));
        let finding = wrong.or_else(|| findings.first()).cloned();
        if let Some(open) = findings.iter().find(|finding| needs_costs(finding)) {
            return Ok((Verdict::NotUnderstood { reason: costs_hint(open) }, None));
        }
        let nothing = || self.not_understood(&NoAnswer::Nothing);
        Ok((finding.map_or_else(nothing, Verdict::Judged), Some(extracted)))
    }

    fn new_attempt(
        &self,
        board: &Board,
        (verdict, extracted): (Verdict, Option<Extracted>),
        call: &Call,
        outputs: [&[u8]; 2],
    ) -> Result<Attempt, SolveError> {
        let solver = self.judge.solver();
        let is_solvable = solver.goal().is_reachable_from(board);
        let is_right = verdict.is_right(self.accepts_longer);
        let (errors, notes) = without_notes(outputs[1]);
        let outputs = [outputs[0], &errors];
        let claims = extracted.as_ref().map_or(&[][..], |extracted| &extracted.claims);
        let has_fewest_slides = match &verdict {
            Verdict::Judged(finding) => has_fewest_slides(self.judge, board, claims, finding),
            _ => false,
        };
        Ok(Attempt {
            has_fewest_slides,
            goal_by_other_convention: other_goal(board, self.solver.goal(), &verdict, claims),
            board: *board,
            goal: *self.solver.goal(),
            distance: is_solvable.then(|| self.judge.distance(board)).transpose()?,
            verdict,
            is_right,
            paths: match self.expects_all_paths {
                true => PathCounts::of(self.judge, board, claims)?,
                false => None,
            },
            time: None,
            cpu_time: None,
            disturbance: None,
            peak_memory_in_bytes: None,
            nodes: extracted.as_ref().and_then(|extracted| extracted.nodes),
            expected_nodes: None,
            read_as: extracted.as_ref().and_then(Extracted::read_as),
            path_start: extracted.as_ref().and_then(|extracted| extracted.path_start),
            unread: None,
            output_digest: digest(&outputs),
            answer_digest: extracted.as_ref().map(|extracted| digest(&format!("{:?}", extracted.claims))),
            quotes: extracted.map(|extracted| extracted.quotes).unwrap_or_default(),
            failed_after_answer: None,
            call: if is_right { String::new() } else { call.to_string() },
            shown: if is_right { Default::default() } else { outputs.map(shown) },
            notes,
        })
    }
}

/// Returns another common goal that a failing path reaches under the other move convention.
///
/// This detects two misunderstandings at once.
fn other_goal(board: &Board, goal: &Goal, verdict: &Verdict, claims: &[Claim]) -> Option<Goal> {
    let fails = matches!(
        verdict,
        Verdict::Judged(
            Finding::IllegalMove { .. }
                | Finding::NotOneMove { .. }
                | Finding::EndsElsewhere { .. }
                | Finding::SaysSolvable
        )
    );
    let [claim] = claims else { return None };
    let (Claim::Path(moves) | Claim::PathAndLength { moves, .. }) = claim.without_cost() else { return None };
    let end = moves.iter().try_fold(*board, |board, step| board.after(step.inverse()))?;
    let common = Goal::common(board.shape());
    common.into_iter().find(|other| fails && other != goal && other.board() == end && !moves.is_empty())
}

/// Replaces a missing answer's reason if the answer file was not written.
fn without_file(
    (verdict, extracted): (Verdict, Option<Extracted>),
    call: &Call,
    run: &Run,
) -> (Verdict, Option<Extracted>) {
    let missing = call.output_file.as_ref().filter(|_| run.output_file.is_none());
    match (verdict, missing) {
        (Verdict::NotUnderstood { .. }, Some(name)) => (
            Verdict::NotUnderstood { reason: format!("it did not write {name}, and printed no answer") },
            extracted,
        ),
        (verdict, _) => (verdict, extracted),
    }
}

/// Returns the verdict if the run's ending alone decides. A nonzero exit code only does so if there
/// is no answer.
fn verdict_of_ending(run: &Run) -> Option<Verdict> {
    match &run.ending {
        Ending::Exited(0) | Ending::Interrupted => None,
        Ending::Exited(code) => Some(Verdict::Crashed { how: format!("exit code {code}") }),
        Ending::Killed { by } => Some(Verdict::Crashed { how: by.clone() }),
        Ending::TimedOut => Some(Verdict::TimedOut { after: run.time_limit }),
        Ending::Flooded => Some(Verdict::Flooded),
        Ending::NotStarted { reason, .. } => Some(Verdict::NotStarted { reason: reason.clone() }),
    }
}

/// Hashes a value. Only comparable within this process, so it is never stored.
fn digest(value: &impl Hash) -> u64 {
    BuildHasherDefault::<DefaultHasher>::default().hash_one(value)
}

/// Separates the calling program's remarks from an error output. Returns the rest and the remarks.
fn without_notes(errors: &[u8]) -> (Vec<u8>, Vec<String>) {
    let (mut rest, mut notes) = (Vec::new(), Vec::new());
    for line in errors.split_inclusive(|byte| *byte == b'\n') {
        match line.strip_prefix(adapters::NOTE.as_bytes()) {
            Some(note) => notes.push(String::from_utf8_lossy(note).trim_end().to_owned()),
            None => rest.extend_from_slice(line),
        }
    }
    (rest, notes)
}

/// Shortens an output to its beginning and end, where most programs print their answer.
fn shown(output: &[u8]) -> String {
    let whole = String::from_utf8_lossy(output);
    let whole = whole.trim_end();
    if whole.len() <= 2 * SHOWN_IN_BYTES {
        return whole.to_owned();
    }
    let head = &whole[..whole.floor_char_boundary(SHOWN_IN_BYTES)];
    let tail = &whole[whole.ceil_char_boundary(whole.len() - SHOWN_IN_BYTES)..];
    format!("{}\n[...]\n{}", head.trim_end(), tail.split_once('\n').map_or(tail, |(_, lines)| lines))
}
