//! Answers one a line, each beside its board, in the forms that programs write them.
//!
//! A line is a board and an answer (`638541720 28`), a record of CSV under a header that names its fields, or a JSON
//! object with fields of the same names. What `pdb-solve` itself writes as CSV or JSON is read as well.

use std::borrow::Cow;
use std::str::Utf8Error;

use super::fields::{AnswerFault, AnswerKind, Fields, Reading};
use super::vocabulary::Field;
use tilebase::board::{Board, Goal, Shape};
use tilebase::judge::Claim;
use tilebase::notation::{MoveConvention, ReadError, read_board, shorten};

/// How lines hold answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct EntryForm(Form);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Form {
    /// A board and an answer.
    Lines,
    /// Records; what each field holds.
    Csv(Vec<Option<Field>>),
    /// Objects.
    Json,
}

impl EntryForm {
    /// The form that a first line shows, and whether that line is a header.
    pub(crate) fn of_first_line(line: &str) -> (Self, bool) {
        let line = line.trim_start_matches('\u{feff}').trim();
        let fields: Vec<Option<Field>> = split_csv(line).iter().map(|name| Field::named(name)).collect();
        if line.starts_with('{') {
            (Self(Form::Json), false)
        } else if fields.contains(&Some(Field::Board)) {
            (Self(Form::Csv(fields)), true)
        } else {
            (Self(Form::Lines), false)
        }
    }
}

/// An answer for a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// The board.
    pub(crate) board: Board,
    /// The goal, if the line names one.
    pub(crate) goal: Option<Goal>,
    /// What is said of it, in one way or in several; at least one.
    pub(crate) claims: Vec<Claim>,
}

/// Why a line is no answer for a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct EntryError {
    /// The board, as far as it could be read.
    pub(crate) board: Option<Board>,
    /// What is wrong.
    pub(crate) fault: EntryFault,
}

/// What is wrong with a line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum EntryFault {
    /// It is no text.
    #[error("byte {} is not UTF-8 text", .0.valid_up_to() + 1)]
    NoText(Utf8Error),
    /// It has no two parts.
    #[error("expected a board and an answer, found {0:?}")]
    NoPair(String),
    /// It has more fields than the header.
    #[error("expected {expected} fields, as in the header, found {found}")]
    Columns {
        /// The fields of the header.
        expected: usize,
        /// The fields of the record.
        found: usize,
    },
    /// It is no object.
    #[error("no JSON object: {0}")]
    NoObject(String),
    /// The board can't be read.
    #[error(transparent)]
    Board(Box<ReadError>),
    /// The goal can't be read.
    #[error("the goal: {0}")]
    Goal(Box<ReadError>),
    /// The answer can't be understood.
    #[error(transparent)]
    Answer(#[from] AnswerFault),
}

/// Reads answers.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct EntryReader {
    /// What answers are.
    pub(crate) kind: AnswerKind,
    /// What the directions of moves are those of, where a line does not say it.
    pub(crate) convention: MoveConvention,
    /// The shape of the boards, if it is not to be told from the number of tiles.
    pub(crate) shape: Option<Shape>,
}

impl EntryReader {
    /// Reads a line; none if it is empty or a comment.
    ///
    /// # Errors
    /// [`EntryError`] if the line has no board, or no answer for it.
    pub(crate) fn read(&self, form: &EntryForm, line: &[u8]) -> Result<Option<Entry>, EntryError> {
        let text = std::str::from_utf8(line).map_err(|error| without_board(EntryFault::NoText(error)))?;
        let text = text.trim();
        if text.is_empty() || text.starts_with('#') {
            return Ok(None);
        }
        let (board, fields) = match &form.0 {
            Form::Lines => self.board_and_answer(text)?,
            Form::Csv(columns) => self.with_board(fields_of_record(columns, text).map_err(without_board)?)?,
            Form::Json => self.with_board(fields_of_object(text).map_err(without_board)?)?,
        };
        self.entry(board, &fields).map(Some)
    }

