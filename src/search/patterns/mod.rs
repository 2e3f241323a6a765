//! Pattern tables as a heuristic, and IDA* with them.
//!
//! A [`Partition`] shares out a goal's tiles among patterns. The tables of these patterns are joined to a [`Catalogue`],
//! which looks a board up in all of them, and its reflection where there is one (`catalogue`). [`ida`] searches with the
//! two sums, which a slide changes in one entry each (`sums`).
//!
//! A [`Catalogue`] may also be made of tables that have tiles in common (`collection`), with the largest of the sums of those that have
//! none (`packings`, kept up in `summed_state`).
//! These tables keep the region of the blank, so that a bit an entry is enough (`excess_bits`, with `blank_regions` to tell
//! where the blank is).
//!
//! For search the entries of small patterns are *spread* (`entries`): the index of a placement is the cells of its tiles
//! read as digits, so that a slide adds a constant to one index, and nothing is ranked. That takes more memory than the
//! file (16^6 bytes for six tiles on 4x4, a third of which hold an entry), and is made when the catalogue is. Patterns of
//! seven and eight tiles are searched where they are, in the mapped file (`dense`): the set of cells and the rank are kept up
//! move by move (`ranked`). So they are where tables of one partition keep the region of the blank (`region_bits`). What a bit an
//! entry does not say, that of a board with no slide before it, is counted on a way down to the goal (`way_down`).

mod blank_regions;
mod catalogue;
mod collection;
mod dense;
mod entries;
mod error;
mod excess_bits;
mod excess_layout;
mod large;
mod large_pages;
mod one_partition;
mod packings;
mod partition;
mod prefetch;
mod ranked;
mod region_bits;
mod set_numbers;
mod summed_state;
mod sums;
mod way_down;

pub use catalogue::Catalogue;
pub use entries::PatternEntries;
pub use error::CatalogueError;
pub use partition::Partition;
pub use sums::{ida, ida_observed, ida_resumable};

/// The most patterns of one partition.
const MAX_PATTERNS: usize = 4;

/// The most tables of several.
const MOST_TABLES: usize = 16;
