//! `pdb-gen info`: what a table says of itself.

use std::io::Write;
use std::path::PathBuf;

use crate::report::Description;
use crate::shell::{Exit, TextOrJson, open_table, write_file};

/// Show what a table says of itself: shape, goal, encoding, histogram
#[derive(Debug, clap::Args)]
pub(super) struct InfoArgs {
    /// The table
    file: PathBuf,

    /// Draw the histogram, as an SVG file
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,

    /// How to say it
    #[arg(long, value_enum, default_value_t)]
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
