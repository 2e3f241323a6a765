//! What can be wrong with the tables of a catalogue.

use super::{MAX_PATTERNS, MOST_TABLES};
use crate::board::Goal;
use crate::table::TableError;

/// Why tables are not a catalogue.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CatalogueError {
    /// A tile that no pattern has, or more than one.
    #[error("tile {tile} is in {times} of the patterns: to be added up, each tile must be in exactly one")]
    NotAPartition {
        /// The tile.
        tile: u8,
        /// How many patterns have it.
        times: usize,
    },
    /// A table of another goal.
    #[error("the tables of {one} and of {other} don't go together: all must be of one goal")]
    OtherGoal {
        /// The goal of the first table.
        one: Goal,
        /// A goal that differs.
        other: Goal,
    },
    /// A table whose entries are not as many as its pattern has placements, with their regions if it keeps them.
    #[error("the pattern {pattern} should have {expected} entries, and the table has {found}")]
    WrongCount {
        /// The pattern.
        pattern: String,
        /// How many it should have.
        expected: u64,
        /// The entries given.
        found: u64,
    },
    /// No table, too many, or too large ones.
    #[error(
        "a catalogue of one partition has 1 to {MAX_PATTERNS} tables, of up to 6 tiles each, or of up to 8 on boards of 16 cells; of \
         tables that overlap it has 1 to {MOST_TABLES}, of up to 6 tiles each"
    )]
    TooLarge,
    /// A table that keeps the region of the blank, among others that don't.
    #[error(
        "the table of {pattern} keeps the region of the blank, and another does not: either all tables of a catalogue do, or none"
    )]
    KeepsRegions {
        /// The pattern.
        pattern: String,
    },
    /// A table that does not keep the region of the blank, among tables that overlap, or of one bit an entry.
    #[error(
        "the table of {pattern} does not keep the region of the blank, as tables that overlap, and those of one bit an entry, \
         have to"
    )]
    WithoutRegions {
        /// The pattern.
        pattern: String,
    },
    /// The tables can't be laid out for search.
    #[error("there is no memory to lay the tables out for search: {0}")]
    Memory(#[source] std::io::Error),
    /// A table's file was changed while it was read.
    #[error(transparent)]
    Table(#[from] Box<TableError>),
}
