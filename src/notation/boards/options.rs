//! Options for reading boards, and the assumptions made.

use std::convert::Infallible;
use std::str::FromStr;

use super::form::BoardForm;
use crate::board::{Board, Shape};

/// Symbols for the blank in a text without a 0. The empty one is an omitted element of a list. The
/// space is a quoted space, or a gap among digits.
const BLANK_SYMBOLS: [&str; 11] = ["_", ".", "x", "X", "-", "*", "b", "B", "#", "", " "];

pub(super) fn is_blank_symbol(symbol: &str) -> bool {
    BLANK_SYMBOLS.contains(&symbol)
}

/// What is known about a text before reading it. By default, everything is detected.
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
    /// The form; `None` to detect it for each board.
    pub form: Option<BoardForm>,
    /// The shape; `None` to take it from the text, or from the number of tiles
    /// ([`Shape::squarest`]).
    pub shape: Option<Shape>,
    /// The sign for the blank.
    pub blank: Blank,
}

/// The sign for the blank in a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Blank {
    /// 0; or, without a 0, one of `_ . x X - * b B #`, an omitted element, or a space.
    #[default]
    Detected,
    /// The largest number, in a text without a 0. Never detected, since the blank may just be
    /// missing.
    Largest,
    /// This symbol only.
    Symbol(String),
}

impl FromStr for Blank {
    type Err = Infallible;

    /// Parses `largest`, or a symbol.
    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(match text {
            "largest" => Self::Largest,
            symbol => Self::Symbol(symbol.to_owned()),
        })
    }
}

/// The source of a board's shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::notation) enum ShapeSource {
    /// Given by the caller.
    Given,
    /// The rows of the text, or a size in it.
    Written,
    /// The squarest shape for the number of tiles; others may be possible.
    Counted,
}

/// A board, and what was assumed in reading it.
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
    /// The number of the board's first line, from 1.
    pub line: usize,
    /// The form that the board was read in.
    pub form: BoardForm,
    /// An index or a name before the board, which was dropped.
    pub label: Option<String>,
    pub(in crate::notation) shape_source: ShapeSource,
    /// The sign for the blank; `None` if it is the largest number. Empty for an omitted element of
    /// a list.
    pub(super) blank: Option<String>,
}

impl BoardRead {
    /// A message that lists what was assumed.
    #[must_use]
    pub fn assumed(&self) -> String {
        let shape = self.board.shape();
        let squarest = match self.shape_source {
            ShapeSource::Counted => format!(", the squarest for {} tiles", shape.cells()),
            ShapeSource::Given | ShapeSource::Written => String::new(),
        };
        let dropped = match &self.label {
            Some(label) => format!("; {label:?} before the board dropped"),
            None => String::new(),
        };
        let blank = match self.blank.as_deref() {
            None => format!("the largest number, {}", shape.cells()),
            Some("") => "an empty element".to_owned(),
            Some(" ") => "a space".to_owned(),
            Some(sign) => sign.to_owned(),
        };
        format!("form {}; shape {shape}{squarest}; blank {blank}{dropped}", self.form)
    }

    /// Whether the blank is a letter among digits without separators, as in `1234x5678`.
    pub(super) fn has_letter_among_digits(&self) -> bool {
        let has_letter = self.blank.as_deref().is_some_and(|sign| sign.starts_with(char::is_alphabetic));
        has_letter && matches!(self.form, BoardForm::Digits | BoardForm::Hex)
    }

    /// Whether the other board was read with the same assumptions, ignoring the text of labels.
    #[must_use]
    pub fn is_read_like(&self, other: &Self) -> bool {
        let parts = |of: &Self| (of.form, of.board.shape(), of.shape_source, of.label.is_some());
        parts(self) == parts(other) && self.blank == other.blank
    }
}
