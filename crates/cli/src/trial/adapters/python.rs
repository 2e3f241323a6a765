//! A function, or a method of a class, in a Python program or a notebook.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::{Duration, Instant};

use super::super::uncalled::EasyAnswer;
use super::adapter::{Adapter, AdapterError, folder_with, no_place};
use super::probe::{Probe, Tried};
use super::python_form::{PythonArg, PythonBlank, PythonForm, PythonNotation};
use crate::shell::{quoted, similar_file};

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
    /// Unless the notation names them, the type of the board is taken from the annotation or found
    /// by trying, and the blank is found by trying.
    ///
    /// # Errors
    /// [`AdapterError`] if Python or the function is missing, or the program cannot be loaded.
    pub(crate) fn adapt(&self, notation: &PythonNotation, probe: &Probe) -> Result<Adapter, AdapterError> {
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
        let inspect = command("inspect", notation.arg.map(PythonArg::name).as_slice());
        let inspected = probe.inspect(inspect, (PYTHON, "Python 3"), &self.file.display().to_string())?;
        let shape = probe.goal().shape().to_string();
        let call = |form: &PythonForm| command("call", &[&shape, &form.to_string(), "{goal}"]);
        let names = inspected["forms"].as_array().into_iter().flatten();
        let candidates: Vec<PythonArg> = names.filter_map(|name| PythonArg::named(name.as_str()?)).collect();
        let Choice { form, notice, answer } = match notation.arg {
            Some(arg) => {
                let form = PythonForm { arg, blank: notation.blank.clone().unwrap_or_default() };
                let notice = self.gets(&form, "");
                Choice { form, notice, answer: EasyAnswer::Untried }
            }
            None => self.choose(&candidates, notation.blank.as_ref(), call, probe)?,
        };
        let named = format!("{}:{}", self.file.display(), self.name);
        let options = ["--python".to_owned(), named, "--notation".to_owned(), form.to_string()];
        let failed =
            inspected["failed_cells"].as_array().into_iter().flatten().find_map(|cell| cell.as_str());
        let adapter = Adapter::new(folder, call(&form), options.to_vec(), notice).having_answered(answer);
        Ok(adapter.with_defect(failed.map(str::to_owned)))
    }

    /// The message if the file does not exist, with the one that may be meant.
    fn no_file(&self) -> String {
        let is_bare = self.file.extension().is_none();
        let typed = if is_bare { self.file.with_extension("py") } else { self.file.clone() };
        let name = if self.name.is_empty() { "FUNCTION" } else { &self.name };
        let near = similar_file(&typed, &["py", "ipynb"]);
        let meant = near.map(|near| format!("; did you mean {}:{name}?", near.display()));
        format!("no such file: {}{}", self.file.display(), meant.unwrap_or_default())
    }

    fn gets(&self, form: &PythonForm, reason: &str) -> String {
        let notation = quoted(&form.to_string()).into_owned();
        format!("calling {} with {}{reason} (--notation {notation})", self.name, form.in_words())
    }

    /// Tries the candidates on a board two moves from the goal; returns the first that solves it,
    /// with the given blank, or else with 0 or another common one.
    ///
    /// If none does, returns the one that came closest: the trial will then show what is wrong.
    fn choose(
        &self,
        candidates: &[PythonArg],
        blank: Option<&PythonBlank>,
        call: impl Fn(&PythonForm) -> Vec<OsString>,
        probe: &Probe,
    ) -> Result<Choice, AdapterError> {
        /// Time after which no other blank is tried.
        const BLANK_SEARCH_LIMIT: Duration = Duration::from_secs(20);
        let clock = Instant::now();
        let usual = blank.cloned().unwrap_or_default();
        let others =
            if blank.is_none() { PythonBlank::others(probe.goal().shape().cells()) } else { Vec::new() };
        let with_blank = |blank: PythonBlank| -> Vec<PythonForm> {
            let suiting = candidates.iter().filter(|arg| blank.suits(**arg));
            suiting.map(|arg| PythonForm { arg: *arg, blank: blank.clone() }).collect()
        };
        let forms = [usual.clone()].into_iter().chain(others).flat_map(with_blank);
        let (mut tried, mut other_blanks): (Vec<(PythonForm, Tried)>, Vec<PythonBlank>) = Default::default();
        for form in forms {
            if form.blank != usual && clock.elapsed() > BLANK_SEARCH_LIMIT {
                break;
            }
            let mut command = call(&form);
            command.push("{}".into());
            let outcome = probe.try_easy_board(command)?;
            if outcome == Tried::Right {
                let is_annotated = candidates.len() == 1 && form.blank == usual;
                let how = if is_annotated { ", by its annotation" } else { ", found by trying" };
                let notice = self.gets(&form, how);
                return Ok(Choice { form, notice, answer: EasyAnswer::Right });
            }
            if form.blank == usual {
                tried.push((form, outcome));
            } else if other_blanks.last() != Some(&form.blank) {
                other_blanks.push(form.blank);
            }
        }
        Ok(self.closest(&tried, &other_blanks, probe))
    }

    /// Chooses among forms none of which led to a right answer.
    fn closest(&self, tried: &[(PythonForm, Tried)], other_blanks: &[PythonBlank], probe: &Probe) -> Choice {
        // `rev`, because `max_by_key` returns the last maximum: the first candidate wins ties.
        let best = tried.iter().rev().max_by_key(|(_, outcome)| rank(outcome));
        let usual = || PythonForm { arg: PythonArg::List, blank: PythonBlank::default() };
        let (form, outcome) =
            best.map_or_else(|| (usual(), None), |(form, tried)| (form.clone(), Some(tried)));
        let answer = if outcome == Some(&Tried::Wrong) { EasyAnswer::Wrong } else { EasyAnswer::Missing };
        let board = probe.easy_board();
        if probe.is_for_estimates() && answer == EasyAnswer::Wrong {
            let notice = self.gets(&form, ", the first form for which it returns an estimate");
            return Choice { form, notice, answer };
        }
        let reasons: Vec<String> = tried
            .iter()
            .map(|(form, outcome)| format!("\n  as {}: {}", form.in_words(), in_words(outcome)))
            .collect();
        let blanks: Vec<String> = other_blanks.iter().map(ToString::to_string).collect();
        let blanks = match blanks.as_slice() {
            [] => String::new(),
            blanks => format!("\n  with another blank ({}): no right answer", blanks.join(", ")),
        };
        let deed = if probe.is_for_estimates() { "estimate" } else { "solve" };
        let notice = format!(
            "{} does not {deed} {board}, two moves from the goal:{}{blanks}\n{}",
            self.name,
            reasons.concat(),
            self.gets(&form, ""),
        );
        Choice { form, notice, answer }
    }
}

/// The representation of the board that was chosen.
struct Choice {
    form: PythonForm,
    /// A sentence for the user.
    notice: String,
    /// The answer to an easy board.
    answer: EasyAnswer,
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
