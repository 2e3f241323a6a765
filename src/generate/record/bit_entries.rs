//! Bit entries: a zero-aware pattern's entries in one bit each, bit 1 of the distance.
//!
//! During the build, the bits of a word lie as in the levels: first those of the even arrangements,
//! then those of the odd ones. So a level is added word by word if its distance has bit 1 set, and
//! ignored otherwise. In the table, arrangements follow in the order of their ranks, with even and
//! odd ones alternating. Writing the table interleaves the two.

use std::borrow::Cow;
use std::collections::TryReserveError;
use std::ops::Range;

use super::entries::Entries;
use crate::generate::kernel::bits::to_even_bits;
use crate::generate::kernel::{ArrayLayout, RowGraph, RowLayout};
use crate::generate::newest_levels::{NewStates, NewestLevels, Recorder, WordPosition};
use crate::space::Space;
use crate::table::{BodyChunks, Encoding, PAGE_BYTES};

/// The bit entries that this process holds.
#[derive(Debug)]
pub(in crate::generate) struct BitEntries {
    /// For each block and each of its words, the bits of both parities one after the other, lowest
    /// first, rounded up to whole bytes.
    bytes: Vec<u8>,
    layout: RowLayout,
    /// Number of words that this process holds of a block, and the first of them.
    words: usize,
    first_word: usize,
    entries_per_word: usize,
}

/// Whether bit 1 of a distance is set.
const fn has_bit_1(distance: u8) -> bool {
    distance >> 1 & 1 == 1
}

/// Returns the bytes of a word's bits of both parities.
const fn bytes_per_word(bits_per_word: usize) -> usize {
    (2 * bits_per_word).div_ceil(8)
}

/// Reads the bits of a word.
#[inline]
fn read(bytes: &[u8]) -> u128 {
    let mut all = [0; 16];
    all[..bytes.len()].copy_from_slice(bytes);
    u128::from_le_bytes(all)
}

/// Sets the bits of these states.
// Called once per row: inlining would only make the Python package larger.
#[inline(never)]
fn record_bits(graph: &RowGraph, at: WordPosition, new: &[u64], items: &mut [u8]) {
    let bits = graph.layout.bits_per_word;
    let items = items.chunks_exact_mut(bytes_per_word(bits)).skip(at.word);
    for (item, new) in items.zip(new).filter(|(_, new)| **new != 0) {
        let all = read(item) | u128::from(*new) << (at.plane * bits);
        item.copy_from_slice(&all.to_le_bytes()[..item.len()]);
    }
}

impl BitEntries {
    const fn bytes_per_block(&self) -> usize {
        self.words * bytes_per_word(self.layout.bits_per_word)
    }

    /// Returns the number of blocks.
    fn blocks(&self) -> usize {
        self.bytes.len() / self.bytes_per_block().max(1)
    }

    /// Returns the number of blocks in a chunk of the payload: one if other processes hold the rest
    /// of each block, and otherwise the smallest number whose bits fill whole checksum pages.
    ///
    /// With few places, a word does not end at a byte boundary. Then a row is a single word, and
    /// one process holds everything.
    fn blocks_per_chunk(&self) -> usize {
        if self.words < self.layout.words_per_row {
            return 1;
        }
        let bits = PAGE_BYTES as usize * 8;
        // A page's bit count is a power of two, so only the power of two in a block's bit count
        // matters.
        bits >> (self.words * self.entries_per_word).trailing_zeros().min(bits.trailing_zeros())
    }

    /// Returns the bits of a word in the order of the table.
    #[inline]
    fn word(&self, word: usize, bytes: &[u8]) -> u128 {
        let RowLayout { bits_per_word, tails_with_odd_sum, .. } = self.layout;
        let both = read(bytes);
        if self.layout.places == 1 {
            return both & 1;
        }
        let [even, odd] = [both, both >> bits_per_word].map(|bits| bits as u64 & self.layout.full_word());
        // The last free digit of an arrangement makes its parity that of the plane.
        let is_odd = self.layout.prefix_is_odd[self.first_word + word];
        let ones = if is_odd { !tails_with_odd_sum } else { tails_with_odd_sum };
        spread_to_even_bits(even & !ones | odd & ones) | spread_to_even_bits(even & ones | odd & !ones) << 1
    }

