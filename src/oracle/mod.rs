//! Exact answers: how far a board is from the goal, and how to get there in as few moves.
//!
//! This is the only reader of tables that promises exactness, and it takes full tables alone. Every answer
//! is read off the table: the distance is an entry, and an optimal path goes from neighbour to neighbour,
//! each one move closer.
//!
//! ```
//! use tilebase::board::{Board, Goal, Shape};
//! use tilebase::generate::{Threads, build};
//! use tilebase::oracle::Oracle;
//! use tilebase::table::Encoding;
//!
//! let shape = Shape::new(3, 3)?;
//! let goal = Goal::blank_last(shape);
//! let table = build(&goal, Threads::One, |_| ())?.image(Encoding::Byte)?.into_table()?;
//! let oracle = Oracle::new(table, &goal)?;
//!
//! let board = Board::new(shape, &[6, 3, 8, 5, 4, 1, 7, 2, 0])?;
//! assert_eq!(oracle.distance(&board)?.moves(), 28);
//! assert_eq!(oracle.first_path(&board)?.len(), 28);
//! assert_eq!(oracle.count_paths(&board)?, 13);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod blocks;
mod decode;
mod exact;
#[expect(clippy::module_inception, reason = "the noun of this file is the oracle")]
mod oracle;
mod paths;

pub use blocks::DistanceBlocks;
pub use decode::decode;
pub use oracle::{Oracle, OracleError, TableBytes, TableMismatch};
pub use paths::Paths;
