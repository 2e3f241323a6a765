//! A function, or a method of a class, in a Python program or a notebook.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use super::adapter::{Adapter, AdapterError, folder_with, no_place};
use super::probe::{Probe, Tried};
use crate::shell::similar_file;

const PROGRAM: &str = include_str!("call_function.py");
const NAME: &str = "call_function.py";
/// On Windows, `python3` is often the Microsoft Store placeholder, so `python` is used.
const PYTHON: &str = if cfg!(windows) { "python" } else { "python3" };

/// The location of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PythonFunction {
    file: PathBuf,
    /// Empty if no name was given.
    name: String,
}

/// Text that does not name a function.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected FILE.py:function, FILE.py:Class or FILE.ipynb:function, found {0:?}")]
pub(crate) struct NoFunction(String);

impl FromStr for PythonFunction {
    type Err = NoFunction;

    /// Parses `solver.py:solve`. Without a name, the inspection later lists the available
    /// functions.
    fn from_str(text: &str) -> Result<Self, NoFunction> {
        let is_name = |name: &str| name.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '.');
        let (file, name) = text.rsplit_once(':').filter(|(_, name)| is_name(name)).unwrap_or((text, ""));
        if file.is_empty() || file.ends_with(':') {
            return Err(NoFunction(text.to_owned()));
        }
        Ok(Self { file: file.into(), name: name.to_owned() })
    }
}

/// The representation in which a function receives a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PythonArg {
    /// [1, 2, 3, 4, 5, 6, 7, 8, 0]
    List,
    /// [[1, 2, 3], [4, 5, 6], [7, 8, 0]]
    Rows,
    /// (1, 2, 3, 4, 5, 6, 7, 8, 0)
    Tuple,
    /// ((1, 2, 3), (4, 5, 6), (7, 8, 0))
    TupleRows,
    /// "123456780"; comma-separated numbers on boards with more than ten cells
    String,
    /// A two-dimensional array
    Numpy,
}

impl PythonArg {
    const ALL: [Self; 6] = [Self::List, Self::Rows, Self::Tuple, Self::TupleRows, Self::String, Self::Numpy];

    /// Returns the representation with this name.
    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|form| form.name() == name)
    }

    const fn name(self) -> &'static str {
        match self {
            Self::List => "list",
            Self::Rows => "rows",
            Self::Tuple => "tuple",
            Self::TupleRows => "tuple-rows",
            Self::String => "string",
            Self::Numpy => "numpy",
        }
    }

    const fn in_words(self) -> &'static str {
        match self {
            Self::List => "a flat list",
            Self::Rows => "a list of rows",
            Self::Tuple => "a flat tuple",
            Self::TupleRows => "a tuple of rows",
            Self::String => "a string",
            Self::Numpy => "a numpy array",
        }
    }
}

impl PythonFunction {
    /// Returns the file of the program.
    pub(crate) fn file(&self) -> &Path {
        &self.file
    }

    /// Returns the name of the function; empty if none was given.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Builds the command that calls the function.
    ///
    /// Without `form`, the representation is taken from the annotation or found by trying.
    ///
    /// # Errors
    /// [`AdapterError`] if Python or the function is missing, or the program cannot be loaded.
    pub(crate) fn adapt(&self, form: Option<PythonArg>, probe: &Probe) -> Result<Adapter, AdapterError> {
        let file = probe.absolute(&self.file)?;
        no_place(&file)?;
        if !file.is_file() {
            return Err(AdapterError::Fault(self.no_file()));
        }
        let folder = folder_with(NAME, PROGRAM)?;
        let begin = [PYTHON.into(), folder.path().join(NAME).into_os_string()];
        let function = [file.into_os_string(), self.name.clone().into()];
        let command = |deed: &str, rest: &[&str]| -> Vec<OsString> {
            let words = begin.iter().cloned().chain([deed.into()]).chain(function.iter().cloned());
            words.chain(rest.iter().map(OsString::from)).collect()
        };
        let inspect = command("inspect", form.map(PythonArg::name).as_slice());
        let said = probe.inspect(inspect, (PYTHON, "Python 3"), &self.file.display().to_string())?;
        let shape = probe.goal().shape().to_string();
        let call = |form: PythonArg| command("call", &[&shape, form.name(), "{goal}"]);
        let names = said["forms"].as_array().into_iter().flatten();
        let candidates: Vec<PythonArg> = names.filter_map(|name| PythonArg::named(name.as_str()?)).collect();
        let (form, notice, is_unproven) = match form {
            Some(form) => (form, self.gets(form, ""), false),
            None => self.choose(&candidates, call, probe)?,
        };
        let named = format!("{}:{}", self.file.display(), self.name);
        let options = ["--python".to_owned(), named, "--notation".to_owned(), form.name().to_owned()];
        let failed = said["failed_cells"].as_array().into_iter().flatten().find_map(|cell| cell.as_str());
        let adapter = Adapter::new(folder, call(form), options.to_vec(), notice).unproven(is_unproven);
        Ok(adapter.with_defect(failed.map(str::to_owned)))
    }

