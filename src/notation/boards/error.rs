//! Why a text is not a board, and where.

use std::fmt;
use std::io;

use super::form::BoardForm;
use crate::board::{Board, BoardFaults, MAX_CELLS, Shape, ShapeError};
use crate::notation::{Place, listed, without_shape};

/// Why there is no board where one was expected.
///
/// ```
/// use tilebase::notation::{BoardOptions, Boards};
///
/// let text = "1 2 3\n4 5 z\n7 8 0\n";
/// let error = Boards::new(text.as_bytes(), BoardOptions::default()).next().expect("a board").unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "line 2, column 5: expected a tile, found \"z\"; expected 9 tiles, found 8; tile 6 is missing \
///      (a 3x3 board holds each of 0 to 8 once; read as grid)"
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {reason}")]
pub struct BoardReadError {
    /// Where the first fault is.
    pub place: Place,
    /// What is wrong.
    pub reason: BoardReadReason,
}

/// What is wrong with a text that should be a board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BoardReadReason {
    /// Tiles or rows are not those of a board.
    #[error("{0}")]
    Board(Box<BoardTrouble>),
    /// The size that the text gives is that of no board.
    #[error("{0}")]
    Size(ShapeError),
    /// The board has another shape than it was told to have.
    #[error("expected a board of {expected}, found one of {found}")]
    OtherShape {
        /// The shape that was told.
        expected: Shape,
        /// The shape that the text gives.
        found: Shape,
    },
    /// The board is in another form than it was told to be in.
    #[error("expected the form {expected}, such as {:?}, found {found}", expected.example())]
    OtherForm {
        /// The form that was told.
        expected: BoardForm,
        /// The form that the text seems to have.
        found: BoardForm,
    },
    /// The text is a board in two ways.
    #[error("{0}")]
    Ambiguous(Box<Ambiguity>),
    /// The line has several boards, or one after an index that is a board itself.
    #[error("{0}")]
    Several(SeveralBoards),
    /// A bracket does not fit.
    #[error("{0}")]
    Brackets(BracketTrouble),
    /// The line is too long to be a board.
    #[error("expected a board, found a line of more than {limit} bytes")]
    LongLine {
        /// The most bytes that a line may have.
        limit: usize,
    },
    /// The bytes are not UTF-8 text.
    #[error("expected UTF-8 text, found the byte {byte:#04x}")]
    NotText {
        /// The first byte that is not.
        byte: u8,
    },
    /// The input failed. No more boards follow.
    #[error("the input can't be read: {message}")]
    Input {
        /// The kind of failure.
        kind: io::ErrorKind,
        /// What the system says.
        message: String,
    },
}

/// Two boards that a text may be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ambiguity {
    /// The one board, and how the text is read as it.
    pub one: (Board, Reading),
    /// The other.
    pub other: (Board, Reading),
}

impl fmt::Display for Ambiguity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let show =
            |(board, reading): &(Board, Reading)| format!("the {} board {board} as {reading}", board.shape());
        write!(f, "this is {} or {}: give the form or the shape", show(&self.one), show(&self.other))
    }
}

/// Boards of one size that stand on one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeveralBoards {
    /// The boards, at least two. Of two, the first may as well be meant as an index of the second.
    pub boards: Vec<Board>,
}

impl fmt::Display for SeveralBoards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let [first, second] = self.boards.as_slice() {
            return write!(
                f,
                "this is the boards {first} and {second}, or the board {second} after the index {first}: expected one \
                 board a line, and no index that is a board itself"
            );
        }
        let shown: Vec<String> = listed(self.boards.iter().map(ToString::to_string)).collect();
        write!(f, "expected one board a line, found {}: {}", self.boards.len(), shown.join(" "))
    }
}

/// One of the ways to read a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// The form.
    pub form: BoardForm,
    /// What would be dropped before the board.
    pub label: Option<String>,
}

impl fmt::Display for Reading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.label {
            Some(label) => write!(f, "{} after the index {label}", self.form),
            None => write!(f, "{}", self.form),
        }
    }
}

/// A symbol that is no tile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StraySymbol {
    /// The symbol, cut if it is long.
    pub symbol: String,
    /// Where it stands.
    pub place: Place,
}

/// A row with too many or too few tiles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowFault {
    /// The row, from 1.
    pub row: usize,
    /// The tiles that a row of the board has.
    pub expected: usize,
    /// The tiles that stand there.
    pub found: usize,
    /// Where the row begins.
    pub place: Place,
}

/// Everything that is wrong with the symbols of a would-be board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardTrouble {
    /// How it was read.
    pub reading: Reading,
    /// The shape that it was read as.
    pub shape: Shape,
    /// Symbols that are no tiles.
    pub stray: Vec<StraySymbol>,
    /// Rows with too many or too few tiles.
    pub rows: Vec<RowFault>,
    /// How many symbols there are, if no shape has so many cells and nothing else tells one.
    pub shapeless: Option<usize>,
    /// What is wrong with the tiles.
    pub faults: Option<BoardFaults>,
}

impl fmt::Display for BoardTrouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let stray = self.stray.iter().enumerate().map(|(nth, StraySymbol { symbol, place })| match nth {
            // The first one's place begins the message.
            0 => format!("expected a tile, found {symbol:?}"),
            _ => format!("found {symbol:?} at {place}"),
        });
        let rows = self.rows.iter().map(|RowFault { row, expected, found, .. }| {
            format!(
                "row {row} has {found} {}, expected {expected}",
                if *found == 1 { "tile" } else { "tiles" }
            )
        });
        let faults = self.faults.iter().flat_map(BoardFaults::faults).map(ToString::to_string);
        let shapeless = self.shapeless.map(without_shape);
        let all: Vec<String> =
            listed(stray).chain(listed(rows)).chain(shapeless).chain(listed(faults)).collect();
        let (shape, largest) = (self.shape, self.shape.tiles());
        write!(f, "{} (", all.join("; "))?;
        if self.shapeless.is_none_or(|cells| cells <= MAX_CELLS) {
            write!(f, "a {shape} board holds each of 0 to {largest} once; ")?;
        }
        write!(f, "read as {})", self.reading)
    }
}

/// Why brackets are not those of a list of boards.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BracketTrouble {
    /// A bracket closes what was not opened, or what another bracket opened.
    #[error("expected {}, found {found:?}", match expected { Some(c) => format!("{c:?}"), None => "an opening bracket".to_owned() })]
    Unmatched {
        /// The bracket that was to come, if one is open.
        expected: Option<char>,
        /// The bracket that came.
        found: char,
    },
    /// The text ends within brackets.
    #[error("expected {expected:?} to close this bracket, found {}", if *at_end { "the end" } else { "no end of it within a megabyte" })]
    Unclosed {
        /// The bracket that was to come.
        expected: char,
        /// Whether the text ended; else it is too long.
        at_end: bool,
    },
    /// Something stands beside the brackets.
    #[error("expected nothing but brackets and what is in them, found {found:?}")]
    Beside {
        /// What stands there, cut if it is long.
        found: String,
    },
    /// Brackets are deeper than boards in a list, with rows, have them.
    #[error("expected tiles, found a bracket: boards in a list are three brackets deep at most")]
    TooDeep,
    /// Tiles stand beside rows, or rows beside boards.
    #[error("expected either tiles or brackets within this bracket, found both")]
    Mixed,
    /// There is nothing in the brackets.
    #[error("expected tiles in the brackets, found none")]
    Empty,
}