    /// Returns the bits of some blocks in the order of the table, eight per byte.
    fn payload(&self, blocks: Range<usize>) -> Vec<u8> {
        let entries = self.words * self.entries_per_word;
        let mut payload = Vec::with_capacity((blocks.len() * entries).div_ceil(8) + 16);
        // Bits not yet written, fewer than eight: the 120 bits of the next word still fit.
        let (mut rest, mut bits) = (0_u128, 0);
        let of_word = bytes_per_word(self.layout.bits_per_word);
        let of_block = self.bytes_per_block();
        let of_blocks = &self.bytes[blocks.start * of_block..blocks.end * of_block];
        for block in of_blocks.chunks_exact(of_block) {
            for (word, bytes) in block.chunks_exact(of_word).enumerate() {
                rest |= self.word(word, bytes) << bits;
                bits += self.entries_per_word;
                payload.extend_from_slice(&rest.to_le_bytes()[..bits / 8]);
                rest >>= bits / 8 * 8;
                bits %= 8;
            }
        }
        payload.extend_from_slice(&rest.to_le_bytes()[..bits.div_ceil(8)]);
        payload
    }
}

/// Spreads the bits of a number to the even positions.
const fn spread_to_even_bits(bits: u64) -> u128 {
    let [low, high] = [to_even_bits(bits as u32), to_even_bits((bits >> 32) as u32)];
    low as u128 | (high as u128) << 64
}

impl Entries for BitEntries {
    const ENCODING: Encoding = Encoding::Bit;

    fn memory_in_bytes(space: &Space) -> u64 {
        let places = space.pattern().tiles().len();
        let of_block =
            RowLayout::words_in_a_row(places) * bytes_per_word(RowLayout::bits_in_a_word(places)) as u64;
        u64::from(space.blocks()) * of_block
    }

    fn unset(graph: &RowGraph) -> Result<Self, TryReserveError> {
        let mut entries = Self {
            bytes: Vec::new(),
            layout: RowLayout::new(graph.layout.places),
            words: graph.words_held(),
            first_word: graph.owners.own().start,
            entries_per_word: graph.entries_per_word(),
        };
        let len = graph.footprints.blocks.len() * entries.bytes_per_block();
        entries.bytes.try_reserve_exact(len)?;
        entries.bytes.resize(len, 0);
        Ok(entries)
    }

    /// Sets nothing: the distance 0 has no bits.
    fn set_goal(&mut self, _: &RowGraph) {}

    fn recording(&mut self, distance: u8) -> (impl Recorder<u8>, impl Iterator<Item = &mut [u8]>) {
        let of_block = self.bytes_per_block();
        let has_bit = has_bit_1(distance);
        let recorder =
            move |graph: &RowGraph, NewStates { at, states, .. }: NewStates<'_>, items: &mut [u8]| {
                if has_bit {
                    record_bits(graph, at, states, items);
                }
            };
        (recorder, self.bytes.chunks_mut(of_block.max(1)))
    }

    fn layouts(graph: &RowGraph) -> Vec<ArrayLayout> {
        let bytes_per_word = bytes_per_word(graph.layout.bits_per_word);
        vec![ArrayLayout { rows: graph.footprints.blocks.len(), bytes_per_word }]
    }

    fn arrays(&self) -> Vec<&[u8]> {
        vec![&self.bytes]
    }

    fn arrays_mut(&mut self) -> Vec<&mut [u8]> {
        vec![&mut self.bytes]
    }

    /// Counts the set bits only. A clear bit may belong to an unreached entry.
    fn tally(&self, _: &NewestLevels, _: u8) -> [u64; 256] {
        let mut tally = [0; 256];
        tally[1] = self.bytes.iter().map(|byte| u64::from(byte.count_ones())).sum();
        tally
    }

    fn are_counted(tally: &[u64; 256], histogram: &[u64]) -> bool {
        let with_bit = (0..=u8::MAX).zip(histogram).filter(|(distance, _)| has_bit_1(*distance));
        tally[1] == with_bit.map(|(_, count)| count).sum::<u64>()
    }
}

