//! A goal as text: the name of a preset, or a board.

use std::fmt;
use std::str::FromStr;

use super::board_text::{BoardTextError, read_board};
use crate::board::{Board, Goal, Shape};

/// A goal as it was named. A preset fits any shape; a board brings its own.
///
/// ```
/// use tilebase::board::Shape;
/// use tilebase::notation::GoalName;
///
/// let snail: GoalName = "snail".parse()?;
/// assert_eq!(snail.on(Shape::new(3, 3)?)?.to_string(), "123804765");
/// let wide: GoalName = "123450".parse()?;
/// assert!(wide.on(Shape::new(3, 3)?).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GoalName {
    /// `123456780`, named `blank-last` or `last`.
    #[default]
    BlankLast,
    /// `012345678`, named `blank-first` or `first`.
    BlankFirst,
    /// `123804765`, named `snail`.
    Snail,
    /// A board, written out.
    Board(Board),
}

impl GoalName {
    /// The shape, if the goal was written out.
    #[must_use]
    pub const fn shape(&self) -> Option<Shape> {
        match self {
            Self::Board(board) => Some(board.shape()),
            Self::BlankLast | Self::BlankFirst | Self::Snail => None,
        }
    }

    /// The goal on a shape.
    ///
    /// # Errors
    /// [`GoalTextError::OtherShape`] if the goal was written out and has another shape.
    pub fn on(&self, shape: Shape) -> Result<Goal, GoalTextError> {
        match *self {
            Self::BlankLast => Ok(Goal::blank_last(shape)),
            Self::BlankFirst => Ok(Goal::blank_first(shape)),
            Self::Snail => Ok(Goal::snail(shape)),
            Self::Board(board) if board.shape() == shape => Ok(Goal::new(board)),
            Self::Board(board) => Err(GoalTextError::OtherShape { goal: board, expected: shape }),
        }
    }
}

impl FromStr for GoalName {
    type Err = GoalTextError;

    fn from_str(text: &str) -> Result<Self, GoalTextError> {
        match text {
            "blank-last" | "last" => Ok(Self::BlankLast),
            "blank-first" | "first" => Ok(Self::BlankFirst),
            "snail" => Ok(Self::Snail),
            _ => read_board(text, None).map(Self::Board).map_err(GoalTextError::Text),
        }
    }
}

impl fmt::Display for GoalName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BlankLast => f.write_str("blank-last"),
            Self::BlankFirst => f.write_str("blank-first"),
            Self::Snail => f.write_str("snail"),
            Self::Board(board) => board.fmt(f),
        }
    }
}

/// Why a text is not the goal that is wanted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GoalTextError {
    /// Neither a preset nor a board.
    #[error("{0}; a goal is a board, or one of blank-last, blank-first and snail")]
    Text(BoardTextError),
    /// The goal is a board of another shape.
    #[error("the goal {goal} is a {} board, but the board to solve is {expected}", goal.shape())]
    OtherShape {
        /// The goal as written.
        goal: Board,
        /// The shape that was wanted.
        expected: Shape,
    },
}
