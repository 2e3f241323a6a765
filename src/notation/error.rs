//! Why a text is not what it was read as, and where; and what such messages are made of.

use std::fmt;
use std::io;

use crate::board::{Board, BoardFaults, MAX_CELLS, Shape};

/// A line and a column, both from 1; columns are counted in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Place {
    pub(super) line: usize,
    pub(super) column: usize,
}

impl Place {
    pub(super) const START: Self = Self { line: 1, column: 1 };
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// Why a text is not what it was read as: a board, boards, a goal, moves, or a name of this module. Its message names
/// what was expected, what was found, and the place; of a board, everything that is wrong with it.
///
/// ```
/// use tilebase::notation::{BoardOptions, Boards, read_board};
///
/// let text = "1 2 3\n4 5 z\n7 8 0\n";
/// let error = Boards::new(text.as_bytes(), BoardOptions::default()).next().expect("a board").unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "line 2, column 5: expected a tile, found \"z\"; expected 9 tiles, found 8; tile 6 is missing \
///      (a 3x3 board holds each of 0 to 8 once; read as grid)"
/// );
/// assert_eq!((error.line(), error.column()), (2, 5));
///
/// // Of a text that is to be one board, the text is shown and not the line.
/// let error = read_board("12345678", None).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "cannot read the board \"12345678\": expected 9 tiles, found 8; the blank (0) is missing \
///      (a 3x3 board holds each of 0 to 8 once)"
/// );
/// assert_eq!(error.faults().map(|faults| faults.faults().len()), Some(2));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    place: Place,
    about: About,
    fault: Fault,
    /// What else there is to say to the reader.
    advice: &'static str,
}

/// What of the text a message begins with.
#[derive(Clone, Debug, PartialEq, Eq)]
enum About {
    /// The place.
    Place,
    /// The step of a path, and the place.
    Step(usize),
    /// The board as it was written: a text of one line.
    Board(String),
    /// Nothing: the text is a word.
    Word,
}

/// What is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// Tiles or rows are not those of a board.
    Tiles(Box<TileFaults>),
    /// The board has another shape than it was told to have.
    OtherShape { expected: Shape, found: Shape },
    /// The input failed.
    Input(io::ErrorKind, String),
    /// Anything else.
    Message(String),
}

/// Everything that is wrong with the symbols of a would-be board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TileFaults {
    pub(super) reading: Reading,
    /// The shape that it was read as.
    pub(super) shape: Shape,
    /// Symbols that are no tiles, cut if they are long.
    pub(super) stray: Vec<(String, Place)>,
    /// Rows with too many or too few tiles.
    pub(super) rows: Vec<RowFault>,
    /// How many symbols there are, if no shape has so many cells and nothing else tells one.
    pub(super) shapeless: Option<usize>,
    /// What is wrong with the tiles.
    pub(super) faults: Option<BoardFaults>,
}

/// A row with too many or too few tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RowFault {
    /// The row, from 1.
    pub(super) row: usize,
    pub(super) expected: usize,
    pub(super) found: usize,
    pub(super) place: Place,
}

/// One of the ways to read a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Reading {
    /// The name of the form.
    pub(super) form: &'static str,
    /// What would be dropped before the board.
    pub(super) label: Option<String>,
}

impl ReadError {
    pub(super) const fn new(place: Place, fault: Fault) -> Self {
        Self { place, about: About::Place, fault, advice: "" }
    }

    pub(super) fn message(place: Place, message: impl Into<String>) -> Self {
        Self::new(place, Fault::Message(message.into()))
    }

    /// A word that is none of the names that it could be.
    pub(super) fn no_name(names: &[&str], found: &str) -> Self {
        let message = format!("expected one of {}, found {:?}", names.join(", "), shorten(found));
        Self::word(message)
    }

    /// What is wrong with a word.
    pub(super) fn word(message: impl Into<String>) -> Self {
        Self { about: About::Word, ..Self::message(Place::START, message) }
    }

    /// The same error, of a step.
    pub(super) fn at_step(self, step: usize) -> Self {
        Self { about: About::Step(step), ..self }
    }

    /// The same error, of a text that is one board.
    pub(super) fn about_board(self, text: &str) -> Self {
        Self { about: About::Board(shorten(text)), ..self }
    }

    pub(super) fn with_advice(self, advice: &'static str) -> Self {
        Self { advice, ..self }
    }

    /// The line of the first fault, from 1.
    #[must_use]
    pub const fn line(&self) -> usize {
        self.place.line
    }

    /// The column of the first fault, from 1, in characters.
    #[must_use]
    pub const fn column(&self) -> usize {
        self.place.column
    }

    /// What is wrong with the tiles of a board, if anything is.
    #[must_use]
    pub fn faults(&self) -> Option<&BoardFaults> {
        match &self.fault {
            Fault::Tiles(tiles) => tiles.faults.as_ref(),
            _ => None,
        }
    }

