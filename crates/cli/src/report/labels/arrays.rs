//! Labels as NumPy arrays: one array of records, or several arrays in an archive.

use std::io::{self, Write};

use tilebase::board::{Board, Shape};
use tilebase::notation::MoveConvention;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

use super::rows::{count_rows, rows};
use crate::labels::{Content, Label};
use crate::report::npy_header::write_npy_header;

/// Writes an array of records.
///
/// A record has the board (one byte per cell), the length (two bytes), and the path (letters padded
/// with zeros).
///
/// # Errors
/// Errors of the writer.
pub(super) fn write_npy(
    content: Content,
    moves: MoveConvention,
    shape: Shape,
    labels: &[Label],
    mut out: &mut (dyn Write + Send),
) -> io::Result<()> {
    let path_width = (content == Content::Paths).then(|| path_width(labels));
    let path_field = path_width.map_or_else(String::new, |width| format!(", ('path', '|S{width}')"));
    let cells = shape.cells();
    let record = format!("[('board', '|u1', ({cells},)), ('length', '<u2'){path_field}]");
    write_npy_header(&record, &[count_rows(content, labels)], &mut out)?;
    let mut paths = labels.iter().map(Label::path);
    for (board, length) in rows(content, labels) {
        write_tiles(&board, out)?;
        out.write_all(&length.to_le_bytes())?;
        // With paths, each label has exactly one row.
        if let Some((width, path)) = path_width.zip(paths.next()) {
            write_padded(&moves.write(path), width, out)?;
        }
    }
    Ok(())
}

/// Writes an archive of arrays: `boards`, `lengths`, and `paths`.
///
/// They are not compressed, so that they load fast.
///
/// # Errors
/// Errors of the writer.
pub(super) fn write_npz(
    content: Content,
    moves: MoveConvention,
    shape: Shape,
    labels: &[Label],
    out: &mut (dyn Write + Send),
) -> io::Result<()> {
    let count = count_rows(content, labels);
    let cells = shape.cells() as u64;
    let mut archive = ZipWriter::new_stream(out);
    // A fixed time makes the bytes reproducible; large files need the 64-bit format. Half its limit
    // leaves room for the headers. `boards` is the only large array.
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Stored)
        .last_modified_time(DateTime::default())
        .large_file(count.saturating_mul(cells) > u64::from(u32::MAX) / 2);

    archive.start_file("boards.npy", options)?;
    write_npy_header("'|u1'", &[count, cells], &mut archive)?;
    rows(content, labels).try_for_each(|(board, _)| write_tiles(&board, &mut archive))?;

    archive.start_file("lengths.npy", options)?;
    write_npy_header("'<u2'", &[count], &mut archive)?;
    rows(content, labels).try_for_each(|(_, length)| archive.write_all(&length.to_le_bytes()))?;

    if content == Content::Paths {
        let width = path_width(labels);
        archive.start_file("paths.npy", options)?;
        write_npy_header(&format!("'|S{width}'"), &[count], &mut archive)?;
        labels.iter().try_for_each(|label| write_padded(&moves.write(label.path()), width, &mut archive))?;
    }
    archive.finish()?;
    Ok(())
}

/// The length of the longest path, but at least 1: NumPy has no strings of length 0.
fn path_width(labels: &[Label]) -> usize {
    labels.iter().map(|label| label.path().len()).max().unwrap_or(0).max(1)
}

fn write_tiles(board: &Board, out: &mut (impl Write + ?Sized)) -> io::Result<()> {
    // No board has more cells.
    let mut bytes = [0; u8::MAX as usize];
    let tiles = board.tiles();
    for (byte, tile) in bytes.iter_mut().zip(tiles) {
        *byte = tile.number();
    }
    out.write_all(&bytes[..tiles.len()])
}

fn write_padded(letters: &str, width: usize, out: &mut (impl Write + ?Sized)) -> io::Result<()> {
    out.write_all(letters.as_bytes())?;
    out.write_all(&vec![0; width - letters.len()])
}
