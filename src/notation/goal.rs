//! Goals as text: the name of a preset, or a board.

use std::fmt;
use std::str::FromStr;

use super::boards::{BoardForm, BoardRead, ShapeSource, read_one};
use super::error::{ReadError, shorten};
use crate::board::{Board, Goal, Shape};

/// A goal as the user named it. A preset fits any shape. Tiles without rows fit any shape with as
/// many cells. A board with rows has its own shape.
///
/// ```
/// use tilebase::board::Shape;
/// use tilebase::notation::GoalName;
///
/// let snail: GoalName = "snail".parse()?;
/// assert_eq!(snail.on(Shape::new(3, 3)?)?.to_string(), "123804765");
/// let flat: GoalName = "123450".parse()?;
/// assert_eq!(flat.on(Shape::new(3, 2)?)?.shape(), Shape::new(3, 2)?);
/// assert!(flat.on(Shape::new(3, 3)?).is_err());
/// let wide: GoalName = "123/450".parse()?;
/// assert!(wide.on(Shape::new(3, 2)?).is_err());
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
    /// A board, written in rows.
    Board(Board),
    /// Tiles in order, written without rows. The board has the squarest shape, since the text
    /// determines none.
    Tiles(Board),
}

impl GoalName {
    /// The shape that the goal has to have: that of its rows, or the only one with as many cells.
    /// `None` if several shapes are possible.
    ///
    /// ```
    /// use tilebase::board::Shape;
    /// use tilebase::notation::GoalName;
    ///
    /// let shape_of = |text: &str| text.parse().map(|goal: GoalName| goal.shape());
    /// assert_eq!(shape_of("12/34/50")?, Shape::new(3, 2).ok());
    /// assert_eq!(shape_of("123456780")?, Some(Shape::THREE_BY_THREE));
    /// assert_eq!(shape_of("123450")?, None);
    /// # Ok::<(), tilebase::notation::ReadError>(())
    /// ```
    #[must_use]
    pub fn shape(&self) -> Option<Shape> {
        match self {
            Self::Board(board) => Some(board.shape()),
            Self::Tiles(board) => Some(board.shape()).filter(|shape| has_no_other(*shape)),
            Self::BlankLast | Self::BlankFirst | Self::Snail => None,
        }
    }

    /// The shape to assume if nothing else determines one: [`GoalName::shape`], or the squarest for
    /// tiles without rows.
    #[must_use]
    pub const fn likely_shape(&self) -> Option<Shape> {
        match self {
            Self::Board(board) | Self::Tiles(board) => Some(board.shape()),
            Self::BlankLast | Self::BlankFirst | Self::Snail => None,
        }
    }

    /// Returns the goal for a shape.
    ///
    /// # Errors
    /// [`ReadError`] if the goal was written in rows and has another shape, or was written without
    /// rows and has another number of tiles.
    pub fn on(&self, shape: Shape) -> Result<Goal, ReadError> {
        let other_shape = |goal: Board| {
            let of = goal.shape();
            ReadError::word(format!("the goal {goal} is a {of} board, not {shape}"))
        };
        match *self {
            Self::BlankLast => Ok(Goal::blank_last(shape)),
            Self::BlankFirst => Ok(Goal::blank_first(shape)),
            Self::Snail => Ok(Goal::snail(shape)),
            Self::Board(board) if board.shape() == shape => Ok(Goal::new(board)),
            Self::Tiles(board) => {
                let numbers: Vec<u32> = board.tiles().iter().map(|tile| tile.number().into()).collect();
                Board::new(shape, &numbers).map(Goal::new).map_err(|_faults| other_shape(board))
            }
            Self::Board(board) => Err(other_shape(board)),
        }
    }
}

/// Whether no other shape has as many cells.
fn has_no_other(shape: Shape) -> bool {
    let cells = shape.cells();
    let rows = (2..cells).filter(|rows| cells.is_multiple_of(*rows));
    rows.filter_map(|rows| Shape::new(rows, cells / rows).ok()).eq([shape])
}

impl FromStr for GoalName {
    type Err = ReadError;

