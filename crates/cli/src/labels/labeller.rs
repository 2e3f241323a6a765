//! Labeling of boards with optimal paths.

use tilebase::board::Board;
use tilebase::search::Limit;
use tilebase::solve::{SolveError, Solver};

use super::label::{Label, WrongPath};
use crate::ask::with_hint;

/// Labels boards, from any thread. Every path is replayed.
#[derive(Debug)]
pub(crate) struct Labeller {
    solver: Solver,
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

impl Labeller {
    /// Creates a labeler that uses this solver.
    pub(crate) const fn new(solver: Solver) -> Self {
        Self { solver }
    }

    /// Returns the board with an optimal path.
    ///
    /// # Errors
    /// [`LabelError`] if there is none.
    pub(crate) fn label(&self, board: &Board) -> Result<Label, LabelError> {
        let outcome = self.solver.solve(board).map_err(|error| match error {
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
    use tilebase::board::{Goal, Shape};
    use tilebase::solve::{Algorithm, Method, Population};

    use super::*;

    #[test]
    fn labels_are_right_and_uncertain_paths_are_rejected() {
        let goal = Goal::snail(Shape::new(2, 4).unwrap());
        let boards = Population::Solvable.draw(&goal, 100, 1).unwrap();
        let exact = Solver::new(&goal).unwrap();
        let labeller = Labeller::new(exact.clone());
        for board in &boards {
            let label = labeller.label(board).unwrap();
            assert_eq!(u32::from(label.length()), exact.distance(board).unwrap());
        }
        let greedy = Solver::builder(&goal).method(Method::of(Algorithm::Greedy)).build().unwrap();
        let error = Labeller::new(greedy).label(&boards[0]).unwrap_err();
        assert!(matches!(error, LabelError::NotOptimal(_)), "{error}");
        let unsolvable = Population::Unsolvable.draw(&goal, 1, 1).unwrap();
        let error = labeller.label(&unsolvable[0]).unwrap_err();
        assert!(error.to_string().contains("cannot reach the goal"), "{error}");
    }
}
