//! How distances are stored while the levels are computed ([`entries`]), and how the payload of a
//! table is made of them.
//!
//! | output | memory per state, including the bits of the two newest levels | module |
//! |---|---|---|
//! | pattern database, bytes | a byte per entry, and a bit per state | `byte_entries` |
//! | pattern database, one bit | two bits | `bit_entries` |
//! | full board, bytes | about half a byte for 3x4 | `column_deltas`, `byte_word` |
//! | full board, modulo 3 | 2.4 bits for 3x4 | `column_deltas`, `residue_word`, `residue_packing` |
//!
//! A state is an arrangement of tiles with the blank's cell or region, and an entry is a value of
//! the table, which several states of a pattern may share. The two newest levels together take a
//! bit per state, because they lie in rows of different colors.
//!
//! `Entries` is implemented by `ByteEntries`, `BitEntries` and `ColumnDeltas`. The last one stores
//! distances only where the blank is in the first column, in the form of a `DistanceWord`
//! (`byte_word` or `residue_word`). Every other state has a delta: one bit, which tells whether its
//! left neighbor is closer to the goal. So sixty states in each of the twelve cells of 3x4 take
//! three words of 60 bytes (modulo 3: 16 bytes), nine words of deltas and twelve words of levels,
//! of 8 bytes each.
//!
//! The build records deltas a word at a time. When the table is made, one addition derives eight
//! byte distances, or one `move_right` sixty residues.
//!
//! The form is chosen in `generator`, in the same way in `memory` and `distributed::generator`.
//!
//! Elsewhere: counting stores only the levels, a bit per state ([`crate::count`]). So does the
//! proof of a `mod3` table, which compares sixty entries at a time (`super::verify_mod3`).

mod bit_entries;
mod byte_entries;
mod byte_word;
mod column_deltas;
mod distance_word;
mod entries;
pub(super) mod residue_packing;
mod residue_word;

pub(super) use bit_entries::BitEntries;
pub(super) use byte_entries::ByteEntries;
pub(super) use byte_word::ByteWord;
pub(super) use column_deltas::ColumnDeltas;
#[cfg(test)]
pub(super) use distance_word::DistanceWord;
pub(super) use entries::{Entries, UNSET};
pub(super) use residue_word::ResidueWord;
