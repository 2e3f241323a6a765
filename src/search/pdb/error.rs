//! Errors of combining pattern databases into one heuristic.

use super::{MAX_PATTERNS, MAX_TABLES};
use crate::board::Goal;
use crate::table::TableError;

/// Why pattern databases cannot be combined into a [`PdbSet`](super::PdbSet).
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PdbSetError {
    /// A tile that is in no pattern, or in more than one.
    #[error("tile {tile} is in {}; additive patterns must cover each tile exactly once", patterns(*.times))]
    NotAPartition {
        /// The tile.
        tile: u8,
        /// How many patterns have it.
        times: usize,
    },
    /// A table of another goal.
    #[error("the pattern databases have different goals: {one} and {other}")]
    OtherGoal {
        /// The goal of the first table.
        one: Goal,
        /// A goal that differs.
        other: Goal,
    },
    /// A table with the wrong number of entries for its pattern.
    #[error("expected {expected} entries for the pattern {pattern}, found {found}")]
    WrongCount {
        /// The pattern.
        pattern: String,
        /// The entries that the pattern has.
        expected: u64,
        /// The entries of the table.
        found: u64,
    },
    /// There is no table.
    #[error("expected pattern databases, found none")]
    Empty,
    /// Too many tables, or tables that are too large.
    #[error(
        "expected 1 to {MAX_PATTERNS} disjoint patterns of up to 6 tiles (8 on boards of 16 cells), or 1 to \
         {MAX_TABLES} overlapping patterns of up to 6 tiles"
    )]
    TooLarge,
    /// Tables that must come from files, on a platform without files.
    #[error(
        "these pattern databases take minutes to build, and this platform has no files to load them from"
    )]
    NeedsFiles,
    /// A zero-aware table among tables that are not.
    #[error("the pattern database {pattern} is zero-aware, but another is not; use only one kind")]
    ZeroAware {
        /// The pattern.
        pattern: String,
    },
    /// A table that is not zero-aware, although its patterns overlap or its entries have one bit
    /// each.
    #[error(
        "the pattern database {pattern} is not zero-aware; overlapping patterns and bit entries \
        require zero-aware ones"
    )]
    NotZeroAware {
        /// The pattern.
        pattern: String,
    },
    /// There is not enough memory to lay the tables out for search.
    #[error("out of memory while laying the tables out for search: {0}")]
    Memory(#[source] std::io::Error),
    /// A table's file was changed while it was read.
    #[error(transparent)]
    Table(#[from] Box<TableError>),
    /// The interrupt was raised while the tables were being checked or laid out.
    #[error("interrupted while preparing the pattern databases")]
    Interrupted,
}

/// A number of patterns other than one, in words.
fn patterns(count: usize) -> String {
    if count == 0 { "no pattern".to_owned() } else { format!("{count} patterns") }
}
