//! The tiles of a board as bytes, one for each cell, 0 for the blank: are they a board, and where is the blank?

use super::Shape;

/// Does each tile of the shape stand in these bytes exactly once, and nothing else? All cells are set in a mask, and
/// compared at the end. A byte of 32 or more would set the bit of another, so such bytes are told by their high bits.
#[inline]
pub(super) fn is_whole(shape: Shape, tiles: &[u8]) -> bool {
    let (mut mask, mut bits) = (0_u32, 0);
    for tile in tiles {
        mask |= 1 << (tile & 31);
        bits |= tile;
    }
    tiles.len() == shape.cells() && mask == (1 << shape.cells()) - 1 && bits < 32
}

/// The cell of the 0 among the tiles of a whole board. It goes through all of them, as where it is can't be predicted.
#[inline]
pub(super) fn place_of_blank(tiles: &[u8]) -> usize {
    (0..).zip(tiles).map(|(cell, tile)| if *tile == 0 { cell } else { 0 }).sum()
}
