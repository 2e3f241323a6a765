//! `pdb-gen info`: the description of a table.

use std::io::Write;
use std::path::PathBuf;

use crate::report::Description;
use crate::shell::{Exit, TextOrJson, open_table, write_file};

/// Show shape, goal, encoding and histogram of a table
#[derive(Debug, clap::Args)]
pub(crate) struct InfoArgs {
    /// Table file
    file: PathBuf,

    /// Draw the histogram as an SVG file
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,

    /// Output format: text or json
    #[arg(long, short, value_enum, default_value_t, hide_possible_values = true)]
    format: TextOrJson,
}

pub(super) fn run(args: &InfoArgs, out: &mut impl Write) -> anyhow::Result<Exit> {
    let table = open_table(&args.file)?;
    let description = Description::of_table(args.file.display().to_string(), &table)?;
    if let Some(picture) = &args.plot {
        let svg = description.picture()?;
        write_file::<anyhow::Error>(
            picture,
            "writing the picture",
            |out| Ok(out.write_all(svg.as_bytes())?),
        )?;
    }
    match args.format {
        TextOrJson::Text => description.write_text(out)?,
        TextOrJson::Json => {
            serde_json::to_writer(&mut *out, &description)?;
            writeln!(out)?;
        }
    }
    Ok(Exit::Yes)
}
