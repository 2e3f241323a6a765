//! Tables as Parquet files: plain pages without compression, which every reader of the format knows.

use std::io::{self, Write};
use std::sync::Arc;

use ::parquet::data_type::{ByteArray, ByteArrayType, DataType, Int32Type};
use ::parquet::errors::ParquetError;
use ::parquet::file::properties::WriterProperties;
use ::parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use ::parquet::schema::parser::parse_message_type;
use ::parquet::schema::types::ColumnPath;

use super::states::{ExportError, for_each_state};
use tilebase::oracle::DistanceBlocks;

const SCHEMA: &str = "message table {
    required binary board (string);
    required int32 distance (integer(8, false));
}";

/// Rows that are in memory at once: columns of a group are written one after the other.
const ROWS_IN_GROUP: usize = 1 << 18;

pub(crate) fn write<W: Write + Send>(blocks: &DistanceBlocks, out: &mut W) -> Result<(), ExportError> {
    let schema = Arc::new(parse_message_type(SCHEMA).map_err(io_error)?);
    // No board comes twice, so a dictionary of them is of no use.
    let properties = WriterProperties::builder()
        .set_column_dictionary_enabled(ColumnPath::from("board"), false)
        .set_created_by(concat!("tilebase version ", env!("CARGO_PKG_VERSION")).to_owned())
        .build();
    let mut file = SerializedFileWriter::new(out, schema, Arc::new(properties)).map_err(io_error)?;
    let mut rows = Rows::default();
    for_each_state(blocks, |index, distance| {
        rows.boards.push(ByteArray::from(blocks.space().describe(index).into_bytes()));
        rows.distances.push(distance.into());
        if rows.boards.len() == ROWS_IN_GROUP { rows.write_group(&mut file) } else { Ok(()) }
    })?;
    if !rows.boards.is_empty() {
        rows.write_group(&mut file)?;
    }
    file.finish().map_err(io_error)?;
    Ok(())
}

/// The rows of the next group.
#[derive(Default)]
struct Rows {
    boards: Vec<ByteArray>,
    distances: Vec<i32>,
}

impl Rows {
    /// Writes them as a group, and forgets them.
    fn write_group<W: Write + Send>(&mut self, file: &mut SerializedFileWriter<W>) -> io::Result<()> {
        let mut group = file.next_row_group().map_err(io_error)?;
        write_column::<ByteArrayType, W>(&mut group, &self.boards)?;
        write_column::<Int32Type, W>(&mut group, &self.distances)?;
        group.close().map_err(io_error)?;
        self.boards.clear();
        self.distances.clear();
        Ok(())
    }
}

fn write_column<T: DataType, W: Write + Send>(
    group: &mut SerializedRowGroupWriter<'_, W>,
    values: &[T::T],
) -> io::Result<()> {
    let column = group.next_column().map_err(io_error)?;
    let mut column = column.ok_or_else(|| io::Error::other("more columns than the schema has"))?;
    column.typed::<T>().write_batch(values, None, None).map_err(io_error)?;
    column.close().map_err(io_error)
}

/// The error of the writer under a Parquet writer, as it was: a closed pipe must stay one.
fn io_error(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(source) => {
            source.downcast::<io::Error>().map_or_else(io::Error::other, |error| *error)
        }
        other => io::Error::other(other),
    }
}
