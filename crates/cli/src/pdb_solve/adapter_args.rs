//! Adapters for solvers that are a function instead of a command.

use std::env;
use std::ffi::OsString;
use std::str::FromStr;

use tilebase::board::Goal;

use super::answer_args::AnswerArgs;
use super::feed::FeedArgs;
use crate::trial::{Adapter, JavaSolver, Probe, PythonFunction};

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
    java: Option<JavaName>,
}

/// `[CLASSPATH:]CLASS[.METHOD]`.
#[derive(Clone, Debug, PartialEq, Eq)]
struct JavaName(JavaSolver);

impl FromStr for JavaName {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let separators = if cfg!(windows) { &[':', ';'][..] } else { &[':'] };
        let (class_path, target) = match text.rsplit_once(separators) {
            Some((class_path, target)) => (Some(class_path), target),
            None => (None, text),
        };
        let is_name = |c: char| c.is_alphanumeric() || "_.$".contains(c);
        if target.is_empty() || !target.chars().all(is_name) || class_path == Some("") {
            return Err(format!(
                "expected [CLASSPATH:]CLASS[.METHOD], e.g. bin:Solver.solve, found {text:?}"
            ));
        }
        if let Some(class) = target.strip_suffix(".java").or_else(|| target.strip_suffix(".class")) {
            return Err(format!("{target} is a file: name the class, e.g. {class}, after compiling it"));
        }
        Ok(Self(JavaSolver { target: target.to_owned(), class_path: class_path.map(OsString::from) }))
    }
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
        let Some(JavaName(solver)) = &self.java else { return Ok(None) };
        let of_environment = env::var_os("CLASSPATH").unwrap_or_else(|| ".".into());
        Ok(Some(solver.adapt(&of_environment, &probe())?))
    }

    /// Whether a function is named.
    pub(super) const fn is_given(&self) -> bool {
        self.python.is_some() || self.java.is_some()
    }
}

/// The options that repeat the judgment of a board, without that of the function.
pub(super) fn repeating(goal: &Goal, answers: &AnswerArgs) -> Vec<String> {
    let of_goal =
        (*goal != Goal::blank_last(goal.shape())).then(|| vec!["--goal".to_owned(), goal.to_string()]);
    let of_moves = answers.moves_text().map(|moves| vec!["--moves".to_owned(), moves.to_owned()]);
    let of_costs = answers.cost_text().map(|cost| vec!["--cost".to_owned(), cost.to_owned()]);
    let longer = answers.accept_longer.then(|| vec!["--accept-longer".to_owned()]);
    [of_goal, of_moves, of_costs, longer].into_iter().flatten().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_class_may_have_a_class_path() {
        for (text, class_path, target) in [
            ("Solver", None, "Solver"),
            ("bin:Solver", Some("bin"), "Solver"),
            ("lib/a.jar:bin:a.b.Flat.solve", Some("lib/a.jar:bin"), "a.b.Flat.solve"),
        ] {
            let expected =
                JavaSolver { target: target.to_owned(), class_path: class_path.map(OsString::from) };
            assert_eq!(text.parse(), Ok(JavaName(expected)));
        }
        for (text, said) in [
            ("", "expected"),
            (":Solver", "expected"),
            ("bin/Solver", "e.g. bin:Solver"),
            ("Solver.java", "name the class, e.g. Solver"),
        ] {
            let error = text.parse::<JavaName>().unwrap_err();
            assert!(error.contains(said), "{text}: {error}");
        }
    }
}
