//! Counting without a table: the number of states at each distance from a goal, and the deepest
//! ones.
//!
//! A count only needs the two newest levels (`generate::newest_levels`), at one bit per state.
//!
//! If memory does not suffice, the levels are stored in files ([`LevelFiles`]), divided into slabs
//! and compressed. A count in memory saves its levels in the same form, so either kind can resume
//! the other.
//!
//! In the multi-tile metric ([`Metric::MultiTile`](crate::board::Metric)), levels need twice the
//! memory and are not stored in files.
//!
//! Boards are counted with the longer side upright, transposed if necessary, and the deepest boards
//! are transposed back. With fewer columns, a slide along a column rotates a shorter window, and
//! fewer windows reach into the bits of a word.

mod counter;
mod files;
mod level_counts;
mod levels;
mod plan;
mod states_by_cell;

pub use counter::Counter;
pub use files::LevelFiles;
pub use level_counts::LevelCounts;
pub use plan::CountPlan;

#[cfg(test)]
mod multi_tile_tests;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod wrong_files_tests;
