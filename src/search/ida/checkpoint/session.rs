//! Saves checkpoints and reports progress during one search.

use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, TryLockError};
use std::time::Duration;

use super::error::SearchError;
use super::file::{Checkpoint, checksum_of_estimates};
use super::options::{CheckpointEvent, Checkpoints};
use super::progress::{Progress, per_second};
use crate::board::Board;
use crate::clock::Clock;
use crate::search::common::limits::{Limit, LimitReached};
use crate::search::common::outcome::Outcome;
use crate::search::common::problem::Problem;
use crate::search::ida::distributed::ProcessGroup;
use crate::search::ida::parallel::frontier::Frontier;
use crate::search::ida::parallel::iteration_progress::{Iteration, IterationProgress};
use crate::search::ida::parallel::root::Root;
use crate::search::ida::parallel::task_list::{IterationHost, LocalThreads};
use crate::table::{AtomicFile, CheckpointError, CheckpointProblem, Origin, SealPolicy};
use crate::threads::lock;

/// Time between two reports of progress.
const REPORT_INTERVAL: Duration = Duration::from_millis(500);

/// Runs a search with checkpoints, in a process group if there is one. The time of an earlier run
/// that is resumed is added to its own.
pub(in crate::search) fn run_with_checkpoints(
    checkpoints: &Checkpoints<'_>,
    problem: &Problem,
    estimate: &(dyn Fn(&Board) -> u32 + Sync),
    search: impl FnOnce(&dyn IterationHost) -> Result<Outcome, LimitReached>,
) -> Result<Outcome, SearchError> {
    let Some(processes) = checkpoints.processes else {
        let session = Session::begin(checkpoints, problem, estimate)?;
        let found = search(&session);
        return session.end(found);
    };
    // Only the first process saves and reports.
    let silent = Checkpoints::new();
    let is_first = lock(processes).process() == 0;
    let begun = Session::begin(if is_first { checkpoints } else { &silent }, problem, estimate);
    let session = match begun {
        Ok(session) => session,
        Err(error) => {
            // The others are waiting for this process's checkpoint, so tell them that it gives up.
            ProcessGroup::new(processes, &LocalThreads).leave(Some(Limit::Interrupt));
            return Err(error.into());
        }
    };
    let group = ProcessGroup::new(processes, &session);
    let mut found = search(&group);
    group.leave(found.as_ref().err().map(|reached| reached.limit));
    if let Err(reached) = &mut found {
        reached.limit = group.left_by().unwrap_or(reached.limit);
        if let Some(failure) = group.failure() {
            return Err(failure.into());
        }
    }
    session.end(found)
}

/// The checkpoints and reports of one search.
struct Session<'a, 'j> {
    checkpoints: &'a Checkpoints<'j>,
    problem: &'a Problem,
    estimate: &'a (dyn Fn(&Board) -> u32 + Sync),
    /// Computed when needed: many searches end before.
    estimates_checksum: OnceLock<u32>,
    /// The checkpoint to resume from.
    saved: Option<Checkpoint>,
    /// Its origin.
    origin: Option<Origin>,
    clock: Clock,
    /// When the next report or checkpoint is due, in microseconds since the search began.
    due: AtomicU64,
    state: Mutex<State>,
    failure: OnceLock<CheckpointError>,
}

/// The state that changes during the search.
#[derive(Debug, Default)]
struct State {
    /// The iteration begun last.
    iteration: Iteration,
    /// The checksum of its roots, once it was needed.
    roots_checksum: Option<u32>,
    reported_at: Duration,
    saved_at: Duration,
    /// Progress of an existing checkpoint that was not resumed. It is not overwritten by a
    /// checkpoint that is no further.
    existing: Option<(u32, usize)>,
    /// Whether saving failed the last time.
    has_failed: bool,
}

