//! Options for passing boards to a solver and reading its answers.

use std::env;
use std::path::{Component, Path};

use anyhow::{Context, bail};

use crate::shell::tell;
use crate::trial::{EasyAnswer, Feed, Input, InputNotation, Notation, PythonNotation, RunFolders};

/// The heading of options that only `--help` shows.
pub(super) const RARE: &str = "Less common options";

/// How boards reach a solver, and how its answers come back.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct FeedArgs {
    /// Board format, e.g. grid:_, :9 [default: digits]
    ///
    /// FORM is a format (grid), a colon and the symbol for the blank (:9), or both (grid:_).
    /// Formats: digits, spaces, commas, grid, princeton, 42, rows-cols, json, lines (a number per
    /// line), or any other of `pdb-solve convert --help`; if a tile number has two digits, the
    /// default is commas. Symbols for the blank: 0, 9, b, _, space ... With --python: list, rows,
    /// tuple, tuple-rows, string or numpy; the blank may also be None or a number such as -1
    /// (list:None).
    #[arg(long, value_name = "FORM")]
    pub(super) notation: Option<Notation>,

    /// Text for standard input, e.g. '2\n{}\n3\n'
    ///
    /// {} is the board; \n ends a line. A final \c keeps the input open, for programs that quit
    /// when their input ends.
    #[arg(long, value_name = "TEXT")]
    stdin: Option<String>,

    /// File to which the program writes its answer
    ///
    /// If the file contains no answer, the output is read as well.
    #[arg(long, value_name = "FILE")]
    answer_file: Option<String>,
}

impl FeedArgs {
    /// The way boards are passed to a command.
    pub(super) fn feed(&self, is_batch: bool) -> anyhow::Result<Feed> {
        let input = self.stdin.as_deref().map(Input::new);
        let keeps_input_open = input.as_ref().is_some_and(|input| input.stays_open);
        if keeps_input_open && is_batch {
            bail!("--stdin: in a batch, the input is always closed; leave out \\c");
        }
        if let Some(file) = self.answer_file.as_ref().filter(|file| !is_within(file)) {
            bail!("--answer-file: expected a file in the current folder, e.g. output.txt, found {file:?}");
        }
        let input_notation = match &self.notation {
            Some(Notation { input_notation: Some(input_notation), .. }) => input_notation.clone(),
            Some(Notation { text, .. }) => {
                bail!("--notation {text} is only for --python; for a command use e.g. grid or spaces")
            }
            None => InputNotation::default(),
        };
        let file_name = Feed::FILE_NAME.to_owned();
        let input = input.map(|input| input.text);
        let output_file = self.answer_file.clone();
        Ok(Feed {
            input,
            input_notation,
            keeps_input_open,
            is_function: false,
            on_easy_board: EasyAnswer::Untried,
            file_name,
            output_file,
        })
    }

    /// The Python type of a board and its blank, for `--python`.
    pub(super) fn python(&self) -> anyhow::Result<PythonNotation> {
        match &self.notation {
            Some(Notation { python: None, text, .. }) => {
                bail!(
                    "--notation {text}: with --python, expected list, rows, tuple, tuple-rows, string or \
                     numpy, optionally with a blank, e.g. list:_"
                )
            }
            Some(Notation { python: Some(python), .. }) => Ok(python.clone()),
            None => Ok(PythonNotation::default()),
        }
    }

    /// Fresh folders for the runs. If they cannot be made, the runs share this folder.
    pub(super) fn folders(&self, needs_file: bool) -> anyhow::Result<Option<RunFolders>> {
        let folder = env::current_dir().context("cannot find the current folder")?;
        match RunFolders::of(&folder, self.answer_file.as_deref().map(Path::new)) {
            Ok(folders) => Ok(Some(folders)),
            Err(error) if needs_file || self.answer_file.is_some() => {
                bail!(
                    "{error}; {{file}} and --answer-file need a copy of this folder for each run; run this command in a smaller folder"
                )
            }
            Err(error) => {
                tell(format_args!("{error}; all runs share this folder"));
                Ok(None)
            }
        }
    }
}

/// Whether a path stays within the folder.
fn is_within(path: &str) -> bool {
    let mut parts = Path::new(path).components().peekable();
    parts.peek().is_some() && parts.all(|part| matches!(part, Component::Normal(_))) && !path.ends_with('/')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_out_of_the_folder_are_found() {
        assert!(["output.txt", "out/solution.txt", "a b"].iter().all(|path| is_within(path)));
        assert!(["", "/x", "../x", "a/../b", ".", "./x", "out/"].iter().all(|path| !is_within(path)));
    }
}
