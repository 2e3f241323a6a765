//! What a search is told of saving and telling.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Duration;

use super::error::SavedSearchError;
use super::progress::Progress;
use crate::exchange::Post;
use crate::table::{AtomicFile, WriteError};

/// Where a search saves how far it is, who hears of it, and who searches with it. It serves one search after the other; several at once want a file
/// each.
///
/// ```
/// use std::sync::atomic::{AtomicBool, Ordering};
/// use std::time::Duration;
/// use tilebase::board::{Board, Goal, Shape};
/// use tilebase::search::{Journal, JournalEvent, Limits, Misplaced, Problem, ida_with_resumable};
///
/// let goal = Goal::blank_last(Shape::THREE_BY_THREE);
/// let board = Board::new(goal.shape(), &[8, 6, 7, 2, 5, 4, 3, 0, 1])?;
/// let problem = Problem::new(board, goal)?;
/// let folder = tempfile::tempdir()?;
/// let file = folder.path().join("hardest.search");
/// let is_saved = AtomicBool::new(false);
/// let journal = Journal::new().save_to(file, Duration::from_millis(1)).on_event(|event| {
///     if let JournalEvent::Saved = event {
///         is_saved.store(true, Ordering::Relaxed);
///     }
/// });
/// let outcome = ida_with_resumable(&problem, &Misplaced::new(&goal), &Limits::default(), &journal)?;
/// assert!(outcome.moves.len() == 31 && is_saved.load(Ordering::Relaxed));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Journal<'a> {
    pub(super) file: Option<PathBuf>,
    pub(super) every: Duration,
    pub(super) goes_on: bool,
    pub(super) tell: Box<dyn Fn(JournalEvent) + Sync + 'a>,
    pub(super) ranks: Option<&'a Mutex<dyn Post + 'a>>,
}

/// What a [`Journal`] tells.
#[derive(Debug)]
#[non_exhaustive]
pub enum JournalEvent {
    /// The search goes on where the saved one was.
    Resumed(Progress),
    /// The search was to go on, and nothing is saved: it begins from the start.
    NothingSaved,
    /// There is a saved search for the same question, and it was not asked for. The file stays until this search is farther.
    NotResumed(Progress),
    /// There is a saved search that can't be gone on with, and that was not asked for. It will be replaced.
    Unusable(SavedSearchError),
    /// So far the search has come: about twice a second, in iterations that are searched by subtrees.
    Progress(Progress),
    /// It was saved how far the search is.
    Saved,
    /// That could not be saved. The search goes on, and tries again each time; this is told once, until it succeeds.
    NotSaved(WriteError),
}

impl<'a> Journal<'a> {
    /// A journal that saves nothing, and tells nobody.
    #[must_use]
    pub fn new() -> Self {
        Self { file: None, every: Duration::ZERO, goes_on: false, tell: Box::new(|_| ()), ranks: None }
    }

    /// Save the search in this file, whenever so much time has passed since it was last saved, or was begun; and when a limit
    /// ends it after that time. What is lost when the process is killed is what was searched since, and the subtrees that
    /// threads were at: these are the largest at an iteration's beginning, a few millions of states each after hours.
    #[must_use]
    pub fn save_to(self, file: PathBuf, every: Duration) -> Self {
        Self { file: Some(file), every, ..self }
    }

    /// Go on from the file; from the start if there is none.
    #[must_use]
    pub fn resume(self) -> Self {
        Self { goes_on: true, ..self }
    }

    /// Tell of each [`JournalEvent`]. The search's threads call this, one at a time.
    #[must_use]
    pub fn on_event(self, tell: impl Fn(JournalEvent) + Sync + 'a) -> Self {
        Self { tell: Box::new(tell), ..self }
    }

    /// Share the search out among ranks, each of which searches for the same board by the same heuristic, with the same limits. The
    /// ranks share out long iterations, and all have the path and the counts of a search that is not shared. The first one keeps the
    /// journal: those of others save and tell nothing. A limit that one of them reaches ends all searches, but a limit of
    /// states, which is kept exactly, has each rank search alone.
    ///
    /// ```
    /// use std::sync::Mutex;
    /// use tilebase::board::{Board, Goal, Shape};
    /// use tilebase::exchange::InProcess;
    /// use tilebase::search::{Journal, Limits, Manhattan, Problem, ida_with_resumable};
    ///
    /// let goal = Goal::blank_last(Shape::THREE_BY_THREE);
    /// let problem = Problem::new(Board::new(goal.shape(), &[8, 6, 7, 2, 5, 4, 3, 0, 1])?, goal)?;
    /// let search = |rank: InProcess| {
    ///     let line = Mutex::new(rank);
    ///     ida_with_resumable(&problem, &Manhattan::new(&goal), &Limits::default(), &Journal::new().among(&line))
    /// };
    /// let moves = std::thread::scope(|scope| {
    ///     let ranks: Vec<_> = InProcess::ranks_of_a_team(2).into_iter().map(|rank| scope.spawn(move || search(rank))).collect();
    ///     ranks.into_iter().map(|rank| Ok(rank.join().expect("no rank panics")?.moves.len())).collect::<Result<Vec<_>, tilebase::search::ResumableError>>()
    /// })?;
    /// assert_eq!(moves, [31, 31]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn among(self, ranks: &'a Mutex<dyn Post + 'a>) -> Self {
        Self { ranks: Some(ranks), ..self }
    }

    /// The file that the search is saved in, if it is.
    #[must_use]
    pub fn file(&self) -> Option<&Path> {
        self.file.as_deref()
    }

    /// Removes the file, if it is there, and what killed searches have left of it: once the answer is safe, or to begin again.
    ///
    /// # Errors
    /// [`SavedSearchError`] if the system does not allow it.
    pub fn remove(&self) -> Result<(), SavedSearchError> {
        let Some(file) = &self.file else { return Ok(()) };
        AtomicFile::remove(file).map_err(|error| SavedSearchError::at(file)(error.into()))
    }
}

impl Default for Journal<'_> {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for Journal<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { file, every, goes_on, .. } = self;
        f.debug_struct("Journal")
            .field("file", file)
            .field("every", every)
            .field("goes_on", goes_on)
            .finish_non_exhaustive()
    }
}
