//! Pattern databases as heuristics, and the evaluators of IDA* with them.
//!
//! A [`PatternSet`] divides a goal's tiles into patterns. The databases of these patterns
//! ([`PatternEntries`]) form a [`PdbSet`], which looks up a board and, where possible, its
//! reflection. There are two kinds:
//!
//! - `additive`: each tile is in one pattern. There are two sums of entries, for the board and its
//!   reflection; a slide changes one entry of each.
//! - `compound`: patterns share tiles. The estimate is the largest of the sums over disjoint
//!   subsets of the tables. These are *zero-aware*: their entries distinguish the connected regions
//!   in which the blank may be. Then one bit per entry is enough.
//!
//! The form in memory (`form`, `layout`) depends on the size of the patterns:
//!
//! - Small patterns have a *direct index*: the cells of the tiles, read as digits. A slide adds a
//!   constant to one index, and nothing is ranked. This takes more memory than the file (16^6 bytes
//!   for six tiles on 4x4, of which a third are used), and is set up when the [`PdbSet`] is made.
//! - Patterns of seven and eight tiles are used in *file order*, directly in the mapped file, with
//!   a *Lehmer index*: the set of cells and the rank are updated move by move. The same holds for a
//!   partition of zero-aware tables.
//! - Compound pattern databases have a direct index too, with *excess bits*: two bits per
//!   placement. Large ones are saved in this form (`compound::layout_file`), and then used in
//!   the mapped file.
//!
//! A bit entry does not store a distance, only how the entry changes with a slide. The entries of
//! the first board are found by moving each pattern to its goal and counting the moves
//! (`layout::descent`).

mod additive;
mod compound;
mod entries;
mod error;
mod form;
mod layout;
mod pattern_set;
mod pdb_set;
mod reflection;

pub use entries::PatternEntries;
pub use error::PdbSetError;
pub use pattern_set::PatternSet;
pub use pdb_set::PdbSet;

/// Maximum number of patterns in a partition.
const MAX_PATTERNS: usize = 4;

/// Maximum number of tables in a pattern set.
const MAX_TABLES: usize = 16;
