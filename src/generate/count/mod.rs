//! Counting without a table: the number of states at each distance from a goal, and the deepest
//! ones.
//!
//! A count only needs the two newest levels (`generate::sweep`), at one bit per state.
//!
//! If memory does not suffice, the levels are stored in files ([`LevelFiles`]), divided into slabs
//! and compressed. A count in memory saves its levels in the same form, so either kind can resume
//! the other.
//!
//! Boards are counted with the longer side upright, transposed if necessary, and the deepest boards
//! are transposed back. With fewer columns, a slide along a column rotates a shorter window.

mod counter;
mod error;
mod file_error;
mod file_sweep;
mod gaps;
mod level_counts;
mod level_files;
mod levels;
mod plan;
mod row_tiles;
mod slab;

pub use counter::Counter;
pub use error::CountError;
pub use file_error::LevelFilesError;
pub use level_counts::LevelCounts;
pub use level_files::LevelFiles;
pub use plan::CountPlan;

#[cfg(test)]
mod tests;
