//! Tables as NumPy arrays, in version 1.0 of the file format.

use std::io::Write;

use super::states::{ExportError, for_each_state};
use crate::report::npy_header::write_npy_header;
use tilebase::board::Tile;
use tilebase::oracle::DistanceBlocks;

/// Marks a cell without a tile of the pattern: no tile has this number.
const NO_TILE: u8 = u8::MAX;

/// Writes the distances by index.
pub(crate) fn write_distances(blocks: &DistanceBlocks, out: &mut impl Write) -> Result<(), ExportError> {
    write_npy_header("'|u1'", &[blocks.space().entries()], out)?;
    for block in 0..blocks.space().blocks() {
        out.write_all(&blocks.get(block)?)?;
    }
    Ok(out.flush()?)
}

/// Writes records of a board and its distance.
pub(crate) fn write_boards(blocks: &DistanceBlocks, out: &mut impl Write) -> Result<(), ExportError> {
    let cells = blocks.space().goal().shape().cells();
    let record = format!("[('board', '|u1', ({cells},)), ('distance', '|u1')]");
    write_npy_header(&record, &[blocks.space().entries()], out)?;
    let mut bytes = Vec::with_capacity(cells + 1);
    for_each_state(blocks, |index, distance| {
        let tiles = blocks.space().tiles_at(index).unwrap_or_default();
        bytes.clear();
        bytes.extend(tiles.into_iter().map(|tile| tile.map_or(NO_TILE, Tile::number)));
        bytes.push(distance);
        out.write_all(&bytes)
    })?;
    Ok(out.flush()?)
}