    fn with_board<'a>(&self, fields: Fields<'a>) -> Result<(Board, Fields<'a>), EntryError> {
        match read_board(&fields.board, self.shape) {
            Ok(board) => Ok((board, fields)),
            Err(error) => Err(without_board(EntryFault::Board(Box::new(error)))),
        }
    }

    /// The parts of a line: at the first sign before which there is a board.
    fn board_and_answer<'a>(&self, line: &'a str) -> Result<(Board, Fields<'a>), EntryError> {
        let mut first_error = None;
        for fields in parts_of_line(line) {
            match self.with_board(fields) {
                Ok(read) => return Ok(read),
                Err(error) => first_error.get_or_insert(error),
            };
        }
        Err(first_error.unwrap_or_else(|| without_board(EntryFault::NoPair(shorten(line)))))
    }

    fn entry(&self, board: Board, fields: &Fields<'_>) -> Result<Entry, EntryError> {
        let faulty = |fault| EntryError { board: Some(board), fault };
        let goal = match fields.goal.as_ref() {
            "" => None,
            text => match read_board(text, Some(board.shape())) {
                Ok(goal) => Some(Goal::new(goal)),
                Err(error) => return Err(faulty(EntryFault::Goal(Box::new(error)))),
            },
        };
        let reading = Reading { board: &board, kind: self.kind, convention: self.convention };
        let claims = fields.claims(&reading).map_err(|fault| faulty(fault.into()))?;
        Ok(Entry { board, goal, claims })
    }
}

const fn without_board(fault: EntryFault) -> EntryError {
    EntryError { board: None, fault }
}

/// The ways to part a line into a board and an answer, the likeliest first: behind the bracket that closes a board, or at a
/// sign that parts, a space or a comma. Signs may stand in the answer too (`123456708: U -> L`, `123456708 Path: R`).
fn parts_of_line(line: &str) -> impl Iterator<Item = Fields<'_>> {
    let behind_brackets = line.starts_with(['[', '(']).then(|| behind_brackets(line)).flatten();
    let at_signs = ["->", "=>", "\t", ":", ";", "|"].iter().filter_map(|between| line.split_once(between));
    let at_space = line.split_once(char::is_whitespace);
    let all = behind_brackets.into_iter().chain(at_signs).chain(at_space).chain(line.split_once(','));
    all.filter_map(|(board, answer)| {
        let answer = answer.trim_start_matches([':', ';', '|', ',', '\t', ' ']);
        let (board, answer) = (board.trim().trim_end_matches(','), answer.trim());
        (!board.is_empty() && !answer.is_empty()).then(|| Fields::of_pair(board, answer))
    })
}

/// What stands before and behind the end of the brackets that a line begins with.
fn behind_brackets(line: &str) -> Option<(&str, &str)> {
    let mut depth = 0_i32;
    let end = line.char_indices().find(|(_, c)| {
        depth += i32::from(matches!(c, '[' | '(')) - i32::from(matches!(c, ']' | ')'));
        depth == 0
    })?;
    Some(line.split_at(end.0 + 1))
}

fn fields_of_record<'a>(columns: &[Option<Field>], line: &'a str) -> Result<Fields<'a>, EntryFault> {
    let record = split_csv(line);
    if record.len() > columns.len() {
        return Err(EntryFault::Columns { expected: columns.len(), found: record.len() });
    }
    let mut fields = Fields::default();
    for (column, value) in columns.iter().zip(record) {
        if let Some(field) = column {
            fields.set(*field, value);
        }
    }
    Ok(fields)
}

/// The fields of a record of CSV that lies on one line.
fn split_csv(line: &str) -> Vec<Cow<'_, str>> {
    if !line.contains('"') {
        return line.split(',').map(Cow::Borrowed).collect();
    }
    let mut reader = csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(line.as_bytes());
    let record = reader.records().next().and_then(Result::ok).unwrap_or_default();
    record.iter().map(|field| Cow::Owned(field.to_owned())).collect()
}

fn fields_of_object(line: &str) -> Result<Fields<'static>, EntryFault> {
    let object = serde_json::from_str(line).map_err(|error| EntryFault::NoObject(error.to_string()))?;
    Ok(Fields::of_object(object))
}
