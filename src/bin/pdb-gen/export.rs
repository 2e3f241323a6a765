//! `pdb-gen export`.

use std::io::{self, BufWriter};
use std::path::Path;

use anyhow::Context;
use tilebase::cli::Exit;
use tilebase::report::{ExportFormat, export, export_to_file};
use tilebase::table::MappedTable;

use crate::args::ExportArgs;

pub(crate) fn run(args: &ExportArgs) -> anyhow::Result<Exit> {
    let format = args.format.or_else(|| ExportFormat::of_file(&args.output)).with_context(|| {
        format!(
            "the ending of {} names no format: expected .csv, .npy or .parquet, or give --format",
            args.output.display()
        )
    })?;
    let table = MappedTable::open(&args.file)?;
    if args.output == Path::new("-") {
        export(&table, format, &mut BufWriter::new(io::stdout()))?;
    } else {
        export_to_file(&table, format, &args.output)?;
    }
    Ok(Exit::Yes)
}