    fn from_str(text: &str) -> Result<Self, ReadError> {
        match text {
            "blank-last" | "last" => return Ok(Self::BlankLast),
            "blank-first" | "first" => return Ok(Self::BlankFirst),
            "snail" => return Ok(Self::Snail),
            _ => {}
        }
        // A word of letters is a misspelled name, not a board with unknown symbols.
        if !text.is_empty() && text.chars().all(|letter| letter.is_alphabetic() || letter == '-') {
            let message =
                format!("expected blank-last, blank-first, snail, or a board, found {:?}", shorten(text));
            return Err(ReadError::word(message));
        }
        let advice = "a goal is a board, or one of blank-last, blank-first and snail";
        let BoardRead { board, shape_source, .. } =
            read_one(text, None).map_err(|error| error.with_advice(advice))?;
        Ok(if shape_source == ShapeSource::Written { Self::Board(board) } else { Self::Tiles(board) })
    }
}

impl fmt::Display for GoalName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BlankLast => f.write_str("blank-last"),
            Self::BlankFirst => f.write_str("blank-first"),
            Self::Snail => f.write_str("snail"),
            // With its rows, so that parsing it gives the same goal.
            Self::Board(board) => match BoardForm::Slash.write(board) {
                Ok(rows) => f.write_str(&rows),
                Err(_no_such_form) => board.fmt(f),
            },
            Self::Tiles(board) => board.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn on(goal: &str, shape: &str) -> Result<Goal, ReadError> {
        goal.parse::<GoalName>().unwrap().on(shape.parse().unwrap())
    }

    #[test]
    fn tiles_without_rows_fit_every_shape_with_as_many_cells() {
        let fifteen = "1,2,3,4,5,6,7,8,9,10,11,12,14,13,0";
        for (goal, shapes) in [
            ("123450", &["2x3", "3x2"][..]),
            ("[1,2,3,4,5,0]", &["2x3", "3x2"]),
            ("1 2 3 4 5 6 7 8 9 10 11 0", &["2x6", "3x4", "4x3", "6x2"]),
            (fifteen, &["3x5", "5x3"]),
            ("123456789abcdef0", &["2x8", "4x4", "8x2"]),
        ] {
            for shape in shapes {
                let goal = on(goal, shape).unwrap();
                assert_eq!(goal.shape().to_string(), *shape);
                assert_eq!(on(&goal.to_string(), shape), Ok(goal), "what is printed is read");
            }
            assert!(on(goal, "3x3").is_err(), "{goal}");
        }
    }

    #[test]
    fn errors_explain_how_to_write_a_goal() {
        assert_eq!(
            "12345678".parse::<GoalName>().unwrap_err().to_string(),
            "cannot read the board \"12345678\": expected 9 tiles, found 8; the blank (0) is missing \
             (a 3x3 board holds each of 0 to 8 once); a goal is a board, or one of blank-last, \
             blank-first and snail"
        );
    }

    #[test]
    fn rows_keep_their_shape() {
        for text in ["12/34/50", "[[1,2],[3,4],[5,0]]", "(1 2) (3 4) (5 0)"] {
            let goal: GoalName = text.parse().unwrap();
            assert_eq!((goal.shape(), goal.likely_shape()), (Shape::new(3, 2).ok(), Shape::new(3, 2).ok()));
            assert!(on(text, "3x2").is_ok());
            let error = on(text, "2x3").unwrap_err().to_string();
            assert_eq!(error, "the goal 123450 is a 3x2 board, not 2x3", "{text}");
            assert_eq!(goal.to_string().parse(), Ok(goal));
        }
    }

    #[test]
    fn shape_is_some_only_if_it_is_unique() {
        for (text, shape, likely) in [
            ("1230", Some("2x2"), "2x2"),
            ("123450", None, "2x3"),
            ("12345670", None, "2x4"),
            ("123456780", Some("3x3"), "3x3"),
            ("1 2 3 4 5 6 7 8 9 0", None, "2x5"),
            ("123456789abcdef0", None, "4x4"),
        ] {
            let goal: GoalName = text.parse().unwrap();
            let shown = |shape: Option<Shape>| shape.map(|shape| shape.to_string());
            assert_eq!(shown(goal.shape()).as_deref(), shape, "{text}");
            assert_eq!(shown(goal.likely_shape()).as_deref(), Some(likely), "{text}");
        }
    }
}
