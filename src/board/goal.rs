//! Goals, and the boards that can reach them.

use std::fmt;

use super::spiral::spiral;
use super::{Board, Cell, MAX_CELLS, Shape, Tile};

/// The board to reach. Any board can be a goal; three common ones have constructors.
///
/// ```
/// use tilebase::board::{Goal, Shape};
///
/// let shape = Shape::new(3, 3)?;
/// assert_eq!(Goal::blank_last(shape).to_string(), "123456780");
/// assert_eq!(Goal::blank_first(shape).to_string(), "012345678");
/// assert_eq!(Goal::snail(shape).to_string(), "123804765");
/// # Ok::<(), tilebase::board::ShapeError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Goal(Board);

impl Goal {
    /// Creates a goal from any board.
    #[must_use]
    pub const fn new(board: Board) -> Self {
        Self(board)
    }

    /// The tiles in order, with the blank in the last cell: `123456780`. The default throughout.
    #[must_use]
    pub fn blank_last(shape: Shape) -> Self {
        Self::in_order_with_blank_at(shape, shape.last_cell())
    }

    /// The tiles in order, with the blank in the first cell: `012345678`.
    #[must_use]
    pub fn blank_first(shape: Shape) -> Self {
        Self::in_order_with_blank_at(shape, Cell::new(0))
    }

    /// The tiles in order row by row, with the blank in the given cell.
    ///
    /// # Panics
    /// If the shape has no such cell.
    #[must_use]
    #[track_caller]
    pub fn in_order_with_blank_at(shape: Shape, blank: Cell) -> Self {
        assert!(blank.index() < shape.cells(), "no cell {blank} on {shape}");
        let others = shape.all_cells().filter(|cell| *cell != blank);
        Self::along(shape, others, blank)
    }

    /// The tiles in order along a clockwise spiral from the top left, with the blank at its end:
    /// `123804765` on 3x3.
    #[must_use]
    pub fn snail(shape: Shape) -> Self {
        let mut cells: Vec<Cell> = spiral(shape.into()).into_iter().map(Cell::new).collect();
        let end = cells.pop().unwrap_or(shape.last_cell());
        Self::along(shape, cells.into_iter(), end)
    }

    /// The goals in common use: [`blank_last`](Self::blank_last),
    /// [`blank_first`](Self::blank_first), and [`snail`](Self::snail), in this order. On shapes
    /// with two columns or rows, some of them may be equal.
    ///
    /// ```
    /// use tilebase::board::{Goal, Shape};
    ///
    /// let goals = Goal::common(Shape::new(3, 3)?).map(|goal| goal.to_string());
    /// assert_eq!(goals, ["123456780", "012345678", "123804765"]);
    /// # Ok::<(), tilebase::board::ShapeError>(())
    /// ```
    #[must_use]
    pub fn common(shape: Shape) -> [Self; 3] {
        [Self::blank_last(shape), Self::blank_first(shape), Self::snail(shape)]
    }

    /// Places the tiles in order along a path over all cells but the blank's.
    fn along(shape: Shape, path: impl Iterator<Item = Cell>, blank: Cell) -> Self {
        let mut tiles = [Tile::BLANK; MAX_CELLS];
        for (number, cell) in (1..).zip(path) {
            tiles[cell.index()] = Tile::new(number);
        }
        Self(Board::from_valid(shape, tiles, blank))
    }

    /// The goal as a board.
    #[must_use]
    pub const fn board(&self) -> Board {
        self.0
    }

    /// The number of rows and columns.
    #[must_use]
    pub const fn shape(&self) -> Shape {
        self.0.shape()
    }

    /// The blank's cell in the goal.
    #[must_use]
    pub const fn blank(&self) -> Cell {
        self.0.blank()
    }

    /// Checks that the board can reach the goal, by the rule of
    /// [`is_reachable_from`](Self::is_reachable_from).
    ///
    /// # Errors
    /// [`Unreachable`] with the reason, if it can't.
    pub fn check_reachable(&self, board: &Board) -> Result<(), Unreachable> {
        if self.is_reachable_from(board) { Ok(()) } else { Err(self.unreachable_from(board)) }
    }

    /// Returns the reason for a board that is known not to reach the goal.
    pub(crate) fn unreachable_from(&self, board: &Board) -> Unreachable {
        let (board, goal) = (*board, *self);
        if board.shape() == goal.shape() {
            Unreachable::DifferentParity { board, goal }
        } else {
            Unreachable::OtherShape { board, goal }
        }
    }

