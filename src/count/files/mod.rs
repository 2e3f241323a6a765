//! Levels in files, for counts that do not fit in memory.
//!
//! Rows are divided into parts that are pulled one by one ([`divided_rows`]). A [`slab`] is a file,
//! in which the states of a part are coded by their [`gaps`]. [`file_levels`] computes a level from
//! the two before it, and [`folder`] knows which files there are.

pub(super) mod divided_rows;
pub(super) mod file_levels;
pub(super) mod folder;
mod gaps;
mod slab;

pub use folder::LevelFiles;
