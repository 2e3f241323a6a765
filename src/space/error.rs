//! Why the states of a table can't be numbered.

use crate::board::Shape;

/// Why there is no space of a goal and a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SpaceError {
    /// The full puzzle of a shape has too many states for a table.
    #[error(
        "a full table of {shape} is out of reach: boards of more than 16 cells have over 10^14 states; use a pattern \
         of some tiles"
    )]
    BoardTooLarge {
        /// The shape asked for.
        shape: Shape,
    },
    /// A pattern has too many placements, or leaves a single tile out.
    #[error("a pattern of {tiles} tiles is too large for {shape}: use {most} or fewer, or all {}", shape.tiles())]
    PatternTooLarge {
        /// How many tiles it has.
        tiles: usize,
        /// The most tiles that a pattern of the shape can have, all tiles apart.
        most: usize,
        /// The shape.
        shape: Shape,
    },
    /// The regions of the blank are to be told apart, and there is a full table that knows the blank's cell.
    #[error(
        "a full table of {shape} has no regions to tell apart: each of its entries is for one cell of the blank; name \
         some of the tiles as a pattern"
    )]
    NoRegions {
        /// The shape.
        shape: Shape,
    },
    /// The pattern is one of another shape than the goal.
    #[error("a pattern of {pattern} does not fit a goal of {goal}")]
    PatternOfOtherShape {
        /// The shape of the pattern.
        pattern: Shape,
        /// The shape of the goal.
        goal: Shape,
    },
}
