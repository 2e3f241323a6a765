//! How distances are stored while the levels are computed ([`entries`]), and how the payload of a
//! table is made of them.
//!
//! | output | memory per state, with both levels | module |
//! |---|---|---|
//! | pattern database, bytes | a byte per entry, and a bit per state | `byte_entries` |
//! | pattern database, one bit | two bits | `bit_entries` |
//! | full board, bytes | about half a byte for 3x4 | `column_deltas`, `byte_word` |
//! | full board, modulo 3 | 2.4 bits for 3x4 | `residue_word`, `residue_packing` |
//! | counting | one bit | `crate::count` |
//! | proof of a `mod3` table | one bit; sixty entries are compared at a time | `super::recount` |
//!
//! Column deltas are less work than a byte for each state. They are written a word at a time, and
//! read eight distances per addition when the table is written.

pub(super) mod bit_entries;
pub(super) mod byte_entries;
pub(super) mod byte_word;
pub(super) mod column_deltas;
pub(super) mod distance_word;
pub(super) mod entries;
pub(super) mod residue_packing;
pub(super) mod residue_word;
