//! The state of a board in a compound pattern database, with its sums.
//!
//! All sums share the Manhattan distance. The rest of each sum is counted in halves, one byte each,
//! so that eight sums are updated and compared at once.

use super::disjoint_subsets::{HalfExcesses, LOOKUPS, LookupSet};
use crate::board::{Cell, Tile};
use crate::space::CellSet;

/// Number of words with eight sums each, one byte a sum. None exceeds 127, so the highest bits are
/// free.
pub(super) const WORDS: usize = 2;

/// Maximum number of sums.
pub(super) const MAX_SUMS: usize = 8 * WORDS;

pub(super) const ONES: u64 = 0x0101_0101_0101_0101;
pub(super) const HIGHEST_BITS: u64 = ONES << 7;

/// A set of sums, one bit each.
pub(super) type SumSet = u16;

/// A board with its placements and sums.
#[derive(Clone, Copy, Debug)]
pub(in crate::search::pdb) struct State {
    pub(super) placements: [PackedPlacement; LOOKUPS],
    /// Indexed by cell.
    pub(super) tile_on: [Tile; 32],
    pub(super) sums: [u64; WORDS],
    /// Indexed by lookup.
    pub(super) half_excesses: HalfExcesses,
    /// The tight sums: those as large as the bound allows. Until the state is completed, those of
    /// its parent.
    pub(super) tight: SumSet,
    /// The lookups in any tight sum.
    pub(super) lookups_of_tight: LookupSet,
    pub(super) manhattan: u16,
    pub(super) blank: Cell,
    /// The tile whose slide led here, if the sums do not include it yet.
    pub(super) slid: Option<Tile>,
    /// Whether that slide moved the tile away from its goal cell.
    pub(super) moved_away: bool,
}

impl State {
    #[inline]
    pub(super) const fn is_odd(&self, lookup: usize) -> bool {
        self.half_excesses[lookup] & 1 == 1
    }

    /// Changes a lookup's half excess by one, in the direction given by the tile's slide, and all
    /// sums with a 1 in `increments`.
    #[inline]
    pub(super) fn change(&mut self, lookup: usize, increments: &[u64; WORDS]) {
        let half_excess = self.half_excesses[lookup];
        self.half_excesses[lookup] = half_excess.wrapping_add_signed(if self.moved_away { -1 } else { 1 });
        for (sum, increment) in self.sums.iter_mut().zip(increments) {
            *sum = if self.moved_away { *sum - increment } else { *sum + increment };
        }
    }
}

/// The placement of a lookup's tiles: the index, and in the upper half the set of their cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PackedPlacement(pub(super) u64);

impl PackedPlacement {
    pub(super) fn new(index: u32, set: CellSet) -> Self {
        Self(u64::from(set.bits()) << 32 | u64::from(index))
    }

    #[inline]
    pub(super) const fn index(self) -> u32 {
        self.0 as u32
    }

    #[inline]
    pub(super) const fn set(self) -> CellSet {
        CellSet::from_bits((self.0 >> 32) as u32)
    }

    /// Returns the placement after a slide that changes the index by `of_index`, and the upper half
    /// by `of_set`. Neither half becomes negative, so nothing is borrowed from the other.
    #[inline]
    pub(super) const fn after(self, of_index: i32, of_set: i64) -> Self {
        Self(self.0.wrapping_add_signed(of_index as i64).wrapping_add_signed(of_set))
    }
}

/// Packs the lowest bits of a word's bytes into a number. All other bits must be 0.
#[inline]
pub(super) const fn lowest_bits(word: u64) -> usize {
    // The multiplication moves each bit to its place in the highest byte, no two to the same place.
    (word.wrapping_mul(0x0102_0408_1020_4080) >> 56) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lowest_bits_are_read_in_order() {
        for bits in 0..256_usize {
            let bytes = std::array::from_fn(|byte| (bits >> byte & 1) as u8);
            assert_eq!(lowest_bits(u64::from_le_bytes(bytes)), bits);
        }
    }
}