impl BodyChunks for BitEntries {
    fn count(&self) -> usize {
        self.blocks().div_ceil(self.blocks_per_chunk())
    }

    fn chunk(&self, number: usize) -> (u64, Cow<'_, [u8]>) {
        let first = number * self.blocks_per_chunk();
        let end = self.blocks().min(first + self.blocks_per_chunk());
        let entry = (first * self.layout.words_per_row + self.first_word) * self.entries_per_word;
        (entry as u64 / 8, self.payload(first..end).into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Goal, Shape, Tile};
    use crate::exchange::Alone;
    use crate::generate::Generator;
    use crate::generate::memory::Memory;
    use crate::generate::state::BuildState;
    use crate::interrupt::Interrupt;
    use crate::space::Pattern;

    impl BitEntries {
        /// Returns the bytes, for tests that corrupt them.
        pub(in crate::generate) fn bytes_mut(&mut self) -> &mut [u8] {
            &mut self.bytes
        }
    }

    const PATTERNS: [(usize, usize, &[u8]); 9] = [
        (2, 2, &[2]),
        (2, 3, &[1, 5]),
        (3, 2, &[2, 3, 4]),
        (3, 3, &[8]),
        (3, 3, &[1, 4, 7]),
        (3, 3, &[2, 5, 6, 8]),
        (2, 4, &[1, 2, 3, 4, 5]),
        (3, 3, &[1, 2, 3, 6, 7, 8]),
        (3, 4, &[3, 4, 7, 8, 11]),
    ];

    fn space((rows, columns, tiles): (usize, usize, &[u8])) -> Space {
        let goal = Goal::snail(Shape::new(rows, columns).unwrap());
        let pattern = Pattern::new(goal.shape(), tiles.iter().copied().map(Tile::new)).unwrap();
        Space::zero_aware(&goal, &pattern).unwrap()
    }

    /// The reference is one byte per entry. Each level sets as many bits as it has such distances,
    /// and the final payloads agree, however they are cut.
    #[test]
    fn bits_match_bytes() {
        for space in PATTERNS.map(space) {
            let mut state = BuildState::<BitEntries>::at_goal(&space, &Alone).unwrap();
            while state.advance(false, &Interrupt::new(), &mut Alone).unwrap() {
                let tally = state.entries.tally(&state.levels, state.distance());
                assert!(BitEntries::are_counted(&tally, &state.histogram), "{space:?}");
                let mut one_more = tally;
                one_more[1] += 1;
                assert!(!BitEntries::are_counted(&one_more, &state.histogram));
            }
            let entries = Generator::new(space.clone()).distances().unwrap().into_entries();
            let expected = Encoding::Bit.encode(&space, &entries).unwrap();
            let bits = state.entries;
            assert!(*bits.chunk(0).1 == *expected, "{space:?}");
            let blocks_of_whole_bytes = 8;
            let parts = (0..bits.blocks()).step_by(blocks_of_whole_bytes);
            let parts =
                parts.map(|first| bits.payload(first..bits.blocks().min(first + blocks_of_whole_bytes)));
            assert!(parts.collect::<Vec<_>>().concat() == *expected, "{space:?}");
        }
    }

    /// The predicted memory equals the allocated memory, except for the footprints and their
    /// slides.
    #[test]
    fn predicted_memory_matches_allocation() {
        for space in PATTERNS.map(space) {
            let state = BuildState::<BitEntries>::at_goal(&space, &Alone).unwrap();
            let levels: usize = [0, 1].into_iter().map(|color| size_of_val(state.levels.words(color))).sum();
            let parities = state.levels.graph.layout.prefix_is_odd.len();
            let found = (state.entries.bytes.capacity() + levels + parities) as u64;
            assert_eq!(found, Memory::of_entries::<BitEntries>(&space).divided(), "{space:?}");
        }
    }

    #[test]
    fn bits_spread_to_even_positions() {
        for (bits, spread) in [(0b1011, 0b100_0101), (1 << 63, 1 << 126), (u64::MAX, u128::MAX / 3)] {
            assert_eq!(spread_to_even_bits(bits), spread);
        }
    }
}
