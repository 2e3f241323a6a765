//! The forms in which boards are handed to a solver.

use crate::board::{Board, Tile};

/// How a board is written for a solver.
///
/// ```
/// use tilebase::board::{Goal, Shape};
/// use tilebase::validate::BoardForm;
///
/// let board = Goal::blank_last(Shape::new(3, 3)?).board();
/// assert_eq!(BoardForm::Digits.write(&board), "123456780");
/// assert_eq!(BoardForm::Rows.write(&board), "1 2 3\n4 5 6\n7 8 0");
/// assert_eq!(BoardForm::SizedRows.write(&board), "3\n1 2 3\n4 5 6\n7 8 0");
/// # Ok::<(), tilebase::board::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum BoardForm {
    /// 638541720; numbers with commas between them where some have two digits
    #[default]
    Digits,
    /// 6 3 8 5 4 1 7 2 0
    Spaces,
    /// 6,3,8,5,4,1,7,2,0
    Commas,
    /// A line for each row, with spaces between the numbers
    Rows,
    /// The number of rows on a line, then the rows, as Princeton's course has it
    SizedRows,
}

impl BoardForm {
    /// Writes a board, without a newline at the end.
    #[must_use]
    pub fn write(self, board: &Board) -> String {
        let join = |tiles: &[Tile], separator: &str| {
            tiles.iter().map(ToString::to_string).collect::<Vec<_>>().join(separator)
        };
        let shape = board.shape();
        let rows =
            || board.tiles().chunks(shape.columns()).map(|row| join(row, " ")).collect::<Vec<_>>().join("\n");
        match self {
            Self::Digits => board.to_string(),
            Self::Spaces => join(board.tiles(), " "),
            Self::Commas => join(board.tiles(), ","),
            Self::Rows => rows(),
            Self::SizedRows => format!("{}\n{}", shape.rows(), rows()),
        }
    }
}
