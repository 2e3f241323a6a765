//! What is known of boards before they are read, and what was assumed of them.

use std::fmt;

use super::blank::{Blank, BlankSeen};
use super::form::BoardForm;
use crate::board::{Board, Shape};

/// What is known of a text before it is read. The default is nothing: everything is detected.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BoardOptions {
    /// The form; none to detect it, for each board anew.
    pub form: Option<BoardForm>,
    /// The shape; none to take it from the text, or from the number of tiles ([`Shape::squarest`]).
    pub shape: Option<Shape>,
    /// What stands for the blank.
    pub blank: Blank,
}

/// Where a board's shape came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShapeSource {
    /// It was told beforehand.
    Told,
    /// The text has rows, or a size.
    Written,
    /// It is the squarest for the number of tiles; there may be others.
    Counted,
}

/// What was assumed in reading a board. Its text says so to a person.
///
/// ```
/// use tilebase::notation::{BoardOptions, Boards};
///
/// let read = Boards::new(&b"17: 1 2 3 4 5 x"[..], BoardOptions::default()).next().expect("a board")?;
/// assert_eq!(
///     read.assumed.to_string(),
///     "form spaces; shape 2x3, the squarest for 6 tiles; blank x; \"17\" before the board dropped"
/// );
/// # Ok::<(), tilebase::notation::BoardReadError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assumed {
    /// The form.
    pub form: BoardForm,
    /// The shape.
    pub shape: Shape,
    /// Where the shape came from.
    pub shape_source: ShapeSource,
    /// What stood for the blank.
    pub blank: BlankSeen,
    /// An index or a name before the board, which was dropped.
    pub label: Option<String>,
}

impl Assumed {
    /// Are these the same assumptions, whatever the labels say?
    #[must_use]
    pub fn is_like(&self, other: &Self) -> bool {
        let parts = |of: &Self| (of.form, of.shape, of.shape_source, of.label.is_some());
        parts(self) == parts(other) && self.blank == other.blank
    }
}

impl fmt::Display for Assumed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "form {}; shape {}", self.form, self.shape)?;
        if self.shape_source == ShapeSource::Counted {
            write!(f, ", the squarest for {} tiles", self.shape.cells())?;
        }
        write!(f, "; blank {}", self.blank)?;
        match &self.label {
            Some(label) => write!(f, "; {label:?} before the board dropped"),
            None => Ok(()),
        }
    }
}

/// A board that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardRead {
    /// The board.
    pub board: Board,
    /// The number of its first line, from 1.
    pub line: usize,
    /// What was assumed in reading it.
    pub assumed: Assumed,
}
