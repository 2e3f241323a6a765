//! The table folder, and opening a table by name.

use std::path::{Path, PathBuf};

use anyhow::anyhow;
use tilebase::table::{Folder, LayoutName, Table, TableError};

/// A project's own table folder, used if it exists.
const LOCAL: &str = "pdb";

/// The option for the table folder.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct FolderArgs {
    /// Table folder [default: $PDB_DIR, else ./pdb if it exists, else the user's cache folder]
    #[arg(long, value_name = "DIR", env = "PDB_DIR", hide_env = true, hide_short_help = true)]
    pdb_dir: Option<PathBuf>,
}

impl FolderArgs {
    /// The folder that the user has named, if any.
    pub(crate) fn named(&self) -> Option<&Path> {
        self.pdb_dir.as_deref()
    }

    /// The table folder.
    ///
    /// Never creates one in the current folder: uses `./pdb` if it exists, else the user's cache
    /// folder by the platform's convention.
    pub(crate) fn folder(&self) -> Folder {
        Folder::new(self.pdb_dir.clone().unwrap_or_else(usual_folder))
    }
}

fn usual_folder() -> PathBuf {
    let local = Path::new(LOCAL);
    match dirs::cache_dir() {
        Some(cache) if !local.is_dir() => cache.join("tilebase"),
        // Without a home folder, only the current one is left.
        _ => local.to_owned(),
    }
}

/// Opens a table. If it is missing, the error names the command that builds it.
pub(crate) fn open_table(file: &Path) -> anyhow::Result<Table> {
    Table::open(file).map_err(|error| match error {
        TableError::Absent { .. } => anyhow!("{error}; `pdb-gen build` builds one"),
        TableError::Format { .. } if is_layout(file) => anyhow!(
            "{}: this is not a table but a search layout of pattern databases; `pdb-gen verify` checks it",
            file.display()
        ),
        error => error.into(),
    })
}

/// Whether a file has the name of pattern databases laid out for search.
pub(crate) fn is_layout(file: &Path) -> bool {
    file.file_name().and_then(|name| LayoutName::read(name.to_str()?)).is_some()
}
