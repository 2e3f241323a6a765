//! File formats of data sets.

use clap::ValueEnum;
use serde::{Deserialize, Serialize};

/// The form of a data set's files.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum LabelFormat {
    /// NumPy arrays, several in a file: boards (a byte a cell, row by row, 0 for the blank),
    /// lengths, and paths
    #[default]
    Npz,
    /// A NumPy array of records: board, length, and path
    Npy,
    /// The header board,length, or board,length,path, and a line for each board
    Csv,
    /// The same columns; if the program was built with it
    Parquet,
    /// A pickle for DeepCubeA: states, outputs (the lengths), and solutions
    Deepcubea,
    /// A pickle for DeepXube: states, goals, path_costs (the lengths), and actions
    Deepxube,
}

impl LabelFormat {
    /// The file name extension of this format.
    pub(crate) const fn ending(self) -> &'static str {
        match self {
            Self::Npz => "npz",
            Self::Npy => "npy",
            Self::Csv => "csv",
            Self::Parquet => "parquet",
            Self::Deepcubea | Self::Deepxube => "pkl",
        }
    }

    /// Whether the format is for one program, which has one goal, square boards, and own move
    /// names.
    pub(crate) const fn is_of_a_program(self) -> bool {
        matches!(self, Self::Deepcubea | Self::Deepxube)
    }
}
