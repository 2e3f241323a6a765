//! Checkpoints of long searches in the table folder, and their progress.
//!
//! By default, a search is saved every half minute, under a name made of the goal, the board, and
//! the method. The checkpoint is removed only after the answer has been printed, so that hours of
//! work are not lost in between.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, OnceLock};
use std::time::Duration;

use tilebase::board::Board;
use tilebase::exchange::Exchange;
use tilebase::search::{CheckpointEvent, Checkpoints, Outcome, Progress};
use tilebase::solve::{SolveError, Solver};
use tilebase::table::{Origin, SealPolicy};

use crate::shell::{SearchBar, TrustArgs, end_phase, lock, show_phase, tell, with_causes};

/// Options for checkpoints and progress.
#[derive(Clone, Debug)]
pub(crate) struct Saving {
    /// The folder of the checkpoints. Without one, only progress is shown.
    pub(crate) folder: Option<PathBuf>,
    /// The time between two checkpoints.
    pub(crate) every: Duration,
    /// Whether searches resume from checkpoints.
    pub(crate) resumes: bool,
    /// Which checkpoints to trust.
    pub(crate) trust: TrustArgs,
    /// The resulting policy. Set on first use, since most answers come from a table and need no
    /// key; processes that solve together set it before.
    pub(crate) policy: OnceLock<SealPolicy>,
    /// Whether searches run one at a time, so that their progress can be shown.
    pub(crate) is_one_at_a_time: bool,
    /// Whether to suppress messages.
    pub(crate) quiet: bool,
}

/// The connection to other processes, which search for the same boards.
pub(crate) type Processes<'a> = Mutex<dyn Exchange + 'a>;

/// Searches with checkpoints.
#[derive(Debug)]
pub(crate) struct SavedSearches {
    saving: Saving,
    /// The checkpoints of answered boards.
    answered: Mutex<Vec<PathBuf>>,
}

impl SavedSearches {
    pub(crate) fn new(saving: Saving) -> Self {
        Self { saving, answered: Mutex::default() }
    }

    /// Searches for a board with a resumable algorithm, together with the other processes, if any.
    /// Also returns the origin of the checkpoint from which the search resumed. Errors are reasons
    /// for having no answer.
    pub(crate) fn solve(
        &self,
        solver: &Solver,
        board: &Board,
        processes: Option<&Processes<'_>>,
    ) -> (Result<Outcome, SolveError>, Option<Origin>) {
        let Saving { folder, is_one_at_a_time, quiet, .. } = &self.saving;
        let file = folder.as_ref().map(|folder| folder.join(file_name(solver, board)));
        let events = SearchEvents {
            searches: self,
            file: file.as_deref(),
            bar: SearchBar::new(*quiet || !is_one_at_a_time),
            may_have_file: AtomicBool::new(false),
            has_saved: AtomicBool::new(false),
            resumed: OnceLock::new(),
        };
        let checkpoints =
            self.checkpoints(file.as_deref(), processes).on_event(|event| events.handle(&event));
        let found = self.showing(|| solver.solve_resumable(board, &checkpoints));
        events.bar.finish();
        match (&found, &file) {
            (Ok(_), Some(file)) if events.may_have_file.load(Ordering::Relaxed) => {
                lock(&self.answered).push(file.clone());
            }
            (Err(SolveError::Limit(_)), Some(file)) if events.has_saved.load(Ordering::Relaxed) && !quiet => {
                tell(format_args!("saved a checkpoint in {}; --resume continues from it", file.display()));
            }
            _ => {}
        }
        (found, events.resumed.get().copied())
    }

    /// Returns the options of a search with this checkpoint file.
    fn checkpoints<'a>(&self, file: Option<&Path>, processes: Option<&'a Processes<'_>>) -> Checkpoints<'a> {
        let Saving { every, resumes, trust, policy, .. } = &self.saving;
        let policy = policy.get_or_init(|| trust.policy()).clone();
        let mut checkpoints = Checkpoints::new().policy(policy);
        if let Some(file) = file {
            checkpoints = checkpoints.save_to(file.to_owned(), *every);
        }
        if *resumes {
            checkpoints = checkpoints.resume();
        }
        match processes {
            Some(processes) => checkpoints.with_processes(processes),
            None => checkpoints,
        }
    }

