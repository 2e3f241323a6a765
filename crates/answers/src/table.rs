//! Records below a header, with the header's separator: commas, semicolons, tabs, or bars.

use std::borrow::Cow;

use super::columns::{Columns, NamesError};
use super::fields::Fields;
use super::vocabulary::Field;
use tilebase::Board;

/// The format of records.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Table {
    separator: u8,
    /// The meaning of each column.
    columns: Vec<Option<Field>>,
}

/// The error for a record with more fields than the header.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected {expected} fields, as in the header, found {found}")]
pub struct TooManyFields {
    expected: usize,
    found: usize,
}

const SEPARATORS: [u8; 4] = *b",;\t|";

impl Table {
    /// Parses a header. Returns `None` if the line is not one. `separator` is the known separator,
    /// if any.
    ///
    /// # Errors
    /// [`NamesError`] if it is a header that does not determine which column is the board.
    pub(super) fn of_header(
        line: &str,
        separator: Option<u8>,
        columns: &Columns,
    ) -> Option<Result<Self, NamesError>> {
        let candidates = SEPARATORS.into_iter().filter(|sign| separator.is_none_or(|known| known == *sign));
        let split = candidates.map(|separator| (separator, split_record(line, separator)));
        // Prefer the separator that isolates a board name, then the one with the most fields.
        let names_board = |names: &[Cow<'_, str>]| names.iter().any(|name| is_board(columns, name));
        let (separator, names) = split.max_by_key(|(_, names)| (names_board(names), names.len()))?;
        let is_header = columns.are_given() || names_board(&names) || are_names(&names);
        is_header.then(|| Ok(Self { separator, columns: columns.of_header(&names)? }))
    }

    /// Splits a record on one line into fields.
    ///
    /// # Errors
    /// [`TooManyFields`]; empty fields at the end are ignored.
    pub(super) fn fields_of<'a>(&self, line: &'a str) -> Result<Fields<'a>, TooManyFields> {
        let record = split_record(line, self.separator);
        let expected = self.columns.len();
        let found = record.iter().rposition(|field| !field.trim().is_empty()).map_or(0, |last| last + 1);
        if found > expected {
            return Err(TooManyFields { expected, found });
        }
        let mut fields = Fields::default();
        for (column, value) in self.columns.iter().zip(record) {
            if let Some(field) = column {
                fields.set(*field, value);
            }
        }
        Ok(fields)
    }

    /// Whether all fields are empty. Spreadsheets write such records for cleared rows.
    pub(super) fn is_blank(&self, line: &str) -> bool {
        line.bytes().all(|byte| byte == self.separator || byte.is_ascii_whitespace() || byte == b'"')
    }
}

fn is_board(columns: &Columns, name: &str) -> bool {
    columns.field(name) == Some(Field::Board)
}

/// Whether these are column names, even if unknown.
///
/// A board begins with a digit or a bracket, unless tiles are letters.
fn are_names(names: &[Cow<'_, str>]) -> bool {
    let begins_with = |name: &str| name.trim().chars().next();
    let is_name = |name: &Cow<'_, str>| begins_with(name).is_none_or(|c| c.is_alphabetic() || c == '_');
    let is_board = || Board::read(&names[0], None).is_ok();
    names.len() > 1 && begins_with(&names[0]).is_some() && names.iter().all(is_name) && !is_board()
}

/// The separator that some spreadsheets name on the first line (`sep=;`).
pub(super) fn named_separator(line: &[u8]) -> Option<u8> {
    let sign = line.strip_prefix(b"sep=").or_else(|| line.strip_prefix(b"SEP="))?;
    let sign = sign.strip_suffix(b"\n").unwrap_or(sign);
    let sign = sign.strip_suffix(b"\r").unwrap_or(sign);
    SEPARATORS.into_iter().find(|known| sign == [*known])
}

fn split_record(line: &str, separator: u8) -> Vec<Cow<'_, str>> {
    // Fast path: without quotes, splitting is enough.
    if !line.contains('"') {
        return line.split(char::from(separator)).map(Cow::Borrowed).collect();
    }
    let mut reader = csv::ReaderBuilder::new();
    let reader = reader.has_headers(false).flexible(true).delimiter(separator);
    let record = reader.from_reader(line.as_bytes()).records().next().and_then(Result::ok);
    record.unwrap_or_default().iter().map(|field| Cow::Owned(field.to_owned())).collect()
}
