//! Tables as Parquet files.
//!
//! The feature `parquet` is off by default, and so are the default features of its crate: with its
//! dependencies, it takes most of a minute to compile.

use std::io::{self, Write};

use ::parquet::data_type::{ByteArray, ByteArrayType, Int32Type};
use ::parquet::file::writer::SerializedFileWriter;

use super::states::{ExportError, for_each_state};
use crate::report::parquet_columns::{ROWS_IN_GROUP, begin_parquet, io_error, write_column};
use tilebase::oracle::DistanceBlocks;

const SCHEMA: &str = "message table {
    required binary board (string);
    required int32 distance (integer(8, false));
}";

pub(crate) fn write<W: Write + Send>(blocks: &DistanceBlocks, out: &mut W) -> Result<(), ExportError> {
    let mut file = begin_parquet(SCHEMA, out)?;
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

/// The rows of the next row group.
#[derive(Default)]
struct Rows {
    boards: Vec<ByteArray>,
    distances: Vec<i32>,
}

impl Rows {
    /// Writes the rows as a group and clears them.
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
