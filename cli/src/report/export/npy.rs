//! Tables as NumPy arrays, in version 1.0 of its file format.

use std::io::{self, Write};

use super::states::{ExportError, for_each_state};
use tilebase::board::Tile;
use tilebase::oracle::DistanceBlocks;

/// Stands for a cell that a pattern leaves open: no tile has this number.
const NO_TILE: u8 = u8::MAX;

/// The distances by index.
pub(crate) fn write_distances(blocks: &DistanceBlocks, out: &mut impl Write) -> Result<(), ExportError> {
    write_header("'|u1'", blocks.space().entries(), out)?;
    for block in 0..blocks.space().blocks() {
        out.write_all(&blocks.get(block)?)?;
    }
    Ok(out.flush()?)
}

/// Records of a board and its distance.
pub(crate) fn write_boards(blocks: &DistanceBlocks, out: &mut impl Write) -> Result<(), ExportError> {
    let cells = blocks.space().goal().shape().cells();
    let record = format!("[('board', '|u1', ({cells},)), ('distance', '|u1')]");
    write_header(&record, blocks.space().entries(), out)?;
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

/// Magic, version, header length, and a Python dictionary padded so that the array begins at a multiple of 64 bytes.
fn write_header(item: &str, items: u64, out: &mut impl Write) -> io::Result<()> {
    const BEFORE_DICTIONARY: usize = 10;
    let dictionary = format!("{{'descr': {item}, 'fortran_order': False, 'shape': ({items},), }}");
    let header_len = (BEFORE_DICTIONARY + dictionary.len() + 1).next_multiple_of(64) - BEFORE_DICTIONARY;
    out.write_all(b"\x93NUMPY\x01\x00")?;
    out.write_all(&u16::try_from(header_len).unwrap_or(u16::MAX).to_le_bytes())?;
    writeln!(out, "{dictionary:<width$}", width = header_len - 1)
}
