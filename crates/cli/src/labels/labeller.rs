//! Labeling of boards with optimal paths.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tilebase::board::Board;
use tilebase::search::{CheckpointEvent, Checkpoints, Limit, Outcome};
use tilebase::solve::{SolveError, Solver};
use tilebase::table::{CheckpointError, SavePolicy};

use super::label::{Label, WrongPath};
use crate::ask::with_hint;
use crate::shell::{PDB_SOLVE, tell};

/// Labels boards, from any thread. Every path is replayed.
#[derive(Debug)]
pub(crate) struct Labeller {
    solver: Solver,
    /// Seals checkpoints, if the solver searches with an algorithm that can save them.
    policy: Option<SavePolicy>,
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
    /// A checkpoint that can't be resumed can't be removed either.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
}

impl Labeller {
    /// Creates a labeler that uses this solver. `policy` is called if its searches can be saved.
    pub(crate) fn new(solver: Solver, policy: impl FnOnce() -> SavePolicy) -> Self {
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

    /// Like [`label`](Self::label), and saves a long search in this file each time the interval has
    /// passed. Resumes from the file if it exists.
    ///
    /// Also returns the file if it exists now. It should be removed once the label is stored.
    ///
    /// # Errors
    /// The same as for [`label`](Self::label). A file that can't be resumed is not an error: the
    /// search starts from the beginning.
    pub(crate) fn label_resumable(
        &self,
        board: &Board,
        file: impl FnOnce() -> PathBuf,
        interval: Duration,
    ) -> Result<(Label, Option<PathBuf>), LabelError> {
        let Some(policy) = &self.policy else { return Ok((self.label(board)?, None)) };
        let file = file();
        let is_saved = AtomicBool::new(false);
        let note = |event| {
            let is_there = matches!(event, CheckpointEvent::Resumed(..) | CheckpointEvent::Saved);
            is_saved.fetch_or(is_there, Ordering::Relaxed);
        };
        let checkpoints = Checkpoints::new().save_to(file.clone(), interval).policy(policy.clone());
        let checkpoints = checkpoints.on_event(note).resume();
        let found = match self.solver.solve_resumable(board, &checkpoints) {
            Err(SolveError::Checkpoint(error)) => {
                tell(PDB_SOLVE, format_args!("{error}; searching from the beginning"));
                checkpoints.remove()?;
                self.solver.solve_resumable(board, &checkpoints)
            }
            found => found,
        };
        let label = self.checked(board, found)?;
        Ok((label, Some(file).filter(|_| is_saved.load(Ordering::Relaxed))))
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
        let labeller = Labeller::new(exact.clone(), SavePolicy::default);
        for board in &boards {
            let label = labeller.label(board).unwrap();
            assert_eq!(u32::from(label.length()), exact.distance(board).unwrap());
        }
        let greedy = Solver::builder(&goal).method(Method::of(Algorithm::Greedy)).build().unwrap();
        let error = Labeller::new(greedy, SavePolicy::default).label(&boards[0]).unwrap_err();
        assert!(matches!(error, LabelError::NotOptimal(_)), "{error}");
        let unsolvable = Population::Unsolvable.draw(&goal, 1, 1).unwrap();
        let error = labeller.label(&unsolvable[0]).unwrap_err();
        assert!(error.to_string().contains("cannot reach the goal"), "{error}");
    }

    #[test]
    fn an_interrupted_search_resumes_and_an_unusable_checkpoint_does_not_matter() {
        const HOUR: Duration = Duration::from_secs(3600);
        let goal = Goal::blank_last(Shape::THREE_BY_THREE);
        let [hardest, other] = ["867254301", "647850321"].map(|board| board.parse::<Board>().unwrap());
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("hardest.search");
        let labeller = |limits: Limits| {
            let method = Method::of(Algorithm::Ida);
            let solver =
                Solver::builder(&goal).method(method).heuristic(Misplaced::new(&goal)).limits(limits);
            Labeller::new(solver.build().unwrap(), SavePolicy::default)
        };
        // Searches a little longer until there is a checkpoint. The whole search has 2.9 million states.
        for milliseconds in 1.. {
            let limits = Limits::default().with_time(Duration::from_millis(milliseconds));
            let found = labeller(limits).label_resumable(&hardest, || file.clone(), Duration::ZERO);
            assert!(matches!(found, Err(LabelError::Unsolved { .. })));
            if file.exists() {
                break;
            }
        }
        let saved = fs::read(&file).unwrap();
        // No checkpoint is written within an hour. So if there is one, it was resumed.
        let label = |board| {
            let found = labeller(Limits::default()).label_resumable(board, || file.clone(), HOUR);
            let (label, checkpoint) = found.unwrap();
            (label.length(), checkpoint)
        };
        assert_eq!(label(&hardest), (31, Some(file.clone())));
        for (board, bytes) in [(&other, &saved[..]), (&hardest, &saved[1..]), (&hardest, b"")] {
            fs::write(&file, bytes).unwrap();
            assert_eq!((label(board), file.exists()), ((31, None), false));
        }
        assert_eq!(label(&hardest), (31, None));
    }
}
