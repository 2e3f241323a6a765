//! Parts of Parquet files: plain pages without compression, which every reader supports.

use std::io::{self, Write};
use std::sync::Arc;

use ::parquet::data_type::DataType;
use ::parquet::errors::ParquetError;
use ::parquet::file::properties::WriterProperties;
use ::parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use ::parquet::schema::parser::parse_message_type;
use ::parquet::schema::types::ColumnPath;

/// Number of rows per row group. They are buffered, since its columns are written one by one.
pub(super) const ROWS_IN_GROUP: usize = 1 << 18;

/// Begins a file with these columns.
///
/// # Errors
/// Errors of the writer.
pub(super) fn begin_parquet<W: Write + Send>(schema: &str, out: W) -> io::Result<SerializedFileWriter<W>> {
    let schema = Arc::new(parse_message_type(schema).map_err(io_error)?);
    // Boards hardly ever repeat, so a dictionary would be useless.
    let properties = WriterProperties::builder()
        .set_column_dictionary_enabled(ColumnPath::from("board"), false)
        .set_created_by(concat!("tilebase version ", env!("CARGO_PKG_VERSION")).to_owned())
        .build();
    SerializedFileWriter::new(out, schema, Arc::new(properties)).map_err(io_error)
}

/// Writes the next column of a group.
///
/// # Errors
/// Errors of the writer.
pub(super) fn write_column<T: DataType, W: Write + Send>(
    group: &mut SerializedRowGroupWriter<'_, W>,
    values: &[T::T],
) -> io::Result<()> {
    let column = group.next_column().map_err(io_error)?;
    let mut column = column.ok_or_else(|| io::Error::other("more columns than the schema has"))?;
    column.typed::<T>().write_batch(values, None, None).map_err(io_error)?;
    column.close().map_err(io_error)
}

/// Unwraps the inner writer's error, so that a closed pipe stays recognizable.
pub(super) fn io_error(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(source) => {
            source.downcast::<io::Error>().map_or_else(io::Error::other, |error| *error)
        }
        other => io::Error::other(other),
    }
}
