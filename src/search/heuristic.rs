//! How many moves a board still needs, at a guess.
//!
//! A heuristic is *admissible* if it never says more than the distance, and *consistent* if one move never lowers it
//! by more than one; with 0 at the goal the second implies the first. A search says on these grounds what its answer is
//! worth, so a heuristic that claims either must keep it on every board that can reach the goal.

use super::catalogue::Catalogue;
use crate::board::{Board, Move};

/// An estimate of the distance to one goal, in moves. The blank never counts: it is no tile.
///
/// ```
/// use tilebase::board::{Board, Goal, Shape};
/// use tilebase::search::{Heuristic, LinearConflict, Manhattan, Misplaced, Zero};
///
/// let shape = Shape::new(3, 3)?;
/// let goal = Goal::blank_last(shape);
/// let board = Board::new(shape, &[6, 3, 8, 5, 4, 1, 7, 2, 0])?;
/// let heuristics: [&dyn Heuristic; 4] =
///     [&Zero, &Misplaced::new(&goal), &Manhattan::new(&goal), &LinearConflict::new(&goal)];
/// assert_eq!(heuristics.map(|heuristic| heuristic.of(&board)), [0, 7, 14, 16]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Heuristic: Sync {
    /// The estimate for a board of the goal's shape.
    fn of(&self, board: &Board) -> u32;

    /// The estimate after a move: `board` is the board after it, `before` the estimate for the board before it.
    fn after(&self, before: u32, board: &Board, step: Move) -> u32 {
        let _ = (before, step);
        self.of(board)
    }

    /// Is the estimate never more than the distance?
    fn is_admissible(&self) -> bool;

    /// Does one move never lower the estimate by more than one?
    fn is_consistent(&self) -> bool;

    /// Is the estimate odd exactly where the distance is odd?
    fn has_parity(&self) -> bool;

    /// What it is called, in lower case without spaces.
    fn name(&self) -> &'static str;
}

/// Nothing is known of the distance: 0 on every board. A* with it is uniform cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Zero;

impl Heuristic for Zero {
    fn of(&self, _: &Board) -> u32 {
        0
    }

    fn after(&self, _: u32, _: &Board, _: Move) -> u32 {
        0
    }

    fn is_admissible(&self) -> bool {
        true
    }

    fn is_consistent(&self) -> bool {
        true
    }

    fn has_parity(&self) -> bool {
        false
    }

    fn name(&self) -> &'static str {
        "zero"
    }
}

/// The sum of the pattern tables. An entry is the least over all places of the blank, and the board after a move has its
/// blank in one of them: so a move may lower the estimate by more than one, and consistency is not claimed.
impl Heuristic for Catalogue {
    fn of(&self, board: &Board) -> u32 {
        self.estimate(board).lower().moves().into()
    }

    fn is_admissible(&self) -> bool {
        true
    }

    fn is_consistent(&self) -> bool {
        false
    }

    fn has_parity(&self) -> bool {
        true
    }

    fn name(&self) -> &'static str {
        "catalogue"
    }
}
