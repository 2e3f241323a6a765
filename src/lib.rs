//! Exact distances and pattern databases for sliding-tile puzzles.
pub mod board;
pub mod build;
pub mod notation;
pub mod oracle;
pub mod space;
pub mod table;
