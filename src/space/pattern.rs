//! Patterns: the tiles that a pattern database distinguishes.

use std::fmt;

use super::error::SpaceError;
use crate::board::{Shape, Tile};

/// A set of tiles of a shape. A pattern database considers only the places of these tiles, and does
/// not distinguish the others. The pattern of all tiles is the full puzzle.
///
/// ```
/// use tilebase::board::{Shape, Tile};
/// use tilebase::space::Pattern;
///
/// let shape = Shape::new(4, 4)?;
/// let corner = Pattern::new(shape, [1, 2, 5, 6].map(Tile::new))?;
/// assert_eq!(corner.to_string(), "1,2,5,6");
/// assert!(!corner.is_full() && Pattern::full(shape).is_full());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pattern {
    shape: Shape,
    tiles: Vec<Tile>,
}

impl Pattern {
    /// Creates a pattern from tiles in any order.
    ///
    /// # Errors
    /// [`SpaceError`] if there are no tiles, or one is the blank, repeated, or not of the shape.
    pub fn new(shape: Shape, tiles: impl IntoIterator<Item = Tile>) -> Result<Self, SpaceError> {
        let mut tiles: Vec<Tile> = tiles.into_iter().collect();
        tiles.sort_unstable();
        let largest = shape.tiles();
        if tiles.is_empty() {
            return Err(SpaceError::NoTiles);
        }
        if let Some(&tile) = tiles.iter().find(|tile| tile.is_blank() || tile.index() > largest) {
            return Err(SpaceError::NoSuchTile { tile, shape, largest });
        }
        match tiles.windows(2).find(|pair| pair[0] == pair[1]) {
            Some(pair) => Err(SpaceError::RepeatedTile { tile: pair[0] }),
            None => Ok(Self { shape, tiles }),
        }
    }

    /// Creates the pattern of all tiles of a shape.
    #[must_use]
    pub fn full(shape: Shape) -> Self {
        let tiles = (1..).take(shape.tiles()).map(Tile::new);
        Self { shape, tiles: tiles.collect() }
    }

    /// The number of rows and columns.
    #[must_use]
    pub const fn shape(&self) -> Shape {
        self.shape
    }

    /// The tiles in ascending order.
    #[must_use]
    pub fn tiles(&self) -> &[Tile] {
        &self.tiles
    }

    /// Whether a tile is in the pattern.
    #[must_use]
    pub fn contains(&self, tile: Tile) -> bool {
        self.tiles.binary_search(&tile).is_ok()
    }

    /// Whether the pattern has all tiles.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.tiles.len() == self.shape.tiles()
    }
}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, tile) in self.tiles.iter().enumerate() {
            write!(f, "{}{tile}", if place == 0 { "" } else { "," })?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_have_distinct_tiles_of_the_shape() {
        let shape = Shape::new(2, 3).unwrap();
        let pattern = |tiles: &[u8]| Pattern::new(shape, tiles.iter().copied().map(Tile::new));
        assert_eq!(pattern(&[]), Err(SpaceError::NoTiles));
        assert_eq!(pattern(&[2, 1, 2]), Err(SpaceError::RepeatedTile { tile: Tile::new(2) }));
        for tile in [0, 6] {
            let error = SpaceError::NoSuchTile { tile: Tile::new(tile), shape, largest: 5 };
            assert_eq!(pattern(&[1, tile]), Err(error));
        }
        assert_eq!(pattern(&[5, 4, 3, 2, 1]), Ok(Pattern::full(shape)));
    }
}
