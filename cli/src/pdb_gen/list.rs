//! `pdb-gen list`: the tables in the folder.

use std::io::Write;

use comfy_table::{CellAlignment, presets};
use tilebase::table::Table;

use super::leftovers::Leftovers;
use crate::report::Description;
use crate::shell::{Exit, FolderArgs, PDB_GEN, TextOrJson, tell};

/// List the tables in the folder
///
/// What builds and searches that were ended have left there is told on the standard error.
#[derive(Debug, clap::Args)]
pub(super) struct ListArgs {
    #[command(flatten)]
    folder: FolderArgs,

    /// How to list them
    #[arg(long, value_enum, default_value_t)]
    format: TextOrJson,
}

/// Lists every table; one that is damaged is named on the standard error, and does not stop the others.
pub(super) fn run(args: &ListArgs, out: &mut impl Write) -> anyhow::Result<Exit> {
    let folder = args.folder.folder();
    let mut exit = Exit::Yes;
    let mut descriptions = Vec::new();
    for name in folder.names()? {
        let file = folder.file_of(&name);
        let described = Table::open(&file).map_err(Box::new);
        match described.and_then(|table| Description::of_table(file.display().to_string(), &table)) {
            Ok(description) => descriptions.push(description),
            Err(error) => {
                tell(PDB_GEN, &error);
                exit = Exit::Failed;
            }
        }
    }
    let Leftovers { abandoned, checkpoints, levels, searches } = Leftovers::in_folder(&folder)?;
    for file in abandoned {
        tell(
            PDB_GEN,
            format_args!("{} is left of a build that was killed; `pdb-gen clean` removes it", file.display()),
        );
    }
    for file in checkpoints {
        tell(
            PDB_GEN,
            format_args!(
                "{} is the checkpoint of a build; `pdb-gen build --resume` goes on from it, `pdb-gen clean --checkpoints` \
                 removes it",
                file.display()
            ),
        );
    }
    for file in levels {
        tell(
            PDB_GEN,
            format_args!(
                "{} is what a count has saved; `pdb-gen count --resume` goes on from it, `pdb-gen clean --checkpoints` \
                 removes it",
                file.display()
            ),
        );
    }
    for file in searches {
        tell(
            PDB_GEN,
            format_args!(
                "{} is a search that was saved; `pdb-solve --resume` goes on from it, `pdb-gen clean --checkpoints` \
                 removes it",
                file.display()
            ),
        );
    }
    match args.format {
        TextOrJson::Json => {
            for description in &descriptions {
                serde_json::to_writer(&mut *out, description)?;
                writeln!(out)?;
            }
        }
        TextOrJson::Text if descriptions.is_empty() && exit == Exit::Yes => {
            writeln!(out, "no tables in {}; `pdb-gen build` makes one", folder.path().display())?;
        }
        TextOrJson::Text => writeln!(out, "{}", in_columns(&descriptions).trim_fmt())?,
    }
    Ok(exit)
}

fn in_columns(descriptions: &[Description]) -> comfy_table::Table {
    let mut table = comfy_table::Table::new();
    table
        .load_style(presets::NOTHING)
        .set_header(["file", "shape", "goal", "encoding", "states", "deepest", "bytes"]);
    for (nth, column) in table.column_iter_mut().enumerate() {
        column.set_padding(if nth == 0 { (0, 0) } else { (2, 0) });
        column.set_cell_alignment(if nth < 4 { CellAlignment::Left } else { CellAlignment::Right });
    }
    for one in descriptions {
        table.add_row([
            one.file.clone().unwrap_or_default(),
            one.shape.clone(),
            one.goal.clone(),
            one.encoding.to_owned(),
            one.states.to_string(),
            one.deepest.to_string(),
            one.bytes.to_string(),
        ]);
    }
    table
}
