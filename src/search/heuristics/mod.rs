//! Heuristics: estimates of the number of moves that a board still needs.
//!
//! This module has the [`Heuristic`] trait and those that need no table of placements, from the
//! weakest to the strongest: [`Zero`], [`Misplaced`], [`Manhattan`], [`LinearConflict`], and
//! [`WalkingDistance`], which is often stronger. [`ManhattanPlusMisplaced`] may overestimate. A
//! [`PdbSet`](super::PdbSet) of pattern databases is another heuristic.
//!
//! A heuristic is *admissible* if it never exceeds the distance. It is *consistent* if no move
//! lowers it by more than one; with 0 at the goal, this implies admissibility. The guarantees of
//! searches are based on these properties, so a heuristic must keep its [`Claims`] on every board
//! that can reach the goal. Tests check the claims of these heuristics on all states of small
//! shapes.

mod linear_conflict;
mod manhattan;
mod misplaced;
mod walking_distance;

use crate::board::{Board, Cell, Move, Tile};

pub use linear_conflict::LinearConflict;
pub use manhattan::Manhattan;
pub use misplaced::{ManhattanPlusMisplaced, Misplaced};
pub use walking_distance::WalkingDistance;

/// An estimate of the distance to one goal, in moves. The blank never counts, since it is not a
/// tile.
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
/// assert_eq!(heuristics.map(|heuristic| heuristic.estimate(&board)), [0, 7, 14, 16]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Heuristic: Sync {
    /// The estimate for a board of the goal's shape.
    fn estimate(&self, board: &Board) -> u32;

    /// The estimate after a move: `board` is the board after it, `before` the estimate for the
    /// board before it.
    fn estimate_after(&self, before: u32, board: &Board, step: Move) -> u32 {
        let _ = (before, step);
        self.estimate(board)
    }

    /// The properties that hold for the estimates of all boards.
    fn claims(&self) -> Claims;

    /// Whether an invalid estimate was returned, because data behind it, such as a table, was found
    /// to be damaged. Searches ask now and then, and before they answer; they stop with
    /// [`Limit::Heuristic`](super::Limit::Heuristic).
    fn has_failed(&self) -> bool {
        false
    }
}

/// Properties of a heuristic's estimates, on every board that can reach the goal. Start with
/// [`Claims::NONE`] or [`Claims::ALL`], and set individual properties.
///
/// ```
/// use tilebase::search::Claims;
///
/// let claims = Claims::NONE.with_admissible(true);
/// assert!(claims.admissible && !claims.consistent && !claims.parity);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Claims {
    /// The estimate never exceeds the distance.
    pub admissible: bool,
    /// No move lowers the estimate by more than one.
    pub consistent: bool,
    /// The estimate is odd exactly if the distance is odd.
    pub parity: bool,
}

impl Claims {
    /// Admissible, consistent, and of the distance's parity.
    pub const ALL: Self = Self { admissible: true, consistent: true, parity: true };

    /// No claims.
    pub const NONE: Self = Self { admissible: false, consistent: false, parity: false };

    /// Sets whether the estimate never exceeds the distance.
    #[must_use]
    pub const fn with_admissible(self, admissible: bool) -> Self {
        Self { admissible, ..self }
    }

    /// Sets whether no move lowers the estimate by more than one.
    #[must_use]
    pub const fn with_consistent(self, consistent: bool) -> Self {
        Self { consistent, ..self }
    }

    /// Sets whether the estimate is odd exactly if the distance is odd.
    #[must_use]
    pub const fn with_parity(self, parity: bool) -> Self {
        Self { parity, ..self }
    }
}

/// A tile's slide from one cell to another.
pub(crate) struct Slide {
    pub(crate) tile: Tile,
    pub(crate) from: Cell,
    pub(crate) to: Cell,
}

/// Returns the slide of a move, given the board after it; `None` if no move can have led there.
#[inline]
pub(crate) fn last_slide(after: &Board, step: Move) -> Option<Slide> {
    // The blank is now where the tile was, and was where the tile is now.
    let from = after.blank();
    let to = after.shape().neighbor(from, step.inverse())?;
    Some(Slide { tile: after.tile_at(to), from, to })
}

/// The estimate 0 on every board. A* with it is uniform-cost search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Zero;

impl Heuristic for Zero {
    fn estimate(&self, _: &Board) -> u32 {
        0
    }

    fn estimate_after(&self, _: u32, _: &Board, _: Move) -> u32 {
        0
    }

    fn claims(&self) -> Claims {
        Claims { parity: false, ..Claims::ALL }
    }
}
