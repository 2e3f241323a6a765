//! Completions for shells.

use std::io::{self, Write};

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
