//! Labeling of boards with optimal paths.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tilebase::board::Board;
use tilebase::search::{CheckpointEvent, Checkpoints, Limit, Outcome};
use tilebase::solve::{SolveError, Solver};
use tilebase::table::{Origin, SealPolicy};

use super::label::{Label, WrongPath};
use crate::ask::with_hint;
use crate::shell::{saved_in_words, tell, with_causes};

/// Labels boards, from any thread. Every path is replayed.
#[derive(Debug)]
pub(crate) struct Labeler {
    solver: Solver,
    /// How checkpoints are sealed and trusted; `None` if the solver's algorithm can't save any.
    policy: Option<SealPolicy>,
}

/// Reasons why a board has no label.
#[derive(Debug, thiserror::Error)]
pub(crate) enum LabelError {
    /// The search was interrupted.
    #[error("interrupted")]
    Interrupted,
    /// The solver failed.
    #[error("{board}: {}", with_hint(error))]
    Unsolved {
        /// The board.
        board: Board,
        /// The reason.
        error: SolveError,
    },
    /// The path may not be optimal.
    #[error("the path found for {0} is not known to be optimal")]
    NotOptimal(Board),
    /// The path does not lead to the goal.
    #[error(transparent)]
    Wrong(#[from] WrongPath),
}

impl Labeler {
    /// Creates a labeler that uses this solver. `policy` is called only if the solver's algorithm
    /// can save checkpoints.
    pub(crate) fn new(solver: Solver, policy: impl FnOnce() -> SealPolicy) -> Self {
        let policy = solver.algorithm().is_resumable().then(policy);
        Self { solver, policy }
    }

    /// Returns the board with an optimal path.
    ///
    /// # Errors
    /// [`LabelError`] if there is none.
    pub(crate) fn label(&self, board: &Board) -> Result<Label, LabelError> {
        self.checked(board, self.solver.solve(board))
    }

    /// Like [`label`](Self::label), but saves a checkpoint to `file` at each `interval`, and
    /// resumes from `file` if it exists. Prints a message if it resumes from a checkpoint that
    /// cannot be verified as the user's own. If it cannot resume from the file, prints a message
    /// and starts over. The old file stays until the new search saves its first checkpoint.
    ///
    /// Also returns the file's path if the file may exist. The caller removes the file after
    /// storing the label.
    ///
    /// # Errors
    /// The same as for [`label`](Self::label).
    pub(crate) fn label_resumable(
        &self,
        board: &Board,
        file: impl FnOnce() -> PathBuf,
        interval: Duration,
    ) -> Result<(Label, Option<PathBuf>), LabelError> {
        let Some(policy) = &self.policy else { return Ok((self.label(board)?, None)) };
        let file = file();
        let is_there = AtomicBool::new(false);
        let note = |event| match event {
            CheckpointEvent::Resumed(_, origin) => {
                is_there.store(true, Ordering::Relaxed);
                if origin != Origin::Here {
                    let origin = saved_in_words(origin);
                    tell(format_args!("{board}: resuming from a checkpoint {origin}"));
                }
            }
            CheckpointEvent::Saved => is_there.store(true, Ordering::Relaxed),
            CheckpointEvent::NotSaved(error) => {
                // The file may exist even so, if only its folder could not be synchronized.
                is_there.store(true, Ordering::Relaxed);
                tell(format_args!("labeling without checkpoints: {}", with_causes(&error)));
            }
            _ => {}
        };
        let checkpoints =
            || Checkpoints::new().save_to(file.clone(), interval).policy(policy.clone()).on_event(note);
        let found = match self.solver.solve_resumable(board, &checkpoints().resume()) {
            Err(SolveError::Checkpoint(error)) => {
                is_there.store(true, Ordering::Relaxed);
                tell(format_args!("{error}; starting over"));
                self.solver.solve_resumable(board, &checkpoints())
            }
            found => found,
        };
        let label = self.checked(board, found)?;
        Ok((label, Some(file).filter(|_| is_there.load(Ordering::Relaxed))))
    }

    fn checked(&self, board: &Board, found: Result<Outcome, SolveError>) -> Result<Label, LabelError> {
        let outcome = found.map_err(|error| match error {
            SolveError::Limit(reached) if reached.limit == Limit::Interrupt => LabelError::Interrupted,
            error => LabelError::Unsolved { board: *board, error },
        })?;
        if !outcome.is_optimal() {
            return Err(LabelError::NotOptimal(*board));
        }
        Ok(Label::new(board, outcome.moves, self.solver.goal())?)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use tilebase::board::{Goal, Shape};
    use tilebase::search::{Limits, Misplaced};
    use tilebase::solve::{Algorithm, Method, Population};

    use super::*;

    #[test]
    fn labels_are_right_and_uncertain_paths_are_rejected() {
        let goal = Goal::snail(Shape::new(2, 4).unwrap());
        let boards = Population::Solvable.draw(&goal, 100, 1).unwrap();
        let exact = Solver::new(&goal).unwrap();
        let labeler = Labeler::new(exact.clone(), SealPolicy::default);
        for board in &boards {
            let label = labeler.label(board).unwrap();
            assert_eq!(u32::from(label.length()), exact.distance(board).unwrap());
        }
        let greedy = Solver::builder(&goal).method(Method::of(Algorithm::Greedy)).build().unwrap();
        let error = Labeler::new(greedy, SealPolicy::default).label(&boards[0]).unwrap_err();
        assert!(matches!(error, LabelError::NotOptimal(_)), "{error}");
        let unsolvable = Population::Unsolvable.draw(&goal, 1, 1).unwrap();
        let error = labeler.label(&unsolvable[0]).unwrap_err();
        assert!(error.to_string().contains("cannot reach the goal"), "{error}");
    }

    #[test]
    fn an_interrupted_search_resumes_unless_its_checkpoint_is_unusable() {
        const HOUR: Duration = Duration::from_secs(3600);
        let goal = Goal::blank_last(Shape::THREE_BY_THREE);
        let [hardest, other] = ["867254301", "647850321"].map(|board| board.parse::<Board>().unwrap());
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("hardest.search");
        let labeler = |limits: Limits| {
            let method = Method::of(Algorithm::Ida);
            let solver =
                Solver::builder(&goal).method(method).heuristic(Misplaced::new(&goal)).limits(limits);
            Labeler::new(solver.build().unwrap(), SealPolicy::default)
        };
        // Searches further on each attempt until a checkpoint is saved.
        for states in (1..).map(|attempt| 100_000 * attempt) {
            let limits = Limits::default().with_expanded(states);
            let found = labeler(limits).label_resumable(&hardest, || file.clone(), Duration::ZERO);
            assert!(matches!(found, Err(LabelError::Unsolved { .. })));
            if file.exists() {
                break;
            }
        }
        let saved = fs::read(&file).unwrap();
        // No checkpoint is written within an hour. So if there is one, it was resumed.
        let label = |board| {
            let found = labeler(Limits::default()).label_resumable(board, || file.clone(), HOUR);
            let (label, checkpoint) = found.unwrap();
            (label.length(), checkpoint)
        };
        assert_eq!(label(&hardest), (31, Some(file.clone())));
        for (board, bytes) in [(&other, &saved[..]), (&hardest, &saved[1..]), (&hardest, b"")] {
            fs::write(&file, bytes).unwrap();
            assert_eq!(label(board), (31, Some(file.clone())));
            // It was neither resumed nor lost.
            assert_eq!(fs::read(&file).unwrap(), bytes);
        }
        fs::remove_file(&file).unwrap();
        assert_eq!(label(&hardest), (31, None));
    }
}
