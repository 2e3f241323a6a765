//! Perfect hashing: a bijection between the boards that can reach a goal and the numbers from 0.
//!
//! With `k` tiles, the index of a board is its blank's cell times `k!/2`, plus half the Lehmer rank
//! of its arrangement, rounded down. The arrangement lists the tiles row by row, each as its place
//! in the goal. `docs/board-index.md` describes this step by step, also for patterns, with
//! examples.
//!
//! ```
//! use tilebase::board::{Board, Goal, Shape};
//! use tilebase::space::{FullSpace, StateIndex};
//!
//! let shape = Shape::new(3, 3)?;
//! let space = FullSpace::new(&Goal::blank_last(shape))?;
//! let board = Board::new(shape, &[6, 3, 8, 5, 4, 1, 7, 2, 0])?;
//! assert_eq!(space.index_of(&board), Some(StateIndex::new(174_942)));
//! assert_eq!(space.board_at(StateIndex::new(174_942)), Some(board));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Slides in rank space
//!
//! A table is built without ranking boards one by one. A slide along a row leaves the arrangement
//! unchanged. A slide along a column rotates a short window of it; over ranks, this is a fixed
//! permutation of blocks of consecutive ranks. `space::rotation` computes that permutation,
//! `space::footprints` lists the slides, and the generator ([`crate::generate`]) uses both.

mod cell_set;
mod error;
mod footprint_numbers;
pub(crate) mod footprints;
mod full_space;
pub(crate) mod lehmer;
mod pattern;
mod pattern_space;
pub(crate) mod rotation;

pub(crate) use cell_set::CellSet;
pub use error::SpaceError;
pub use full_space::{FullSpace, StateIndex};
pub use pattern::Pattern;
pub use pattern_space::PatternSpace;

use crate::board::{Goal, Shape, Tile};

/// The states that the entries of a table stand for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Space {
    /// All boards that can reach the goal.
    Full(FullSpace),
    /// All placements of a pattern's tiles, with or without the blank's region.
    Pattern(PatternSpace),
}

impl Space {
    /// Creates the space of a pattern. The pattern of all tiles gives the full puzzle.
    ///
    /// # Errors
    /// [`SpaceError`] if the space is too large or the pattern does not fit the goal.
    pub fn new(goal: &Goal, pattern: &Pattern) -> Result<Self, SpaceError> {
        if pattern.is_full() && pattern.shape() == goal.shape() {
            Ok(Self::Full(FullSpace::new(goal)?))
        } else {
            Ok(Self::Pattern(PatternSpace::new(goal, pattern.clone())?))
        }
    }

    /// Creates the zero-aware space of a pattern: it has an entry for each region that the blank
    /// may be in, not one for their minimum.
    ///
    /// ```
    /// use tilebase::board::{Goal, Shape, Tile};
    /// use tilebase::space::{Pattern, Space, SpaceError};
    ///
    /// let goal = Goal::blank_last(Shape::new(5, 5)?);
    /// let pattern = Pattern::new(goal.shape(), [1, 2, 5, 6, 7, 12].map(Tile::new))?;
    /// let [plain, zero_aware] = [Space::new(&goal, &pattern)?, Space::zero_aware(&goal, &pattern)?];
    /// assert_eq!((plain.blocks(), plain.entries()), (177_100, 127_512_000));
    /// assert_eq!((zero_aware.blocks(), zero_aware.entries()), (251_400, 181_008_000));
    /// let full = Space::zero_aware(&goal, &Pattern::full(goal.shape()));
    /// assert_eq!(full, Err(SpaceError::NoRegions { shape: goal.shape() }));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`SpaceError::NoRegions`] for all tiles: the full table already knows the blank's cell. Else
    /// as for [`new`](Self::new).
    pub fn zero_aware(goal: &Goal, pattern: &Pattern) -> Result<Self, SpaceError> {
        if pattern.is_full() && pattern.shape() == goal.shape() {
            return Err(SpaceError::NoRegions { shape: goal.shape() });
        }
        Ok(Self::Pattern(PatternSpace::zero_aware(goal, pattern.clone())?))
    }

    /// Whether this is the zero-aware space of a pattern. False for a full table, which knows the
    /// blank's cell itself.
    #[must_use]
    pub const fn is_zero_aware(&self) -> bool {
        match self {
            Self::Full(_) => false,
            Self::Pattern(space) => space.is_zero_aware(),
        }
    }

    /// The goal.
    #[must_use]
    pub const fn goal(&self) -> &Goal {
        match self {
            Self::Full(space) => space.goal(),
            Self::Pattern(space) => space.goal(),
        }
    }

