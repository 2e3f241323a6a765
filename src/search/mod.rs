//! Search algorithms, with statistics whose meaning is defined once.
//!
//! A search starts from a [`Problem`], which can only be made for a board that reaches the goal, and
//! gives one [`Outcome`] with one [`Statistics`].
//!
//! # The algorithms
//!
//! *b* is how many successors a state has that are not the one before it (1.73 on average on 3x3), *d* the distance.
//!
//! | algorithm | takes next | the path | memory |
//! |---|---|---|---|
//! | [`BestFirst::breadth_first`] | the oldest state | optimal | all states up to the distance: b^d |
//! | [`BestFirst::uniform_cost`] | the least g | optimal | the same |
//! | [`bidirectional`] | the oldest state, from both ends | optimal | two searches half as deep: 2·b^(d/2) |
//! | [`depth_first`] | the newest state | nothing is guaranteed | one path |
//! | [`BestFirst::greedy`] | the least h | nothing is guaranteed | what it meets |
//! | [`BestFirst::astar`] | the least g + h | optimal, if h is admissible | states with g + h up to the distance |
//! | [`BestFirst::weighted_astar`] | the least g + w·h | at most w times optimal, if h is admissible | less than A* as a rule |
//! | [`ida`] | depth first, g + h within a bound that rises | optimal | one path, and the pattern tables |
//!
//! No path of [`BestFirst`] is guaranteed to be shortest if the [`Heuristic`] is not admissible, but with uniform cost and
//! breadth first, which ask none; other [`Conventions`] may ask for a consistent one. [`Conventions::guarantee`] has the
//! proofs. Every search stops at [`Limits`], and then says how long the shortest path is at least.
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
//! assert!(outcome.is_optimal());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod best_first;
mod bidirectional;
mod catalogue;
mod conventions;
mod depth_first;
mod detours;
mod evaluation;
mod guide;
mod heuristic;
mod ida;
mod limits;
mod linear_conflict;
mod manhattan;
mod misplaced;
mod move_order;
mod open_list;
mod outcome;
mod part;
mod partition;
mod problem;
mod states;
mod subtrees;
mod sums;
mod walk;

pub use best_first::{BestFirst, Expansion, astar};
pub use bidirectional::bidirectional;
pub use catalogue::{Catalogue, CatalogueError, MAX_PATTERNS};
pub use conventions::{
    Conventions, CountExpanded, CountGenerated, CountQueue, Duplicates, EndlessSearch, GoalTest, Ties,
};
pub use depth_first::{DEFAULT_DEPTH_LIMIT, depth_first};
pub use evaluation::{Evaluation, Weight, WeightError};
pub use heuristic::{Heuristic, Zero};
pub use ida::{ida, ida_with};
pub use limits::{BYTES_PER_STATE, Limit, LimitReached, Limits};
pub use linear_conflict::LinearConflict;
pub use manhattan::Manhattan;
pub use misplaced::{ManhattanPlusMisplaced, Misplaced};
pub use move_order::{MoveOrder, MoveOrderError};
pub use outcome::{Guarantee, Outcome, Statistics};
pub use part::PatternEntries;
pub use partition::Partition;
pub use problem::{Problem, ProblemError};
