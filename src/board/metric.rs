//! [`Metric`]: whether sliding several tiles at once is one move or several.

use crate::names::names;

/// A metric of moves: whether sliding several tiles at once is one move or several.
///
/// ```
/// use tilebase::board::Metric;
///
/// assert_eq!(Metric::ALL.map(Metric::name), ["stm", "mtm"]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
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
