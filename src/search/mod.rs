//! Search algorithms, and the statistics they report.
//!
//! A [`Search`] solves a [`Problem`], which can only be created for a board that can reach its
//! goal. It returns an [`Outcome`] with [`Statistics`].
//!
//! | module | content |
//! |---|---|
//! | `builder` | [`Search`], the entry point of all searches |
//! | `best_first` | searches with an open list |
//! | `bidirectional` | breadth-first search from both ends |
//! | `depth_first` | depth-first search with a depth limit |
//! | `ida` | iterative deepening, in parallel and with checkpoints |
//! | `heuristics` | [`Heuristic`]s that need no tables |
//! | `pdb` | pattern databases as a heuristic |
//! | `costs` | searches for cheapest paths, where moves have costs |
//! | `common` | what these share |
//!
//! # The algorithms
//!
//! *b* is the average number of successors of a state, excluding its predecessor (1.73 on 3x3); *d*
//! is the distance.
//!
//! | algorithm | expands next | the path | memory |
//! |---|---|---|---|
//! | [`BestFirst::breadth_first`] | the oldest state | optimal | all states up to distance d: b^d |
//! | [`BestFirst::uniform_cost`] | the smallest g | optimal | the same |
//! | [`Search::bidirectional`] | the oldest state, from both ends | optimal | two searches: 2·b^(d/2) |
//! | [`Search::depth_first`] | the newest state | no guarantee | one path |
//! | [`BestFirst::greedy`] | the smallest h | no guarantee | the states it generates |
//! | [`BestFirst::astar`] | the smallest g + h | optimal for admissible h | states with g + h up to d |
//! | [`BestFirst::weighted_astar`] | the smallest g + w·h | at most w·d moves | usually less than A* |
//! | [`BatchSearch`] | many states at a time | that of its [`BestFirst`] search | a few batches more |
//! | [`Search::ida`], [`Search::ida_with_pdbs`] | depth first within a bound | optimal | one path |
//!
//! With a [`Heuristic`] that is not admissible, [`BestFirst`] guarantees shortest paths only for
//! uniform-cost and breadth-first search, which use no heuristic. Some [`Conventions`] also require
//! consistency. For the proofs, see [`BestFirst::guarantee`]. Every search stops at its [`Limits`],
//! and then reports a lower bound on the length of the shortest path.
//!
//! # Statistics
//!
//! - *expanded*: a state taken from the open list whose successors are generated. The goal is not
//!   expanded.
//! - *generated*: a successor state produced, whether or not it was seen before. The start counts
//!   as one.
//! - *peak open*: the largest number of entries in the open list.
//! - *reopened*: a closed state that returned to the open list because a shorter path to it was
//!   found.
//!
//! # Order
//!
//! Every choice between equal states is fixed, so a search gives the same path and the same counts
//! on every run and every machine.
//!
//! - Best-first searches generate successors in the order U, D, L, R. Among states of equal f = g +
//!   h, they expand the one with the larger g first; among those, the one that was generated first.
//!   Both are the default of [`Conventions`].
//! - Bidirectional and depth-first search also use U, D, L, R.
//! - IDA\* searches successors with the smallest estimates first; among equals, U, L, D, R. With a
//!   [compound](PdbSet::compound) pattern database, it always uses U, L, D, R, as the
//!   order of successors matters little there. Long iterations are split into subtrees, which are
//!   searched in order of their roots' estimates.
//!
//! # Observing a search
//!
//! [`Search::run_observed`] reports each [`Expansion`], from which the open and the closed list
//! follow at any time. It is slower. It finds the same path with the same counts, except for IDA\*,
//! where only the length is sure to be the same.
//!
//! [`Solver::solve_resumable`](crate::solve::Solver::solve_resumable) reports progress and saves
//! [`Checkpoints`], so that hours of work are not lost when the process ends.
//!
//! ```
//! use tilebase::board::{Board, Goal, Shape};
//! use tilebase::search::{Manhattan, Problem, Search};
//!
//! let shape = Shape::new(3, 3)?;
//! let goal = Goal::blank_last(shape);
//! let board = Board::new(shape, &[6, 3, 8, 5, 4, 1, 7, 2, 0])?;
//! let problem = Problem::new(board, goal)?;
//! let outcome = Search::astar(&Manhattan::new(&goal)).run(&problem)?;
//! assert_eq!(outcome.moves.len(), 28);
//! assert!(outcome.is_optimal());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod best_first;
mod bidirectional;
mod builder;
mod common;
pub(crate) mod costs;
mod depth_first;
mod heuristics;
mod ida;
mod pdb;

pub use best_first::{BatchSearch, BestFirst, Conventions, Duplicates, PeakSampling, Ties};
pub use builder::Search;
pub(crate) use builder::Strategy;
pub use common::limits::{Limit, LimitReached, Limits};
pub use common::move_order::MoveOrder;
pub use common::observer::{Expansion, Fate, Generated, Side};
pub use common::outcome::{Guarantee, Outcome, Statistics};
pub use common::problem::Problem;
pub use common::settings::{SettingError, Weight};
pub use costs::{CostLimitReached, CostOutcome};
pub(crate) use heuristics::last_slide;
pub use heuristics::{
    Claims, Heuristic, LinearConflict, Manhattan, ManhattanPlusMisplaced, Misplaced, WalkingDistance, Zero,
};
pub(crate) use ida::SearchError;
pub use ida::{CheckpointEvent, Checkpoints, Progress};
pub use pdb::{PatternEntries, PatternSet, PdbSet, PdbSetError};
