//! A function made into a command.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::Path;

use tempfile::TempDir;
use tilebase::board::Board;

use super::super::call::quote;
use super::super::solver::CallError;

/// A command that calls a function, and the folder in which the program is that does so.
#[derive(Debug)]
pub(crate) struct Adapter {
    /// It is removed when this is dropped.
    _folder: TempDir,
    command: Vec<OsString>,
    /// The options that name the function.
    options: Vec<String>,
    /// How the function is called, for the user.
    notice: String,
}

/// Why a function can't be called.
#[derive(Debug, thiserror::Error)]
pub(crate) enum AdapterError {
    /// The language is not there.
    #[error("{program} could not be started: {reason}; install {package}, or put it on the PATH")]
    NotInstalled { program: &'static str, package: &'static str, reason: String },
    /// The function is not there, or can't be called.
    #[error("{0}")]
    Fault(String),
    /// The program that holds the function fails before it can be called.
    #[error("{file} cannot be loaded: {reason}")]
    NotLoaded { file: String, reason: String },
    /// A name would be taken for the place of the board.
    #[error("{0} cannot be used: its name contains {{}} or {{goal}}")]
    HasPlace(String),
    /// The program that calls functions can't be compiled.
    #[error("the Java compiler failed: {0}")]
    NotCompiled(String),
    /// The temporary folder can't be written.
    #[error("cannot write a temporary folder: {0}")]
    Folder(#[from] io::Error),
    /// Boards can't be handed over.
    #[error(transparent)]
    Call(#[from] CallError),
    /// The user has ended it.
    #[error("interrupted")]
    Interrupted,
}

impl Adapter {
    /// The command that calls the function with one board, in the place of `{}`, to the goal `{goal}`.
    pub(super) const fn new(
        folder: TempDir,
        command: Vec<OsString>,
        options: Vec<String>,
        notice: String,
    ) -> Self {
        Self { _folder: folder, command, options, notice }
    }

    /// How the function is called.
    pub(crate) fn notice(&self) -> &str {
        &self.notice
    }

    /// The command; for a batch without the place of the board, so that boards come on the standard input.
    pub(crate) fn command(&self, is_batch: bool) -> Vec<OsString> {
        let places = usize::from(!is_batch);
        self.command.iter().cloned().chain(std::iter::repeat_n(OsString::from("{}"), places)).collect()
    }

    /// What the user calls it.
    pub(crate) fn name(&self) -> String {
        in_words(&self.options)
    }

    /// What one types to try one board, with further options.
    pub(crate) fn repeat(&self, board: &Board, options: &[String]) -> String {
        let words = ["pdb-solve".to_owned(), "validate".to_owned(), board.to_string()];
        in_words(words.iter().chain(&self.options).chain(options))
    }
}

fn in_words<'a>(words: impl IntoIterator<Item = &'a String>) -> String {
    words.into_iter().map(|word| quote(word, false)).collect::<Vec<_>>().join(" ")
}

/// A temporary folder with one file.
pub(super) fn folder_with(name: &str, text: &str) -> Result<TempDir, AdapterError> {
    let folder = tempfile::Builder::new().prefix("pdb-solve-").tempdir()?;
    fs::write(folder.path().join(name), text)?;
    no_place(folder.path().as_os_str())?;
    Ok(folder)
}

/// Refuses words that would be filled in.
pub(super) fn no_place(word: impl AsRef<Path>) -> Result<(), AdapterError> {
    let word = word.as_ref().to_string_lossy();
    let has_place = word.contains("{}") || word.contains("{goal}");
    if has_place { Err(AdapterError::HasPlace(word.into_owned())) } else { Ok(()) }
}
