//! Labels as Parquet files.

use std::io::{self, Write};

use ::parquet::data_type::{ByteArray, ByteArrayType, Int32Type};
use tilebase::notation::MoveConvention;

use super::rows::rows;
use crate::labels::{Content, Label};
use crate::report::parquet_columns::{ROWS_IN_GROUP, begin_parquet, io_error, write_column};

const COLUMNS: &str = "required binary board (string); required int32 length (integer(16, false));";
const PATH: &str = "required binary path (string);";

/// Writes the columns of the CSV.
///
/// # Errors
/// Errors of the writer.
pub(super) fn write_parquet(
    content: Content,
    moves: MoveConvention,
    labels: &[Label],
    out: &mut (dyn Write + Send),
) -> io::Result<()> {
    let has_paths = content == Content::Paths;
    let schema = format!("message labels {{ {COLUMNS} {} }}", if has_paths { PATH } else { "" });
    let mut file = begin_parquet(&schema, out)?;
    let mut rows = rows(content, labels).peekable();
    let mut paths = labels.iter().map(|label| moves.write(label.path()));
    while rows.peek().is_some() {
        let of_group = rows.by_ref().take(ROWS_IN_GROUP);
        let (boards, lengths): (Vec<ByteArray>, Vec<i32>) = of_group
            .map(|(board, length)| (ByteArray::from(board.to_string().into_bytes()), i32::from(length)))
            .unzip();
        let mut group = file.next_row_group().map_err(io_error)?;
        write_column::<ByteArrayType, _>(&mut group, &boards)?;
        write_column::<Int32Type, _>(&mut group, &lengths)?;
        if has_paths {
            let paths = paths.by_ref().take(boards.len());
            let paths: Vec<ByteArray> = paths.map(|path| ByteArray::from(path.into_bytes())).collect();
            write_column::<ByteArrayType, _>(&mut group, &paths)?;
        }
        group.close().map_err(io_error)?;
    }
    file.finish().map_err(io_error)?;
    Ok(())
}
