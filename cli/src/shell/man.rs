//! Man pages.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::{Args, Command};

/// Print the man page, or write all pages into a folder
#[derive(Debug, Args)]
pub(crate) struct Man {
    /// Write the page of the program and of each subcommand into this folder
    #[arg(value_name = "DIR")]
    folder: Option<PathBuf>,
}

impl Man {
    /// Writes the pages of a command.
    ///
    /// # Errors
    /// Those of the writer or the folder.
    pub(crate) fn run(&self, command: Command, out: &mut impl Write) -> io::Result<()> {
        match &self.folder {
            None => clap_mangen::Man::new(command).render(out),
            Some(folder) => {
                std::fs::create_dir_all(folder)?;
                clap_mangen::generate_to(command, folder)
            }
        }
    }
}
