//! The forms in which moves are written, and what their directions are those of.

use std::fmt;
use std::str::FromStr;

use crate::board::{Board, Move};
use crate::notation::boards::BoardForm;
use crate::notation::error::ReadError;

/// A form in which people write moves. Its name is what [`Display`](fmt::Display) writes and [`FromStr`] reads.
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
    /// U, D, L and R.
    Letters,
    /// The same, with a number after a letter for how often it is repeated: `U2LDR3`.
    Counts,
    /// up, down, left and right.
    Words,
    /// N, S, E and W, or the words for them.
    Compass,
    /// ↑, ↓, ← and →.
    Arrows,
    /// ^, v, < and >.
    AsciiArrows,
    /// The number of the tile that slides.
    Numbers,
    /// The boards on the way, the first and the last among them.
    Boards,
}

impl MoveForm {
    /// Every form, in the order of the documentation.
    pub const ALL: [Self; 8] = [
        Self::Letters,
        Self::Counts,
        Self::Words,
        Self::Compass,
        Self::Arrows,
        Self::AsciiArrows,
        Self::Numbers,
        Self::Boards,
    ];

    /// The name, in lower case.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Letters => "letters",
            Self::Counts => "counts",
            Self::Words => "words",
            Self::Compass => "compass",
            Self::Arrows => "arrows",
            Self::AsciiArrows => "ascii-arrows",
            Self::Numbers => "numbers",
            Self::Boards => "boards",
        }
    }

    /// What one move is in the forms that name a direction: the symbol, as it is written.
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

impl fmt::Display for MoveForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for MoveForm {
    type Err = ReadError;

    fn from_str(text: &str) -> Result<Self, ReadError> {
        let found = Self::ALL.into_iter().find(|form| form.name() == text);
        found.ok_or_else(|| ReadError::no_name(&Self::ALL.map(Self::name), text))
    }
}

/// Reads the letter of a move, as it is displayed, or its word; in either case. The direction is that of the blank;
/// [`read_moves`](super::read_moves) reads other forms, and the other convention.
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

/// What a move's letter tells the direction of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MoveConvention {
    /// Of the blank: what the library itself names moves by.
    #[default]
    Blank,
    /// Of the tile that slides: the opposite.
    Tile,
}

impl MoveConvention {
    /// `blank` or `tile`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Blank => "blank",
            Self::Tile => "tile",
        }
    }

    /// The letter of a move under this convention.
    #[must_use]
    pub const fn letter(self, step: Move) -> char {
        match self {
            Self::Blank => step.letter(),
            Self::Tile => step.inverse().letter(),
        }
    }
}

impl fmt::Display for MoveConvention {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// How moves are written, where they are to be read and where they are to be written. The default is nothing but the
/// convention of the blank.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MoveOptions {
    /// The form. None: the one that the first step is in, or letters.
    pub form: Option<MoveForm>,
    /// Whether a direction is that of the blank or of the tile.
    pub convention: MoveConvention,
    /// The board before the first step. Where it is known, every step is checked to be legal; numbers of tiles need it, and
    /// so do boards that are to be written.
    pub start: Option<Board>,
    /// The form of [`MoveForm::Boards`]. None: detected, or as boards are displayed.
    pub board_form: Option<BoardForm>,
}