    /// Runs a search; on a terminal, shows that it runs if searches run one at a time.
    pub(crate) fn showing<T>(&self, search: impl FnOnce() -> T) -> T {
        if self.saving.quiet || !self.saving.is_one_at_a_time {
            return search();
        }
        show_phase("searching".to_owned());
        let found = search();
        end_phase();
        found
    }

    /// Reports to a user of --resume that the table has the answer.
    pub(crate) fn report_table(&self) {
        let Saving { resumes, is_one_at_a_time, quiet, .. } = self.saving;
        if resumes && is_one_at_a_time && !quiet {
            tell("answered from the table, so --resume has no effect; to search instead, add -a ida");
        }
    }

    /// Removes the checkpoints of searches whose answers have been written.
    pub(crate) fn remove_answered(&self) {
        let mut answered = lock(&self.answered);
        for file in answered.drain(..) {
            if let Err(error) = Checkpoints::new().save_to(file, Duration::ZERO).remove() {
                tell(format_args!("cannot remove the checkpoint of an answered board: {error}"));
            }
        }
    }

    fn report(&self, event: &CheckpointEvent, file: &Path) {
        let file = file.display();
        let place = |progress: &Progress| {
            let Progress { bound, subtrees_done, subtrees, .. } = progress;
            format!("bound {bound}, {subtrees_done} of {subtrees} subtrees")
        };
        let message = match event {
            CheckpointEvent::Resumed(progress, _) => format!("resuming from {file} at {}", place(progress)),
            CheckpointEvent::NothingSaved if self.saving.is_one_at_a_time => {
                format!("no checkpoint {file}: searching from the beginning")
            }
            CheckpointEvent::NotResumed(progress) => {
                format!("{file} is a checkpoint at {}; --resume continues from it", place(progress))
            }
            CheckpointEvent::Unusable(error) => format!("{error}; replacing it"),
            CheckpointEvent::NotSaved(error) => {
                format!("searching without checkpoints: {}", with_causes(error))
            }
            _ => return,
        };
        tell(message);
    }
}

/// The events of a search so far.
struct SearchEvents<'a> {
    searches: &'a SavedSearches,
    /// The checkpoint file.
    file: Option<&'a Path>,
    bar: SearchBar,
    /// Whether there may be a checkpoint file.
    may_have_file: AtomicBool,
    /// Whether this search has saved a checkpoint.
    has_saved: AtomicBool,
    /// The origin of the checkpoint from which the search resumed.
    resumed: OnceLock<Origin>,
}

impl SearchEvents<'_> {
    fn handle(&self, event: &CheckpointEvent) {
        if let CheckpointEvent::Resumed(_, origin) = event {
            self.resumed.get_or_init(|| *origin);
        }
        self.may_have_file.fetch_or(!matches!(event, CheckpointEvent::NothingSaved), Ordering::Relaxed);
        self.has_saved.fetch_or(matches!(event, CheckpointEvent::Saved), Ordering::Relaxed);
        if let CheckpointEvent::Progress(progress) = event {
            // The progress bar replaces the line of the phase.
            end_phase();
            self.bar.show(progress);
        } else if let Some(file) = self.file.filter(|_| !self.searches.saving.quiet) {
            self.searches.report(event, file);
        }
    }
}

/// The file name of a search's checkpoint: hidden, and different for each goal, board, and method.
fn file_name(solver: &Solver, board: &Board) -> String {
    let symbols = |board: &Board| -> String {
        board.tiles().iter().filter_map(|tile| char::from_digit(tile.number().into(), 36)).collect()
    };
    let (goal, algorithm) = (solver.goal(), solver.algorithm());
    let heuristic = solver.heuristic().map_or_else(String::new, |heuristic| format!("-{heuristic}"));
    let (goal, board) = (symbols(&goal.board()), symbols(board));
    format!(".{}-{goal}-from-{board}.{algorithm}{heuristic}.pdb.search", solver.goal().shape())
}
