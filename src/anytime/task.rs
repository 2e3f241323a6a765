//! A board to solve, with a goal that it can reach.

use super::estimate::{conflicts, manhattan};
use super::large_board::LargeBoard;
use super::large_shape::MOST_CELLS;
use super::state::{Geometry, State};
use crate::board::Move;

/// A board and a goal of the same shape that it can reach.
///
/// ```
/// use tilebase::anytime::{LargeBoard, LargeShape, Task, TaskError};
///
/// let goal = LargeBoard::blank_last(LargeShape::new(2, 2)?);
/// let task = Task::new(LargeBoard::read("1 2 0 3", None)?, goal)?;
/// assert_eq!(task.at_least(), 1);
/// let other_half = Task::new(LargeBoard::read("2 1 0 3", None)?, goal).unwrap_err();
/// assert!(matches!(other_half, TaskError::OtherHalf { .. }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Task {
    start: LargeBoard,
    goal: LargeBoard,
}

impl Task {
    /// Creates a task.
    ///
    /// # Errors
    /// [`TaskError`] if board and goal differ in shape or in parity.
    pub fn new(start: LargeBoard, goal: LargeBoard) -> Result<Self, TaskError> {
        if start.shape() != goal.shape() {
            return Err(TaskError::OtherShape { start: start.into(), goal: goal.into() });
        }
        let task = Self { start, goal };
        if task.is_possible() {
            Ok(task)
        } else {
            Err(TaskError::OtherHalf { start: start.into(), goal: goal.into() })
        }
    }

    /// Whether the goal can be reached. A move exchanges the blank with a tile, which changes the
    /// parity of the arrangement, and takes the blank to a cell of the other color. So the two
    /// parities must agree, and then the goal can be reached.
    fn is_possible(&self) -> bool {
        let state = self.state();
        let cells = self.start.shape().cells();
        let mut seen = [false; MOST_CELLS];
        let mut exchanges = 0;
        for first in 0..cells {
            let mut cell = first;
            while !std::mem::replace(&mut seen[cell], true) {
                cell = state.names[cell].into();
                exchanges += usize::from(cell != first);
            }
        }
        let steps = self.start.shape().steps_between(self.start.blank(), self.goal.blank());
        exchanges % 2 == usize::from(steps) % 2
    }

    /// The board to solve.
    #[must_use]
    pub const fn start(&self) -> &LargeBoard {
        &self.start
    }

    /// The board to reach.
    #[must_use]
    pub const fn goal(&self) -> &LargeBoard {
        &self.goal
    }

    /// A lower bound on the number of moves: Manhattan distance plus linear conflicts, two moves
    /// for each tile that has to leave its line to let others pass.
    #[must_use]
    pub fn at_least(&self) -> u32 {
        let (geometry, state) = (Geometry::new(self.start.shape()), self.state());
        manhattan(&geometry, &state) + conflicts(self.start.shape(), &state)
    }

    /// Whether these moves lead from the board to the goal.
    #[must_use]
    pub fn is_solved_by(&self, moves: &[Move]) -> bool {
        let end = moves.iter().try_fold(self.start, |board, step| board.after(*step));
        end == Some(self.goal)
    }

    /// The board with its tiles named by their cells in the goal.
    pub(super) fn state(&self) -> State {
        let mut names_of = [0; MOST_CELLS];
        for (cell, tile) in (0..).zip(self.goal.tiles()) {
            names_of[usize::from(*tile)] = cell;
        }
        let mut names = [0; MOST_CELLS];
        for (name, tile) in names.iter_mut().zip(self.start.tiles()) {
            *name = names_of[usize::from(*tile)];
        }
        State { names, blank: self.start.blank() }
    }
}

/// Why a board can't reach a goal.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TaskError {
    /// The goal has another shape.
    #[error("{start} is a {} board, but the goal {goal} is {}", start.shape(), goal.shape())]
    OtherShape {
        /// The board.
        start: Box<LargeBoard>,
        /// The goal.
        goal: Box<LargeBoard>,
    },
    /// The board and the goal have different parity.
    #[error("{start} cannot reach the goal {goal}: they have different parity")]
    OtherHalf {
        /// The board.
        start: Box<LargeBoard>,
        /// The goal.
        goal: Box<LargeBoard>,
    },
}
