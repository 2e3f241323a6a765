//! Solvers that are a function, in the place of a command.

use std::ffi::OsString;

use tilebase::board::Goal;

use crate::trial::{Adapter, AdapterError, JavaSolver, Probe, PythonArg, PythonFunction};

/// The options that name a function.
#[derive(Debug, clap::Args)]
pub(super) struct AdapterArgs {
    /// Call a Python function instead of a command: FILE.py:function, FILE.ipynb:function, FILE.py:Class or
    /// FILE.py:Class.method. It gets the board, and the goal if it takes one, and returns its answer; None is unsolvable
    #[arg(
        long,
        value_name = "FILE:FUNCTION",
        conflicts_with_all = ["java", "command", "stdin", "notation", "blank", "file_name", "output", "stdin_open"],
        help_heading = "Solver"
    )]
    python: Option<PythonFunction>,

    /// What the Python function gets as its board [default: told by its annotation, or found by trying]
    #[arg(
        long,
        value_enum,
        value_name = "FORM",
        requires = "python",
        conflicts_with_all = ["java", "command"],
        help_heading = "Solver"
    )]
    python_arg: Option<PythonArg>,

    /// Call a Java class instead of a command: its method solve, or the one that is named; or, if its constructor takes the
    /// board, isSolvable(), moves() and solution()
    #[arg(
        long,
        value_name = "CLASS[.METHOD]",
        conflicts_with_all = ["command", "stdin", "notation", "blank", "file_name", "output", "stdin_open"],
        help_heading = "Solver"
    )]
    java: Option<String>,

    /// The class path of the Java classes: folders and jar files
    #[arg(
        long,
        value_name = "PATH",
        requires = "java",
        conflicts_with_all = ["python", "command"],
        default_value = ".",
        help_heading = "Solver"
    )]
    classpath: OsString,
}

impl AdapterArgs {
    /// The command that calls the function; none if there is none. `probe` is asked for only if there is.
    ///
    /// # Errors
    /// [`AdapterError`] if it can't be called.
    pub(super) fn adapt(&self, probe: impl FnOnce() -> Probe) -> Result<Option<Adapter>, AdapterError> {
        if let Some(function) = &self.python {
            return function.adapt(self.python_arg, &probe()).map(Some);
        }
        let Some(target) = &self.java else { return Ok(None) };
        let solver = JavaSolver { target: target.clone(), class_path: self.classpath.clone() };
        solver.adapt(&probe()).map(Some)
    }
}

/// The options, beside those of the function, that one needs to have a board judged as it was.
pub(super) fn repeating(goal: &Goal, moves: &str, accepts_longer: bool) -> Vec<String> {
    let of_goal =
        (*goal != Goal::blank_last(goal.shape())).then(|| vec!["--goal".to_owned(), goal.to_string()]);
    let of_moves = (moves != "blank").then(|| vec!["--moves".to_owned(), moves.to_owned()]);
    let longer = accepts_longer.then(|| vec!["--accept-longer".to_owned()]);
    [of_goal, of_moves, longer].into_iter().flatten().flatten().collect()
}
