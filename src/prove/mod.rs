//! Proves that a table is correct, by checking all entries, or compares it with a search that uses
//! no table.
//!
//! | method | checks |
//! |---|---|
//! | [`Table::prove`](crate::table::Table::prove) | all entries |
//! | [`Oracle::spot_check`](crate::Oracle::spot_check) | random boards and their neighbors |
//! | [`Oracle::compare_with_astar`](crate::Oracle::compare_with_astar) | random boards, by A\* |
//!
//! # The proof for full tables
//!
//! Assume that every entry is a number, and
//!
//! 1. the entry is 0 at the goal, and nowhere else;
//! 2. the entries of two neighbors differ by exactly 1;
//! 3. every entry but 0 has a neighbor one smaller.
//!
//! By rule 3, every board has a path along which the entry falls by one per move, down to 0. By
//! rule 1, that path ends at the goal. So no distance is *larger* than its entry. By rule 2, no
//! path falls faster, and the goal has 0. So no distance is *smaller* than its entry. Hence every
//! entry is the distance. Two more rules make the table complete: no entry is unset (rule 4), and
//! the histogram counts the entries (rule 5).
//!
//! In the multi-tile metric, a move slides one or more tiles of a row or column, and neighbors are
//! boards one such move apart. This graph is not bipartite, so the entries of neighbors may be
//! equal, and rule 2 says that they differ by at most 1. The rest of the proof is the same.
//!
//! The rules are checked board by board, by ranking and unranking. The generator does neither, so
//! an error in its rotations can't go unnoticed.
//!
//! For a table modulo 3, the distances are computed first, by walking to the goal from every board.
//! If a walk gets stuck, the rules are checked modulo 3 to find the place. This is done for tables
//! of up to four million states. The distances of larger ones may not fit in memory. For those, the
//! levels are computed again and compared, sixty entries at a time; rule 6 is that they agree. This
//! finds any fault of the file and of the code that wrote it, but not one of the rotations.

mod against_astar;
mod proof;
mod sample;
mod spot_check;

pub use proof::{Rule, Violation};
