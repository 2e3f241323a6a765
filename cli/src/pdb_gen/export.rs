//! `pdb-gen export`: a table's distances for other programs.

use std::path::{Path, PathBuf};

use anyhow::Context;

use crate::report::{ExportFormat, export, export_to_file};
use crate::shell::{Exit, StandardOutput, open_table};

/// Write a table's distances in a form that other programs read
///
/// csv has the header board,distance and a line for each state. npy is a NumPy array of the distances, a byte
/// each, by index: blank's cell * (k!/2) + Lehmer rank / 2. npy-boards is a NumPy array of records: board, a byte for
/// each cell row by row (0 for the blank, 255 for a cell that a pattern leaves open), and distance, a byte. Where a
/// table tells the blank's regions apart, every cell of its region has a 0. parquet has the columns board (a string)
/// and distance (an unsigned byte); it is there if the program was built with --features parquet.
///
/// A file is written under a temporary name and renamed when it is whole.
#[derive(Debug, clap::Args)]
pub(super) struct ExportArgs {
    /// The table
    file: PathBuf,

    /// Where to write; its ending tells the format. - is the standard output
    #[arg(long, short, value_name = "FILE")]
    output: PathBuf,

    /// csv, npy, npy-boards or parquet, if the ending does not tell
    #[arg(long, value_enum)]
    format: Option<ExportFormat>,
}

pub(super) fn run(args: &ExportArgs) -> anyhow::Result<Exit> {
    let format = args.format.or_else(|| ExportFormat::of_file(&args.output)).with_context(|| {
        format!(
            "the ending of {} names no format: expected .csv, .npy or .parquet, or give --format",
            args.output.display()
        )
    })?;
    let table = open_table(&args.file)?;
    if args.output == Path::new("-") {
        export(&table, format, &mut StandardOutput::binary())?;
    } else {
        export_to_file(&table, format, &args.output)?;
    }
    Ok(Exit::Yes)
}
