//! Exact distances and pattern databases for sliding-tile puzzles.
//!
//! `tilebase` computes how far every board of a sliding-tile puzzle is from a goal, keeps the distances in a file, and
//! answers from it at once: the distance, an optimal path, all of them, how many there are. On the 8-puzzle that is a
//! table of 181,440 states, which is built in under a millisecond.
//!
//! # A first program
//!
//! An [`Oracle`] has a table and answers from it:
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
//! A [`Solver`] takes boards of any size, and answers by the best means there is: a table, pattern tables, a search:
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
//! # Where to go on
//!
//! | to | look at |
//! |---|---|
//! | make, read and replay boards, goals and moves | [`board`]; as text, [`notation`] |
//! | number all boards of a puzzle without gaps | [`space`] |
//! | build a table with threads, checkpoints, a limit of memory | [`generate`] |
//! | build one with several processes | [`exchange`] |
//! | keep tables in files, and open them | [`table`] |
//! | read distances and paths off a table | [`oracle`] |
//! | search: A\*, IDA\*, pattern tables, heuristics of your own | [`search`] |
//! | solve by the best means, or by a method that has a name; draw random boards | [`solve`] |
//! | have a path at once for boards of up to 10x10, and better ones as long as there is time | [`anytime`] |
//! | prove that a table is right | [`prove`] |
//! | judge the answers of another solver | [`judge`] |
//!
//! Modules use modules above them in this list and no others. The library never prints and never exits: what it has to
//! tell comes back as a value, or goes to a callback.

#![warn(clippy::unwrap_used)]

pub mod anytime;
pub mod board;
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
mod clock;
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub mod clock;
pub mod exchange;
pub mod generate;
mod interrupt;
pub mod judge;
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
