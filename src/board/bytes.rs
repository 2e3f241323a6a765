//! Boards as bytes, one for each cell, 0 for the blank: validation, and finding the blank.

use super::Shape;

/// Whether the bytes contain each tile of the shape exactly once, and nothing else. Each tile sets
/// a bit of a mask. The shift takes a tile modulo 32, so `bits` collects the high bits that reveal
/// bytes of 32 or more.
#[inline]
pub(super) fn is_valid(shape: Shape, tiles: &[u8]) -> bool {
    let (mut mask, mut bits) = (0_u32, 0);
    for tile in tiles {
        mask |= 1 << (tile & 31);
        bits |= tile;
    }
    tiles.len() == shape.cells() && mask == (1 << shape.cells()) - 1 && bits < 32
}

/// Returns the cell of the 0 among the tiles of a valid board. It reads all cells without
/// branching, since the blank's cell can't be predicted.
#[inline]
pub(super) fn cell_of_blank(tiles: &[u8]) -> usize {
    (0..).zip(tiles).map(|(cell, tile)| if *tile == 0 { cell } else { 0 }).sum()
}
