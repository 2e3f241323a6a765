//! A whole table in a form that other programs read. States are written as they are decoded, so a large table need not
//! be in memory.

mod format;
mod npy;
#[cfg(feature = "parquet")]
mod parquet;

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;

pub use format::ExportFormat;

use crate::oracle::{DistanceBlocks, OracleError};
use crate::space::StateIndex;
use crate::table::{AtomicFile, Table, WriteError};

/// Why a table was not exported.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ExportError {
    /// The table is wrong.
    #[error(transparent)]
    Table(#[from] OracleError),
    /// The output could not be written.
    #[error("writing the export failed")]
    Io(#[from] io::Error),
    /// The file could not be written.
    #[error(transparent)]
    File(#[from] WriteError),
    /// Parquet was asked for, and the feature `parquet` was off.
    #[error("this build has no Parquet: `cargo install --path . --features parquet` makes one that has")]
    ParquetLeftOut,
}

/// Writes the distances of a table, whatever its encoding.
///
/// ```
/// use tilebase::board::{Goal, Shape};
/// use tilebase::generate::{Threads, build};
/// use tilebase::report::{ExportFormat, export};
/// use tilebase::table::Encoding;
///
/// let goal = Goal::blank_last(Shape::new(2, 2)?);
/// let table = build(&goal, Threads::One, |_| ())?.image(Encoding::Byte)?.into_table()?;
/// let mut csv = Vec::new();
/// export(&table, ExportFormat::Csv, &mut csv)?;
/// assert!(csv.starts_with(b"board,distance\n0132,2\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`ExportError`] if the table is wrong, the writer fails, or the format is not in this build.
pub fn export<D: AsRef<[u8]>>(
    table: &Table<D>,
    format: ExportFormat,
    out: &mut (impl Write + Send),
) -> Result<(), ExportError> {
    match format {
        ExportFormat::Csv => write_csv(&DistanceBlocks::new(table)?, out),
        ExportFormat::Npy => npy::write_distances(&DistanceBlocks::new(table)?, out),
        ExportFormat::NpyBoards => npy::write_boards(&DistanceBlocks::new(table)?, out),
        #[cfg(feature = "parquet")]
        ExportFormat::Parquet => parquet::write(&DistanceBlocks::new(table)?, out),
        #[cfg(not(feature = "parquet"))]
        ExportFormat::Parquet => Err(ExportError::ParquetLeftOut),
    }
}

/// Writes the distances of a table to a file, whole or not at all: under a temporary name, which is then renamed. What
/// is no file, such as a pipe, is written as it stands.
///
/// # Errors
/// [`ExportError`] as for [`export`]. A file that was there before is then unchanged.
pub fn export_to_file<D: AsRef<[u8]>>(
    table: &Table<D>,
    format: ExportFormat,
    file: &Path,
) -> Result<(), ExportError> {
    let failed = |source| WriteError { file: file.to_owned(), doing: "writing the export", source };
    let named = |error| match error {
        ExportError::Io(source) => ExportError::File(failed(source)),
        other => other,
    };
    if fs::metadata(file).is_ok_and(|found| !found.is_file()) {
        let pipe = File::create(file).map_err(failed)?;
        return export(table, format, &mut BufWriter::new(pipe)).map_err(named);
    }
    let mut whole = AtomicFile::create(file)?;
    export(table, format, &mut BufWriter::new(whole.writer())).map_err(named)?;
    Ok(whole.commit()?)
}

/// Calls `visit` with each state and its distance, in the order of the indexes.
fn for_each_state<D: AsRef<[u8]>>(
    blocks: &DistanceBlocks<D>,
    mut visit: impl FnMut(StateIndex, u8) -> io::Result<()>,
) -> Result<(), ExportError> {
    let per_block = blocks.space().entries_per_block();
    for block in 0..blocks.space().blocks() {
        let first = u64::from(block) * per_block;
        for (number, distance) in (first..).zip(blocks.get(block)?.iter()) {
            visit(StateIndex::new(number), *distance)?;
        }
    }
    Ok(())
}

fn write_csv<D: AsRef<[u8]>>(blocks: &DistanceBlocks<D>, out: &mut impl Write) -> Result<(), ExportError> {
    let mut csv = csv::Writer::from_writer(out);
    csv.write_record(["board", "distance"]).map_err(io_error)?;
    for_each_state(blocks, |index, distance| {
        let record = [blocks.space().describe(index), distance.to_string()];
        csv.write_record(record).map_err(io_error)
    })?;
    Ok(csv.flush()?)
}

/// The error of the writer under a CSV writer, as it was: a closed pipe must stay one.
pub(super) fn io_error(error: csv::Error) -> io::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        other => io::Error::other(format!("{other:?}")),
    }
}
