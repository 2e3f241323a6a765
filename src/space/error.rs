//! Errors of patterns, and of numbering the states of a table.

use crate::board::{Shape, Tile};

/// The reason why some tiles are not a pattern, or why a goal and a pattern have no space.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SpaceError {
    /// The pattern has no tiles.
    #[error("a pattern has at least one tile")]
    NoTiles,
    /// A tile of the pattern is the blank, or not of the shape.
    #[error("tile {tile} is not one of 1 to {largest}, the tiles of {shape}")]
    NoSuchTile {
        /// The tile.
        tile: Tile,
        /// The shape.
        shape: Shape,
        /// The largest tile of the shape.
        largest: usize,
    },
    /// A tile of the pattern appears twice.
    #[error("tile {tile} is named twice")]
    RepeatedTile {
        /// The tile.
        tile: Tile,
    },
    /// The full puzzle of this shape has too many states for a table.
    #[error(
        "a full table of {shape} is out of reach: boards of more than 16 cells have over 10^14 states; \
         use a pattern of some tiles"
    )]
    BoardTooLarge {
        /// The requested shape.
        shape: Shape,
    },
    /// The pattern has too many placements, or leaves only one tile out.
    #[error(
        "a pattern of {tiles} tiles is too large for {shape}: use {most} or fewer, or all {}",
        shape.tiles()
    )]
    PatternTooLarge {
        /// The number of tiles of the pattern.
        tiles: usize,
        /// The maximum number of tiles for the shape, other than all tiles.
        most: usize,
        /// The shape.
        shape: Shape,
    },
    /// A zero-aware space was requested for all tiles, whose full table already knows the blank's
    /// cell.
    #[error(
        "zero-aware only applies to patterns: a full {shape} table already has an entry for each cell of the \
         blank; choose a pattern of some tiles"
    )]
    NoRegions {
        /// The shape.
        shape: Shape,
    },
    /// The pattern and the goal differ in shape.
    #[error("a pattern of {pattern} does not fit a goal of {goal}")]
    PatternOfOtherShape {
        /// The shape of the pattern.
        pattern: Shape,
        /// The shape of the goal.
        goal: Shape,
    },
}
