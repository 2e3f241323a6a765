//! What a search is given.

use crate::board::{Board, Goal, Shape};

/// A board and a goal that it can reach, so that every search has an end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Problem {
    start: Board,
    goal: Goal,
}

/// Why there is nothing to search for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ProblemError {
    /// The board can't reach the goal.
    #[error("{start} cannot reach the goal {goal}: it is in the other half of all boards")]
    Unsolvable {
        /// The board.
        start: Board,
        /// The goal.
        goal: Goal,
    },
    /// The board and the goal differ in shape.
    #[error("{start} is a {} board, but the goal {goal} is {expected}", start.shape())]
    OtherShape {
        /// The board.
        start: Board,
        /// The goal.
        goal: Goal,
        /// The goal's shape.
        expected: Shape,
    },
}

impl Problem {
    /// A problem, if it has a solution.
    ///
    /// # Errors
    /// [`ProblemError`] if the goal can't be reached from the board.
    pub fn new(start: Board, goal: Goal) -> Result<Self, ProblemError> {
        if start.shape() != goal.shape() {
            Err(ProblemError::OtherShape { start, goal, expected: goal.shape() })
        } else if !goal.is_reachable_from(&start) {
            Err(ProblemError::Unsolvable { start, goal })
        } else {
            Ok(Self { start, goal })
        }
    }

    /// The board to start from.
    #[must_use]
    pub const fn start(&self) -> &Board {
        &self.start
    }

    /// The goal to reach.
    #[must_use]
    pub const fn goal(&self) -> &Goal {
        &self.goal
    }
}
