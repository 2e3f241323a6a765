//! Pattern databases as heuristics, and IDA* with them.
//!
//! A [`PatternSet`] divides a goal's tiles into patterns. The databases of these patterns form a
//! [`Catalogue`], which looks up a board and, where possible, its reflection (`catalogue`). [`ida`]
//! searches with the two sums; a slide changes one entry of each (`additive_evaluator`).
//!
//! A [`Catalogue`] may also consist of pattern databases that share tiles: a compound pattern
//! database (`compound`). It uses the largest of the sums over disjoint subsets
//! (`disjoint_subsets`), which are updated move by move (`summed_state`). Its tables are
//! *zero-aware*: their entries distinguish the connected regions in which the blank may be. Then
//! one bit per entry is enough (`excess_bits`; `blank_regions` finds the blank's region).
//!
//! The layout in memory depends on the size of the patterns:
//!
//! - Small patterns have a *direct index* (`entries`): the cells of the tiles, read as digits. A
//!   slide adds a constant to one index, and nothing is ranked. This takes more memory than the
//!   file (16^6 bytes for six tiles on 4x4, of which a third are used), and is set up with the
//!   catalogue.
//! - Patterns of seven and eight tiles are used in *file order*, directly in the mapped file
//!   (`file_bytes`), with a *Lehmer index*: the set of cells and the rank are updated move by move
//!   (`lehmer_index`). The same holds for a partition of zero-aware tables (`file_bits`).
//!
//! Bit entries only tell how an entry changes with a slide. The entries of the first board are
//! counted on a descent to the goal (`descent`).

mod additive;
mod catalogue;
mod compound;
mod entries;
mod error;
mod layout;
mod pattern_set;

pub use catalogue::Catalogue;
pub use entries::PatternEntries;
pub use error::CatalogueError;
pub use pattern_set::PatternSet;

/// Maximum number of patterns in a partition.
const MAX_PATTERNS: usize = 4;

/// Maximum number of tables in a pattern set.
const MAX_TABLES: usize = 16;
