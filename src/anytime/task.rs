//! A board to solve, with a goal that it can reach.

use super::estimate::{conflicts, manhattan};
use super::state::{Geometry, State};
use crate::board::{LargeBoard, MAX_LARGE_CELLS, Move};

/// A board and a goal of the same shape that it can reach.
///
/// ```
/// use tilebase::anytime::Task;
/// use tilebase::board::{LargeBoard, LargeShape};
///
/// let shape = LargeShape::new(2, 2)?;
/// let goal = LargeBoard::blank_last(shape);
/// let task = Task::new(LargeBoard::new(shape, &[1, 2, 0, 3])?, goal).expect("one move is enough");
/// assert_eq!(task.lower_bound(), 1);
/// assert!(Task::new(LargeBoard::new(shape, &[2, 1, 0, 3])?, goal).is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Task {
    start: LargeBoard,
    goal: LargeBoard,
}

impl Task {
    /// Creates a task. Returns `None` if the goal can't be reached: it has another shape, or board
    /// and goal have different parity.
    #[must_use]
    pub fn new(start: LargeBoard, goal: LargeBoard) -> Option<Self> {
        let task = Self { start, goal };
        (start.shape() == goal.shape() && task.is_possible()).then_some(task)
    }

    /// Whether the goal can be reached. A move exchanges the blank with a tile, which changes the
    /// parity of the arrangement, and takes the blank to a cell of the other color. So the two
    /// parities must agree, and then the goal can be reached.
    fn is_possible(&self) -> bool {
        let state = self.state();
        let cells = self.start.shape().cells();
        let mut seen = [false; MAX_LARGE_CELLS];
        let mut exchanges = 0;
        for first in 0..cells {
            let mut cell = first;
            while !std::mem::replace(&mut seen[cell], true) {
                cell = state.goal_cells[cell].into();
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
    pub fn lower_bound(&self) -> u32 {
        let (geometry, state) = (Geometry::new(self.start.shape()), self.state());
        manhattan(&geometry, &state) + conflicts(self.start.shape(), &state)
    }

    /// Whether these moves lead from the board to the goal.
    #[must_use]
    pub fn is_solved_by(&self, moves: &[Move]) -> bool {
        let end = moves.iter().try_fold(self.start, |board, step| board.after(*step));
        end == Some(self.goal)
    }

    /// The board with its tiles represented by their goal cells.
    pub(super) fn state(&self) -> State {
        let mut goal_cell_of = [0; MAX_LARGE_CELLS];
        for (cell, tile) in (0..).zip(self.goal.tiles()) {
            goal_cell_of[usize::from(*tile)] = cell;
        }
        let mut goal_cells = [0; MAX_LARGE_CELLS];
        for (goal_cell, tile) in goal_cells.iter_mut().zip(self.start.tiles()) {
            *goal_cell = goal_cell_of[usize::from(*tile)];
        }
        State { goal_cells, blank: self.start.blank() }
    }
}
