//! Long searches that save how far they are in the table folder, and show it.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tilebase::board::Board;
use tilebase::exchange::Post;
use tilebase::search::{Journal, JournalEvent, Outcome, Progress};
use tilebase::solve::{JournalError, SolveError, Solver};

use crate::shell::{PDB_SOLVE, SearchBar, tell, with_causes};

/// How searches are saved, and shown.
#[derive(Clone, Debug)]
pub(crate) struct Saving {
    /// The folder that they are saved in.
    pub(crate) folder: PathBuf,
    /// How often.
    pub(crate) every: Duration,
    /// Are they to go on from what is saved?
    pub(crate) resumes: bool,
    /// Is there one search at a time, whose progress can be shown?
    pub(crate) is_one_at_a_time: bool,
    /// Is nothing to be said?
    pub(crate) quiet: bool,
}

/// The line to other ranks, which search for the same boards.
pub(crate) type Ranks<'a> = Mutex<dyn Post + 'a>;

/// Searches that are saved.
#[derive(Debug)]
pub(crate) struct SavedSearches {
    saving: Saving,
    /// The files of those that have their answers.
    answered: Mutex<Vec<PathBuf>>,
}

impl SavedSearches {
    pub(crate) fn new(saving: Saving) -> Self {
        Self { saving, answered: Mutex::default() }
    }

    /// Searches for a board, which the solver's algorithm can go on with; with other ranks, if there are some.
    ///
    /// # Errors
    /// [`JournalError`] if there is no answer.
    pub(crate) fn solve(
        &self,
        solver: &Solver,
        board: &Board,
        ranks: Option<&Ranks<'_>>,
    ) -> Result<Outcome, JournalError> {
        let Saving { folder, every, resumes, is_one_at_a_time, quiet } = &self.saving;
        let file = folder.join(file_name(solver, board));
        let bar = SearchBar::new(*quiet || !is_one_at_a_time);
        let (is_there, is_newer) = (AtomicBool::new(false), AtomicBool::new(false));
        let note = |event: JournalEvent| {
            is_there.fetch_or(!matches!(event, JournalEvent::NothingSaved), Ordering::Relaxed);
            is_newer.fetch_or(matches!(event, JournalEvent::Saved), Ordering::Relaxed);
            match event {
                JournalEvent::Progress(progress) => bar.show(&progress),
                event if !quiet => self.tell_of(&event, &file, &bar),
                _ => {}
            }
        };
        let journal = Journal::new().save_to(file.clone(), *every).on_event(note);
        let journal = if *resumes { journal.resume() } else { journal };
        let journal = match ranks {
            Some(ranks) => journal.among(ranks),
            None => journal,
        };
        let found = solver.solve_resumable(board, &journal);
        bar.finish();
        match &found {
            Ok(_) if is_there.load(Ordering::Relaxed) => {
                self.answered.lock().unwrap_or_else(PoisonError::into_inner).push(file.clone());
            }
            Err(JournalError::Solve(SolveError::Limit(_))) if is_newer.load(Ordering::Relaxed) && !quiet => {
                tell(PDB_SOLVE, format_args!("saved in {}: --resume goes on from there", file.display()));
            }
            _ => {}
        }
        found
    }

    /// Says that a table has the answer, to who wanted a search to go on.
    pub(crate) fn tell_of_table(&self) {
        let Saving { resumes, is_one_at_a_time, quiet, .. } = self.saving;
        if resumes && is_one_at_a_time && !quiet {
            tell(
                PDB_SOLVE,
                "the table answers at once: there is no search to go on with (--algorithm ida has one)",
            );
        }
    }

    /// Removes what was saved of searches whose answers are where they should be.
    pub(crate) fn remove_answered(&self) {
        let mut answered = self.answered.lock().unwrap_or_else(PoisonError::into_inner);
        for file in answered.drain(..) {
            if let Err(error) = Journal::new().save_to(file, Duration::ZERO).remove() {
                tell(
                    PDB_SOLVE,
                    format_args!("the answer is there, but what was saved could not be removed: {error}"),
                );
            }
        }
    }

    fn tell_of(&self, event: &JournalEvent, file: &Path, bar: &SearchBar) {
        let file = file.display();
        let place = |progress: &Progress| {
            let Progress { bound, subtrees_done, subtrees, .. } = progress;
            format!("bound {bound}, {subtrees_done} of {subtrees} subtrees")
        };
        let message = match event {
            JournalEvent::Resumed(progress) => format!("going on from {} of {file}", place(progress)),
            JournalEvent::NothingSaved if self.saving.is_one_at_a_time => {
                format!("there is no {file}: searching from the beginning")
            }
            JournalEvent::NotResumed(progress) => {
                format!("{file} has this search up to {}: --resume goes on from there", place(progress))
            }
            JournalEvent::Unusable(error) => format!("{error}; it will be replaced"),
            JournalEvent::NotSaved(error) => format!("searching without saving: {}", with_causes(error)),
            _ => return,
        };
        bar.suspend(|| tell(PDB_SOLVE, message));
    }
}

/// The name of the file of a search: hidden, and by the question, so that each has its own.
fn file_name(solver: &Solver, board: &Board) -> String {
    let symbols = |board: &Board| -> String {
        board.tiles().iter().filter_map(|tile| char::from_digit(tile.number().into(), 36)).collect()
    };
    let (goal, algorithm) = (solver.goal(), solver.algorithm());
    let heuristic = solver.heuristic().map_or_else(String::new, |heuristic| format!("-{heuristic}"));
    let (goal, board) = (symbols(&goal.board()), symbols(board));
    format!(".{}-{goal}-from-{board}.{algorithm}{heuristic}.pdb.search", solver.goal().shape())
}
