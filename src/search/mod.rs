//! Search algorithms, with statistics whose meaning is defined once.
//!
//! A search starts from a [`Problem`], which can only be made for a board that reaches the goal, and
//! gives one [`Outcome`] with one [`Statistics`].
//!
//! In four drawers lie the [`Heuristic`]s (`heuristics`), the searches that go by an open list (`best_first`), those that
//! go deeper and deeper (`deepening`), and pattern tables with the search by them (`patterns`). [`bidirectional`] and
//! [`depth_first`] search go by nothing, and have a file each. The other files are what several of them use.
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
//! | [`ida`], [`ida_with`] | depth first, g + h within a bound that rises | optimal | one path, and the pattern tables |
//!
//! No path of [`BestFirst`] is guaranteed to be shortest if the [`Heuristic`] is not admissible, but with uniform cost and
//! breadth first, which ask none; other [`Conventions`] may ask for a consistent one. [`BestFirst::guarantee`] has the
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
//! # Watching
//!
//! Every search has a twin that tells of each [`Expansion`] ([`BestFirst::run_observed`], [`ida_observed`], ...), from which
//! the open and the closed list follow at any time. It takes longer, and finds and counts the same.
//!
//! IDA\* may also be given a [`Journal`] ([`ida_resumable`], [`ida_with_resumable`]): it is told how far the search is,
//! and saves that, so that hours are not lost when the process ends.
//!
//! ```
//! use tilebase::board::{Board, Goal, Shape};
//! use tilebase::search::{BestFirst, Limits, Manhattan, Problem};
//!
//! let shape = Shape::new(3, 3)?;
//! let goal = Goal::blank_last(shape);
//! let board = Board::new(shape, &[6, 3, 8, 5, 4, 1, 7, 2, 0])?;
//! let problem = Problem::new(board, goal)?;
//! let outcome = BestFirst::astar().run(&problem, &Manhattan::new(&goal), &Limits::default())?;
//! assert_eq!(outcome.moves.len(), 28);
//! assert!(outcome.is_optimal());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod best_first;
mod bidirectional;
mod deepening;
mod depth_first;
mod heuristics;
mod journal;
mod limits;
mod move_order;
mod observer;
mod open_list;
mod outcome;
mod packed_board;
mod patterns;
mod problem;
mod settings;
mod states;

pub use best_first::{BestFirst, Conventions, Duplicates, PeakSampling, Ties};
pub use bidirectional::{bidirectional, bidirectional_observed};
pub use deepening::{ida_with, ida_with_observed, ida_with_resumable};
pub use depth_first::{depth_first, depth_first_observed};
pub use heuristics::{Claims, Heuristic, LinearConflict, Manhattan, ManhattanPlusMisplaced, Misplaced, Zero};
pub use journal::{Journal, JournalEvent, Progress, ResumableError, SavedSearchError, SavedSearchProblem};
pub use limits::{Limit, LimitReached, Limits};
pub use move_order::MoveOrder;
pub use observer::{Expansion, Fate, Generated, Side};
pub use outcome::{Guarantee, Outcome, Statistics};
pub use patterns::{Catalogue, CatalogueError, Partition, PatternEntries, ida, ida_observed, ida_resumable};
pub use problem::Problem;
pub use settings::{SettingError, Weight};