    /// Whether the board can reach the goal. Exactly half of the boards of a shape can.
    ///
    /// Each move exchanges the blank with a tile. So it changes the parity of the permutation that
    /// takes the board to the goal, and moves the blank by one step. Hence the permutation's parity
    /// must equal that of the blank's distance from its goal cell. That this is also sufficient is
    /// due to Johnson and Story, *Notes on the "15" Puzzle*, American Journal of Mathematics 2
    /// (1879). A rule that only counts the board's inversions is right for some goals only;
    /// [`Parity`](super::Parity) has the inversions, and the rule in terms of them.
    ///
    /// A board of another shape can't reach the goal.
    ///
    /// ```
    /// use tilebase::board::{Board, Goal, Shape};
    ///
    /// let shape = Shape::new(3, 3)?;
    /// let board = Board::new(shape, &[8, 1, 2, 0, 4, 3, 7, 6, 5])?;
    /// assert!(!Goal::blank_last(shape).is_reachable_from(&board));
    /// assert!(Goal::snail(shape).is_reachable_from(&board));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn is_reachable_from(&self, board: &Board) -> bool {
        let shape = self.shape();
        if board.shape() != shape {
            return false;
        }
        let mut goal_cell_of = [0; MAX_CELLS];
        for cell in shape.all_cells() {
            goal_cell_of[self.0.tile_at(cell).index()] = cell.index();
        }
        let blank_steps = shape.steps_between(board.blank(), self.blank());
        let odd = is_odd_permutation(board.tiles().iter().map(|tile| goal_cell_of[tile.index()]));
        odd == (blank_steps % 2 == 1)
    }
}

/// Whether a permutation of `0..n` is odd, that is, has an odd number of inversions; `n` is at most
/// [`MAX_CELLS`]. `seen` has a bit for each value so far; those above the next value are its
/// inversions.
fn is_odd_permutation(permutation: impl Iterator<Item = usize>) -> bool {
    let mut seen = 0_u32;
    let mut inversions = 0;
    for value in permutation {
        inversions += (seen >> value).count_ones();
        seen |= 1 << value;
    }
    inversions % 2 == 1
}

/// The reason why a board can't reach a goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unreachable {
    /// The board and the goal differ in shape.
    #[error("{board} is a {} board, but the goal {goal} is {}", board.shape(), goal.shape())]
    OtherShape {
        /// The board.
        board: Board,
        /// The goal.
        goal: Goal,
    },
    /// The board and the goal have different parity: the puzzle has no solution.
    #[error("{board} cannot reach the goal {goal}: they have different parity")]
    DifferentParity {
        /// The board.
        board: Board,
        /// The goal.
        goal: Goal,
    },
}

impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Goal({} {self})", self.shape())
    }
}

#[cfg(test)]
mod tests {
    use super::super::every_board::{every_board, reached_from};
    use super::*;

    #[test]
    fn snails_of_other_shapes() {
        let snail = |rows, columns| Goal::snail(Shape::new(rows, columns).unwrap()).to_string();
        assert_eq!(snail(4, 4), "1,2,3,4,12,13,14,5,11,0,15,6,10,9,8,7");
        assert_eq!(snail(2, 3), "123054");
        assert_eq!(snail(3, 4), "1,2,3,4,10,11,0,5,9,8,7,6");
        assert_eq!(snail(5, 3), "1,2,3,12,13,4,11,14,5,10,0,6,9,8,7");
    }

    /// Compares the parity rule with a flood fill, on every board of small shapes and for several
    /// goals.
    #[test]
    fn reachability_matches_a_flood_fill() {
        for (rows, columns) in [(2, 2), (2, 3), (3, 2), (2, 4)] {
            let shape = Shape::new(rows, columns).unwrap();
            let boards = every_board(shape);
            for goal in Goal::common(shape) {
                let reached = reached_from(&goal);
                assert_eq!(reached.len(), boards.len() / 2);
                for board in &boards {
                    assert_eq!(goal.is_reachable_from(board), reached.contains(board), "{board} to {goal}");
                }
            }
        }
    }

    #[test]
    fn another_shape_is_never_reachable() {
        let wide = Goal::blank_last(Shape::new(2, 3).unwrap());
        let tall = Goal::blank_last(Shape::new(3, 2).unwrap());
        let board = tall.board();
        assert!(!wide.is_reachable_from(&board));
        let why = wide.check_reachable(&board);
        assert_eq!(why, Err(Unreachable::OtherShape { board, goal: wide }));
        assert_eq!(why.unwrap_err().to_string(), "123450 is a 3x2 board, but the goal 123450 is 2x3");
    }

    #[test]
    fn unreachable_goals_have_a_reason() {
        let goal = Goal::blank_last(Shape::THREE_BY_THREE);
        let board = Board::new(goal.shape(), &[2, 1, 3, 4, 5, 6, 7, 8, 0]).unwrap();
        let why = goal.check_reachable(&board).unwrap_err();
        assert_eq!(why, Unreachable::DifferentParity { board, goal });
        let sentence = "213456780 cannot reach the goal 123456780: they have different parity";
        assert_eq!(why.to_string(), sentence);
        assert_eq!(goal.check_reachable(&goal.board()), Ok(()));
    }
}
