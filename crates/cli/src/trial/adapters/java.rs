//! A method, or a constructor with getters, of a Java class.

use std::env;
use std::ffi::{OsStr, OsString};
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::str::FromStr;

use super::adapter::{Adapter, AdapterError, folder_with, no_place};
use super::probe::Probe;
use crate::trial::system::output_of_tool;

const PROGRAM: &str = include_str!("CallSolver.java");
const CLASS: &str = "CallSolver";
const FILE: &str = "CallSolver.java";

/// The location of a Java solver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct JavaSolver {
    /// `Class` or `Class.method`.
    pub(crate) target: String,
    /// The class path; by default `CLASSPATH` of the environment.
    pub(crate) class_path: Option<OsString>,
}

/// Text that does not name a class.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum JavaTargetError {
    /// It is no name, or the class path is empty.
    #[error("expected [CLASSPATH:]CLASS[.METHOD], e.g. bin:Solver.solve, found {0:?}")]
    NoClass(String),
    /// It is a file.
    #[error("{file} is a file: name the class, e.g. {class}, after compiling it")]
    File { file: String, class: String },
}

impl FromStr for JavaSolver {
    type Err = JavaTargetError;

    /// Parses `[CLASSPATH:]CLASS[.METHOD]`.
    fn from_str(text: &str) -> Result<Self, JavaTargetError> {
        let separators = if cfg!(windows) { &[':', ';'][..] } else { &[':'] };
        let (class_path, target) = match text.rsplit_once(separators) {
            Some((class_path, target)) => (Some(class_path), target),
            None => (None, text),
        };
        let is_name = |c: char| c.is_alphanumeric() || "_.$".contains(c);
        if target.is_empty() || !target.chars().all(is_name) || class_path == Some("") {
            return Err(JavaTargetError::NoClass(text.to_owned()));
        }
        if let Some(class) = target.strip_suffix(".java").or_else(|| target.strip_suffix(".class")) {
            return Err(JavaTargetError::File { file: target.to_owned(), class: class.to_owned() });
        }
        Ok(Self { target: target.to_owned(), class_path: class_path.map(OsString::from) })
    }
}

impl JavaSolver {
    /// Builds the command that calls the solver.
    ///
    /// # Errors
    /// [`AdapterError`] if Java, the class, or the method is missing, or no method accepts a board.
    pub(crate) fn adapt(&self, of_environment: &OsStr, probe: &Probe) -> Result<Adapter, AdapterError> {
        no_place(&self.target)?;
        let folder = folder_with(FILE, PROGRAM)?;
        let source = folder.path().join(FILE);
        let program = if compile(folder.path(), &source)? { CLASS.into() } else { source.into_os_string() };
        let own = self.class_path.as_deref().unwrap_or(of_environment);
        let class_path = class_path_with(folder.path(), own, probe)?;
        no_place(&class_path)?;
        let begin = ["java".into(), "-cp".into(), class_path, program];
        let command = |deed: &str, rest: &[&str]| -> Vec<OsString> {
            let words = begin.iter().cloned().chain([deed, self.target.as_str()].map(OsString::from));
            words.chain(rest.iter().map(OsString::from)).collect()
        };
        let inspected = probe.inspect(command("inspect", &[]), ("java", "a JDK"), &self.target)?;
        let called = inspected["call"].as_str().unwrap_or(&self.target);
        let call = command("call", &[&probe.goal().shape().to_string(), "{goal}"]);
        let named = match &self.class_path {
            Some(class_path) => format!("{}:{}", class_path.to_string_lossy(), self.target),
            None => self.target.clone(),
        };
        let options = vec!["--java".to_owned(), named];
        Ok(Adapter::new(folder, call, options, format!("calling {called}")))
    }
}

/// Returns the adapter's folder followed by the user's class path with absolute folders.
///
/// Absolute because runs start in folders of their own.
fn class_path_with(folder: &Path, class_path: &OsStr, probe: &Probe) -> Result<OsString, AdapterError> {
    let own = env::split_paths(class_path).filter(|part| !part.as_os_str().is_empty());
    let own = own.map(|part| probe.absolute(&part));
    let all: Vec<PathBuf> = [Ok(folder.to_owned())].into_iter().chain(own).collect::<io::Result<_>>()?;
    env::join_paths(all).map_err(|error| AdapterError::Folder(io::Error::other(error)))
}

/// Compiles the calling program once for all runs.
///
/// Returns `false` if there is no `javac`; `java` then compiles the source again in each run.
fn compile(folder: &Path, source: &Path) -> Result<bool, AdapterError> {
    // Limits the JIT of `javac` to its first tier: for one small file, start-up time dominates.
    let arguments: [&OsStr; 4] =
        ["-J-XX:TieredStopAtLevel=1".as_ref(), "-d".as_ref(), folder.as_ref(), source.as_ref()];
    match output_of_tool(Command::new("javac").args(arguments)) {
        Ok(output) if output.status.success() => Ok(true),
        Ok(output) => {
            let errors = String::from_utf8_lossy(&output.stderr).trim().to_owned();
            Err(AdapterError::NotCompiled(errors))
        }
        Err(_no_compiler) => Ok(false),
    }
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
            assert_eq!(text.parse(), Ok(expected));
        }
        for (text, expected) in [
            ("", "expected"),
            (":Solver", "expected"),
            ("bin/Solver", "e.g. bin:Solver"),
            ("Solver.java", "name the class, e.g. Solver"),
        ] {
            let error = text.parse::<JavaSolver>().unwrap_err().to_string();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }
}
