//! The forms that a table is exported in.

use std::path::Path;
use std::str::FromStr;

/// The form of an export. All have the states in the order of the indexes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportFormat {
    /// The header `board,distance`, and a line for each state. Cells without a tile of the pattern are dots.
    Csv,
    /// A NumPy array of the distances: one byte each, by index, for `numpy.load`.
    Npy,
    /// A NumPy array of records: `board`, a byte for each cell row by row, and `distance`, a byte. Cells without a
    /// tile of the pattern are 255.
    NpyBoards,
    /// A Parquet file with the columns `board`, a string as in CSV, and `distance`, an unsigned byte. Needs the
    /// feature `parquet`.
    Parquet,
}

impl ExportFormat {
    /// All formats.
    pub const ALL: [Self; 4] = [Self::Csv, Self::Npy, Self::NpyBoards, Self::Parquet];

    /// What it is called; also the ending of such files, except that both forms for NumPy are `.npy` files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::Npy => "npy",
            Self::NpyBoards => "npy-boards",
            Self::Parquet => "parquet",
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
        known.ok_or_else(|| format!("expected csv, npy, npy-boards or parquet, found {text:?}"))
    }
}
