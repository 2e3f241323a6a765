//! The command that calls a function of a user's program.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::Path;

use tempfile::TempDir;
use tilebase::board::{Board, Goal};

use super::super::solver::CallError;
use super::super::uncalled::EasyAnswer;
use crate::shell::in_one_line;

/// A command that calls a function, with the temporary folder that holds the calling program.
#[derive(Debug)]
pub(crate) struct Adapter {
    /// Removed when the adapter is dropped.
    _folder: TempDir,
    command: Vec<OsString>,
    /// The `pdb-solve validate` options that select the function.
    options: Vec<String>,
    /// A sentence for the user that says how the function is called.
    notice: String,
    /// The answer to an easy board.
    on_easy_board: EasyAnswer,
    /// A defect of the program that may cause wrong answers.
    defect: Option<String>,
}

/// Reasons why a function cannot be called.
#[derive(Debug, thiserror::Error)]
pub(crate) enum AdapterError {
    /// The language's interpreter or runtime is not installed.
    #[error("{program} could not be started: {reason}; install {package}, or put it on the PATH")]
    NotInstalled { program: &'static str, package: &'static str, reason: String },
    /// The function does not exist or is not callable.
    #[error("{0}")]
    Fault(String),
    /// The program that contains the function fails while it is being loaded.
    #[error("{file} cannot be loaded: {reason}")]
    NotLoaded {
        file: String,
        reason: String,
        /// Whether something else may have ended the run, so that the next one may succeed.
        was_disturbed: bool,
    },
    /// The system could not start a run.
    #[error("the system could not start the program that calls the function: {0}")]
    NotStarted(String),
    /// A path or name contains a placeholder, which would be substituted.
    #[error("{0} cannot be used: its name contains {{}} or {{goal}}; rename it")]
    HasPlace(String),
    /// The calling program does not compile.
    #[error("the Java compiler failed: {0}")]
    NotCompiled(String),
    /// The temporary folder cannot be written.
    #[error("cannot write a temporary folder: {0}")]
    Folder(#[from] io::Error),
    /// The board cannot be passed to the command.
    #[error(transparent)]
    Call(#[from] CallError),
    /// The user pressed Ctrl-C.
    #[error("interrupted")]
    Interrupted,
}

impl AdapterError {
    /// Whether the program is the cause, rather than the system or the user.
    pub(crate) const fn is_of_program(&self) -> bool {
        matches!(self, Self::Fault(_) | Self::NotLoaded { was_disturbed: false, .. } | Self::Call(_))
    }

    /// Whether something else may have ended the run, so that the next one may succeed.
    pub(crate) const fn was_disturbed(&self) -> bool {
        matches!(self, Self::NotLoaded { was_disturbed: true, .. })
    }
}

impl Adapter {
    /// Wraps the command that calls the function with one board in place of `{}`, for `{goal}`.
    pub(super) const fn new(
        folder: TempDir,
        command: Vec<OsString>,
        options: Vec<String>,
        notice: String,
    ) -> Self {
        Self { _folder: folder, command, options, notice, on_easy_board: EasyAnswer::Untried, defect: None }
    }

    /// Notes a defect of the program, also in the notice.
    pub(super) fn with_defect(self, defect: Option<String>) -> Self {
        let words = defect.as_ref().map(|defect| format!("; {defect}"));
        Self { notice: self.notice + words.as_deref().unwrap_or_default(), defect, ..self }
    }

    /// Returns a defect of the program that may cause wrong answers, such as a failing cell of a
    /// notebook.
    pub(crate) fn defect(&self) -> Option<&str> {
        self.defect.as_deref()
    }

    /// Notes the best answer to an easy board, among those to all representations.
    pub(super) fn having_answered(self, on_easy_board: EasyAnswer) -> Self {
        Self { on_easy_board, ..self }
    }

    /// The best answer to an easy board, among those to all representations.
    pub(crate) const fn on_easy_board(&self) -> EasyAnswer {
        self.on_easy_board
    }

    /// Returns the sentence that says how the function is called.
    pub(crate) fn notice(&self) -> &str {
        &self.notice
    }

    /// Returns the command. In batch mode it has no `{}`: boards arrive on the standard input.
    pub(crate) fn command(&self, is_batch: bool) -> Vec<OsString> {
        let places = usize::from(!is_batch);
        self.command.iter().cloned().chain(std::iter::repeat_n(OsString::from("{}"), places)).collect()
    }

    /// Returns the options that select the function, quoted for a shell.
    pub(crate) fn name(&self) -> String {
        in_one_line(&self.options)
    }

    /// Returns the command line that tries one board, with further options.
    pub(crate) fn repeat(&self, board: &Board, options: &[String]) -> String {
        let words = ["pdb-solve".to_owned(), "validate".to_owned(), board.to_string()];
        in_one_line(words.iter().chain(&self.options).chain(options))
    }
}

/// Returns the options that repeat the judgment of a board, without that of the function.
pub(crate) fn repeating(
    goal: &Goal,
    moves: Option<&str>,
    cost: Option<&str>,
    accepts_longer: bool,
) -> Vec<String> {
    let of_goal =
        (*goal != Goal::blank_last(goal.shape())).then(|| vec!["--goal".to_owned(), goal.to_string()]);
    let of_moves = moves.map(|moves| vec!["--moves".to_owned(), moves.to_owned()]);
    let of_costs = cost.map(|cost| vec!["--cost".to_owned(), cost.to_owned()]);
    let longer = accepts_longer.then(|| vec!["--accept-longer".to_owned()]);
    [of_goal, of_moves, of_costs, longer].into_iter().flatten().flatten().collect()
}

/// Creates a temporary folder with one file.
pub(super) fn folder_with(name: &str, text: &str) -> Result<TempDir, AdapterError> {
    let folder = tempfile::Builder::new().prefix("pdb-solve-").tempdir()?;
    fs::write(folder.path().join(name), text)?;
    no_place(folder.path().as_os_str())?;
    Ok(folder)
}

/// Rejects words that contain a placeholder.
pub(super) fn no_place(word: impl AsRef<Path>) -> Result<(), AdapterError> {
    let word = word.as_ref().to_string_lossy();
    let has_place = word.contains("{}") || word.contains("{goal}");
    if has_place { Err(AdapterError::HasPlace(word.into_owned())) } else { Ok(()) }
}
