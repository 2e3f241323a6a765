//! Values of a TOML file, read with errors that say what was expected.

use std::str::FromStr;
use std::time::Duration;

use serde::de::{Deserialize, Deserializer, Error};
use toml::Value;

use super::points::Points;

/// A value that is written as a text, as on the command line.
pub(super) fn text<'de, D: Deserializer<'de>, T: FromStr<Err: ToString>>(from: D) -> Result<T, D::Error> {
    match Value::deserialize(from)? {
        Value::String(text) => text.parse().map_err(|error: T::Err| D::Error::custom(error.to_string())),
        other => Err(unlike("a text in quotes", &other)),
    }
}

pub(super) fn some_text<'de, D: Deserializer<'de>, T: FromStr<Err: ToString>>(
    from: D,
) -> Result<Option<T>, D::Error> {
    text(from).map(Some)
}

/// A time in seconds, more than none.
pub(super) fn seconds<'de, D: Deserializer<'de>>(from: D) -> Result<Duration, D::Error> {
    let value = Value::deserialize(from)?;
    let time = number(&value).and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    time.filter(|time| !time.is_zero()).ok_or_else(|| unlike("a number of seconds, as 10 or 0.5", &value))
}

pub(super) fn some_seconds<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Duration>, D::Error> {
    seconds(from).map(Some)
}

/// Points, more than none.
pub(super) fn points<'de, D: Deserializer<'de>>(from: D) -> Result<Points, D::Error> {
    let value = Value::deserialize(from)?;
    let points = number(&value).and_then(Points::of).filter(|points| !points.are_none());
    points.ok_or_else(|| unlike("points, more than 0, as 10 or 2.5", &value))
}

/// A whole number from 1 on.
pub(super) fn count<'de, D: Deserializer<'de>, T: TryFrom<i64>>(from: D) -> Result<T, D::Error> {
    let value = Value::deserialize(from)?;
    let count = value.as_integer().filter(|count| *count >= 1).and_then(|count| T::try_from(count).ok());
    count.ok_or_else(|| unlike("a whole number, 1 or more", &value))
}

pub(super) fn some_count<'de, D: Deserializer<'de>, T: TryFrom<i64>>(from: D) -> Result<Option<T>, D::Error> {
    count(from).map(Some)
}

/// A command: its words, the program first.
pub(super) fn words<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<String>, D::Error> {
    let value = Value::deserialize(from)?;
    let word = |value: &Value| value.as_str().map(str::to_owned);
    let words: Option<Vec<String>> = value
        .as_array()
        .and_then(|words| words.iter().map(word).collect())
        .filter(|words: &Vec<String>| words.first().is_some_and(|program| !program.is_empty()));
    words.ok_or_else(|| unlike("a list of words, as [\"python3\", \"solver.py\", \"{}\"]", &value))
}

fn number(value: &Value) -> Option<f64> {
    #[expect(clippy::cast_precision_loss, reason = "numbers that large are refused")]
    value.as_float().or_else(|| value.as_integer().map(|number| number as f64))
}

/// What was expected, and what was found.
pub(super) fn unlike<E: Error>(expected: &str, found: &Value) -> E {
    let found = match found {
        Value::String(text) => format!("{text:?}"),
        Value::Integer(number) => number.to_string(),
        Value::Float(number) => number.to_string(),
        Value::Boolean(is) => is.to_string(),
        Value::Datetime(date) => date.to_string(),
        Value::Array(_) => "a list".to_owned(),
        Value::Table(_) => "a table".to_owned(),
    };
    E::custom(format!("expected {expected}, found {found}"))
}
