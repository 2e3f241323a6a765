//! Inversions, the rule that decides whether a board can be solved, and common mistakes in it.

use super::goal::Unreachable;
use super::{Board, Goal, MAX_CELLS, Tile};
use crate::names::names;

/// The facts that decide whether a board can reach a goal.
///
/// An *inversion* is a pair of tiles in the wrong order: read row by row, without the blank, the
/// tile that comes first on the board comes second in the goal. A slide along a row changes no
/// pair. A slide along a column moves a tile past `columns - 1` others. So with an odd number of
/// columns, the parity of the inversions never changes; with an even number, it changes with every
/// row that the blank moves. The goal has no inversions.
///
/// ```
/// use tilebase::board::{Board, Goal, Parity, Shape, WrongRule};
///
/// let goal = Goal::blank_last(Shape::new(3, 3)?);
/// let board = Board::new(goal.shape(), &[8, 1, 2, 0, 4, 3, 7, 6, 5])?;
/// let parity = Parity::new(&board, &goal)?;
/// assert_eq!((parity.inversions(), parity.adds_rows()), (11, false));
/// assert!(!parity.is_solvable());
/// assert!(parity.is_solvable_by(WrongRule::CountsBlank));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parity {
    board: Board,
    goal: Goal,
}

/// A common mistake in a test for solvability.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WrongRule {
    /// The blank is counted as a tile, the smallest of all.
    CountsBlank,
    /// The row of the blank is ignored, although the number of columns is even.
    IgnoresRow,
    /// The rule is for the goal with the blank last, although the goal is another one.
    ForBlankLast,
}

names! {
    /// All mistakes.
    WrongRule {
        CountsBlank = "counts-blank",
        IgnoresRow = "ignores-row",
        ForBlankLast = "for-blank-last",
    }
}

impl Parity {
    /// Compares a board with a goal.
    ///
    /// # Errors
    /// [`Unreachable::OtherShape`] if they differ in shape.
    pub fn new(board: &Board, goal: &Goal) -> Result<Self, Unreachable> {
        let (board, goal) = (*board, *goal);
        match board.shape() == goal.shape() {
            true => Ok(Self { board, goal }),
            false => Err(Unreachable::OtherShape { board, goal }),
        }
    }

    /// The board.
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The goal.
    #[must_use]
    pub const fn goal(&self) -> &Goal {
        &self.goal
    }

    /// The tiles in the goal's order, without the blank.
    pub fn order(&self) -> impl Iterator<Item = Tile> {
        let goal = self.goal.board();
        (0..goal.shape().cells()).map(move |cell| goal.tiles()[cell]).filter(|tile| !tile.is_blank())
    }

    /// The tiles of the board row by row, each with the number of later tiles that come before it
    /// in the goal. The sum of the numbers is [`inversions`](Self::inversions).
    pub fn inversions_by_tile(&self) -> Vec<(Tile, u32)> {
        let mut place = [0; MAX_CELLS];
        for (nth, tile) in self.order().enumerate() {
            place[tile.index()] = nth;
        }
        let tiles: Vec<Tile> = self.board.tiles().iter().copied().filter(|tile| !tile.is_blank()).collect();
        let is_inverted = |tile: Tile, later: &&Tile| place[later.index()] < place[tile.index()];
        let count = |(nth, tile): (usize, &Tile)| {
            let inverted = tiles[nth + 1..].iter().filter(|later| is_inverted(*tile, later)).count();
            #[expect(clippy::cast_possible_truncation, reason = "below MAX_CELLS")]
            let inverted = inverted as u32;
            (*tile, inverted)
        };
        tiles.iter().enumerate().map(count).collect()
    }

    /// The number of pairs of tiles in the wrong order. For a goal with its tiles in numeric order,
    /// this is the number of pairs with the larger tile first.
    #[must_use]
    pub fn inversions(&self) -> u32 {
        self.inversions_by_tile().iter().map(|(_, count)| count).sum()
    }

    /// The row of the blank on the board, and in the goal, counted from 0.
    #[must_use]
    pub fn blank_rows(&self) -> [usize; 2] {
        let shape = self.board.shape();
        [self.board.blank(), self.goal.blank()].map(|cell| shape.row(cell))
    }

    /// Whether the rows from the blank to its goal row are added to the inversions: for an even
    /// number of columns.
    #[must_use]
    pub const fn adds_rows(&self) -> bool {
        self.board.shape().columns().is_multiple_of(2)
    }

    /// The number that has to be even: the inversions, plus the rows if
    /// [`adds_rows`](Self::adds_rows).
    #[must_use]
    pub fn counted(&self) -> u32 {
        self.counted_with(self.inversions())
    }

    /// The number that has to be even, for some number of inversions.
    fn counted_with(&self, inversions: u32) -> u32 {
        let [row, goal_row] = self.blank_rows();
        #[expect(clippy::cast_possible_truncation, reason = "below MAX_CELLS")]
        let rows = row.abs_diff(goal_row) as u32;
        if self.adds_rows() { inversions + rows } else { inversions }
    }

