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

    /// The least number from this one on that may be the distance: each move takes the blank one step, so the distance is
    /// odd exactly where the blank is an odd number of steps from its goal cell.
    pub(super) fn with_parity(&self, moves: u32) -> u32 {
        let steps = self.goal.shape().steps_between(self.start.blank(), self.goal.blank());
        moves + u32::from(steps % 2 != moves as usize % 2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_unsolvable_is_refused_before_any_search() {
        let goal = Goal::blank_last(Shape::THREE_BY_THREE);
        let start = Board::new(Shape::THREE_BY_THREE, &[2, 1, 3, 4, 5, 6, 7, 8, 0]).unwrap();
        assert_eq!(Problem::new(start, goal), Err(ProblemError::Unsolvable { start, goal }));
    }

    #[test]
    fn distances_have_the_parity_of_the_blanks_way() {
        let goal = Goal::blank_last(Shape::THREE_BY_THREE);
        let start = Board::new(Shape::THREE_BY_THREE, &[8, 6, 7, 2, 5, 4, 3, 0, 1]).unwrap();
        let problem = Problem::new(start, goal).unwrap();
        assert_eq!([0, 1, 30, 31].map(|moves| problem.with_parity(moves)), [1, 1, 31, 31]);
    }
}
