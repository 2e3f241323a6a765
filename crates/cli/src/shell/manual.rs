//! Shell completions and man pages, generated from the definitions of the options.

use std::env;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::process::{Command as Process, Stdio};

use clap::{Args, Command};
use clap_complete::Shell;

/// Print completions for a shell
#[derive(Debug, Args)]
pub(crate) struct Completions {
    /// Shell to complete for
    #[arg(value_enum)]
    shell: Shell,
}

impl Completions {
    /// Writes the completions of a command.
    ///
    /// # Errors
    /// Errors of the writer.
    pub(crate) fn run(&self, mut command: Command, out: &mut impl Write) -> io::Result<()> {
        let name = command.get_name().to_owned();
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut command, name, &mut script);
        out.write_all(&script)
    }
}

/// Show the man page, or write all pages to a folder
#[derive(Debug, Args)]
pub(crate) struct Man {
    /// Folder for the pages of the program and of each command
    #[arg(value_name = "DIR")]
    folder: Option<PathBuf>,
}

impl Man {
    /// Shows a command's man page on a terminal, or writes it as roff to a pipe, or all to a
    /// folder.
    ///
    /// # Errors
    /// Errors of the writer or the folder.
    pub(crate) fn run(&self, mut command: Command, out: &mut impl Write) -> io::Result<()> {
        if let Some(folder) = &self.folder {
            std::fs::create_dir_all(folder)?;
            return clap_mangen::generate_to(command, folder);
        }
        let mut page = Vec::new();
        clap_mangen::Man::new(command.clone()).render(&mut page)?;
        if !io::stdout().is_terminal() {
            return out.write_all(&page);
        }
        if is_shown_by("man", &["-l", "-"], &page) {
            return Ok(());
        }
        let help = command.render_long_help().to_string();
        let pager = env::var("MANPAGER").or_else(|_| env::var("PAGER")).unwrap_or_else(|_| "less".to_owned());
        let mut words = pager.split_whitespace();
        let program = words.next().unwrap_or("less");
        if is_shown_by(program, &words.collect::<Vec<_>>(), help.as_bytes()) {
            return Ok(());
        }
        out.write_all(help.as_bytes())
    }
}

/// Whether the program could be started and showed the text.
fn is_shown_by(program: &str, arguments: &[&str], text: &[u8]) -> bool {
    let child = Process::new(program).args(arguments).stdin(Stdio::piped()).stderr(Stdio::null()).spawn();
    let Ok(mut child) = child else { return false };
    // Leaving the pager early closes the pipe.
    let _closed = child.stdin.take().map(|mut input| input.write_all(text));
    child.wait().is_ok_and(|status| status.success())
}
