//! Errors of parsing, with their places, and the parts of their messages.

use std::fmt;
use std::io;

use crate::board::{Board, BoardFaults, MAX_CELLS, Shape};

/// A line and a column, both from 1. Columns count characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct TextPosition {
    pub(super) line: usize,
    pub(super) column: usize,
}

impl TextPosition {
    pub(super) const START: Self = Self { line: 1, column: 1 };
}

impl fmt::Display for TextPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// The reason why a text is not a board, boards, a goal, moves, or a name of this module. The
/// message contains what was expected, what was found, and where. For a board, it lists all faults.
///
/// ```
/// use tilebase::Board;
/// use tilebase::notation::{BoardOptions, Boards};
///
/// let text = "1 2 3\n4 5 z\n7 8 0\n";
/// let mut boards = Boards::new(text.as_bytes(), BoardOptions::default());
/// let error = boards.next().expect("a board").unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "line 2, column 5: expected a tile, found \"z\"; expected 9 tiles, found 8; tile 6 is missing \
///      (a 3x3 board holds each of 0 to 8 once; read as grid)"
/// );
/// assert_eq!((error.line(), error.column()), (2, 5));
///
/// // For a text that has to be one board, the message shows the text instead of the line.
/// let error = Board::read("12345678", None).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "cannot read the board \"12345678\": expected 9 tiles, found 8; the blank (0) is missing \
///      (a 3x3 board holds each of 0 to 8 once)"
/// );
/// assert_eq!(error.faults().map(|faults| faults.faults().len()), Some(2));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    position: TextPosition,
    about: About,
    fault: Fault,
    /// A hint appended to the message.
    advice: &'static str,
}

/// The beginning of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
enum About {
    /// The place.
    Place,
    /// The step of a path, and the place.
    Step(usize),
    /// The board as written, for a text of one line.
    Board(String),
    /// Nothing: the text is a single word.
    Word,
}

/// The kind of fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// The tiles or rows do not form a board.
    Tiles(Box<TileFaults>),
    /// The board has another shape than requested.
    OtherShape { expected: Shape, found: Shape },
    /// Reading the input failed.
    Input(io::ErrorKind, String),
    /// Any other fault.
    Message(String),
}

/// All faults of the symbols of an invalid board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TileFaults {
    /// The name of the form.
    pub(super) form: &'static str,
    /// The label before the board, which this reading drops.
    pub(super) label: Option<String>,
    /// The shape that was assumed.
    pub(super) shape: Shape,
    /// Symbols that are not tiles, truncated if they are long.
    pub(super) stray: Vec<(String, TextPosition)>,
    /// Rows with too many or too few tiles.
    pub(super) rows: Vec<String>,
    /// The number of symbols, if no shape has that many cells and nothing else determines the
    /// shape.
    pub(super) shapeless: Option<usize>,
    /// The faults of the tiles.
    pub(super) faults: Option<BoardFaults>,
}

impl ReadError {
    pub(super) const fn new(position: TextPosition, fault: Fault) -> Self {
        Self { position, about: About::Place, fault, advice: "" }
    }

    pub(super) fn message(position: TextPosition, message: impl Into<String>) -> Self {
        Self::new(position, Fault::Message(message.into()))
    }

    /// An error for a word that is not one of `names`.
    pub(super) fn no_name(names: &[&str], found: &str) -> Self {
        let message = format!("expected one of {}, found {:?}", names.join(", "), shorten(found));
        Self::word(message)
    }

    /// An error for a single word: the message has no place.
    pub(super) fn word(message: impl Into<String>) -> Self {
        Self { about: About::Word, ..Self::message(TextPosition::START, message) }
    }

    /// Attributes the error to a step of a path.
    pub(super) fn at_step(self, step: usize) -> Self {
        Self { about: About::Step(step), ..self }
    }

    /// Attributes the error to a text that has to be one board.
    pub(super) fn about_board(self, text: &str) -> Self {
        Self { about: About::Board(shorten(text)), ..self }
    }

    pub(super) fn with_advice(self, advice: &'static str) -> Self {
        Self { advice, ..self }
    }

    /// The line of the first fault, from 1.
    #[must_use]
    pub const fn line(&self) -> usize {
        self.position.line
    }

    /// The column of the first fault, from 1, in characters.
    #[must_use]
    pub const fn column(&self) -> usize {
        self.position.column
    }

    /// The faults of a board's tiles, if any.
    #[must_use]
    pub fn faults(&self) -> Option<&BoardFaults> {
        match &self.fault {
            Fault::Tiles(tiles) => tiles.faults.as_ref(),
            _ => None,
        }
    }

