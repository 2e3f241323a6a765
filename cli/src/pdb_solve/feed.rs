//! Options that say what a solver on trial is given, and where.

use std::env;
use std::path::{Component, Path};

use anyhow::{Context, anyhow, bail};
use tilebase::notation::BlankSign;

use crate::trial::{Feed, HandedForm, Handing, RunFolders};

/// How boards reach a solver, and its answers come back.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct FeedArgs {
    /// How boards are written for the program: digits, spaces, commas, grid, princeton, 42, rows-cols, json, lines (a number
    /// a line), or another form of `pdb-solve convert` [default: digits, or commas where a tile has two digits]
    #[arg(long, value_name = "FORM", help_heading = "Solver")]
    notation: Option<HandedForm>,

    /// What the program takes for the blank: 0, 9, b, _, space ...
    #[arg(
        long,
        value_name = "SIGN",
        default_value_t,
        help_heading = "Solver",
        allow_negative_numbers = true
    )]
    blank: BlankSign,

    /// What the program gets on its standard input; \n ends a line, and {} is the board, as in the command
    #[arg(long, value_name = "TEXT", help_heading = "Solver")]
    stdin: Option<String>,

    /// Keep the standard input open when all is written, for programs that take its end as an order to stop
    #[arg(long, help_heading = "Solver", conflicts_with = "batch")]
    stdin_open: bool,

    /// The name of the file that {file} stands for [default: board.txt]
    #[arg(long, value_name = "NAME", help_heading = "Solver")]
    pub(super) file_name: Option<String>,

    /// The file that the program writes its answer to; if there is none in it, what is printed is read as well
    #[arg(long, value_name = "FILE", help_heading = "Solver", conflicts_with = "here")]
    output: Option<String>,

    /// Run in this folder itself, instead of in a fresh folder like it for each board
    #[arg(long, help_heading = "Solver")]
    pub(super) here: bool,
}

impl FeedArgs {
    /// What is given to a solver.
    pub(super) fn feed(&self) -> anyhow::Result<Feed> {
        let file_name = self.file_name.clone().unwrap_or_else(|| Feed::FILE_NAME.to_owned());
        if !is_within(&file_name) || Path::new(&file_name).components().count() != 1 {
            bail!("--file-name: expected the name of a file in the run's folder, found {file_name:?}");
        }
        if let Some(output) = self.output.as_ref().filter(|output| !is_within(output)) {
            bail!("--output: expected a file in the run's folder, as output.txt, found {output:?}");
        }
        if self.output.as_ref() == Some(&file_name) {
            bail!("--output and {{file}} can't be the same file: --file-name gives the second another name");
        }
        Ok(Feed {
            input: self.stdin.clone(),
            handing: Handing { form: self.notation, blank: self.blank.clone() },
            keeps_input_open: self.stdin_open,
            file_name,
            output_file: self.output.clone(),
        })
    }

    /// The folders of runs; none if all run in this one.
    pub(super) fn folders(&self) -> anyhow::Result<Option<RunFolders>> {
        if self.here {
            return Ok(None);
        }
        let folder = env::current_dir().context("this folder can't be told")?;
        let folders = RunFolders::of(&folder, self.output.as_deref().map(Path::new));
        folders.map(Some).map_err(|error| anyhow!("{error}; --here lets all runs share this folder"))
    }
}

/// Is it a path that leads nowhere but into the folder?
fn is_within(path: &str) -> bool {
    let mut parts = Path::new(path).components().peekable();
    parts.peek().is_some() && parts.all(|part| matches!(part, Component::Normal(_))) && !path.ends_with('/')
}

#[cfg(test)]
mod tests {
    #[test]
    fn what_leads_out_of_the_folder_is_told() {
        assert!(["output.txt", "out/solution.txt", "a b"].iter().all(|path| super::is_within(path)));
        assert!(["", "/x", "../x", "a/../b", ".", "./x", "out/"].iter().all(|path| !super::is_within(path)));
    }
}
