//! Reads values of a TOML file, with errors that state what was expected. The functions `some_…`
//! are for optional keys, which serde reads only if they are present.

use std::str::FromStr;
use std::time::Duration;

use serde::de::{Deserialize, Deserializer, Error};
use toml::Value;

use super::points::Points;
use crate::shell::{read_size, read_time};

/// Reads a value from text, as on the command line.
pub(super) fn text<'de, D: Deserializer<'de>, T: FromStr<Err: ToString>>(from: D) -> Result<T, D::Error> {
    match Value::deserialize(from)? {
        Value::String(text) => text.parse().map_err(|error: T::Err| D::Error::custom(error.to_string())),
        other => Err(mismatch("text in quotes", &other)),
    }
}

pub(super) fn some_text<'de, D: Deserializer<'de>, T: FromStr<Err: ToString>>(
    from: D,
) -> Result<Option<T>, D::Error> {
    text(from).map(Some)
}

/// Reads a time above zero: a number of seconds, or text with a unit.
pub(super) fn time<'de, D: Deserializer<'de>>(from: D) -> Result<Duration, D::Error> {
    let value = Value::deserialize(from)?;
    let time = quantity(&value).and_then(|text| read_time(&text).ok()).filter(|time| !time.is_zero());
    time.ok_or_else(|| mismatch("a time such as 10, \"10s\", \"500ms\" or \"2m\"", &value))
}

pub(super) fn some_time<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Duration>, D::Error> {
    time(from).map(Some)
}

/// Reads a size above zero, in bytes: a number of megabytes, or text with a unit.
pub(super) fn size<'de, D: Deserializer<'de>>(from: D) -> Result<u64, D::Error> {
    let value = Value::deserialize(from)?;
    let size = quantity(&value).and_then(|text| read_size(&text).ok()).filter(|size| *size > 0);
    size.ok_or_else(|| mismatch("a size such as 800, \"800MB\" or \"2GB\"", &value))
}

pub(super) fn some_size<'de, D: Deserializer<'de>>(from: D) -> Result<Option<u64>, D::Error> {
    size(from).map(Some)
}

/// Reads a number of points above 0.
pub(super) fn points<'de, D: Deserializer<'de>>(from: D) -> Result<Points, D::Error> {
    let value = Value::deserialize(from)?;
    let points = number(&value).and_then(Points::of).filter(|points| !points.is_zero());
    // In this range, only the decimals can be wrong.
    let is_in_range = number(&value).is_some_and(|number| number > 0.0 && number < 1e6);
    let expected = match is_in_range {
        true => "at most two decimals, for example 3.33",
        false => "a number above 0, for example 10 or 2.5",
    };
    points.ok_or_else(|| mismatch(expected, &value))
}

/// Reads a whole number, 1 or more.
pub(super) fn some_count<'de, D: Deserializer<'de>, T: TryFrom<i64>>(from: D) -> Result<Option<T>, D::Error> {
    let value = Value::deserialize(from)?;
    let count = value.as_integer().filter(|count| *count >= 1).and_then(|count| T::try_from(count).ok());
    count.map(Some).ok_or_else(|| mismatch("a whole number, 1 or more", &value))
}

/// Reads one text, or a list of texts. None of them is empty.
pub(super) fn texts<'de, D: Deserializer<'de>>(from: D, expected: &str) -> Result<Vec<String>, D::Error> {
    let value = Value::deserialize(from)?;
    let text = |value: &Value| value.as_str().filter(|text| !text.is_empty()).map(str::to_owned);
    let texts: Option<Vec<String>> = match &value {
        Value::Array(list) if !list.is_empty() => list.iter().map(text).collect(),
        Value::String(_) => text(&value).map(|text| vec![text]),
        _ => None,
    };
    texts.ok_or_else(|| mismatch(expected, &value))
}

/// Reads a command as a list of words, the program first.
pub(super) fn words<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<String>, D::Error> {
    let value = Value::deserialize(from)?;
    let word = |value: &Value| value.as_str().map(str::to_owned);
    let words: Option<Vec<String>> = value
        .as_array()
        .and_then(|words| words.iter().map(word).collect())
        .filter(|words: &Vec<String>| words.first().is_some_and(|program| !program.is_empty()));
    words.ok_or_else(|| mismatch("a list of words, for example [\"python3\", \"solver.py\", \"{}\"]", &value))
}

fn number(value: &Value) -> Option<f64> {
    #[expect(clippy::cast_precision_loss, reason = "numbers that large are refused")]
    value.as_float().or_else(|| value.as_integer().map(|number| number as f64))
}

/// A number or a text, as it would be written on the command line.
fn quantity(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Integer(number) => Some(number.to_string()),
        Value::Float(number) => Some(number.to_string()),
        _ => None,
    }
}

/// An error that states what was expected and what was found.
pub(super) fn mismatch<E: Error>(expected: &str, found: &Value) -> E {
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
