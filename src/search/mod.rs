//! Search algorithms, with statistics whose meaning is defined once.
//!
//! A search starts from a [`Problem`], which can only be made for a board that reaches the goal, and
//! gives one [`Outcome`] with one [`Statistics`].
//!
//! # What is counted
//!
//! - *expanded*: a state taken from the open list whose successors are generated. The goal is not expanded.
//! - *generated*: a successor state produced, whether or not it was seen before. The start counts as one.
//! - *peak open*: the largest number of entries in the open list.
//! - *reopened*: a closed state that was put back because a shorter way to it was found.
//!
//! # Order
//!
//! Among states of equal f = g + h the one with the larger g is expanded first; among those the one that was
//! generated first; and successors are generated in the order U, D, L, R. So a search gives the same path and
//! the same counts on every run and every machine.
//!
//! ```
//! use tilebase::board::{Board, Goal, Shape};
//! use tilebase::search::{Manhattan, Problem, astar};
//!
//! let shape = Shape::new(3, 3)?;
//! let goal = Goal::blank_last(shape);
//! let board = Board::new(shape, &[6, 3, 8, 5, 4, 1, 7, 2, 0])?;
//! let problem = Problem::new(board, goal)?;
//! let outcome = astar(&problem, &Manhattan::new(&goal));
//! assert_eq!(outcome.moves.len(), 28);
//! assert!(outcome.is_optimal);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod astar;
mod catalogue;
mod detours;
mod guide;
mod ida;
mod limits;
mod manhattan;
mod open_list;
mod outcome;
mod part;
mod partition;
mod problem;
mod subtrees;
mod sums;
mod walk;

pub use astar::astar;
pub use catalogue::{Catalogue, CatalogueError, MAX_PATTERNS};
pub use ida::ida;
pub use limits::{LimitReached, Limits};
pub use manhattan::Manhattan;
pub use outcome::{Outcome, Statistics};
pub use part::PatternEntries;
pub use partition::Partition;
pub use problem::{Problem, ProblemError};
