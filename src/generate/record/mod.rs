//! How distances are stored while the levels are computed ([`entries`]), and how the payload of a
//! table is made of them ([`payload`]).

pub(super) mod bit_entries;
pub(super) mod byte_entries;
pub(super) mod byte_word;
pub(super) mod column_deltas;
pub(super) mod distance_word;
pub(super) mod entries;
pub(super) mod payload;
mod recorders;
pub(super) mod residue_packing;
pub(super) mod residue_word;
