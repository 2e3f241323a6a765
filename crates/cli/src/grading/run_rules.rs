//! The rules for recognizing, building and running submissions: the keys of `[submission]` and of
//! each `[[submission.language]]`.

use std::path::{Component, Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use serde::Deserialize;
use serde::de::{Deserializer, Error};
use toml::Spanned;

use super::toml_values::{some_text, some_time, texts, words};
use crate::trial::{EasyAnswer, Feed, Input, JavaSolver, Moves, Notation, PythonFunction};
use tilebase_answers::Preset;

/// The keys of `[submission]`. A language has the same keys; missing ones are taken from
/// `[submission]`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct RunRules {
    /// The name of a language.
    pub(super) name: Option<String>,
    /// The files that a submission must contain. A submission that is a single file is stored under
    /// the first name.
    #[serde(deserialize_with = "files")]
    pub(super) file: Vec<PathBuf>,
    /// The command that runs once, before all boards.
    #[serde(deserialize_with = "some_words")]
    pub(super) build: Option<Vec<String>>,
    /// The time limit of the build.
    #[serde(deserialize_with = "some_time")]
    pub(super) build_timeout: Option<Duration>,
    /// Python functions that are called for each board. The first whose file is there is used.
    #[serde(deserialize_with = "functions")]
    pub(super) python: Vec<PythonFunction>,
    /// Java classes or methods that are called for each board, likewise.
    #[serde(deserialize_with = "classes")]
    pub(super) java: Vec<JavaSolver>,
    /// The class path of Java classes, relative to the assignment's folder.
    #[serde(deserialize_with = "paths")]
    pub(super) classpath: Vec<PathBuf>,
    /// The command that runs for each board.
    #[serde(deserialize_with = "some_words")]
    pub(super) command: Option<Vec<String>>,
    /// The standard input of a run. It stays open if it ends with `\c`.
    pub(super) stdin: Option<String>,
    /// The notation of the boards that a run receives, and the symbol for the blank.
    #[serde(deserialize_with = "some_text")]
    pub(super) notation: Option<Notation>,
    /// The file to which a run writes its answer.
    #[serde(deserialize_with = "some_file")]
    pub(super) answer_file: Option<PathBuf>,
    /// The way the answer is found in the output.
    #[serde(deserialize_with = "some_text")]
    pub(super) expect: Option<Preset>,
    /// Whether move letters name the blank's direction or the tile's, and the words for the moves.
    #[serde(deserialize_with = "some_text")]
    pub(super) moves: Option<Quoted<Moves>>,
    /// The languages, if there are several.
    pub(super) language: Vec<Spanned<RunRules>>,
}

/// A value with its text.
#[derive(Clone, Debug)]
pub(super) struct Quoted<T> {
    pub(super) text: String,
    pub(super) value: T,
}

impl<T: FromStr> FromStr for Quoted<T> {
    type Err = T::Err;

    fn from_str(text: &str) -> Result<Self, T::Err> {
        Ok(Self { text: text.to_owned(), value: text.parse()? })
    }
}

impl RunRules {
    /// The rules of a language: its own keys, completed by the shared ones.
    pub(super) fn with_shared(self, shared: &Self) -> Self {
        let shared = shared.clone();
        Self {
            name: self.name,
            file: self.file,
            build: self.build.or(shared.build),
            build_timeout: self.build_timeout.or(shared.build_timeout),
            python: self.python,
            java: self.java,
            classpath: if self.classpath.is_empty() { shared.classpath } else { self.classpath },
            command: self.command.or(shared.command),
            stdin: self.stdin.or(shared.stdin),
            notation: self.notation.or(shared.notation),
            answer_file: self.answer_file.or(shared.answer_file),
            expect: self.expect.or(shared.expect),
            moves: self.moves.or(shared.moves),
            language: Vec::new(),
        }
    }

    /// The meaning of move letters, for all languages that do not set their own.
    pub(super) fn moves(&self) -> Moves {
        self.moves.as_ref().map(|moves| moves.value.clone()).unwrap_or_default()
    }

    /// The way a run receives its board and returns its answer.
    pub(super) fn feed(&self) -> Feed {
        let name = |file: &PathBuf| file.to_string_lossy().into_owned();
        let input = self.stdin.as_deref().map(Input::new);
        Feed {
            is_function: false,
            on_easy_board: EasyAnswer::Untried,
            keeps_input_open: input.as_ref().is_some_and(|input| input.stays_open),
            input: input.map(|input| input.text),
            input_notation: self
                .notation
                .clone()
                .and_then(|notation| notation.input_notation)
                .unwrap_or_default(),
            file_name: Feed::FILE_NAME.to_owned(),
            output_file: self.answer_file.as_ref().map(name),
        }
    }
}

fn some_words<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Vec<String>>, D::Error> {
    words(from).map(Some)
}

/// Reads one file name or a list of them.
fn files<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<PathBuf>, D::Error> {
    let names = texts(from, "a file name, or a list of file names")?;
    names.iter().map(|name| file_within(name)).collect()
}

/// Reads one function, such as `solver.py:solve`, or a list of them.
fn functions<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<PythonFunction>, D::Error> {
    let expected = "a function, for example \"solver.py:solve\"";
    let names = texts(from, &format!("{expected}, or a list of functions"))?;
    let function = |text: &String| {
        let function = text.parse::<PythonFunction>().ok().filter(|function| !function.name().is_empty());
        let function = function.filter(|function| is_within(function.file()));
        function.ok_or_else(|| D::Error::custom(format!("expected {expected}, found {text:?}")))
    };
    names.iter().map(function).collect()
}

/// Reads one class, such as `Solver` or `Solver.solve`, or a list of them.
fn classes<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<JavaSolver>, D::Error> {
    let names = texts(from, "a class, for example \"Solver\", or a list of classes")?;
    let class = |text: &String| {
        let solver = text.parse::<JavaSolver>().map_err(D::Error::custom)?;
        match solver.class_path {
            None => Ok(solver),
            Some(_) => Err(D::Error::custom("the class path belongs under `classpath`")),
        }
    };
    names.iter().map(class).collect()
}

fn paths<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<PathBuf>, D::Error> {
    let paths = texts(from, "a path, for example \"algs4.jar\", or a list of paths")?;
    Ok(paths.into_iter().map(PathBuf::from).collect())
}

fn some_file<'de, D: Deserializer<'de>>(from: D) -> Result<Option<PathBuf>, D::Error> {
    file_within(&String::deserialize(from)?).map(Some)
}

/// Reads a path that stays within the folder of a submission.
fn file_within<E: Error>(text: &str) -> Result<PathBuf, E> {
    let path = PathBuf::from(text);
    let wrong =
        || E::custom(format!("expected a file in the submission, for example solver.py, found {text:?}"));
    if is_within(&path) { Ok(path) } else { Err(wrong()) }
}

/// Whether a path stays within the folder of a submission.
fn is_within(path: &Path) -> bool {
    !path.as_os_str().is_empty() && path.components().all(|part| matches!(part, Component::Normal(_)))
}
