//! A whole table in a form that other programs read.

use std::io::{self, Write};
use std::path::Path;
use std::str::FromStr;

use crate::oracle::{OracleError, decode};
use crate::space::{Space, SpaceError, StateIndex};
use crate::table::Table;

/// The form of an export.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportFormat {
    /// The header `board,distance`, and a line for each state, in the order of the indexes. Cells without a tile of the
    /// pattern are dots.
    Csv,
    /// A NumPy array of the distances: one byte each, by index, for `numpy.load`.
    Npy,
}

impl ExportFormat {
    /// All formats.
    pub const ALL: [Self; 2] = [Self::Csv, Self::Npy];

    /// `csv` or `npy`, which is also the ending of such files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::Npy => "npy",
        }
    }

    /// The format that a file's ending names.
    #[must_use]
    pub fn of_file(file: &Path) -> Option<Self> {
        file.extension()?.to_str()?.to_ascii_lowercase().parse().ok()
    }
}

impl FromStr for ExportFormat {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let known = Self::ALL.into_iter().find(|format| format.name() == text);
        known.ok_or_else(|| format!("expected csv or npy, found {text:?}"))
    }
}

/// Why a table was not exported.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ExportError {
    /// The table is wrong.
    #[error(transparent)]
    Table(#[from] OracleError),
    /// The table's space is too large to go through.
    #[error(transparent)]
    TooLarge(#[from] SpaceError),
    /// The output could not be written.
    #[error("writing the export failed")]
    Io(#[from] io::Error),
}

/// Writes the distances of a table, whatever its encoding.
///
/// ```
/// use tilebase::board::{Goal, Shape};
/// use tilebase::build::{Threads, build};
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
/// [`ExportError`] if the table is wrong or the writer fails.
pub fn export<D: AsRef<[u8]>>(
    table: &Table<D>,
    format: ExportFormat,
    out: &mut impl Write,
) -> Result<(), ExportError> {
    let distances = decode(table)?;
    match format {
        ExportFormat::Csv => write_csv(&table.header().space()?, &distances, out),
        ExportFormat::Npy => Ok(write_npy(&distances, out)?),
    }
}

fn write_csv(space: &Space, distances: &[u8], out: &mut impl Write) -> Result<(), ExportError> {
    let mut csv = csv::Writer::from_writer(out);
    csv.write_record(["board", "distance"]).map_err(io_error)?;
    for (number, distance) in (0..).zip(distances) {
        let record = [space.describe(StateIndex::new(number)), distance.to_string()];
        csv.write_record(record).map_err(io_error)?;
    }
    Ok(csv.flush()?)
}

/// The error of the writer under a CSV writer, as it was: a closed pipe must stay one.
pub(super) fn io_error(error: csv::Error) -> io::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        other => io::Error::other(format!("{other:?}")),
    }
}

/// Version 1.0 of the format: magic, header length, a Python dictionary padded to 64 bytes, the bytes.
fn write_npy(distances: &[u8], out: &mut impl Write) -> io::Result<()> {
    const BEFORE_DICTIONARY: usize = 10;
    let dictionary = format!("{{'descr': '|u1', 'fortran_order': False, 'shape': ({},), }}", distances.len());
    let header_len = (BEFORE_DICTIONARY + dictionary.len() + 1).next_multiple_of(64) - BEFORE_DICTIONARY;
    out.write_all(b"\x93NUMPY\x01\x00")?;
    out.write_all(&u16::try_from(header_len).unwrap_or(u16::MAX).to_le_bytes())?;
    writeln!(out, "{dictionary:<width$}", width = header_len - 1)?;
    out.write_all(distances)?;
    out.flush()
}