impl<'a, 'j> Session<'a, 'j> {
    /// Reads the existing checkpoint, if any, and reports it.
    fn begin(
        checkpoints: &'a Checkpoints<'j>,
        problem: &'a Problem,
        estimate: &'a (dyn Fn(&Board) -> u32 + Sync),
    ) -> Result<Self, CheckpointError> {
        let mut session = Self {
            checkpoints,
            problem,
            estimate,
            estimates_checksum: OnceLock::new(),
            saved: None,
            origin: None,
            clock: Clock::start(),
            due: AtomicU64::new(0),
            state: Mutex::default(),
            failure: OnceLock::new(),
        };
        let Some(file) = &checkpoints.file else { return Ok(session) };
        // Without `resumes`, an untrusted checkpoint must be kept too: it might be resumed later.
        let trusts_all = checkpoints.policy.trusts_all || !checkpoints.resumes;
        let policy = SealPolicy { trusts_all, ..checkpoints.policy.clone() };
        let found = session.find(file, &policy).map_err(CheckpointError::at(file));
        match (found, checkpoints.resumes) {
            (Ok(None), false) => {}
            (Ok(None), true) => (checkpoints.notify)(CheckpointEvent::NothingSaved),
            (Ok(Some((saved, origin))), true) => {
                (checkpoints.notify)(CheckpointEvent::Resumed(saved.progress(), origin));
                (session.saved, session.origin) = (Some(saved), Some(origin));
            }
            (Ok(Some((saved, _))), false) => {
                (checkpoints.notify)(CheckpointEvent::NotResumed(saved.progress()));
                session.state().existing = Some(saved.extent());
            }
            (Err(error), true) => return Err(error),
            (Err(error), false) => (checkpoints.notify)(CheckpointEvent::Unusable(error)),
        }
        session.schedule(&session.state());
        Ok(session)
    }

    /// Reads the checkpoint, if there is one, and checks that this search can resume from it.
    fn find(
        &self,
        file: &Path,
        policy: &SealPolicy,
    ) -> Result<Option<(Checkpoint, Origin)>, CheckpointProblem> {
        let Some((saved, origin)) = Checkpoint::read(file, policy)? else { return Ok(None) };
        saved.check(self.problem, self.estimates_checksum(), self.estimate)?;
        Ok(Some((saved, origin)))
    }

    /// Returns the final result, with the time of earlier runs included.
    fn end(self, mut found: Result<Outcome, LimitReached>) -> Result<Outcome, SearchError> {
        let statistics = match &mut found {
            Ok(outcome) => &mut outcome.statistics,
            Err(reached) => &mut reached.statistics,
        };
        statistics.elapsed += self.earlier_time();
        match self.failure.into_inner() {
            Some(error) => Err(error.into()),
            None => Ok(found?),
        }
    }

    /// The time taken by the run that is resumed.
    fn earlier_time(&self) -> Duration {
        self.saved.as_ref().map_or(Duration::ZERO, |saved| saved.elapsed)
    }

    /// The checksum of some estimates, which identifies the heuristic.
    fn estimates_checksum(&self) -> u32 {
        let compute = || checksum_of_estimates(self.problem.start(), self.estimate);
        *self.estimates_checksum.get_or_init(compute)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }

    /// Computes when the next report or checkpoint is due.
    fn schedule(&self, state: &State) {
        let reported = state.reported_at + REPORT_INTERVAL;
        let saved =
            self.checkpoints.file.as_ref().map(|_| state.saved_at.saturating_add(self.checkpoints.every));
        let due = saved.map_or(reported, |saved| reported.min(saved));
        self.due.store(u64::try_from(due.as_micros()).unwrap_or(u64::MAX), Ordering::Relaxed);
    }

    fn progress(
        &self,
        state: &State,
        frontier: &Frontier,
        progress: &IterationProgress,
        now: Duration,
    ) -> Progress {
        let taken = frontier.counts.plus(progress.counts());
        let before = self.saved.as_ref().map_or(0, |saved| saved.progress().expanded);
        let expanded = (state.iteration.earlier.expanded + taken.expanded).saturating_sub(before);
        // The rate is that of this run alone: its states in its time.
        let done = [progress.done() as u64, frontier.roots.len() as u64];
        let rate = per_second(expanded, now);
        Progress::new(&state.iteration, taken, done, rate, self.earlier_time() + now)
    }

