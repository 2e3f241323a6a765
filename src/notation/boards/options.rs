//! What is known of boards before they are read, and what was assumed of one that was read.

use std::convert::Infallible;
use std::fmt;
use std::str::FromStr;

use super::form::BoardForm;
use crate::board::{Board, Shape};

/// The symbols that stand for the blank where there is no 0. The empty one is a list's element that was left out,
/// the space one that was put in quotes, or a gap among digits.
const BLANK_SYMBOLS: [&str; 11] = ["_", ".", "x", "X", "-", "*", "b", "B", "#", "", " "];

pub(super) fn is_blank_symbol(symbol: &str) -> bool {
    BLANK_SYMBOLS.contains(&symbol)
}

/// What is known of a text before it is read. The default is nothing: everything is detected.
///
/// ```
/// use tilebase::notation::{Blank, BoardOptions, Boards};
///
/// let options = BoardOptions { blank: Blank::Largest, ..BoardOptions::default() };
/// let read = Boards::new(&b"123456789"[..], options).next().expect("a board")?;
/// assert_eq!(read.board.to_string(), "123456780");
/// # Ok::<(), tilebase::notation::ReadError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BoardOptions {
    /// The form; none to detect it, for each board anew.
    pub form: Option<BoardForm>,
    /// The shape; none to take it from the text, or from the number of tiles ([`Shape::squarest`]).
    pub shape: Option<Shape>,
    /// What stands for the blank.
    pub blank: Blank,
}

/// What stands for the blank in a text that is to be read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Blank {
    /// 0, or where there is none, the one of `_ . x X - * b B #`, an empty element or a space that there is.
    #[default]
    Detected,
    /// The largest number; there is no 0. Never assumed, since such a text may as well lack its blank.
    Largest,
    /// This symbol and no other.
    Symbol(String),
}

impl FromStr for Blank {
    type Err = Infallible;

    /// `largest`, or a symbol.
    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(match text {
            "largest" => Self::Largest,
            symbol => Self::Symbol(symbol.to_owned()),
        })
    }
}

/// What stood for the blank in a text that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum BlankSeen {
    Symbol(String),
    /// An element of a list that was left out.
    Empty,
    Space,
    /// The largest number.
    Largest(u32),
}

impl BlankSeen {
    pub(super) fn of_symbol(symbol: &str) -> Self {
        match symbol {
            "" => Self::Empty,
            " " => Self::Space,
            symbol => Self::Symbol(symbol.to_owned()),
        }
    }
}

impl fmt::Display for BlankSeen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Symbol(symbol) => write!(f, "{symbol}"),
            Self::Empty => f.write_str("an empty element"),
            Self::Space => f.write_str("a space"),
            Self::Largest(number) => write!(f, "the largest number, {number}"),
        }
    }
}

/// Where a board's shape came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::notation) enum ShapeSource {
    /// It was told beforehand.
    Told,
    /// The text has rows, or a size.
    Written,
    /// It is the squarest for the number of tiles; there may be others.
    Counted,
}

/// A board that was read, and what was assumed in reading it.
///
/// ```
/// use tilebase::notation::{BoardForm, BoardOptions, Boards};
///
/// let read = Boards::new(&b"17: 1 2 3 4 5 x"[..], BoardOptions::default()).next().expect("a board")?;
/// assert_eq!((read.board.to_string().as_str(), read.line, read.form), ("123450", 1, BoardForm::Spaces));
/// assert_eq!(read.label.as_deref(), Some("17"));
/// assert_eq!(
///     read.assumed(),
///     "form spaces; shape 2x3, the squarest for 6 tiles; blank x; \"17\" before the board dropped"
/// );
/// # Ok::<(), tilebase::notation::ReadError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardRead {
    /// The board.
    pub board: Board,
    /// The number of its first line, from 1.
    pub line: usize,
    /// The form that it is in.
    pub form: BoardForm,
    /// An index or a name before the board, which was dropped.
    pub label: Option<String>,
    pub(in crate::notation) shape_source: ShapeSource,
    pub(super) blank: BlankSeen,
}

impl BoardRead {
    /// What was assumed in reading it, as one says it to a person.
    #[must_use]
    pub fn assumed(&self) -> String {
        let shape = self.board.shape();
        let squarest = match self.shape_source {
            ShapeSource::Counted => format!(", the squarest for {} tiles", shape.cells()),
            ShapeSource::Told | ShapeSource::Written => String::new(),
        };
        let dropped = match &self.label {
            Some(label) => format!("; {label:?} before the board dropped"),
            None => String::new(),
        };
        format!("form {}; shape {shape}{squarest}; blank {}{dropped}", self.form, self.blank)
    }

    /// Is the blank a letter among digits without a gap, as in `1234x5678`?
    pub(super) fn has_letter_among_digits(&self) -> bool {
        let is_letter = |symbol: &str| symbol.starts_with(char::is_alphabetic);
        let has_letter = matches!(&self.blank, BlankSeen::Symbol(symbol) if is_letter(symbol));
        has_letter && matches!(self.form, BoardForm::Digits | BoardForm::Hex)
    }

    /// Was the other board read with the same assumptions, whatever the labels say?
    #[must_use]
    pub fn is_read_like(&self, other: &Self) -> bool {
        let parts = |of: &Self| (of.form, of.board.shape(), of.shape_source, of.label.is_some());
        parts(self) == parts(other) && self.blank == other.blank
    }
}
