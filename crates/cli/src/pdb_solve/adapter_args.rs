//! Adapters for solvers that are a function instead of a command.

use std::env;

use super::feed::FeedArgs;
use crate::trial::{Adapter, JavaSolver, Probe, PythonFunction};

pub(super) use crate::trial::repeating;

/// The options that name a function.
#[derive(Debug, clap::Args)]
pub(super) struct AdapterArgs {
    /// Call a Python function instead of a program
    ///
    /// FILE.py:function, FILE.ipynb:function, FILE.py:Class or FILE.py:Class.method. The function
    /// receives the board (and the goal, if it has a parameter for it) and returns an answer; None
    /// means unsolvable. --notation sets the type of the board; by default, its type annotation or
    /// a trial run determines it.
    #[arg(
        long,
        value_name = "FILE:FUNCTION",
        conflicts_with_all = ["java", "command", "stdin", "answer_file"]
    )]
    python: Option<PythonFunction>,

    /// Call a Java method, e.g. bin:Solver.solve
    ///
    /// [CLASSPATH:]CLASS[.METHOD] calls METHOD, by default solve. If the constructor takes the
    /// board, then the methods isSolvable(), moves(), and solution() are called. Classes are
    /// searched for in CLASSPATH, else in the environment's CLASSPATH, else in the current folder.
    #[arg(
        long,
        value_name = "CLASS",
        conflicts_with_all = ["command", "stdin", "answer_file", "notation"]
    )]
    java: Option<JavaSolver>,
}

impl AdapterArgs {
    /// The command that calls the function; `None` if no function is named. Calls `probe` only if
    /// one is.
    ///
    /// # Errors
    /// If the function cannot be called.
    pub(super) fn adapt(
        &self,
        feed: &FeedArgs,
        probe: impl FnOnce() -> Probe,
    ) -> anyhow::Result<Option<Adapter>> {
        if let Some(function) = &self.python {
            return Ok(Some(function.adapt(&feed.python()?, &probe())?));
        }
        let Some(solver) = &self.java else { return Ok(None) };
        let of_environment = env::var_os("CLASSPATH").unwrap_or_else(|| ".".into());
        Ok(Some(solver.adapt(&of_environment, &probe())?))
    }

    /// Whether a function is named.
    pub(super) const fn is_given(&self) -> bool {
        self.python.is_some() || self.java.is_some()
    }
}
