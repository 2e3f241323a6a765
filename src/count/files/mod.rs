//! Levels in files, for counts that do not fit in memory.
//!
//! Rows are divided into parts that are pulled one by one ([`row_tiles`]). A [`slab`] is a file, in
//! which the states of a part are coded by their [`gaps`]. [`sweep`] computes a level from the two
//! before it, and [`folder`] knows which files there are.

pub(super) mod folder;
mod gaps;
pub(super) mod row_tiles;
mod slab;
pub(super) mod sweep;

pub use folder::LevelFiles;
