//! Answer formats that the user can name.

use std::str::FromStr;

#[cfg(feature = "patterns")]
use regex_lite::Regex;
use serde_json::Value;

use super::super::parser::AnswerParser;
#[cfg(feature = "patterns")]
use super::super::parser::with_length;
use super::super::sentences::{last_number, nodes_in};
use super::super::vocabulary::{Certainty, denial_certainty, is_limited, read_directions};
use super::extracted::NoAnswer;
use tilebase::board::{Board, Move};
use tilebase::judge::Claim;
use tilebase::notation::{MoveForm, MoveOptions, ReadError, shorten};

/// The format of the answer in a solver's output.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub enum Preset {
    /// All evidence is collected and weighed.
    #[default]
    Auto,
    /// The best candidate for moves is the path, even if it fails; or a sentence says unsolvable.
    Moves,
    /// The last line of numbers lists the tiles to move, in order.
    TileNumbers,
    /// The last number is the length; -1 or a sentence says unsolvable.
    LastNumber,
    /// A pattern with groups named `moves`, `length`, or `unsolvable`, and optionally `nodes`.
    ///
    /// The last match counts. If several matches have one move each, together they form the path.
    #[cfg(feature = "patterns")]
    Pattern(Regex),
    /// A field of the last line that is JSON, or of the whole output: moves as a text or a list, a
    /// length, or null for unsolvable.
    Json(String),
}

#[cfg(feature = "patterns")]
const FORMS: &str = "auto, moves, tile-numbers, last-number, regex:PATTERN and json:/FIELD";
#[cfg(not(feature = "patterns"))]
const FORMS: &str = "auto, moves, tile-numbers, last-number and json:/FIELD";

/// Reasons why a text does not name a preset.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PresetError {
    /// There is no preset with this name.
    #[error("expected one of {forms}, found {0:?}", forms = FORMS)]
    Unknown(String),
    /// The pattern is invalid.
    #[cfg(feature = "patterns")]
    #[error("invalid regular expression: {0}")]
    Pattern(String),
    /// The pattern has no group for an answer.
    #[cfg(feature = "patterns")]
    #[error("the pattern has no group named moves, length or unsolvable, e.g. (?<moves>[UDLR]+)")]
    NoGroup,
    /// The pointer does not begin with a slash.
    #[error("expected a JSON pointer, e.g. /moves, found {0:?}")]
    Pointer(String),
}

impl FromStr for Preset {
    type Err = PresetError;

    fn from_str(text: &str) -> Result<Self, PresetError> {
        #[cfg(feature = "patterns")]
        if let Some(pattern) = text.strip_prefix("regex:") {
            return read_pattern(pattern);
        }
        if let Some(pointer) = text.strip_prefix("json:") {
            let is_pointer = pointer.is_empty() || pointer.starts_with('/');
            return if is_pointer {
                Ok(Self::Json(pointer.to_owned()))
            } else {
                Err(PresetError::Pointer(pointer.to_owned()))
            };
        }
        Ok(match text {
            "auto" => Self::Auto,
            "moves" => Self::Moves,
            "tile-numbers" => Self::TileNumbers,
            "last-number" => Self::LastNumber,
            _ => return Err(PresetError::Unknown(text.to_owned())),
        })
    }
}

#[cfg(feature = "patterns")]
fn read_pattern(pattern: &str) -> Result<Preset, PresetError> {
    let regex = Regex::new(pattern).map_err(|error| PresetError::Pattern(error.to_string()))?;
    let has_group =
        regex.capture_names().flatten().any(|name| matches!(name, "moves" | "length" | "unsolvable"));
    if has_group { Ok(Preset::Pattern(regex)) } else { Err(PresetError::NoGroup) }
}

/// One preset of every kind, as named on the command line, for tests that try them all.
pub const EVERY_PRESET: [&str; if cfg!(feature = "patterns") { 7 } else { 6 }] = [
    "auto",
    "moves",
    "tile-numbers",
    "last-number",
    #[cfg(feature = "patterns")]
    "regex:(?<moves>[a-z]+)|(?<length>[0-9]+)",
    "json:",
    "json:/moves",
];

/// An output for a board, to be read in a named format.
pub(super) struct Printed<'a> {
    pub(super) text: &'a str,
    pub(super) parser: AnswerParser<'a>,
}