    /// Whether the board can reach the goal: the counted number is even. It agrees with
    /// [`Goal::is_reachable_from`].
    #[must_use]
    pub fn is_solvable(&self) -> bool {
        self.counted().is_multiple_of(2)
    }

    /// Whether the board would be solvable by a wrong rule.
    #[must_use]
    pub fn is_solvable_by(&self, rule: WrongRule) -> bool {
        match rule {
            WrongRule::CountsBlank => self.counted_with(self.inversions_with_blank()).is_multiple_of(2),
            WrongRule::IgnoresRow => self.inversions().is_multiple_of(2),
            WrongRule::ForBlankLast => Goal::blank_last(self.board.shape()).is_reachable_from(&self.board),
        }
    }

    /// The number of inversions with the blank counted as the smallest tile: each tile before the
    /// blank is one more.
    #[must_use]
    pub fn inversions_with_blank(&self) -> u32 {
        #[expect(clippy::cast_possible_truncation, reason = "below MAX_CELLS")]
        let before = self.board.blank().index() as u32;
        self.inversions() + before
    }
}

#[cfg(test)]
mod tests {
    use super::super::every_board::{every_board, reached_from};
    use super::*;
    use crate::board::Shape;

    fn shape(rows: usize, columns: usize) -> Shape {
        Shape::new(rows, columns).unwrap()
    }

    fn parity(board: &Board, goal: &Goal) -> Parity {
        Parity::new(board, goal).unwrap()
    }

    #[test]
    fn the_rule_is_right_for_all_goals_of_small_shapes() {
        for (rows, columns) in [(2, 2), (2, 3), (3, 2)] {
            let boards = every_board(shape(rows, columns));
            for goal in boards.iter().copied().map(Goal::new) {
                let reached = reached_from(&goal);
                for board in &boards {
                    assert_eq!(
                        parity(board, &goal).is_solvable(),
                        reached.contains(board),
                        "{board} {goal:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn the_rule_is_right_for_all_boards_of_3x3() {
        let shape = Shape::THREE_BY_THREE;
        let boards = every_board(shape);
        for goal in Goal::common(shape) {
            let reached = reached_from(&goal);
            for board in &boards {
                assert_eq!(parity(board, &goal).is_solvable(), reached.contains(board), "{board} {goal:?}");
            }
        }
    }

    #[test]
    fn inversions_of_the_standard_goal_are_the_textbook_count() {
        let goal = Goal::blank_last(Shape::THREE_BY_THREE);
        for board in every_board(goal.shape()) {
            let numbers: Vec<u8> = board.tiles().iter().map(|tile| tile.number()).collect();
            let pairs = |with_blank: bool| {
                let kept: Vec<u8> = numbers.iter().copied().filter(|n| with_blank || *n > 0).collect();
                (0..kept.len()).map(|nth| kept[nth + 1..].iter().filter(|n| **n < kept[nth]).count()).sum()
            };
            let [tiles, all]: [usize; 2] = [pairs(false), pairs(true)];
            let parity = parity(&board, &goal);
            assert_eq!(parity.inversions() as usize, tiles, "{board}");
            assert_eq!(parity.inversions_with_blank() as usize, all, "{board}");
        }
    }

    /// Each mistake gives wrong verdicts for some boards of a shape where it matters, and only
    /// there.
    #[test]
    fn wrong_rules_are_wrong_only_where_they_matter() {
        let wrong = |goal: &Goal, rule| {
            let boards = every_board(goal.shape());
            let is_wrong = |board: &&Board| {
                let parity = parity(board, goal);
                parity.is_solvable_by(rule) != parity.is_solvable()
            };
            (boards.iter().filter(is_wrong).count(), boards.len())
        };
        let [wide, tall, square] = [shape(2, 3), shape(3, 2), shape(2, 2)];
        for shape in [wide, tall, square] {
            let (count, of) = wrong(&Goal::blank_last(shape), WrongRule::CountsBlank);
            assert_eq!(count * 2, of, "{shape}");
            assert_eq!(wrong(&Goal::blank_last(shape), WrongRule::ForBlankLast).0, 0);
        }
        assert_eq!(wrong(&Goal::blank_last(wide), WrongRule::IgnoresRow), (0, 720));
        assert_eq!(wrong(&Goal::blank_last(tall), WrongRule::IgnoresRow), (240, 720));
        assert_eq!(wrong(&Goal::blank_last(square), WrongRule::IgnoresRow), (12, 24));
        let odd_snail = Goal::snail(tall);
        let expected =
            if parity(&odd_snail.board(), &Goal::blank_last(tall)).is_solvable() { 0 } else { 720 };
        assert_eq!(wrong(&odd_snail, WrongRule::ForBlankLast), (expected, 720));
    }

    #[test]
    fn another_shape_is_an_error() {
        let (board, goal) = (Goal::blank_last(shape(2, 3)).board(), Goal::blank_last(shape(3, 2)));
        assert_eq!(Parity::new(&board, &goal), Err(Unreachable::OtherShape { board, goal }));
    }
}
