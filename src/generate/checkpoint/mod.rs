//! Checkpoints: the state of a build on disk, so that a build that was ended goes on where it was.
//!
//! What the next level is made from is the entries so far, the newest level's states, and the states seen, so that is
//! what a checkpoint holds; which rows are live or complete follows from these. The bytes pass through one small
//! buffer, and there is no second copy of the large arrays.
//!
//! # The file, byte by byte
//!
//! All numbers are little-endian.
//!
//! | offset | bytes | what |
//! |---|---|---|
//! | 0 | 8 | magic: `89 54 49 4C 43 0D 0A 1A` (`\x89TILC\r\n\x1a`) |
//! | 8 | 4 | version: 1 |
//! | 12 | 4 | *n*, the length of the fields in bytes |
//! | 16 | *n* | the fields, without padding |
//! | 16 + *n* | 4 | CRC-32 (IEEE) of all bytes before |
//! | 20 + *n* | | the body, in blocks |
//!
//! | field | type | meaning |
//! |---|---|---|
//! | rows, columns | 2 bytes | the shape |
//! | goal | rows · columns bytes | the goal's tiles row by row, 0 for the blank |
//! | pattern | a byte, then as many | the number of the pattern's tiles, and the tiles, ascending |
//! | level | byte | *d*, the distance of the newest level |
//! | histogram | *d* + 1 numbers of 8 bytes | how many entries each level has set |
//! | lengths | 4 numbers of 8 bytes | of the body's arrays, in their items |
//!
//! The body is four arrays, one behind the other: the entries, a byte each, 255 for those not reached; then words of
//! 8 bytes: the newest level's states in the rows of its colour, the states seen in the rows of the goal's colour, and
//! the states seen in those of the other. It is cut into blocks of 1 MiB, of which the last may be shorter; behind each
//! is the CRC-32 of all bytes from the file's beginning up to there, checksums left out. So a block of another
//! checkpoint, or in another place, does not pass.

mod blocks;
mod checkpoints;
mod error;
mod head;
mod snapshot;

pub use checkpoints::Checkpoints;
pub use error::{CheckpointError, CheckpointProblem};
pub(super) use snapshot::{load, save};

#[cfg(test)]
mod tests;
