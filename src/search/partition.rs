//! Tiles shared out among patterns.

use crate::board::{Cell, Goal, Shape, Tile};
use crate::space::{Pattern, PatternError};

/// A way to share out all tiles of a shape among patterns, so that their costs add up to a heuristic.
///
/// A partition is by *goal cells*, so it serves every goal of its shape with the blank in the first or the last cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Partition {
    /// The sizes of the patterns: `6-6-3`.
    pub name: &'static str,
    /// Rows and columns.
    rows: usize,
    columns: usize,
    /// The cells of each pattern in a goal with the blank in the first cell.
    cells: &'static [&'static [u8]],
}

impl Partition {
    /// The partitions of 4x4, the strongest first.
    ///
    /// 6-6-3 is that of Felner, Korf and Hanan, *Additive Pattern Database Heuristics*, Journal of Artificial
    /// Intelligence Research 22 (2004), turned by half a turn so that the blank is first. 5-5-5 was the best of six on
    /// random boards.
    pub const ALL: [Self; 2] = [
        Self {
            name: "6-6-3",
            rows: 4,
            columns: 4,
            cells: &[&[3, 6, 7, 10, 11, 15], &[1, 2, 4, 5, 8, 9], &[12, 13, 14]],
        },
        Self {
            name: "5-5-5",
            rows: 4,
            columns: 4,
            cells: &[&[1, 4, 5, 8, 9], &[2, 3, 6, 7, 11], &[10, 12, 13, 14, 15]],
        },
    ];

    /// The partitions that serve a goal, the strongest first.
    pub fn of_goal(goal: &Goal) -> impl Iterator<Item = Self> {
        let (shape, blank) = (goal.shape(), goal.blank());
        let at_an_end = blank == Cell::new(0) || blank == shape.last_cell();
        let is_of = move |partition: &Self| partition.shape() == Some(shape) && at_an_end;
        Self::ALL.into_iter().filter(is_of)
    }

    fn shape(&self) -> Option<Shape> {
        Shape::new(self.rows, self.columns).ok()
    }

    /// The patterns for a goal. They have no tile in common, and leave none out.
    ///
    /// # Errors
    /// None for a goal that the partition serves.
    ///
    /// ```
    /// use tilebase::board::{Goal, Shape};
    /// use tilebase::search::Partition;
    ///
    /// let goal = Goal::blank_last(Shape::new(4, 4)?);
    /// let partition = Partition::of_goal(&goal).next().expect("4x4 has partitions");
    /// let patterns: Vec<String> = partition.patterns(&goal)?.iter().map(ToString::to_string).collect();
    /// assert_eq!(patterns, ["1,5,6,9,10,13", "7,8,11,12,14,15", "2,3,4"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn patterns(&self, goal: &Goal) -> Result<Vec<Pattern>, PatternError> {
        let shape = goal.shape();
        let blank_is_first = goal.blank() == Cell::new(0);
        let goal_board = goal.board();
        let tile_of = |cell: &u8| -> Tile {
            let cell = usize::from(*cell);
            let cell = if blank_is_first { cell } else { shape.tiles().saturating_sub(cell) };
            goal_board.tiles().get(cell).copied().unwrap_or(Tile::BLANK)
        };
        self.cells.iter().map(|cells| Pattern::new(shape, cells.iter().map(tile_of))).collect()
    }
}