    /// The kind of failure, if it is the input that failed and not the text that is wrong.
    #[must_use]
    pub const fn input_failure(&self) -> Option<io::ErrorKind> {
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
            About::Place => write!(f, "{}: ", self.place)?,
            About::Step(step) => write!(f, "step {step} ({}): ", self.place)?,
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
            Fault::Input(_, message) => write!(f, "the input can't be read: {message}")?,
            Fault::Message(message) => f.write_str(message)?,
        }
        if self.advice.is_empty() { Ok(()) } else { write!(f, "; {}", self.advice) }
    }
}

impl std::error::Error for ReadError {}

impl TileFaults {
    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let stray = self.stray.iter().enumerate().map(|(nth, (symbol, place))| match nth {
            // The first one's place begins the message.
            0 if symbol.is_empty() => "expected a tile, found nothing".to_owned(),
            0 => format!("expected a tile, found {symbol:?}"),
            _ => format!("found {symbol:?} at {place}"),
        });
        self.write_faults(stray, f)?;
        f.write_str(" (")?;
        if self.has_shape() {
            write!(f, "{}; ", each_once(self.shape))?;
        }
        write!(f, "read as {})", self.reading)
    }

    fn write_of_one_board(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let unknown = |(symbol, place): &(String, Place)| match symbol.as_str() {
            // As in `1,2,3,,0`: the blank is there, so what was left out is not known.
            "" => format!("a tile is missing at column {}", place.column),
            _ => format!("unknown symbol {symbol:?} at column {}", place.column),
        };
        self.write_faults(self.stray.iter().map(unknown), f)?;
        if !self.has_shape() {
            return Ok(());
        }
        let after = self.reading.label.as_ref().map(|label| format!(", after the index {}", shorten(label)));
        write!(f, " ({}{})", each_once(self.shape), after.unwrap_or_default())
    }

    fn write_faults(&self, stray: impl Iterator<Item = String>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows = self.rows.iter().map(|RowFault { row, expected, found, .. }| {
            let tiles = if *found == 1 { "tile" } else { "tiles" };
            format!("row {row} has {found} {tiles}, expected {expected}")
        });
        let faults = self.faults.iter().flat_map(BoardFaults::faults).map(ToString::to_string);
        let shapeless = self.shapeless.map(without_shape);
        let all: Vec<String> =
            listed(stray).chain(listed(rows)).chain(shapeless).chain(listed(faults)).collect();
        f.write_str(&all.join("; "))
    }

    /// Is the shape that it was read as one that it may have?
    fn has_shape(&self) -> bool {
        self.shapeless.is_none_or(|cells| cells <= MAX_CELLS)
    }
}

impl fmt::Display for Reading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.label {
            Some(label) => write!(f, "{} after the index {label}", self.form),
            None => write!(f, "{}", self.form),
        }
    }
}

fn each_once(shape: Shape) -> String {
    format!("a {shape} board holds each of 0 to {} once", shape.tiles())
}

/// Says that no board has so many cells, and why where a limit is the reason.
fn without_shape(cells: usize) -> String {
    if cells > MAX_CELLS {
        format!("found {cells} tiles, but a board has at most {MAX_CELLS} cells: no shape fits")
    } else {
        format!("no board has {cells} {}", if cells == 1 { "cell" } else { "cells" })
    }
}

/// Says that a text is a board in two ways.
pub(super) fn two_readings(one: (Board, Reading), other: (Board, Reading)) -> String {
    let show =
        |(board, reading): (Board, Reading)| format!("the {} board {board} as {reading}", board.shape());
    format!("this is {} or {}: give the form or the shape", show(one), show(other))
}

/// Says that there are several boards where one is expected.
pub(super) fn several(boards: &[Board]) -> String {
    let shown: Vec<String> = listed(boards.iter().map(ToString::to_string)).collect();
    format!("expected one board a line, found {}: {}", boards.len(), shown.join(" "))
}

/// Says that of two boards on a line the first may be meant as an index of the second.
pub(super) fn two_boards_or_index(first: &Board, second: &Board) -> String {
    format!(
        "this is the boards {first} and {second}, or the board {second} after the index {first}: expected one board a \
         line, and no index that is a board itself"
    )
}

/// The first few items, and how many more there are.
fn listed(items: impl Iterator<Item = String>) -> impl Iterator<Item = String> {
    const LISTED: usize = 5;
    let mut items: Vec<String> = items.collect();
    let more = items.len().saturating_sub(LISTED);
    if more > 0 {
        items.truncate(LISTED);
        items.push(format!("and {more} more"));
    }
    items.into_iter()
}

/// A text for a message: its first 40 characters and their number if it has more.
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
