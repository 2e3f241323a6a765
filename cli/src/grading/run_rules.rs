//! How submissions are recognized, built and run: the keys of `[submission]` and of each
//! `[[submission.language]]`.

use std::path::{Component, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use serde::Deserialize;
use serde::de::{Deserializer, Error};
use tilebase::notation::BlankSign;
use toml::{Spanned, Value};

use super::toml_values::{some_text, some_time, unlike, words};
use crate::trial::{Feed, HandedForm, Handing};
use tilebase_answers::{MoveNames, Preset};

/// The keys of `[submission]`. A language has the same ones; those that it leaves out are taken from
/// `[submission]`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct RunRules {
    /// The name of a language.
    pub(super) name: Option<String>,
    /// The files that a submission must contain. A submission of one file gets the first name.
    #[serde(deserialize_with = "files")]
    pub(super) file: Vec<PathBuf>,
    /// The command that is run once, before all boards.
    #[serde(deserialize_with = "some_words")]
    pub(super) build: Option<Vec<String>>,
    /// Time for the build.
    #[serde(deserialize_with = "some_time")]
    pub(super) build_timeout: Option<Duration>,
    /// The command that is run for each board.
    #[serde(deserialize_with = "some_words")]
    pub(super) command: Option<Vec<String>>,
    /// The standard input of a run. With `\c` at its end, it stays open.
    pub(super) stdin: Option<String>,
    /// The notation of the boards that it is given, and the symbol for the blank.
    #[serde(deserialize_with = "some_notation")]
    pub(super) notation: Option<Handing>,
    /// The file that a run writes its answer to.
    #[serde(deserialize_with = "some_file")]
    pub(super) answer_file: Option<PathBuf>,
    /// How the answer is found in the output.
    #[serde(deserialize_with = "some_text")]
    pub(super) expect: Option<Preset>,
    /// Whether move letters name the blank's direction or the tile's, and the words for the moves.
    #[serde(deserialize_with = "some_text")]
    pub(super) moves: Option<Moves>,
    /// The languages, if there are several.
    pub(super) language: Vec<Spanned<RunRules>>,
}

/// How moves are written: `blank`, `tile` or `either`, words for the four moves, or both.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Moves {
    /// Whether letters name the blank's direction or the tile's.
    pub(super) of: MovesOf,
    /// The words for the moves.
    pub(super) names: Option<MoveNames>,
}

/// Whether move letters name the blank's direction or the tile's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum MovesOf {
    /// The blank's.
    #[default]
    Blank,
    /// The tile's.
    Tile,
    /// Either: a path is right if it is right under one of the two.
    Either,
}

impl FromStr for Moves {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (first, names) = match text.split_once(',') {
            Some((first, names)) if !first.contains('=') => (first, Some(names)),
            _ if text.contains('=') => ("blank", Some(text)),
            _ => (text, None),
        };
        let of = match first {
            "blank" => MovesOf::Blank,
            "tile" => MovesOf::Tile,
            "either" => MovesOf::Either,
            _ => {
                return Err(format!(
                    "expected blank, tile, either, or names such as \"U=0,D=1,L=2,R=3\", found {text:?}"
                ));
            }
        };
        let names = names.map(str::parse::<MoveNames>).transpose().map_err(|error| error.to_string())?;
        Ok(Self { of, names })
    }
}

/// The end of a standard input that stays open.
const KEEP_OPEN: &str = "\\c";

impl RunRules {
    /// The rules of a language: its own keys, and the shared ones that it leaves out.
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

    /// How a run receives its board, and where its answer is read.
    pub(super) fn feed(&self) -> Feed {
        let name = |file: &PathBuf| file.to_string_lossy().into_owned();
        let input = self.stdin.as_deref();
        Feed {
            input: input.map(|text| text.strip_suffix(KEEP_OPEN).unwrap_or(text).to_owned()),
            handing: self.notation.clone().unwrap_or_default(),
            keeps_input_open: input.is_some_and(|text| text.ends_with(KEEP_OPEN)),
            file_name: Feed::FILE_NAME.to_owned(),
            output_file: self.answer_file.as_ref().map(name),
        }
    }
}

fn some_words<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Vec<String>>, D::Error> {
    words(from).map(Some)
}

/// A notation, a colon and a symbol for the blank, each optional: `spaces`, `spaces:_`, `:9`.
fn some_notation<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Handing>, D::Error> {
    let text = String::deserialize(from)?;
    let (form, blank) = text.split_once(':').map_or((&*text, None), |(form, blank)| (form, Some(blank)));
    let form = if form.is_empty() && blank.is_some() { None } else { Some(form.parse::<HandedForm>()) };
    let form = form.transpose().map_err(|error| D::Error::custom(error.to_string()))?;
    let blank = blank.map(str::parse::<BlankSign>).transpose();
    let blank = blank.map_err(|error| D::Error::custom(error.to_string()))?.unwrap_or_default();
    Ok(Some(Handing { form, blank }))
}

/// One file name, or a list of them.
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

/// A path that stays within the folder of a submission.
fn file_within<E: Error>(text: &str) -> Result<PathBuf, E> {
    let path = PathBuf::from(text);
    let is_within = !text.is_empty() && path.components().all(|part| matches!(part, Component::Normal(_)));
    let wrong =
        || E::custom(format!("expected a file in the submission, for example solver.py, found {text:?}"));
    if is_within { Ok(path) } else { Err(wrong()) }
}
