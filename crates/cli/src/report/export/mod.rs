//! Exports of whole tables for other programs.
//!
//! States are written in the order of their indexes, a block of the table at a time, so a large
//! table is never in memory. Only `mod3` and `bit` tables are decoded as a whole, which takes a
//! byte per state.

mod card;
mod npy;
#[cfg(feature = "parquet")]
mod parquet;
mod states;

use std::io::Write;
use std::path::Path;

use clap::ValueEnum;
use tilebase::oracle::DistanceBlocks;
use tilebase::table::{Table, WriteError};

use super::csv_error::io_error;
#[cfg(not(feature = "parquet"))]
use super::parquet_left_out::ParquetLeftOut;
use crate::shell::write_file;

pub(crate) use card::card_of_export;
use states::{ExportError, for_each_state};

/// The format of an export. All list the states in index order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ExportFormat {
    /// A header, board,distance, and a line per state; cells without a tile of the pattern are dots
    Csv,
    /// A NumPy array of the distances by index, one byte each
    Npy,
    /// A NumPy array of records: board, one byte per cell (255: no tile of the pattern), and
    /// distance, one byte
    NpyBoards,
    /// The columns board (a string as in CSV) and distance (an unsigned byte); not in every build
    Parquet,
}

impl ExportFormat {
    /// Returns the format for a file name extension.
    #[must_use]
    pub(crate) fn of_file(file: &Path) -> Option<Self> {
        Self::from_str(file.extension()?.to_str()?, true).ok()
    }
}

/// Writes the distances of a table of any encoding.
///
/// # Errors
/// [`ExportError`] if the table is wrong, the writer fails, or this build does not support the
/// format.
pub(crate) fn export(
    table: &Table,
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
        ExportFormat::Parquet => Err(ParquetLeftOut.into()),
    }
}

/// Writes the distances of a table to a file, atomically.
///
/// # Errors
/// [`ExportError`] as for [`export`]. An existing file is then unchanged.
pub(crate) fn export_to_file(table: &Table, format: ExportFormat, file: &Path) -> Result<(), ExportError> {
    const DOING: &str = "writing the export";
    write_file(file, DOING, |mut out| {
        export(table, format, &mut out).map_err(|error| match error {
            ExportError::Io(source) => {
                ExportError::File(WriteError { file: file.to_owned(), doing: DOING, source })
            }
            other => other,
        })
    })
}

fn write_csv(blocks: &DistanceBlocks, out: &mut impl Write) -> Result<(), ExportError> {
    let mut csv = csv::Writer::from_writer(out);
    csv.write_record(["board", "distance"]).map_err(io_error)?;
    for_each_state(blocks, |index, distance| {
        let record = [blocks.space().describe(index), distance.to_string()];
        csv.write_record(record).map_err(io_error)
    })?;
    Ok(csv.flush()?)
}

#[cfg(test)]
mod tests {
    use tilebase::board::{Goal, Shape, Tile};
    use tilebase::generate::{Distances, Generator};
    use tilebase::space::{Pattern, Space, StateIndex};
    use tilebase::table::Encoding;

    use super::*;

    fn exported(distances: &Distances, encoding: Encoding, format: ExportFormat) -> Vec<u8> {
        let table = distances.encoded(encoding).unwrap().into_table();
        let mut bytes = Vec::new();
        export(&table, format, &mut bytes).unwrap();
        bytes
    }

    /// A full puzzle and patterns with and without zero-awareness, with unordered goals.
    ///
    /// They are small enough to be checked exhaustively.
    fn spaces() -> Vec<(Space, Distances, Vec<Encoding>)> {
        let goal = Goal::snail(Shape::new(2, 4).unwrap());
        let full = Space::new(&goal, &Pattern::full(goal.shape())).unwrap();
        let tiles = Pattern::new(goal.shape(), [2, 5, 7].map(Tile::new)).unwrap();
        let pattern = Space::new(&goal, &tiles).unwrap();
        let zero_aware = Space::zero_aware(&goal, &tiles).unwrap();
        let [of_full, of_pattern, of_zero_aware] =
            [&full, &pattern, &zero_aware].map(|space| Generator::new(space.clone()).distances().unwrap());
        [(full, of_full), (pattern, of_pattern), (zero_aware, of_zero_aware)]
            .map(|(space, distances)| {
                let encodings: Vec<Encoding> = Encoding::all_of(&space).collect();
                (space, distances, encodings)
            })
            .into()
    }

    #[test]
    fn arrays_of_records_have_each_board_and_its_distance() {
        for (space, distances, encodings) in spaces() {
            for encoding in encodings {
                let bytes = exported(&distances, encoding, ExportFormat::NpyBoards);
                let header =
                    "{'descr': [('board', '|u1', (8,)), ('distance', '|u1')], 'fortran_order': False, ";
                assert!(bytes[10..].starts_with(header.as_bytes()));
                let begin = 10 + usize::from(u16::from_le_bytes([bytes[8], bytes[9]]));
                assert_eq!((begin % 64, bytes[begin - 1]), (0, b'\n'));
                let records = bytes[begin..].chunks(9);
                assert_eq!(records.len(), distances.entries().len());
                for (number, (record, distance)) in (0..).zip(records.zip(distances.entries())) {
                    assert_eq!(record[8], *distance);
                    let text: Vec<String> = record[..8]
                        .iter()
                        .map(|tile| if *tile == 255 { ".".to_owned() } else { tile.to_string() })
                        .collect();
                    let separator = if matches!(space, Space::Full(_)) { "" } else { " " };
                    assert_eq!(text.join(separator), space.describe(StateIndex::new(number)));
                }
            }
        }
    }

    #[test]
    fn a_line_of_csv_is_a_board_and_its_distance() {
        let goal = Goal::blank_last(Shape::new(2, 2).unwrap());
        let space = Space::new(&goal, &Pattern::full(goal.shape())).unwrap();
        let distances = Generator::new(space).distances().unwrap();
        let csv = exported(&distances, Encoding::Byte, ExportFormat::Csv);
        assert!(csv.starts_with(b"board,distance\n0132,2\n"));
        assert_eq!(csv.iter().filter(|byte| **byte == b'\n').count(), 13);
    }

    #[test]
    fn all_encodings_give_the_same_exports() {
        assert!(spaces().iter().filter(|(.., encodings)| encodings.len() > 1).count() >= 2);
        for (_, distances, encodings) in spaces() {
            for format in [ExportFormat::Csv, ExportFormat::Npy] {
                let first = exported(&distances, encodings[0], format);
                assert!(first.len() > distances.entries().len());
                for encoding in &encodings[1..] {
                    assert!(exported(&distances, *encoding, format) == first, "{encoding} as {format:?}");
                }
            }
        }
    }
}
