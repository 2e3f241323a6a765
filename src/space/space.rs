//! What a table is about: the full puzzle, or a pattern.

use super::cell_set::CellSet;
use super::manhattan;
use super::pattern::Pattern;
use super::pattern_space::{PatternSpace, PatternTooLarge};
use super::state_space::{SpaceTooLarge, StateIndex, StateSpace, parity_is_odd};
use crate::board::{Cell, Goal, Tile};

/// The states that the entries of a table stand for.
#[derive(Clone, Debug)]
pub enum Space {
    /// All boards that can reach the goal.
    Full(StateSpace),
    /// All placements of a pattern's tiles.
    Pattern(PatternSpace),
}

/// A space that has too many states to be numbered, or that can't be.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SpaceError {
    /// The full puzzle.
    #[error(transparent)]
    Full(#[from] SpaceTooLarge),
    /// A pattern.
    #[error(transparent)]
    Pattern(#[from] PatternTooLarge),
}

impl Space {
    /// The space of a pattern; that of all tiles is the full puzzle.
    ///
    /// # Errors
    /// [`SpaceError`] if it is too large, or the pattern does not fit the goal.
    pub fn new(goal: &Goal, pattern: &Pattern) -> Result<Self, SpaceError> {
        if pattern.is_full() && pattern.shape() == goal.shape() {
            Ok(Self::Full(StateSpace::new(goal)?))
        } else {
            Ok(Self::Pattern(PatternSpace::new(goal, pattern.clone())?))
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
    pub fn pattern(&self) -> Pattern {
        match self {
            Self::Full(space) => Pattern::full(space.shape()),
            Self::Pattern(space) => space.pattern().clone(),
        }
    }

    /// How many entries a table of it has.
    #[must_use]
    pub fn entries(&self) -> u64 {
        u64::from(self.blocks()) * self.entries_per_block()
    }

    /// How many blocks the entries come in: one for each cell of the blank, or for each set of cells of the pattern's
    /// tiles.
    #[must_use]
    pub fn blocks(&self) -> u32 {
        let cells = self.goal().shape().cells();
        match self {
            Self::Full(_) => u32::try_from(cells).unwrap_or(u32::MAX),
            Self::Pattern(space) => CellSet::count(space.pattern().tiles().len(), cells),
        }
    }

    /// The arrangements that a block has entries for.
    #[must_use]
    pub fn entries_per_block(&self) -> u64 {
        match self {
            Self::Full(space) => space.states_per_blank_cell(),
            Self::Pattern(space) => space.placements_per_cell_set(),
        }
    }

    /// Calls `visit` with the Manhattan distance (for a pattern, of its tiles) of each state of a block, in the order
    /// of the indexes.
    pub fn for_each_manhattan_in_block(&self, block: u32, mut visit: impl FnMut(u32)) {
        let (goal, shape) = (self.goal(), self.goal().shape());
        match self {
            Self::Full(_) => {
                let but = |blank: Cell| shape.all_cells().filter(move |cell| *cell != blank);
                let Some(blank) = shape.all_cells().nth(block as usize) else { return };
                let goal_cells: Vec<Cell> = but(goal.blank()).collect();
                let parity = Some(parity_is_odd(goal, blank));
                manhattan::for_each_in_block(&goal_cells, but(blank), shape, parity, &mut visit);
            }
            Self::Pattern(space) => {
                let goal_cells: Vec<Cell> = space.goal_cells().cells().collect();
                let cells = CellSet::from_number(block, goal_cells.len());
                manhattan::for_each_in_block(&goal_cells, cells.cells(), shape, None, &mut visit);
            }
        }
    }

    /// A state as text: a board, its tiles that are not in the pattern as dots.
    #[must_use]
    pub fn describe(&self, index: StateIndex) -> String {
        let described = match self {
            Self::Full(space) => space.board_at(index).map(|board| board.to_string()),
            Self::Pattern(space) => {
                space.placement_at(index).map(|(cells, labels)| space.describe(cells, &labels))
            }
        };
        described.unwrap_or_else(|| format!("index {index}, which there is not"))
    }

    /// What a state has on each cell, row by row: a tile or the blank, or nothing where a pattern leaves that open.
    /// None if there is no such index.
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
            Self::Pattern(space) => {
                let (cells, labels) = space.placement_at(index)?;
                Some(space.tiles_of(cells, &labels))
            }
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
