//! Checkpoints of long searches in the table folder, and their progress.
//!
//! By default, a search is saved every half minute, under a name made of the goal, the board, and
//! the method. The checkpoint is removed only after the answer has been printed, so that hours of
//! work are not lost in between.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::Duration;

use tilebase::board::Board;
use tilebase::exchange::Exchange;
use tilebase::search::{CheckpointEvent, Checkpoints, Outcome, Progress};
use tilebase::solve::{SolveError, Solver};
use tilebase::table::{Origin, SavePolicy};

use crate::shell::{PDB_SOLVE, SearchBar, TrustArgs, end_phase, show_phase, tell, with_causes};

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
    /// The resulting policy. Set on first use, since most answers come from a table and need no key;
    /// processes that solve together set it before.
    pub(crate) policy: OnceLock<SavePolicy>,
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
        let Saving { folder, every, resumes, trust, policy, is_one_at_a_time, quiet } = &self.saving;
        let file = folder.as_ref().map(|folder| folder.join(file_name(solver, board)));
        let bar = SearchBar::new(*quiet || !is_one_at_a_time);
        let (may_have_file, has_saved) = (AtomicBool::new(false), AtomicBool::new(false));
        let resumed = OnceLock::new();
        let note = |event: CheckpointEvent| {
            if let CheckpointEvent::Resumed(_, origin) = &event {
                resumed.get_or_init(|| *origin);
            }
            may_have_file.fetch_or(!matches!(event, CheckpointEvent::NothingSaved), Ordering::Relaxed);
            has_saved.fetch_or(matches!(event, CheckpointEvent::Saved), Ordering::Relaxed);
            match event {
                CheckpointEvent::Progress(progress) => {
                    // The progress bar replaces the line of the phase.
                    end_phase();
                    bar.show(&progress);
                }
                event => {
                    if let Some(file) = file.as_ref().filter(|_| !quiet) {
                        self.tell_of(&event, file);
                    }
                }
            }
        };
        let policy = policy.get_or_init(|| trust.policy(PDB_SOLVE)).clone();
        let checkpoints = Checkpoints::new().policy(policy).on_event(note);
        let checkpoints = match &file {
            Some(file) => checkpoints.save_to(file.clone(), *every),
            None => checkpoints,
        };
        let checkpoints = if *resumes { checkpoints.resume() } else { checkpoints };
        let checkpoints = match processes {
            Some(processes) => checkpoints.with_processes(processes),
            None => checkpoints,
        };
        let found = self.showing(|| solver.solve_resumable(board, &checkpoints));
        bar.finish();
        match (&found, &file) {
            (Ok(_), Some(file)) if may_have_file.load(Ordering::Relaxed) => {
                self.answered.lock().unwrap_or_else(PoisonError::into_inner).push(file.clone());
            }
            (Err(SolveError::Limit(_)), Some(file)) if has_saved.load(Ordering::Relaxed) && !quiet => {
                tell(
                    PDB_SOLVE,
                    format_args!("saved a checkpoint in {}; --resume continues from it", file.display()),
                );
            }
            _ => {}
        }
        (found, resumed.get().copied())
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
    pub(crate) fn tell_of_table(&self) {
        let Saving { resumes, is_one_at_a_time, quiet, .. } = self.saving;
        if resumes && is_one_at_a_time && !quiet {
            tell(
                PDB_SOLVE,
                "answered from the table: there is no search to resume (--algorithm ida searches)",
            );
        }
    }

    /// Removes the checkpoints of searches whose answers have been written.
    pub(crate) fn remove_answered(&self) {
        let mut answered = self.answered.lock().unwrap_or_else(PoisonError::into_inner);
        for file in answered.drain(..) {
            if let Err(error) = Checkpoints::new().save_to(file, Duration::ZERO).remove() {
                tell(PDB_SOLVE, format_args!("cannot remove the checkpoint of an answered board: {error}"));
            }
        }
    }

    fn tell_of(&self, event: &CheckpointEvent, file: &Path) {
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
        tell(PDB_SOLVE, message);
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
