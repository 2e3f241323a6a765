//! Answers on one line each, beside their boards, in the formats that programs write.
//!
//! A line is a board and an answer (`638541720 28`), a record below a header that names its fields,
//! or a JSON object with the same field names. The CSV and JSON output of `pdb-solve` can be read
//! too.

use std::str::Utf8Error;

use super::columns::Columns;
use super::fault::AnswerFault;
use super::fields::Fields;
use super::pair::parts_of_line;
use super::parser::{AnswerKind, AnswerParser};
use super::table::{Table, TooManyFields};
use tilebase::board::{Board, Goal, Metric, Shape};
use tilebase::judge::Claim;
use tilebase::notation::{MoveConvention, ReadError, shorten};

/// The format of the lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum EntryForm {
    /// A board and an answer.
    Pairs,
    /// Records.
    Records(Table),
    /// Objects, with their field names.
    Objects(Columns),
}

/// An answer for a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The board.
    pub board: Board,
    /// The goal, if the line contains one.
    pub goal: Option<Goal>,
    /// The claims of the answer; at least one, except for an empty list of paths.
    pub claims: Vec<Claim>,
}

/// The error for a line that is not an answer for a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EntryError {
    /// The board, if it could be read.
    pub board: Option<Board>,
    /// The reason.
    pub fault: EntryFault,
}

/// Reasons why a line is not an answer for a board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EntryFault {
    /// It is not UTF-8.
    #[error("byte {} is not UTF-8", .0.valid_up_to() + 1)]
    NoText(Utf8Error),
    /// It does not have two parts.
    #[error("expected a board and an answer, found {0:?}")]
    NoPair(String),
    /// It has more fields than the header.
    #[error(transparent)]
    Columns(#[from] TooManyFields),
    /// It is not an object.
    #[error("not a JSON object: {0}")]
    NoObject(String),
    /// It is an array element that is not an answer.
    #[error("expected an object or a pair [board, answer], found {0}")]
    NoMember(String),
    /// The board cannot be read.
    #[error(transparent)]
    Board(Box<ReadError>),
    /// The leading 0 is missing.
    #[error(
        "expected {} tiles, found {}: {text:?} lacks its leading 0, probably dropped by a \
        spreadsheet; format the column as text and export it again",
        .text.len() + 1,
        .text.len()
    )]
    NoZero {
        /// The other tiles.
        text: String,
    },
    /// Most tiles are lost to rounding.
    #[error("{0:?} is a board rounded by a spreadsheet; format the column as text and export it again")]
    Rounded(String),
    /// The goal cannot be read.
    #[error("the goal: {0}")]
    Goal(Box<EntryFault>),
    /// The answer cannot be understood.
    #[error(transparent)]
    Answer(#[from] AnswerFault),
}

/// Reads answers.
#[derive(Clone, Copy, Debug, Default)]
pub struct EntryReader {
    /// The kind of answers.
    pub kind: AnswerKind,
    /// The convention for directions, unless a line names one.
    pub convention: MoveConvention,
    /// The shape of the boards; by default inferred from the number of tiles.
    pub shape: Option<Shape>,
    /// Whether moves have costs, so that a number alone is a cost.
    pub has_costs: bool,
    /// The metric of lengths: what a stated length counts, and how far the blank goes from one
    /// board of a path to the next.
    pub metric: Metric,
    /// Whether an answer is a list of all optimal paths.
    pub lists_paths: bool,
}

impl EntryReader {
    /// Reads an answer for a known board, like the part of a line beside its board. An empty text
    /// is a path without moves.
    ///
    /// # Errors
    /// [`AnswerFault`] if it is not an answer.
    pub fn answer(&self, board: &Board, text: &str) -> Result<Vec<Claim>, AnswerFault> {
        self.parser(board).answer(text.trim())
    }

