//! A board as a collection of tables has it, with its sums.
//!
//! All sums have the Manhattan distance in common; what they are above that is counted in halves, a byte each, so that eight of
//! them are changed and compared at once.

use super::packings::{HalfExcesses, LANES, Lanes};
use crate::board::{Cell, Tile};
use crate::space::CellSet;

/// The words of eight sums each.
pub(super) const WORDS: usize = 2;

/// The most sums.
pub(super) const MOST_SUMS: usize = 8 * WORDS;

/// A byte for each of eight sums. None is above 127, so that a highest bit is left.
pub(super) type Word = u64;

pub(super) const ONES: Word = 0x0101_0101_0101_0101;
pub(super) const HIGHEST_BITS: Word = ONES << 7;

/// Sums of half excesses.
pub(super) type HalfSums = [Word; WORDS];

/// A bit for each sum.
pub(super) type Sums = u16;

/// A board, and what is known of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct State {
    pub(super) placements: [Placement; LANES],
    /// By cell.
    pub(super) tile_on: [Tile; 32],
    pub(super) sums: HalfSums,
    /// By lane.
    pub(super) half_excesses: HalfExcesses,
    /// The sums that are as large as they may be; before the state is completed, those of the state before.
    pub(super) full: Sums,
    /// The lanes of these.
    pub(super) full_lanes: Lanes,
    pub(super) manhattan: u16,
    pub(super) blank: Cell,
    /// The tile that has slid here since the sums were looked up.
    pub(super) slid: Option<Tile>,
    /// Is it further from its goal cell than before?
    pub(super) is_further: bool,
}

impl State {
    #[inline]
    pub(super) const fn is_odd(&self, lane: usize) -> bool {
        self.half_excesses[lane] & 1 == 1
    }

    /// Changes a lane's half excess, by which way the tile has slid, and the sums that have a 1.
    #[inline]
    pub(super) fn change(&mut self, lane: usize, ones: &HalfSums) {
        let of_lane = self.half_excesses[lane];
        self.half_excesses[lane] = of_lane.wrapping_add_signed(if self.is_further { -1 } else { 1 });
        for (sum, ones) in self.sums.iter_mut().zip(ones) {
            *sum = if self.is_further { *sum - ones } else { *sum + ones };
        }
    }
}

/// Where the tiles of a lane are: the index of that, and in the upper half the set of their cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Placement(pub(super) u64);

impl Placement {
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

    /// After a slide that adds so much to the index, and to the set, as a number in the upper half. Neither half of the sum
    /// is below zero, so that nothing goes over from one to the other.
    #[inline]
    pub(super) const fn after(self, of_index: i32, of_set: i64) -> Self {
        Self(self.0.wrapping_add_signed(of_index as i64).wrapping_add_signed(of_set))
    }
}

/// The lowest bits of the bytes of a word that has no others, as a number.
#[inline]
pub(super) const fn lowest_bits(word: Word) -> usize {
    // Each bit goes to its place in the highest byte, and no two to one place.
    (word.wrapping_mul(0x0102_0408_1020_4080) >> 56) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lowest_bits_are_read_in_order() {
        for bits in 0..256_usize {
            let bytes = std::array::from_fn(|byte| (bits >> byte & 1) as u8);
            assert_eq!(lowest_bits(Word::from_le_bytes(bytes)), bits);
        }
    }
}