    /// The kind of I/O error, if reading the input failed.
    pub(crate) const fn input_failure(&self) -> Option<io::ErrorKind> {
        match &self.fault {
            Fault::Input(kind, _) => Some(*kind),
            _ => None,
        }
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_one_board = matches!(self.about, About::Board(_));
        match &self.about {
            About::Place => write!(f, "{}: ", self.position)?,
            About::Step(step) => write!(f, "step {step} ({}): ", self.position)?,
            About::Board(text) => write!(f, "cannot read the board {text:?}: ")?,
            About::Word => {}
        }
        match &self.fault {
            Fault::Tiles(tiles) if is_one_board => tiles.write_of_one_board(f)?,
            Fault::Tiles(tiles) => tiles.write(f)?,
            Fault::OtherShape { expected, found } => {
                let rows = if is_one_board { "the rows of one of" } else { "one of" };
                write!(f, "expected a board of {expected}, found {rows} {found}")?;
            }
            Fault::Input(_, message) => write!(f, "cannot read the input: {message}")?,
            Fault::Message(message) => f.write_str(message)?,
        }
        if self.advice.is_empty() { Ok(()) } else { write!(f, "; {}", self.advice) }
    }
}

impl std::error::Error for ReadError {}

impl TileFaults {
    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let stray = self.stray.iter().enumerate().map(|(nth, (symbol, position))| match nth {
            // The message begins with the first one's place.
            0 if symbol.is_empty() => "expected a tile, found nothing".to_owned(),
            0 => format!("expected a tile, found {symbol:?}"),
            _ => format!("found {symbol:?} at {position}"),
        });
        self.write_faults(stray, f)?;
        f.write_str(" (")?;
        if self.has_shape() {
            write!(f, "{}; ", each_once(self.shape))?;
        }
        write!(f, "read as {})", reading(self.form, self.label.as_deref()))
    }

    fn write_of_one_board(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = |position: &TextPosition| match position.line {
            1 => format!("column {}", position.column),
            _ => position.to_string(),
        };
        let unknown = |(symbol, position): &(String, TextPosition)| match symbol.as_str() {
            // As in `1,2,3,,0`: the blank is present, so the omitted tile is unknown.
            "" => format!("a tile is missing at {}", shown(position)),
            _ => format!("unknown symbol {symbol:?} at {}", shown(position)),
        };
        self.write_faults(self.stray.iter().map(unknown), f)?;
        if !self.has_shape() {
            return Ok(());
        }
        let after = self.label.as_ref().map(|label| format!(", after the index {}", shorten(label)));
        write!(f, " ({}{})", each_once(self.shape), after.unwrap_or_default())
    }

    fn write_faults(&self, stray: impl Iterator<Item = String>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let faults = self.faults.iter().flat_map(BoardFaults::faults).map(ToString::to_string);
        let shapeless = self.shapeless.map(without_shape);
        let all: Vec<String> = listed(stray)
            .chain(listed(self.rows.iter().cloned()))
            .chain(shapeless)
            .chain(listed(faults))
            .collect();
        f.write_str(&all.join("; "))
    }

    /// Whether a board may have the shape that was assumed.
    fn has_shape(&self) -> bool {
        self.shapeless.is_none_or(|cells| cells <= MAX_CELLS)
    }
}

/// The description of a way to read a line: the name of the form, and the label that is dropped.
pub(super) fn reading(form: &str, label: Option<&str>) -> String {
    label.map_or_else(|| form.to_owned(), |label| format!("{form} after the index {label}"))
}

fn each_once(shape: Shape) -> String {
    format!("a {shape} board holds each of 0 to {} once", shape.tiles())
}

/// The message that no board has this many cells, and whether the limit is the reason.
fn without_shape(cells: usize) -> String {
    if cells > MAX_CELLS {
        format!("found {cells} tiles, but a board has at most {MAX_CELLS} cells: no shape fits")
    } else {
        format!("no board has {cells} {}", if cells == 1 { "cell" } else { "cells" })
    }
}

/// The message that a text is a board in two ways, each with its description.
pub(super) fn two_readings(one: (Board, String), other: (Board, String)) -> String {
    let show =
        |(board, reading): (Board, String)| format!("the {} board {board} as {reading}", board.shape());
    format!("ambiguous: {} or {}; specify the form or the shape", show(one), show(other))
}

/// The message that there are several boards where one is expected.
pub(super) fn several(boards: &[Board]) -> String {
    let shown: Vec<String> = listed(boards.iter().map(ToString::to_string)).collect();
    format!("expected one board per line, found {}: {}", boards.len(), shown.join(" "))
}

/// The message that the first of two boards on a line may be an index of the second.
pub(super) fn two_boards_or_index(first: &Board, second: &Board) -> String {
    format!(
        "this line is ambiguous: {first} is a board, or an index before the board {second}; write one \
         board per line"
    )
}

/// Returns the first few items, followed by the number of the others.
pub(super) fn listed(items: impl Iterator<Item = String>) -> impl Iterator<Item = String> {
    const LISTED: usize = 5;
    let mut items: Vec<String> = items.collect();
    let more = items.len().saturating_sub(LISTED);
    if more > 0 {
        items.truncate(LISTED);
        items.push(format!("and {more} more"));
    }
    items.into_iter()
}

/// Truncates a text for a message: keeps 40 characters and appends the text's length.
///
/// ```
/// use tilebase::notation::shorten;
///
/// assert_eq!(shorten("123456780"), "123456780");
/// assert!(shorten(&"7".repeat(1000)).ends_with("77… (1000 characters)"));
/// ```
#[must_use]
pub fn shorten(text: &str) -> String {
    const SHOWN: usize = 40;
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}… ({} characters)", &text[..end], text.chars().count()),
        None => text.to_owned(),
    }
}
