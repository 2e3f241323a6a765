//! What a table is about: the full puzzle, or a pattern.

use super::pattern::Pattern;
use super::pattern_space::{PatternSpace, PatternTooLarge};
use super::state_space::{SpaceTooLarge, StateSpace};
use crate::board::Goal;

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
        match self {
            Self::Full(space) => space.states(),
            Self::Pattern(space) => space.placements(),
        }
    }
}