    /// The message if the file does not exist, with the one that may be meant.
    fn no_file(&self) -> String {
        let is_bare = self.file.extension().is_none();
        let typed = if is_bare { self.file.with_extension("py") } else { self.file.clone() };
        let name = if self.name.is_empty() { "FUNCTION" } else { &self.name };
        let near = similar_file(&typed, &["py", "ipynb"]);
        let meant = near.map(|near| format!("; did you mean {}:{name}?", near.display()));
        format!("no file {}{}", self.file.display(), meant.unwrap_or_default())
    }

    fn gets(&self, form: PythonArg, reason: &str) -> String {
        format!("calling {} with {}{reason} (--notation {})", self.name, form.in_words(), form.name())
    }

    /// Tries the candidates on a board two moves from the goal; returns the first that solves it,
    /// and a notice for the user.
    ///
    /// If none does, returns the one that came closest, and true: the trial will then show what is
    /// wrong.
    fn choose(
        &self,
        candidates: &[PythonArg],
        call: impl Fn(PythonArg) -> Vec<OsString>,
        probe: &Probe,
    ) -> Result<(PythonArg, String, bool), AdapterError> {
        if let [form] = *candidates {
            return Ok((form, self.gets(form, ", by its annotation"), false));
        }
        let mut tried: Vec<(PythonArg, Tried)> = Vec::new();
        for form in candidates.iter().copied() {
            let mut command = call(form);
            command.push("{}".into());
            let outcome = probe.try_easy_board(command)?;
            if outcome == Tried::Right {
                return Ok((form, self.gets(form, ", found by trying"), false));
            }
            tried.push((form, outcome));
        }
        // `rev`, because `max_by_key` returns the last maximum: the first candidate wins ties.
        let best = tried.iter().rev().max_by_key(|(_, outcome)| rank(outcome));
        let form = best.map_or(PythonArg::List, |(form, _)| *form);
        let reasons: Vec<String> = tried
            .iter()
            .map(|(form, outcome)| format!("\n  as {}: {}", form.in_words(), in_words(outcome)))
            .collect();
        let notice = format!(
            "{} does not solve {}, two moves from the goal:{}\n{}",
            self.name,
            probe.easy_board(),
            reasons.concat(),
            self.gets(form, ""),
        );
        Ok((form, notice, true))
    }
}

/// Orders outcomes by how close they are to a right answer.
const fn rank(outcome: &Tried) -> u8 {
    match outcome {
        Tried::Failed(_) => 0,
        Tried::Nothing => 1,
        Tried::Wrong => 2,
        Tried::Right => 3,
    }
}

fn in_words(outcome: &Tried) -> &str {
    match outcome {
        Tried::Failed(reason) => reason,
        Tried::Nothing => {
            "it returns that there is no solution, or nothing (an answer must be returned, not printed)"
        }
        Tried::Wrong => "its answer is wrong",
        Tried::Right => "its answer is right",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_function_is_named_behind_its_file() {
        for (text, file, name) in [
            ("solver.py:solve", "solver.py", "solve"),
            ("a:b/solver.py:Solver.solve", "a:b/solver.py", "Solver.solve"),
            ("solver.py", "solver.py", ""),
            ("C:\\solver.py", "C:\\solver.py", ""),
            ("C:\\solver.py:solve", "C:\\solver.py", "solve"),
            ("solver.py:", "solver.py", ""),
        ] {
            let expected = PythonFunction { file: file.into(), name: name.to_owned() };
            assert_eq!(text.parse(), Ok(expected), "{text}");
        }
        assert!(":solve".parse::<PythonFunction>().is_err() && "".parse::<PythonFunction>().is_err());
    }
}
