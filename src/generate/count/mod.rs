//! Counting without a table: how many states lie at each distance from a goal, and which lie farthest.
//!
//! That takes the newest two levels (`generate::sweep`), and nothing else: one bit a state.
//!
//! Where memory does not suffice, the two levels lie in files ([`LevelFiles`]), cut into slabs and coded; in the same form
//! a count in memory is saved, so that either can be gone on with as the other.
//!
//! A board is counted with its longer side upright, turned over if need be, and its deepest boards are turned back: the
//! fewer columns there are, the fewer places a slide along a column passes.

mod blocks;
mod counter;
mod error;
mod file_error;
mod file_sweep;
mod gaps;
mod level_counts;
mod level_files;
mod levels;
mod plan;
mod slab;

pub use counter::Counter;
pub use error::CountError;
pub use file_error::LevelFilesError;
pub use level_counts::LevelCounts;
pub use level_files::LevelFiles;
pub use plan::CountPlan;

#[cfg(test)]
mod tests;
