//! Exact answers from tables: the distance of a board from the goal, and optimal paths.
//!
//! [`Oracle`], and [`MultiTileOracle`] for the multi-tile metric, need a full table;
//! [`DistanceBlocks`] decodes any table. A distance is read from an entry of the table. An optimal
//! path goes from neighbor to neighbor, each one move closer.
//!
//! Reading answers from a table uses neither [`generate`](crate::generate) nor
//! [`search`](crate::search). The module depends on them for two conveniences: [`Oracle::build`]
//! builds a table, and an oracle can serve as a heuristic.
//!
//! ```
//! use tilebase::{Board, Goal, Oracle, Shape};
//!
//! let oracle = Oracle::build(&Goal::blank_last(Shape::new(3, 3)?))?;
//! let board: Board = "638541720".parse()?;
//! assert_eq!(oracle.distance(&board)?.moves(), 28);
//!
//! assert_eq!(oracle.first_path(&board)?.len(), 28);
//! assert_eq!(oracle.count_paths(&board)?, 13);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bit_decoder;
mod blocks;
mod error;
mod indexed_board;
mod multi_tile;
mod paths;
mod single_tile;

pub use blocks::DistanceBlocks;
pub use error::OracleError;
pub use multi_tile::MultiTileOracle;
pub(crate) use multi_tile::multi_tile_neighbors;
pub use single_tile::Oracle;
