//! `pdb-gen export`.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

use anyhow::Context;
use tilebase::cli::Exit;
use tilebase::report::{ExportFormat, export};
use tilebase::table::MappedTable;

use crate::args::ExportArgs;

pub(crate) fn run(args: &ExportArgs, out: &mut impl Write) -> anyhow::Result<Exit> {
    let format = args.format.or_else(|| ExportFormat::of_file(&args.output)).with_context(|| {
        format!(
            "the ending of {} names no format: expected .csv or .npy, or give --format",
            args.output.display()
        )
    })?;
    let table = MappedTable::open(&args.file)?;
    if args.output == Path::new("-") {
        export(&table, format, out)?;
    } else {
        let naming = || format!("{} could not be written", args.output.display());
        let mut file = BufWriter::new(File::create(&args.output).with_context(naming)?);
        export(&table, format, &mut file).with_context(naming)?;
    }
    Ok(Exit::Yes)
}