    const fn parser<'a>(&self, board: &'a Board) -> AnswerParser<'a> {
        let Self { kind, convention, has_costs, metric, .. } = *self;
        AnswerParser { board, kind, convention, has_costs, metric }
    }

    /// Reads a line. Returns `None` if it is empty or a comment.
    ///
    /// # Errors
    /// [`EntryError`] if the line has no board, or no answer for it.
    pub(super) fn read(&self, form: &EntryForm, line: &[u8]) -> Result<Option<Entry>, EntryError> {
        let text = std::str::from_utf8(line).map_err(|error| without_board(EntryFault::NoText(error)))?;
        // Tabs are kept: they may delimit an empty field.
        let text = text.trim_matches([' ', '\r']);
        if text.trim_start().is_empty() || text.starts_with('#') {
            return Ok(None);
        }
        let (board, fields) = match form {
            EntryForm::Pairs => self.board_and_answer(text.trim())?,
            EntryForm::Records(table) if table.is_blank(text) => return Ok(None),
            EntryForm::Records(table) => {
                self.with_board(table.fields_of(text).map_err(|error| without_board(error.into()))?)?
            }
            EntryForm::Objects(columns) => {
                self.with_board(fields_of_object(text, columns).map_err(without_board)?)?
            }
        };
        self.entry(board, &fields).map(Some)
    }

    fn with_board<'a>(&self, fields: Fields<'a>) -> Result<(Board, Fields<'a>), EntryError> {
        match Board::read(&fields.board, self.shape) {
            Ok(board) => Ok((board, fields)),
            Err(error) => Err(without_board(board_fault(&fields.board, error))),
        }
    }

    /// Splits a line at the first separator that follows a board.
    ///
    /// If there is none, returns the error for the most board-like beginning.
    fn board_and_answer<'a>(&self, line: &'a str) -> Result<(Board, Fields<'a>), EntryError> {
        let mut likeliest: Option<(usize, EntryError)> = None;
        for fields in parts_of_line(line, self.shape) {
            let tiles = fields.board.bytes().filter(u8::is_ascii_digit).count();
            match self.with_board(fields) {
                Ok(read) => return Ok(read),
                Err(error) if likeliest.as_ref().is_none_or(|(most, _)| tiles > *most) => {
                    likeliest = Some((tiles, error));
                }
                Err(_less_likely) => {}
            }
        }
        let no_pair = || without_board(EntryFault::NoPair(shorten(line)));
        Err(likeliest.map_or_else(no_pair, |(_, error)| error))
    }

    fn entry(&self, board: Board, fields: &Fields<'_>) -> Result<Entry, EntryError> {
        let faulty = |fault| EntryError { board: Some(board), fault };
        let goal = match fields.goal.as_ref() {
            "" => None,
            text => match Board::read(text, Some(board.shape())) {
                Ok(goal) => Some(Goal::new(goal)),
                Err(error) => return Err(faulty(EntryFault::Goal(Box::new(board_fault(text, error))))),
            },
        };
        let parser = self.parser(&board);
        let claims = if self.lists_paths { fields.listed_paths(&parser) } else { fields.claims(&parser) };
        let claims = claims.map_err(|fault| faulty(fault.into()))?;
        Ok(Entry { board, goal, claims })
    }
}

const fn without_board(fault: EntryFault) -> EntryError {
    EntryError { board: None, fault }
}

/// The reason why a text is not a board.
fn board_fault(text: &str, error: ReadError) -> EntryFault {
    let text = text.trim();
    if is_without_its_zero(text) {
        EntryFault::NoZero { text: text.to_owned() }
    } else if is_rounded(text) {
        EntryFault::Rounded(shorten(text))
    } else {
        EntryFault::Board(Box::new(error))
    }
}

/// Whether the text consists of all tiles of a board as digits, except the 0.
fn is_without_its_zero(text: &str) -> bool {
    let is_of_a_board =
        matches!(text.len(), 3 | 5 | 7 | 8 | 9) && text.bytes().all(|byte| byte.is_ascii_digit());
    is_of_a_board && (1..=text.len()).all(|tile| text.contains(&tile.to_string()))
}

/// Whether the text is a number such as `1.23457E+14`.
fn is_rounded(text: &str) -> bool {
    let Some((digits, exponent)) = text.split_once(['E', 'e']) else { return false };
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    is_number(&digits.replacen([',', '.'], "", 1)) && exponent.strip_prefix('+').is_some_and(is_number)
}

fn fields_of_object(line: &str, columns: &Columns) -> Result<Fields<'static>, EntryFault> {
    let line = line.trim();
    if !line.starts_with('{') {
        return Err(EntryFault::NoMember(shorten(line)));
    }
    let object = serde_json::from_str(line).map_err(|error| EntryFault::NoObject(error.to_string()))?;
    Ok(Fields::of_object_named(object, columns))
}
