//! The forms that a table is exported in.

use std::path::Path;

use clap::ValueEnum;

/// The form of an export. All have the states in the order of the indexes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ExportFormat {
    /// The header board,distance, and a line for each state; cells without a tile of the pattern are dots
    Csv,
    /// A NumPy array of the distances: a byte each, by index
    Npy,
    /// A NumPy array of records: board, a byte for each cell (255 where a pattern leaves it open), and distance, a byte
    NpyBoards,
    /// The columns board, a string as in CSV, and distance, an unsigned byte; if the program was built with it
    Parquet,
}

impl ExportFormat {
    /// The format that a file's ending names.
    #[must_use]
    pub(crate) fn of_file(file: &Path) -> Option<Self> {
        Self::from_str(file.extension()?.to_str()?, true).ok()
    }
}
