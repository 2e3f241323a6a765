//! `pdb-gen info`.

use std::io::Write;

use tilebase::cli::Exit;
use tilebase::report::Description;
use tilebase::table::MappedTable;

use crate::args::{Format, InfoArgs};

pub(crate) fn run(args: &InfoArgs, out: &mut impl Write) -> anyhow::Result<Exit> {
    let table = MappedTable::open(&args.file)?;
    let description = Description::of_table(args.file.display().to_string(), &table);
    if let Some(picture) = &args.plot {
        description.plot(picture)?;
    }
    match args.format {
        Format::Text => description.write_text(out)?,
        Format::Json => {
            serde_json::to_writer(&mut *out, &description)?;
            writeln!(out)?;
        }
    }
    Ok(Exit::Yes)
}
