//! `pdb-gen list`: lists the tables in the folder.

use std::io::Write;

use tilebase::table::Table;

use super::leftovers::Leftovers;
use crate::report::numbers::{size, with_commas};
use crate::report::{Cell, Columns, Description};
use crate::shell::{Exit, FolderArgs, TextOrJson, tell};

/// List the tables in the table folder
///
/// Checkpoints, leftovers of interrupted builds and searches, and pattern databases laid out for
/// search are reported on standard error.
#[derive(Debug, clap::Args)]
pub(crate) struct ListArgs {
    #[command(flatten)]
    folder: FolderArgs,

    /// Output format: text or json
    #[arg(long, short, value_enum, default_value_t, hide_possible_values = true)]
    format: TextOrJson,
}

/// Lists every table. Damaged ones are reported on standard error.
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
                tell(&error);
                exit = Exit::Failed;
            }
        }
    }
    tell_of_others(&Leftovers::in_folder(&folder)?);
    match args.format {
        TextOrJson::Json => {
            for description in &descriptions {
                serde_json::to_writer(&mut *out, description)?;
                writeln!(out)?;
            }
        }
        TextOrJson::Text if descriptions.is_empty() && exit == Exit::Yes => {
            writeln!(out, "no tables in {}; `pdb-gen build` builds one", folder.path().display())?;
        }
        TextOrJson::Text => in_columns(&descriptions).write(out)?,
    }
    Ok(exit)
}

/// Reports files that are not tables, and the commands for them.
fn tell_of_others(others: &Leftovers) {
    let Leftovers { abandoned, checkpoints, levels, searches, layouts } = others;
    let kinds = [
        (abandoned, "was left by a build that was killed; `pdb-gen clean` removes it"),
        (
            checkpoints,
            "is the checkpoint of a build; `pdb-gen build --resume` continues it, `pdb-gen clean \
             --checkpoints` removes it",
        ),
        (
            levels,
            "is the checkpoint of a count; `pdb-gen count --resume` continues it, `pdb-gen clean \
             --checkpoints` removes it",
        ),
        (
            searches,
            "is the checkpoint of a search; `pdb-solve --resume` continues it, `pdb-gen clean \
             --checkpoints` removes it",
        ),
        (layouts, "is a search layout of pattern databases; `pdb-gen clean` removes it"),
    ];
    for (files, what) in kinds {
        for file in files {
            tell(format_args!("{} {what}", file.display()));
        }
    }
}

/// A table without columns for shape, goal, pattern and encoding, because the file names contain
/// them.
fn in_columns(descriptions: &[Description]) -> Columns {
    let mut columns = Columns::new(1, &["table", "states", "deepest", "size"]);
    for one in descriptions {
        columns.row([
            Cell::from(one.file.clone().unwrap_or_default()),
            with_commas(one.states).into(),
            one.deepest.to_string().into(),
            size(one.bytes).into(),
        ]);
    }
    columns
}
