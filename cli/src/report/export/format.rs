//! The formats of exported tables.

use std::path::Path;

use clap::ValueEnum;

/// The format of an export. All list the states in index order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ExportFormat {
    /// A header, board,distance, and a line per state; cells without a tile of the pattern are dots
    Csv,
    /// A NumPy array of the distances by index, one byte each
    Npy,
    /// A NumPy array of records: board, one byte per cell (255: no tile of the pattern), and distance,
    /// one byte
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