    /// The pattern.
    #[must_use]
    pub const fn pattern(&self) -> &Pattern {
        match self {
            Self::Full(space) => space.pattern(),
            Self::Pattern(space) => space.pattern(),
        }
    }

    /// The number of rows and columns.
    #[must_use]
    pub const fn shape(&self) -> Shape {
        self.goal().shape()
    }

    /// The number of entries of a table.
    #[must_use]
    pub fn entries(&self) -> u64 {
        u64::from(self.blocks()) * self.entries_per_block()
    }

    /// The number of blocks of entries. The full puzzle has one for each cell of the blank. A
    /// pattern has one for each set of cells that its tiles may occupy or, if zero-aware, for each
    /// such set and region of the blank.
    #[must_use]
    pub fn blocks(&self) -> u32 {
        match self {
            Self::Full(_) => u32::try_from(self.shape().cells()).expect("a board has at most 25 cells"),
            Self::Pattern(space) => space.blocks(),
        }
    }

    /// The number of entries in a block, one for each arrangement.
    #[must_use]
    pub fn entries_per_block(&self) -> u64 {
        match self {
            Self::Full(space) => space.states_per_blank_cell(),
            Self::Pattern(space) => space.placements_per_cell_set(),
        }
    }

    /// Formats a state: a board with dots for tiles outside the pattern. In a zero-aware space,
    /// each cell of the blank's region has a 0. An index that is out of range gives a sentence that
    /// says so.
    ///
    /// ```
    /// use tilebase::board::{Goal, Shape, Tile};
    /// use tilebase::space::{Pattern, Space, StateIndex};
    ///
    /// let goal = Goal::blank_last(Shape::new(2, 3)?);
    /// let full = Space::new(&goal, &Pattern::full(goal.shape()))?;
    /// let part = Space::new(&goal, &Pattern::new(goal.shape(), [Tile::new(1), Tile::new(5)])?)?;
    /// assert_eq!(full.describe(full.goal_index()), "123450");
    /// assert_eq!(part.describe(part.goal_index()), "1 . . . 5 .");
    /// let pattern = Pattern::new(goal.shape(), [Tile::new(3), Tile::new(5)])?;
    /// let zero_aware = Space::zero_aware(&goal, &pattern)?;
    /// assert_eq!(zero_aware.describe(zero_aware.goal_index()), ". . 3 . 5 0");
    /// assert_eq!(zero_aware.describe(StateIndex::new(zero_aware.goal_index().number() - 2)), "0 0 3 0 5 .");
    /// assert_eq!(full.describe(StateIndex::new(360)), "no state: 360 is not below 360");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn describe(&self, index: StateIndex) -> String {
        let symbol = |tile: Option<Tile>| tile.map_or_else(|| ".".to_owned(), |tile| tile.to_string());
        let described = match self {
            Self::Full(space) => space.board_at(index).map(|board| board.to_string()),
            Self::Pattern(space) => {
                let tiles = space.tiles_at(index);
                tiles.map(|tiles| tiles.into_iter().map(symbol).collect::<Vec<_>>().join(" "))
            }
        };
        described.unwrap_or_else(|| format!("no state: {index} is not below {}", self.entries()))
    }

    /// Returns the content of each cell, row by row: a tile or the blank, or `None` where a pattern
    /// leaves it open. In a zero-aware space, every cell of the blank's region has the blank.
    /// Returns `None` if the index is out of range.
    ///
    /// ```
    /// use tilebase::board::{Goal, Shape, Tile};
    /// use tilebase::space::{Pattern, Space};
    ///
    /// let goal = Goal::blank_last(Shape::new(2, 3)?);
    /// let space = Space::new(&goal, &Pattern::new(goal.shape(), [Tile::new(1), Tile::new(5)])?)?;
    /// let tiles = space.tiles_at(space.goal_index());
    /// assert_eq!(tiles, Some(vec![Some(Tile::new(1)), None, None, None, Some(Tile::new(5)), None]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn tiles_at(&self, index: StateIndex) -> Option<Vec<Option<Tile>>> {
        match self {
            Self::Full(space) => {
                let board = space.board_at(index)?;
                Some(board.tiles().iter().copied().map(Some).collect())
            }
            Self::Pattern(space) => space.tiles_at(index),
        }
    }

    /// The index of the goal.
    #[must_use]
    pub fn goal_index(&self) -> StateIndex {
        match self {
            Self::Full(space) => space.goal_index(),
            Self::Pattern(space) => space.goal_index(),
        }
    }
}
