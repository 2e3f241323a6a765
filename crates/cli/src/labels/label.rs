//! A board with an optimal path.

use tilebase::board::{Board, Goal, Move};

/// The error for a path that does not lead from its board to the goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the path found for {board} does not lead to {goal}")]
pub(crate) struct WrongPath {
    /// The board.
    pub(crate) board: Board,
    /// The goal.
    pub(crate) goal: Goal,
}

/// A board and a verified path from it to the goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Label {
    board: Board,
    path: Vec<Move>,
    length: u16,
}

impl Label {
    /// Replays a path.
    ///
    /// # Errors
    /// [`WrongPath`] if it does not lead to the goal, or is longer than a `u16` can count. No board
    /// of 25 cells needs a hundredth of that length.
    pub(crate) fn new(board: &Board, path: Vec<Move>, goal: &Goal) -> Result<Self, WrongPath> {
        let wrong = WrongPath { board: *board, goal: *goal };
        let end = board.along(path.iter().copied()).last().unwrap_or(Ok(*board));
        match (end, u16::try_from(path.len())) {
            (Ok(end), Ok(length)) if end == goal.board() => Ok(Self { board: *board, path, length }),
            _ => Err(wrong),
        }
    }

    /// The moves.
    pub(crate) fn path(&self) -> &[Move] {
        &self.path
    }

    /// The number of moves.
    pub(crate) const fn length(&self) -> u16 {
        self.length
    }

    /// Every board of the path, from this one to the goal, with its remaining moves.
    pub(crate) fn along(&self) -> impl Iterator<Item = (Board, u16)> + '_ {
        // All moves are legal, since `new` has replayed them.
        let boards = self.board.along(self.path.iter().copied()).map_while(Result::ok);
        std::iter::once(self.board).chain(boards).zip((0..=self.length).rev())
    }
}

#[cfg(test)]
mod tests {
    use tilebase::board::Move::{Down, Left, Right, Up};

    use super::*;

    #[test]
    fn a_path_to_another_board_is_not_a_label() {
        let board: Board = "123450786".parse().unwrap();
        let goal = Goal::blank_last(board.shape());
        for wrong in [vec![], vec![Up], vec![Left], vec![Down, Down], vec![Right, Down], vec![Down, Left]] {
            assert_eq!(Label::new(&board, wrong, &goal), Err(WrongPath { board, goal }));
        }
        let label = Label::new(&board, vec![Down], &goal).unwrap();
        assert_eq!(label.along().collect::<Vec<_>>(), [(board, 1), (goal.board(), 0)]);
        let there = Label::new(&goal.board(), vec![], &goal).unwrap();
        assert_eq!(there.along().collect::<Vec<_>>(), [(goal.board(), 0)]);
    }
}