    /// Saves a checkpoint, unless the existing one is as far.
    fn write(
        &self,
        file: &Path,
        state: &mut State,
        frontier: &Frontier,
        progress: &IterationProgress,
        now: Duration,
    ) {
        let saved = Checkpoint {
            problem: *self.problem,
            estimates_checksum: self.estimates_checksum(),
            elapsed: self.earlier_time() + now,
            iteration: state.iteration,
            above: frontier.counts,
            subtrees: frontier.roots.len() as u64,
            roots_checksum: *state.roots_checksum.get_or_insert_with(|| Root::checksum(&frontier.roots)),
            progress: progress.clone(),
        };
        state.saved_at = now;
        if state.existing.is_some_and(|kept| saved.extent() <= kept) {
            return;
        }
        let written = AtomicFile::replace(file, &saved.encode(&self.checkpoints.policy, self.origin));
        let has_failed = written.is_err();
        match written {
            Ok(()) => (self.checkpoints.notify)(CheckpointEvent::Saved),
            Err(error) if !state.has_failed => (self.checkpoints.notify)(CheckpointEvent::NotSaved(error)),
            Err(_) => {}
        }
        state.has_failed = has_failed;
    }
}

/// Uses the threads of this process.
impl IterationHost for Session<'_, '_> {
    fn resumed_iteration(&self) -> Option<Iteration> {
        self.saved.as_ref().map(|saved| saved.iteration)
    }

    fn begin(&self, iteration: &Iteration, roots: &[Root]) -> Option<IterationProgress> {
        let mut state = self.state();
        (state.iteration, state.roots_checksum) = (*iteration, None);
        let of_this = |saved: &&Checkpoint| saved.iteration.bound == iteration.bound;
        let (Some(saved), Some(file)) = (self.saved.as_ref().filter(of_this), &self.checkpoints.file) else {
            return Some(IterationProgress::default());
        };
        // The frontier is deterministic, so a difference means other software or limits.
        let checksum = Root::checksum(roots);
        let (number, of_saved) = (saved.subtrees, saved.roots_checksum);
        if (number, of_saved) == (roots.len() as u64, checksum) {
            state.roots_checksum = Some(checksum);
            return Some(saved.progress.clone());
        }
        let difference = format!(
            "it has other subtrees at bound {} (expected {} with checksum {checksum:08x}, found {number} \
             with checksum {of_saved:08x}); resume it with the limit of memory, and the \
             version of this program, that it began with",
            iteration.bound,
            roots.len()
        );
        let problem = CheckpointProblem::other_search(difference);
        self.failure.get_or_init(|| CheckpointError::at(file)(problem));
        None
    }

    fn is_due(&self) -> bool {
        self.clock.elapsed().as_micros() >= self.due.load(Ordering::Relaxed).into()
    }

    fn save(&self, frontier: &Frontier, progress: &IterationProgress) {
        let mut state = match self.state.try_lock() {
            Ok(state) => state,
            Err(TryLockError::Poisoned(state)) => state.into_inner(),
            // Another thread is reporting already.
            Err(TryLockError::WouldBlock) => return,
        };
        let now = self.clock.elapsed();
        if let Some(file) = self
            .checkpoints
            .file
            .as_ref()
            .filter(|_| now >= state.saved_at.saturating_add(self.checkpoints.every))
        {
            self.write(file, &mut state, frontier, progress, now);
        }
        if now >= state.reported_at + REPORT_INTERVAL {
            state.reported_at = now;
            let progress = self.progress(&state, frontier, progress, now);
            (self.checkpoints.notify)(CheckpointEvent::Progress(progress));
        }
        self.schedule(&state);
    }

    fn save_final(&self, frontier: &Frontier, progress: &IterationProgress) {
        let mut state = self.state();
        let now = self.clock.elapsed();
        // A shorter search is not worth a file, but one that was resumed is.
        if let Some(file) =
            self.checkpoints.file.as_ref().filter(|_| self.saved.is_some() || now >= self.checkpoints.every)
        {
            self.write(file, &mut state, frontier, progress, now);
        }
    }
}