impl Printed<'_> {
    /// Reads the claims in a format other than `auto` and `moves`, which weigh all evidence.
    pub(super) fn claims(&self, preset: &Preset) -> Result<Vec<Claim>, NoAnswer> {
        let claim = match preset {
            Preset::Auto | Preset::Moves => None,
            Preset::TileNumbers => return self.tile_numbers(),
            Preset::LastNumber => self.last_number().or_else(|| self.unsolvable()),
            #[cfg(feature = "patterns")]
            Preset::Pattern(pattern) => self.match_of(pattern),
            Preset::Json(pointer) => {
                last_json(self.text).and_then(|value| self.claim_of_value(value.pointer(pointer)?))
            }
        };
        claim.map(|claim| vec![claim]).ok_or_else(|| self.not_found())
    }

    /// The number of expanded states.
    pub(super) fn nodes(&self, preset: &Preset) -> Option<u64> {
        match preset {
            #[cfg(feature = "patterns")]
            Preset::Pattern(pattern) => group_of(pattern, self.text, "nodes")?.trim().parse().ok(),
            _ => nodes_in(self.text),
        }
    }

    fn not_found(&self) -> NoAnswer {
        match self.text.lines().rev().find(|line| !line.trim().is_empty()) {
            Some(last) => NoAnswer::NotFound { end: format!("{:?}", shorten(last.trim())) },
            None => NoAnswer::Nothing,
        }
    }

    fn unsolvable(&self) -> Option<Claim> {
        let says_so = |line: &str| denial_certainty(line) == Some(Certainty::Sentence) && !is_limited(line);
        (self.text.lines().any(says_so) || self.text.trim() == "-1").then_some(Claim::Unsolvable)
    }

    fn last_number(&self) -> Option<Claim> {
        match last_number(self.text)? {
            -1 => Some(Claim::Unsolvable),
            length => u32::try_from(length).ok().map(Claim::Length),
        }
    }

    /// Blank lines or empty brackets are a path without moves.
    fn no_moves(&self) -> Option<Claim> {
        read_directions(self.text, self.parser.convention).ok().map(Claim::Path)
    }

    /// Reads the last line of numbers as moved tiles.
    fn tile_numbers(&self) -> Result<Vec<Claim>, NoAnswer> {
        let claim = match last_slides(self.text, self.parser.board) {
            Some(Ok(moves)) => Some(Claim::Path(moves)),
            Some(Err(error)) => return Err(NoAnswer::NoSlide { reason: error.to_string() }),
            None => self.unsolvable().or_else(|| self.no_moves()),
        };
        claim.map(|claim| vec![claim]).ok_or_else(|| self.not_found())
    }

    #[cfg(feature = "patterns")]
    fn match_of(&self, pattern: &Regex) -> Option<Claim> {
        let length = group_of(pattern, self.text, "length").and_then(|length| length.trim().parse().ok());
        let read = |moves: &str| read_directions(moves, self.parser.convention).ok();
        let all = groups_of(pattern, self.text, "moves").map(read).collect::<Option<Vec<_>>>();
        let steps = all.filter(|all| all.len() > 1 && all.iter().all(|moves| moves.len() == 1));
        let last = || group_of(pattern, self.text, "moves").and_then(read);
        match (steps.map(|steps| steps.concat()).or_else(last).map(Claim::Path), length) {
            (Some(path), length) => Some(with_length(path, length)),
            (None, Some(length)) => Some(Claim::Length(length)),
            (None, None) => group_of(pattern, self.text, "unsolvable").map(|_| Claim::Unsolvable),
        }
    }

    /// Interprets the value that a pointer selects. Null means unsolvable.
    fn claim_of_value(&self, value: &Value) -> Option<Claim> {
        let text = match value {
            Value::Null => return Some(Claim::Unsolvable),
            Value::Bool(_) | Value::Object(_) => return None,
            Value::String(text) => text.clone(),
            Value::Number(_) | Value::Array(_) => value.to_string(),
        };
        if text.trim().is_empty() {
            return Some(Claim::Path(Vec::new()));
        }
        self.parser.answer(text.trim()).ok()?.into_iter().next()
    }
}

/// The matches of a named group.
#[cfg(feature = "patterns")]
fn groups_of<'a>(pattern: &Regex, text: &'a str, name: &str) -> impl Iterator<Item = &'a str> {
    pattern.captures_iter(text).filter_map(|found| found.name(name)).map(|found| found.as_str())
}

/// The last match of a named group.
#[cfg(feature = "patterns")]
fn group_of<'a>(pattern: &Regex, text: &'a str, name: &str) -> Option<&'a str> {
    groups_of(pattern, text, name).last()
}

/// Parses the last line that is an object or a list, else the whole text, else the last line that
/// is JSON.
pub(super) fn last_json(text: &str) -> Option<Value> {
    let is_compound = |value: &Value| value.is_object() || value.is_array();
    let lines = || text.lines().rev().filter(|line| !line.trim().is_empty());
    let read = |line: &str| serde_json::from_str::<Value>(line).ok();
    let compound = lines().find_map(|line| read(line).filter(is_compound));
    compound.or_else(|| read(text)).or_else(|| lines().find_map(read))
}

/// Converts the last line of numbers to moves. Returns an error if a tile is not beside the blank,
/// and `None` if there is no such line.
fn last_slides(text: &str, start: &Board) -> Option<Result<Vec<Move>, ReadError>> {
    let is_numbers = |line: &&str| {
        line.contains(|c: char| c.is_ascii_digit())
            && line.chars().all(|c| c.is_ascii_digit() || " \t,;[](){}".contains(c))
    };
    let values = text.lines().rev().filter_map(|line| line.rsplit([':', '=']).next());
    let line = values.map(str::trim).find(is_numbers)?;
    let options =
        MoveOptions { form: Some(MoveForm::Numbers), start: Some(*start), ..MoveOptions::default() };
    Some(options.read(line))
}
