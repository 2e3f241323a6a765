//! What is made from the description of the options: completions for shells, and man pages.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::{Args, Command};
use clap_complete::Shell;

/// Print completions for a shell
#[derive(Debug, Args)]
pub(crate) struct Completions {
    /// The shell to complete for
    #[arg(value_enum)]
    shell: Shell,
}

impl Completions {
    /// Writes the completions of a command.
    ///
    /// # Errors
    /// Those of the writer.
    pub(crate) fn run(&self, mut command: Command, out: &mut impl Write) -> io::Result<()> {
        let name = command.get_name().to_owned();
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut command, name, &mut script);
        out.write_all(&script)
    }
}

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
