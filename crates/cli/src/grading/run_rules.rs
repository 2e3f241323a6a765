//! The rules for recognizing, building and running submissions: the keys of `[submission]` and of
//! each `[[submission.language]]`.

use std::path::{Component, PathBuf};
use std::time::Duration;

use serde::Deserialize;
use serde::de::{Deserializer, Error};
use toml::{Spanned, Value};

use super::toml_values::{some_text, some_time, unlike, words};
use crate::trial::{EasyAnswer, Feed, Handing, Input, Moves};
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
    /// The command that runs for each board.
    #[serde(deserialize_with = "some_words")]
    pub(super) command: Option<Vec<String>>,
    /// The standard input of a run. It stays open if it ends with `\c`.
    pub(super) stdin: Option<String>,
    /// The notation of the boards that a run receives, and the symbol for the blank.
    #[serde(deserialize_with = "some_notation")]
    pub(super) notation: Option<Handing>,
    /// The file to which a run writes its answer.
    #[serde(deserialize_with = "some_file")]
    pub(super) answer_file: Option<PathBuf>,
    /// The way the answer is found in the output.
    #[serde(deserialize_with = "some_text")]
    pub(super) expect: Option<Preset>,
    /// Whether move letters name the blank's direction or the tile's, and the words for the moves.
    #[serde(deserialize_with = "some_text")]
    pub(super) moves: Option<Moves>,
    /// The languages, if there are several.
    pub(super) language: Vec<Spanned<RunRules>>,
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
        self.moves.clone().unwrap_or_default()
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
            handing: self.notation.clone().unwrap_or_default(),
            file_name: Feed::FILE_NAME.to_owned(),
            output_file: self.answer_file.as_ref().map(name),
        }
    }
}

fn some_words<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Vec<String>>, D::Error> {
    words(from).map(Some)
}

/// Reads a notation, a colon, and a symbol for the blank, each optional: `spaces`, `spaces:_`,
/// `:9`.
fn some_notation<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Handing>, D::Error> {
    String::deserialize(from)?.parse().map(Some).map_err(D::Error::custom)
}

/// Reads one file name or a list of them.
fn files<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<PathBuf>, D::Error> {
    let value = Value::deserialize(from)?;
    let expected = "a file name, or a list of file names";
    let names = match &value {
        Value::String(name) => vec![name.as_str()],
        Value::Array(names) if !names.is_empty() => {
            let names: Option<Vec<&str>> = names.iter().map(Value::as_str).collect();
            names.ok_or_else(|| unlike(expected, &value))?
        }
        _ => return Err(unlike(expected, &value)),
    };
    names.into_iter().map(file_within).collect()
}

fn some_file<'de, D: Deserializer<'de>>(from: D) -> Result<Option<PathBuf>, D::Error> {
    file_within(&String::deserialize(from)?).map(Some)
}

/// Reads a path that stays within the folder of a submission.
fn file_within<E: Error>(text: &str) -> Result<PathBuf, E> {
    let path = PathBuf::from(text);
    let is_within = !text.is_empty() && path.components().all(|part| matches!(part, Component::Normal(_)));
    let wrong =
        || E::custom(format!("expected a file in the submission, for example solver.py, found {text:?}"));
    if is_within { Ok(path) } else { Err(wrong()) }
}
