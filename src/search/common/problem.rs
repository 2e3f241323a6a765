//! The input of a search.

use crate::board::{Board, Goal, Unreachable};

/// A board and a goal that it can reach, so that every search can succeed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Problem {
    start: Board,
    goal: Goal,
}

impl Problem {
    /// Creates a problem, if it has a solution.
    ///
    /// ```
    /// use tilebase::board::{Board, Goal, Shape, Unreachable};
    /// use tilebase::search::Problem;
    ///
    /// let goal = Goal::blank_last(Shape::THREE_BY_THREE);
    /// let board = Board::new(goal.shape(), &[2, 1, 3, 4, 5, 6, 7, 8, 0])?;
    /// assert!(matches!(Problem::new(board, goal), Err(Unreachable::DifferentParity { .. })));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unreachable`] if the goal can't be reached from the board.
    pub fn new(start: Board, goal: Goal) -> Result<Self, Unreachable> {
        goal.check_reachable(&start)?;
        Ok(Self { start, goal })
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

    /// The smallest number from `moves` on that may be the distance. Each move takes the blank one
    /// step, so the distance is odd exactly if the blank is an odd number of steps from its goal
    /// cell.
    pub(in crate::search) fn with_parity(&self, moves: u32) -> u32 {
        let steps = self.goal.shape().steps_between(self.start.blank(), self.goal.blank());
        moves + u32::from(steps % 2 != moves as usize % 2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Shape;

    #[test]
    fn unsolvable_problems_are_rejected() {
        let goal = Goal::blank_last(Shape::THREE_BY_THREE);
        let start = Board::new(Shape::THREE_BY_THREE, &[2, 1, 3, 4, 5, 6, 7, 8, 0]).unwrap();
        assert_eq!(Problem::new(start, goal), Err(Unreachable::DifferentParity { board: start, goal }));
    }

    #[test]
    fn parity_follows_the_blank() {
        let goal = Goal::blank_last(Shape::THREE_BY_THREE);
        let start = Board::new(Shape::THREE_BY_THREE, &[8, 6, 7, 2, 5, 4, 3, 0, 1]).unwrap();
        let problem = Problem::new(start, goal).unwrap();
        assert_eq!([0, 1, 30, 31].map(|moves| problem.with_parity(moves)), [1, 1, 31, 31]);
    }
}
