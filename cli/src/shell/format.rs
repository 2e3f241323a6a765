//! The forms of what the programs print.

use clap::ValueEnum;

/// How to write answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people
    #[default]
    Text,
    /// One object a line
    Json,
    /// One record a line, under a header
    Csv,
}

/// How to say things that make no table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum TextOrJson {
    /// For people
    #[default]
    Text,
    /// For programs
    Json,
}
