//! The forms of moves, and the two conventions for directions.

use std::str::FromStr;

use crate::board::{Board, Move};
use crate::names::names;
use crate::notation::boards::BoardForm;
use crate::notation::error::ReadError;

/// A form of moves. [`Display`](std::fmt::Display) writes its name, and [`FromStr`] parses it.
///
/// ```
/// use tilebase::notation::MoveForm;
///
/// assert_eq!("compass".parse(), Ok(MoveForm::Compass));
/// assert_eq!(MoveForm::AsciiArrows.to_string(), "ascii-arrows");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum MoveForm {
    /// U, D, L, and R.
    Letters,
    /// U, D, L, and R, each with an optional repeat count: `U2LDR3`.
    Counts,
    /// up, down, left, and right.
    Words,
    /// N, S, E, and W, or the words for them.
    Compass,
    /// ↑, ↓, ←, and →.
    Arrows,
    /// ^, v, <, and >.
    AsciiArrows,
    /// The numbers of the tiles that slide.
    Numbers,
    /// The boards of the path, including the first and the last.
    Boards,
}

names! {
    /// All forms, in the order of the documentation.
    MoveForm {
        Letters = "letters",
        Counts = "counts",
        Words = "words",
        Compass = "compass",
        Arrows = "arrows",
        AsciiArrows = "ascii-arrows",
        Numbers = "numbers",
        Boards = "boards",
    }
}

impl MoveForm {
    /// The symbol of a move, in the forms that name directions.
    pub(super) const fn symbol(self, step: Move) -> Option<&'static str> {
        let [up, down, left, right] = match self {
            Self::Letters | Self::Counts => ["U", "D", "L", "R"],
            Self::Words => ["up", "down", "left", "right"],
            Self::Compass => ["N", "S", "W", "E"],
            Self::Arrows => ["↑", "↓", "←", "→"],
            Self::AsciiArrows => ["^", "v", "<", ">"],
            Self::Numbers | Self::Boards => return None,
        };
        Some(match step {
            Move::Up => up,
            Move::Down => down,
            Move::Left => left,
            Move::Right => right,
        })
    }
}

impl FromStr for MoveForm {
    type Err = ReadError;

    fn from_str(text: &str) -> Result<Self, ReadError> {
        let found = Self::ALL.into_iter().find(|form| form.name() == text);
        found.ok_or_else(|| ReadError::no_name(&Self::ALL.map(Self::name), text))
    }
}

/// Parses the letter or the word for a move, ignoring case. The direction is the blank's.
/// [`MoveOptions::read`] reads other forms and the other convention.
///
/// ```
/// use tilebase::board::Move;
///
/// assert_eq!("U".parse(), Ok(Move::Up));
/// assert_eq!("left".parse(), Ok(Move::Left));
/// let error = "north".parse::<Move>().unwrap_err();
/// assert_eq!(error.to_string(), "expected one of U, D, L, R, up, down, left, right, found \"north\"");
/// ```
impl FromStr for Move {
    type Err = ReadError;

    fn from_str(text: &str) -> Result<Self, ReadError> {
        let names = [MoveForm::Letters, MoveForm::Words]
            .map(|form| Self::ALL.map(|step| form.symbol(step).unwrap_or_default()))
            .concat();
        let found =
            names.iter().zip(Self::ALL.iter().cycle()).find(|(name, _)| name.eq_ignore_ascii_case(text));
        found.map(|(_, step)| *step).ok_or_else(|| ReadError::no_name(&names, text))
    }
}

/// Whether a direction is the blank's or the tile's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MoveConvention {
    /// The blank's direction, as everywhere else in the library.
    #[default]
    Blank,
    /// The direction of the tile that slides, which is the opposite.
    Tile,
}

names! {
    /// Both conventions.
    MoveConvention {
        Blank = "blank",
        Tile = "tile",
    }
}

impl MoveConvention {
    /// The letter of a move under this convention.
    #[must_use]
    pub const fn letter(self, step: Move) -> char {
        match self {
            Self::Blank => step.letter(),
            Self::Tile => step.inverse().letter(),
        }
    }
}

/// Options for reading and writing moves. By default, directions are the blank's, and all else is
/// detected.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MoveOptions {
    /// The form. `None` means that of the first step when reading, and letters when writing.
    pub form: Option<MoveForm>,
    /// Whether directions are the blank's or the tile's.
    pub convention: MoveConvention,
    /// The board before the first step. If given, every step is checked. Required for reading tile
    /// numbers, and for writing tile numbers or boards.
    pub start: Option<Board>,
    /// The form of the boards in [`MoveForm::Boards`]. `None` means detected when reading, and as
    /// displayed when writing.
    pub board_form: Option<BoardForm>,
}
