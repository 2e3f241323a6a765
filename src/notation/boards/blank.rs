//! What stands for the blank.

use std::convert::Infallible;
use std::fmt;
use std::str::FromStr;

/// The symbols that stand for the blank where there is no 0. The empty one is a list's element that was left out,
/// the space one that was put in quotes, or a gap among digits.
const SYMBOLS: [&str; 11] = ["_", ".", "x", "X", "-", "*", "b", "B", "#", "", " "];

pub(super) fn is_blank_symbol(symbol: &str) -> bool {
    SYMBOLS.contains(&symbol)
}

/// What stands for the blank in a text that is to be read.
///
/// ```
/// use tilebase::notation::{Blank, BoardOptions, Boards};
///
/// let options = BoardOptions { blank: Blank::Largest, ..BoardOptions::default() };
/// let read = Boards::new(&b"123456789"[..], options).next().expect("a board")?;
/// assert_eq!(read.board.to_string(), "123456780");
/// # Ok::<(), tilebase::notation::BoardReadError>(())
/// ```
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
#[non_exhaustive]
pub enum BlankSeen {
    /// A symbol.
    Symbol(String),
    /// An element of a list that was left out.
    Empty,
    /// A space.
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
