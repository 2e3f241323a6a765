//! Exact distances and pattern databases for sliding-tile puzzles.
//!
//! `tilebase` computes the distance of every board of a sliding-tile puzzle from a goal and stores
//! the distances in a file. A lookup then gives the distance of a board, an optimal path, all
//! optimal paths, or their number. For the 8-puzzle this is a table of 181,440 states, which takes
//! less than a millisecond to build.
//!
//! # A first program
//!
//! An [`Oracle`] owns a table and answers from it:
//!
//! ```
//! use tilebase::{Board, Goal, Oracle, Shape};
//!
//! let goal = Goal::blank_last(Shape::new(3, 3)?);
//! let oracle = Oracle::build(&goal)?;
//! let board: Board = "638541720".parse()?;
//! assert_eq!(oracle.distance(&board)?.moves(), 28);
//! assert_eq!(oracle.first_path(&board)?.len(), 28);
//! assert_eq!(oracle.count_paths(&board)?, 13);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A [`Solver`] accepts boards of any size and uses the fastest available method: a table, pattern
//! databases, or a search.
//!
//! ```
//! use tilebase::{Goal, Shape, Solver};
//!
//! let solver = Solver::new(&Goal::blank_last(Shape::new(4, 4)?))?;
//! let board = "5,1,3,4,2,6,7,8,9,10,15,11,13,14,12,0".parse()?;
//! assert_eq!(solver.solve(&board)?.moves.len(), 12);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Modules
//!
//! | task | module |
//! |---|---|
//! | create, parse, and replay boards, goals, and moves | [`board`]; as text, [`notation`] |
//! | number all boards of a puzzle without gaps | [`space`] |
//! | build a table with threads, checkpoints, and a memory limit | [`generate`] |
//! | build a table with several processes | [`exchange`] |
//! | count boards by distance, and find the farthest, without a table | [`count`] |
//! | store tables in files, and open them | [`table`] |
//! | read distances and paths from a table | [`oracle`] |
//! | search: A\*, IDA\*, pattern databases, custom heuristics | [`search`] |
//! | solve by the fastest method or by a named one; draw random boards | [`solve`] |
//! | find a path at once on boards of up to 10x10, and shorten it over time | [`anytime`] |
//! | prove that a table is correct | [`prove`] |
//! | judge the answers of another solver | [`judge`] |
//!
//! The library never prints and never exits. It reports through return values and callbacks. Its
//! errors say what is wrong, but name no command or option that would help: the programs add that.

#![warn(clippy::unwrap_used)]

pub mod anytime;
pub mod board;
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
mod clock;
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub mod clock;
pub mod count;
pub mod exchange;
pub mod generate;
mod interrupt;
pub mod judge;
mod least_costs;
mod names;
pub mod notation;
pub mod oracle;
pub mod prove;
pub mod search;
pub mod solve;
pub mod space;
pub mod table;
pub mod threads;

pub use board::{Board, Distance, Goal, Move, Shape};
pub use interrupt::Interrupt;
pub use oracle::Oracle;
pub use solve::Solver;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;
