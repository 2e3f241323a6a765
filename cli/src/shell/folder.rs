//! Where tables are kept if nobody says where, and opening one that is named.

use std::path::{Path, PathBuf};

use anyhow::anyhow;
use tilebase::table::{Folder, Table, TableError};

/// The folder that is taken, where it exists, without being named: a project's own.
const LOCAL: &str = "pdb";

/// The option for the table folder.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct FolderArgs {
    /// The table folder [default: ./pdb if there is one, else tilebase in the user's cache folder]
    #[arg(long, value_name = "DIR", env = "PDB_DIR")]
    pdb_dir: Option<PathBuf>,
}

impl FolderArgs {
    /// The folder, if the user has named it.
    pub(crate) fn named(&self) -> Option<&Path> {
        self.pdb_dir.as_deref()
    }

    /// The folder. No folder is made where the program happens to be started: `./pdb` serves if it is there, and else the
    /// user's cache folder, by the convention of the platform.
    pub(crate) fn folder(&self) -> Folder {
        Folder::new(self.pdb_dir.clone().unwrap_or_else(usual_folder))
    }
}

fn usual_folder() -> PathBuf {
    let local = Path::new(LOCAL);
    match dirs::cache_dir() {
        Some(cache) if !local.is_dir() => cache.join("tilebase"),
        // A user without a home has nothing but the folder that they are in.
        _ => local.to_owned(),
    }
}

/// Opens a table; where there is none, the error names the command that makes one.
pub(crate) fn open_table(file: &Path) -> anyhow::Result<Table> {
    Table::open(file).map_err(|error| match error {
        TableError::Absent { .. } => anyhow!("{error}; `pdb-gen build` makes one"),
        error => error.into(),
    })
}
