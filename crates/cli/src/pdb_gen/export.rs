//! `pdb-gen export`: the distances of a table, for other programs.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

use crate::report::{ExportFormat, card_of_export, export, export_to_file};
use crate::shell::{Exit, StandardOutput, open_table};

/// Export a table's distances to CSV, NumPy or Parquet
///
/// csv has the header board,distance and a line per state. npy is a NumPy array of the distances,
/// one byte each, by index. In a full table with k tiles, the index is blank's cell * (k!/2) +
/// Lehmer rank / 2, rounded down. npy-boards is a NumPy array of
/// records: board, one byte per cell row by row (0 for the blank, 255 for a cell that a pattern
/// leaves open), and distance, one byte. In zero-aware tables, every cell of the blank's region is
/// 0. parquet has the columns board (a string) and distance (an unsigned byte); it is available in
/// builds with --features parquet.
#[derive(Debug, clap::Args)]
pub(crate) struct ExportArgs {
    /// Table file
    file: PathBuf,

    /// File to write (- for standard output); its extension selects the format
    #[arg(long, short, value_name = "FILE")]
    output: PathBuf,

    /// File format, if the extension does not determine it: csv, npy, npy-boards or parquet
    #[arg(long = "as", value_name = "FORMAT", value_enum, hide_possible_values = true)]
    form: Option<ExportFormat>,

    /// Also verify the table, and write a dataset card, README.md
    ///
    /// The card, beside the file, has metadata for the Hugging Face Hub. It describes the columns,
    /// the hashes, the command, and how the table was verified. An existing README.md with other
    /// content is not replaced: the command fails after it has written the data. Verification needs
    /// the time and memory of `pdb-gen verify`.
    #[arg(long)]
    card: bool,
}

pub(super) fn run(args: &ExportArgs) -> anyhow::Result<Exit> {
    let format = args.form.or_else(|| ExportFormat::of_file(&args.output)).with_context(|| {
        if args.output == Path::new("-") {
            return "standard output has no file extension: name the format, for example --as csv"
                .to_owned();
        }
        format!(
            "the extension of {} does not determine the format: expected .csv, .npy or .parquet, or --as FORMAT",
            args.output.display()
        )
    })?;
    let is_file = args.output != Path::new("-");
    if args.card && !is_file {
        bail!("--card describes a file: name one with --output");
    }
    let table = open_table(&args.file)?;
    if args.card {
        let broken = table.prove()?;
        if let Some(violation) = broken.first() {
            bail!("{} is wrong, and was not exported: {violation}", args.file.display());
        }
    }
    if !is_file {
        export(&table, format, &mut StandardOutput::binary())?;
        return Ok(Exit::Yes);
    }
    export_to_file(&table, format, &args.output)?;
    if args.card {
        let folder = args.output.parent().unwrap_or(Path::new(""));
        card_of_export(&table, &args.file, format, &args.output)?.write(folder)?;
    }
    Ok(Exit::Yes)
}
