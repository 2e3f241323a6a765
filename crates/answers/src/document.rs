//! JSON documents: an array of answers, an object that maps boards to answers, or a sequence of
//! objects.
//!
//! A document is converted to one object per line and then read like a file of lines, on all cores.
//! Each answer keeps the number of the line on which it began.

use std::fmt;

use serde::Deserializer;
use serde::de::{MapAccess, Visitor};
use serde_json::value::RawValue;

use super::columns::{Columns, NamesError};
use super::vocabulary::Field;
use tilebase::Board;

/// Answers, one object per line.
#[derive(Debug, Default)]
pub(super) struct Document {
    pub(super) text: Vec<u8>,
    /// The line on which each answer began.
    pub(super) lines: Vec<u64>,
}

/// Reasons why a text is not a document.
#[derive(Debug, thiserror::Error)]
pub enum DocumentError {
    /// Invalid JSON.
    #[error("line {line}, column {}: invalid JSON: {}", .source.column(), without_place(.source))]
    Json {
        /// The line, counted from 1.
        line: u64,
        /// The parser's error.
        source: serde_json::Error,
    },
    /// The names in the objects do not determine their contents.
    #[error(transparent)]
    Names(#[from] NamesError),
}

/// The fields of an object as written, in order; names may repeat.
struct Members<'a>(Vec<(String, &'a RawValue)>);

impl Document {
    /// Reads a text whose first line has this number.
    ///
    /// # Errors
    /// [`DocumentError`] if it is not JSON, or the first object does not determine which field is
    /// the board.
    pub(super) fn of(text: &str, first_line: u64, columns: &Columns) -> Result<Self, DocumentError> {
        let names = [Field::Board, Field::Answer, Field::Moves].map(|field| columns.name(field));
        let mut writer = Writer { source: text, names, at: 0, line: first_line, document: Self::default() };
        let mut is_checked = false;
        for value in serde_json::Deserializer::from_str(text).into_iter::<&RawValue>() {
            let no_json = |source: serde_json::Error| {
                let line = first_line + (source.line() as u64).saturating_sub(1);
                DocumentError::Json { line, source }
            };
            for element in elements(value.map_err(no_json)?) {
                let Ok(members) = members(element.get()) else {
                    writer.add_other(element);
                    continue;
                };
                let names: Vec<&str> = members.0.iter().map(|(name, _)| name.as_str()).collect();
                if is_by_board(&names, columns) {
                    members.0.iter().for_each(|(board, answer)| writer.add_by_board(board, answer));
                    continue;
                }
                if !is_checked {
                    columns.check_object(&names)?;
                    is_checked = true;
                }
                writer.add(element, &one_line(element));
            }
        }
        Ok(writer.document)
    }
}

/// Whether a line is an object with a board, and thus an answer.
pub(super) fn is_answer(line: &str, columns: &Columns) -> bool {
    let is_board = |(name, _): &(String, &RawValue)| columns.field(name) == Some(Field::Board);
    members(line).is_ok_and(|members| members.0.iter().any(is_board))
}

/// Checks that the names of an object on one line determine its contents.
///
/// # Errors
/// [`NamesError`] if they do not.
pub(super) fn check_line(line: &str, columns: &Columns) -> Result<(), NamesError> {
    let Ok(members) = members(line) else { return Ok(()) };
    let names: Vec<&str> = members.0.iter().map(|(name, _)| name.as_str()).collect();
    columns.check_object(&names)
}

/// The answers in a top-level value: an array's elements, unless it is a pair, or the value itself.
fn elements(value: &RawValue) -> Vec<&RawValue> {
    let is_board = |element: &RawValue| Board::read(element.get().trim_matches('"'), None).is_ok();
    match serde_json::from_str::<Vec<&RawValue>>(value.get()) {
        Ok(pair) if pair.len() == 2 && is_board(pair[0]) => vec![value],
        Ok(elements) => elements,
        Err(_no_array) => vec![value],
    }
}

fn members(text: &str) -> Result<Members<'_>, serde_json::Error> {
    let mut object = serde_json::Deserializer::from_str(text);
    let members = object.deserialize_map(Collecting)?;
    object.end()?;
    Ok(members)
}

/// Whether the names of an object are boards, and its values their answers.
fn is_by_board(names: &[&str], columns: &Columns) -> bool {
    let is_like_board = |name: &&str| {
        name.bytes().filter(u8::is_ascii_digit).count() >= 4 && !name.contains(char::is_alphabetic)
    };
    names.iter().any(is_like_board) && !names.iter().any(|name| columns.field(name) == Some(Field::Board))
}

/// Line breaks only occur between the tokens of JSON: inside strings they are escaped.
fn one_line(value: &RawValue) -> String {
    value.get().replace(['\n', '\r'], " ")
}

/// Builds the document, and counts the lines of its source.
struct Writer<'a> {
    source: &'a str,
    /// The names of the board, the answer, and the moves.
    names: [String; 3],
    /// The position up to which lines are counted.
    at: usize,
    line: u64,
    document: Document,
}

impl Writer<'_> {
    /// Adds an answer that began at this value's position in the source.
    fn add(&mut self, value: &RawValue, line: &str) {
        // `value` borrows from the source, so its address gives its position.
        let place = (value.get().as_ptr().addr()).saturating_sub(self.source.as_ptr().addr());
        let passed = self.source.as_bytes().get(self.at..place).unwrap_or_default();
        self.line += passed.iter().filter(|byte| **byte == b'\n').count() as u64;
        self.at = self.at.max(place);
        self.document.lines.push(self.line);
        self.document.text.extend_from_slice(line.as_bytes());
        self.document.text.push(b'\n');
    }

    /// Adds a pair of a board and its answer. Anything else is passed on and later rejected as an
    /// answer.
    fn add_other(&mut self, element: &RawValue) {
        let line = match serde_json::from_str::<Vec<&RawValue>>(element.get()).as_deref() {
            Ok([board, answer]) => self.pair(&one_line(board), answer),
            _ => one_line(element),
        };
        self.add(element, &line);
    }

    fn add_by_board(&mut self, board: &str, answer: &RawValue) {
        let board = serde_json::Value::from(board).to_string();
        let name = &self.names[0];
        let line = match members(answer.get()) {
            Ok(members) if members.0.is_empty() => format!("{{{name}:{board}}}"),
            Ok(_) => format!("{{{name}:{board},{}", &one_line(answer)[1..]),
            Err(_no_object) => self.pair(&board, answer),
        };
        self.add(answer, &line);
    }

    fn pair(&self, board: &str, answer: &RawValue) -> String {
        let [name_of_board, name_of_answer, name_of_moves] = &self.names;
        // An empty string is a path without moves.
        let name_of_answer = if answer.get() == "\"\"" { name_of_moves } else { name_of_answer };
        format!("{{{name_of_board}:{board},{name_of_answer}:{}}}", one_line(answer))
    }
}

/// The parser's message without the position that serde_json appends.
fn without_place(error: &serde_json::Error) -> String {
    let text = error.to_string();
    text.rsplit_once(" at line ").map_or(text.clone(), |(what, _)| what.to_owned())
}

struct Collecting;

impl<'de> Visitor<'de> for Collecting {
    type Value = Members<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Members<'de>, A::Error> {
        let mut members = Vec::new();
        while let Some((name, value)) = map.next_entry::<String, &RawValue>()? {
            members.push((name, value));
        }
        Ok(Members(members))
    }
}
