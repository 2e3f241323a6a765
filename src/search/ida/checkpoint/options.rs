//! The options of a resumable search.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Duration;

use super::progress::Progress;
use crate::exchange::Exchange;
use crate::table::{AtomicFile, CheckpointError, Origin, SealPolicy, WriteError};

/// Options for a resumable search: checkpoint file, progress callback, process group. They serve
/// one search after another; simultaneous searches need a file each.
///
/// ```
/// use std::sync::atomic::{AtomicBool, Ordering};
/// use std::time::Duration;
/// use tilebase::search::{CheckpointEvent, Checkpoints, Misplaced};
/// use tilebase::solve::{Algorithm, Method};
/// use tilebase::{Goal, Shape, Solver};
///
/// let goal = Goal::blank_last(Shape::new(3, 3)?);
/// let method = Method::of(Algorithm::Ida);
/// let solver = Solver::builder(&goal).method(method).heuristic(Misplaced::new(&goal)).build()?;
/// let folder = tempfile::tempdir()?;
/// let file = folder.path().join("hardest.search");
/// let is_saved = AtomicBool::new(false);
/// let checkpoints = Checkpoints::new().save_to(file, Duration::from_millis(1)).on_event(|event| {
///     if let CheckpointEvent::Saved = event {
///         is_saved.store(true, Ordering::Relaxed);
///     }
/// });
/// let outcome = solver.solve_resumable(&"867254301".parse()?, &checkpoints)?;
/// assert!(outcome.moves.len() == 31 && is_saved.load(Ordering::Relaxed));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Checkpoints<'a> {
    pub(super) file: Option<PathBuf>,
    pub(super) every: Duration,
    pub(super) resumes: bool,
    pub(super) policy: SealPolicy,
    pub(super) notify: Box<dyn Fn(CheckpointEvent) + Sync + 'a>,
    pub(super) processes: Option<&'a Mutex<dyn Exchange + 'a>>,
}

/// An event that [`Checkpoints`] report.
#[derive(Debug)]
#[non_exhaustive]
pub enum CheckpointEvent {
    /// The search resumes from the checkpoint, which has this origin. Whatever the search finds
    /// depends on it.
    Resumed(Progress, Origin),
    /// There is no checkpoint to resume from: the search starts from the beginning.
    NothingSaved,
    /// There is a checkpoint for the same problem, but [`Checkpoints::resume`] was not called. The
    /// file is kept until this search has got further.
    NotResumed(Progress),
    /// There is an unusable checkpoint, but [`Checkpoints::resume`] was not called. The file will
    /// be replaced.
    Unusable(CheckpointError),
    /// Progress, about twice a second, in iterations that are searched by subtrees.
    Progress(Progress),
    /// A checkpoint was saved.
    Saved,
    /// A checkpoint could not be saved. The search continues, and tries again each time. Reported
    /// once, until saving succeeds.
    NotSaved(WriteError),
}

impl<'a> Checkpoints<'a> {
    /// Creates options without a file or a callback: the search neither saves nor reports anything.
    #[must_use]
    pub fn new() -> Self {
        Self {
            file: None,
            every: Duration::ZERO,
            resumes: false,
            policy: SealPolicy::default(),
            notify: Box::new(|_| ()),
            processes: None,
        }
    }

    /// Saves checkpoints in this file. One is saved whenever `every` has passed since the last one
    /// or the beginning, and when a limit stops the search after that time.
    ///
    /// If the process is killed, the work since the last checkpoint is lost, as are the subtrees in
    /// progress. The largest subtrees come at the beginning of an iteration: a few million states
    /// each after hours of search.
    #[must_use]
    pub fn save_to(self, file: PathBuf, every: Duration) -> Self {
        Self { file: Some(file), every, ..self }
    }

    /// Resumes from the file, or starts from the beginning if it does not exist.
    #[must_use]
    pub fn resume(self) -> Self {
        Self { resumes: true, ..self }
    }

    /// Sets the key that seals checkpoints, and which ones are trusted. Of several processes, the
    /// first one's policy is used.
    #[must_use]
    pub fn policy(self, policy: SealPolicy) -> Self {
        Self { policy, ..self }
    }

    /// Sets the callback for each [`CheckpointEvent`]. The threads of the search call it, one at a
    /// time.
    #[must_use]
    pub fn on_event(self, notify: impl Fn(CheckpointEvent) + Sync + 'a) -> Self {
        Self { notify: Box::new(notify), ..self }
    }

    /// Shares the search among a group of processes.
    ///
    /// Each process searches the same board with the same heuristic and the same limits. They share
    /// long iterations, and all get the path and the counts of an unshared search. Only the
    /// first process saves checkpoints and reports progress. A limit reached by one process
    /// ends all searches. With a limit on expanded states, which is exact, each process searches
    /// alone.
    ///
    /// ```
    /// use std::sync::Mutex;
    /// use tilebase::exchange::InProcess;
    /// use tilebase::search::Checkpoints;
    /// use tilebase::solve::{Algorithm, Method};
    /// use tilebase::{Board, Goal, Shape, Solver};
    ///
    /// let goal = Goal::blank_last(Shape::new(3, 3)?);
    /// let solver = Solver::builder(&goal).method(Method::of(Algorithm::IterativeDeepening)).build()?;
    /// let board: Board = "867254301".parse()?;
    /// let search = |process: InProcess| {
    ///     let connection = Mutex::new(process);
    ///     solver.solve_resumable(&board, &Checkpoints::new().with_processes(&connection))
    /// };
    /// std::thread::scope(|scope| {
    ///     for process in InProcess::group(2) {
    ///         scope.spawn(move || assert_eq!(search(process).unwrap().moves.len(), 31));
    ///     }
    /// });
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_processes(self, processes: &'a Mutex<dyn Exchange + 'a>) -> Self {
        Self { processes: Some(processes), ..self }
    }

    /// The checkpoint file, if the search is saved.
    #[must_use]
    pub fn file(&self) -> Option<&Path> {
        self.file.as_deref()
    }

    /// Removes the checkpoint, if there is one, and any temporary files that killed searches have
    /// left. Call it once the answer is safe, or to start over.
    ///
    /// # Errors
    /// [`CheckpointError`] if the system does not allow it.
    pub fn remove(&self) -> Result<(), CheckpointError> {
        let Some(file) = &self.file else { return Ok(()) };
        AtomicFile::remove(file).map_err(|error| CheckpointError::at(file)(error.into()))
    }
}

impl Default for Checkpoints<'_> {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for Checkpoints<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { file, every, resumes, .. } = self;
        f.debug_struct("Checkpoints")
            .field("file", file)
            .field("every", every)
            .field("resumes", resumes)
            .finish_non_exhaustive()
    }
}
