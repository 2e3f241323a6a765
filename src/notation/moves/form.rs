//! The forms in which moves are written.

use std::fmt;
use std::str::FromStr;

use crate::board::Move;

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

    /// The name on the command line.
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
    type Err = MoveFormError;

    fn from_str(text: &str) -> Result<Self, MoveFormError> {
        let found = Self::ALL.into_iter().find(|form| form.name() == text);
        found.ok_or_else(|| MoveFormError { found: text.chars().take(40).collect() })
    }
}

/// A name that no form of moves has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected one of {}, found {found:?}", MoveForm::ALL.map(MoveForm::name).join(", "))]
pub struct MoveFormError {
    found: String,
}
