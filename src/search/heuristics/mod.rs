//! How many moves a board still needs, at a guess.
//!
//! Here are the [`Heuristic`] and those that need no table, from the weakest to the strongest: [`Zero`], [`Misplaced`],
//! [`Manhattan`], [`LinearConflict`]; and [`ManhattanPlusMisplaced`], which may say too much. A [`Catalogue`](super::Catalogue) of pattern tables is another.
//!
//! A heuristic is *admissible* if it never says more than the distance, and *consistent* if one move never lowers it
//! by more than one; with 0 at the goal the second implies the first. A search says on these grounds what its answer is
//! worth, so a heuristic must keep its [`Claims`] on every board that can reach the goal.

mod linear_conflict;
mod manhattan;
mod misplaced;

use crate::board::{Board, Move};

pub use linear_conflict::LinearConflict;
pub use manhattan::Manhattan;
pub use misplaced::{ManhattanPlusMisplaced, Misplaced};

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

    /// What holds of the estimates on all boards.
    fn claims(&self) -> Claims;

    /// Has an estimate been given that is none, since what it rests on, a table, turned out to be damaged? A search asks
    /// now and then, and before it answers, and gives up with [`Limit::Heuristic`](super::Limit::Heuristic).
    fn has_failed(&self) -> bool {
        false
    }
}

/// What a heuristic promises of its estimates, on every board that can reach the goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claims {
    /// The estimate is never more than the distance.
    pub admissible: bool,
    /// One move never lowers the estimate by more than one.
    pub consistent: bool,
    /// The estimate is odd exactly where the distance is odd.
    pub parity: bool,
}

impl Claims {
    /// Admissible, consistent, and of the distance's parity.
    pub const ALL: Self = Self { admissible: true, consistent: true, parity: true };

    /// Nothing is promised.
    pub const NONE: Self = Self { admissible: false, consistent: false, parity: false };
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

    fn claims(&self) -> Claims {
        Claims { parity: false, ..Claims::ALL }
    }
}
