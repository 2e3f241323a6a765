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

impl Metric {
    /// The length of a path of slides: their number, or in the multi-tile metric the number of
    /// straight runs. A path that stops within a run and continues in the same direction has one
    /// run there.
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
        let longest = match self {
            Self::SingleTile => 1,
            Self::MultiTile => usize::MAX,
        };
        Move::ALL.into_iter().find_map(|step| {
            let along = std::iter::successors(before.after(step), |board| board.after(step));
            let slides = along.take(longest).position(|board| board == *after)? + 1;
            Some(vec![step; slides])
        })
    }
}
