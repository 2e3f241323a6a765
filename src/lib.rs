//! Exact distances and pattern databases for sliding-tile puzzles.
//!
//! `tilebase` computes how far every board of a sliding-tile puzzle is from a goal, keeps the distances in a
//! file, and answers from it at once: the distance, an optimal path, all of them, how many there are. On the
//! 8-puzzle that is a table of 181,440 states, which is built in under a millisecond.
//!
//! ```
//! use tilebase::board::{Board, Goal, Shape};
//! use tilebase::generate::{Threads, build};
//! use tilebase::oracle::Oracle;
//! use tilebase::table::Encoding;
//!
//! let shape = Shape::new(3, 3)?;
//! let goal = Goal::blank_last(shape);
//! let distances = build(&goal, Threads::AllCores, |level| {
//!     assert!(level.reached <= level.states);
//! })?;
//! let oracle = Oracle::new(distances.image(Encoding::Byte)?.into_table()?, &goal)?;
//!
//! let hardest = Board::new(shape, &[8, 6, 7, 2, 5, 4, 3, 0, 1])?;
//! assert_eq!(oracle.distance(&hardest)?.moves(), 31);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The floors of the house
//!
//! A module uses modules on lower floors; only on one floor may it sometimes use a neighbour.
//!
//! | floor | modules | what lives there |
//! |---|---|---|
//! | 7 | the programs `pdb-gen` and `pdb-solve`; `cli` | the command line |
//! | 6 | [`report`] | answers, batches, comparisons, samples, checks, exports |
//! | 5 | [`validate`] | proofs over a table; the judge of answers; running other solvers |
//! | 4 | [`generate`], [`search`], [`oracle`] | the generator; the algorithms; exact answers |
//! | 3 | [`table`] | files: format, encodings, checksums, atomic writing, memory maps |
//! | 2 | [`space`], [`notation`] | the dense index; boards and moves as text |
//! | 1 | [`board`] | the vocabulary |
//!
//! The library never prints and never exits.

#![warn(clippy::unwrap_used)]

pub mod board;
pub mod generate;

#[cfg(feature = "cli")]
pub mod cli;
pub mod notation;
pub mod oracle;
pub mod report;
pub mod search;
pub mod space;
pub mod table;
pub mod validate;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;
