//! Sliding-tile puzzles: shapes, cells, tiles, moves, boards, goals, distances.
//!
//! A board is a rectangle of *cells*, numbered row by row from 0. Each cell holds a *tile*, one of
//! `1..n`, or the *blank*, written 0. A *move* is named by the direction of the blank. The *goal*
//! may be any board.
//!
//! A [`Shape`] and a [`Board`] have at most 25 cells: boards are copied freely, a set of cells is
//! one word, and every shape has goals and a way to solve them exactly. A [`LargeShape`] and a
//! [`LargeBoard`] have at most 100 cells, for [`anytime`](crate::anytime) searches only.
//!
//! Tile numbers are `u8` where they are known to be valid or come as bytes: [`Tile::number`],
//! [`Board::from_bytes`], [`Batch`]. [`Board::new`] accepts any numbers, as `u32`, so that an error
//! can name the number that is not a tile. A [`Distance`], as in tables, is a `u8`; estimates and
//! costs are `u32`.
//!
//! This module does not handle text formats, indexes, or files.
//!
//! ```
//! use tilebase::board::{Board, Goal, Move, Shape};
//!
//! let shape = Shape::new(3, 3)?;
//! let goal = Goal::blank_last(shape);
//! let board = Board::new(shape, &[1, 2, 3, 4, 5, 6, 7, 0, 8])?;
//! assert!(goal.is_reachable_from(&board));
//! assert_eq!(board.after(Move::Right), Some(goal.board()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod batch;
#[expect(clippy::module_inception, reason = "the noun of this file is the board")]
mod board;
mod bytes;
mod cell;
mod costs;
mod distance;
#[cfg(test)]
mod every_board;
mod goal;
mod large_board;
mod large_shape;
mod metric;
mod moves;
mod parity;
mod shape;
mod spiral;
mod tile;

pub use batch::{Batch, BatchError};
pub use board::{Board, BoardFault, BoardFaults, OverTheEdge};
pub use cell::Cell;
pub use costs::{CostError, MoveCosts};
pub use distance::Distance;
pub use goal::{Goal, Unreachable};
pub use large_board::LargeBoard;
pub use large_shape::LargeShape;
pub(crate) use large_shape::MAX_LARGE_CELLS;
pub use metric::{Metric, NotOneMove};
pub use moves::Move;
pub use parity::{Parity, WrongRule};
pub(crate) use shape::MAX_CELLS;
pub use shape::{Shape, ShapeError};
pub use tile::Tile;
