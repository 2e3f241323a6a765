//! [`Metric`]: whether sliding several tiles at once is one move or several.

use super::{Board, Move};
use crate::names::names;

/// A metric of moves: whether sliding several tiles at once is one move or several.
///
/// ```
/// use tilebase::board::Metric;
///
/// assert_eq!(Metric::ALL.map(Metric::name), ["stm", "mtm"]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Metric {
    /// The single-tile metric: each tile that slides is a move.
    #[default]
    SingleTile,
    /// The multi-tile metric: sliding one or more tiles of a row or column, so that the blank moves
    /// along a straight line, is one move.
    MultiTile,
}

names! {
    /// Both metrics, with the names that speedsolvers use.
    Metric { SingleTile = "stm", MultiTile = "mtm" }
}

/// Two consecutive boards of a list are not one move apart in the metric.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{after} is not one move from {before}")]
pub struct NotOneMove {
    /// The number of the move, from 1.
    pub number: usize,
    /// The board before the move.
    pub before: Board,
    /// The board after the move.
    pub after: Board,
    /// The slides of the moves before it.
    pub slides: Vec<Move>,
}

impl Metric {
    /// The length of a path of slides: their number, or in the multi-tile metric the number of
    /// straight runs. Stopping within a run and continuing in the same direction does not start a
    /// new run.
    ///
    /// ```
    /// use tilebase::board::{Metric, Move};
    ///
    /// let path = [Move::Up, Move::Up, Move::Left];
    /// assert_eq!(Metric::ALL.map(|metric| metric.length_of(&path)), [3, 2]);
    /// ```
    #[must_use]
    pub fn length_of(self, path: &[Move]) -> u32 {
        let length = match self {
            Self::SingleTile => path.len(),
            Self::MultiTile => path.chunk_by(|one, other| one == other).count(),
        };
        u32::try_from(length).unwrap_or(u32::MAX)
    }

    /// Returns the slides of the one move that leads from a board to another: one slide, or in the
    /// multi-tile metric a straight run. `None` if no move does.
    ///
    /// ```
    /// use tilebase::board::{Board, Metric, Move};
    ///
    /// let [before, after]: [Board; 2] = ["123456078".parse()?, "123456780".parse()?];
    /// let slides = Metric::ALL.map(|metric| metric.slides_between(&before, &after));
    /// assert_eq!(slides, [None, Some(vec![Move::Right; 2])]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn slides_between(self, before: &Board, after: &Board) -> Option<Vec<Move>> {
        let longest = self.longest();
        for step in Move::ALL {
            let (mut board, mut slides) = (*before, 0);
            while slides < longest && board.slide(step) {
                slides += 1;
                if board == *after {
                    return Some(vec![step; slides]);
                }
            }
        }
        None
    }

    /// Returns the slides of a path given as a list of boards. The list may include the start.
    ///
    /// ```
    /// use tilebase::board::{Board, Metric, Move};
    ///
    /// let [start, end]: [Board; 2] = ["123456078".parse()?, "123456780".parse()?];
    /// assert_eq!(Metric::MultiTile.slides_along(&start, &[end])?, [Move::Right; 2]);
    /// assert_eq!(Metric::MultiTile.slides_along(&start, &[start, end])?, [Move::Right; 2]);
    /// assert!(Metric::SingleTile.slides_along(&start, &[end]).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`NotOneMove`] for the first two consecutive boards that are not one move apart.
    pub fn slides_along(self, start: &Board, boards: &[Board]) -> Result<Vec<Move>, NotOneMove> {
        let boards = boards.strip_prefix(std::slice::from_ref(start)).unwrap_or(boards);
        let (mut slides, mut before) = (Vec::with_capacity(boards.len()), *start);
        for (number, &after) in (1..).zip(boards) {
            match self.slides_between(&before, &after) {
                Some(run) => slides.extend(run),
                None => return Err(NotOneMove { number, before, after, slides }),
            }
            before = after;
        }
        Ok(slides)
    }

    /// Iterates over the boards one move away, by direction: U, D, L, R, and in each direction the
    /// nearest first.
    ///
    /// ```
    /// use tilebase::board::{Board, Metric};
    ///
    /// let board: Board = "123456780".parse()?;
    /// assert_eq!(Metric::ALL.map(|metric| metric.neighbors(&board).count()), [2, 4]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn neighbors(self, board: &Board) -> impl Iterator<Item = Board> + use<> {
        let board = *board;
        Move::ALL.into_iter().flat_map(move |step| {
            let along = std::iter::successors(board.after(step), move |board| board.after(step));
            along.take(self.longest())
        })
    }

    /// Maximum number of slides of a move.
    const fn longest(self) -> usize {
        match self {
            Self::SingleTile => 1,
            Self::MultiTile => usize::MAX,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Shape;

    /// The blank of a full row or column can go to each of its other cells in one move.
    #[test]
    fn neighbors_are_the_boards_one_move_away() {
        let shape = Shape::new(3, 4).unwrap();
        for blank in shape.all_cells() {
            let board = crate::board::Goal::in_order_with_blank_at(shape, blank).board();
            let [single, multi] = Metric::ALL.map(|metric| metric.neighbors(&board).collect::<Vec<_>>());
            assert_eq!(single, board.successors().map(|(_, next)| next).collect::<Vec<_>>());
            assert_eq!(multi.len(), 2 + 3);
            for (metric, next) in
                Metric::ALL.into_iter().flat_map(|metric| multi.iter().map(move |next| (metric, next)))
            {
                let slides = metric.slides_between(&board, next);
                assert_eq!(slides.is_some(), metric == Metric::MultiTile || single.contains(next));
                if let Some(slides) = slides {
                    assert_eq!(metric.length_of(&slides), 1);
                    assert_eq!(board.along(slides).last(), Some(Ok(*next)));
                }
            }
            assert_eq!(Metric::ALL.map(|metric| metric.slides_between(&board, &board)), [None, None]);
        }
    }
}
