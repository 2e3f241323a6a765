//! How a row's bits lie in words.
//!
//! A word holds the arrangements of the *tail*, the last five places, that have one parity: 5!/2 = 60
//! bits. The places before, the *prefix*, number the words. So a word boundary is a digit boundary, and
//! moving elements within the prefix moves whole words. (Four bits of each word stay 0; the price of 6 %
//! more memory buys that no bit is ever shifted across words.) Fewer than five places make one short word.

use crate::space::lehmer::{factorial, is_odd, unrank};
use crate::space::rotation::Rotation;

/// Places that lie within one word.
pub(super) const TAIL: usize = 5;

/// Chunks of a row, the unit of work, are not cut smaller than this.
const LEAST_CHUNK_IN_WORDS: usize = 1024;

/// With so many chunks of a row, ranks that have one more than others have a sixteenth more.
const CHUNKS_OF_A_RANK: usize = 16;

/// The layout of the rows for arrangements of `places` elements.
#[derive(Debug)]
pub(super) struct RowLayout {
    /// Elements of an arrangement.
    pub(super) places: usize,
    /// The last places, at most [`TAIL`], that a word covers.
    pub(super) tail: usize,
    /// Bits used in a word.
    pub(super) bits_per_word: usize,
    /// Words in a row.
    pub(super) words_per_row: usize,
    /// By word: is the sum of the prefix's Lehmer digits odd? Then the tail's parity is not the row's. A layout may know
    /// this of its first words alone.
    pub(super) prefix_is_odd: Vec<bool>,
    /// The place from which on prefixes differ within these words.
    parities_before: usize,
    /// By bit of a word: is the sum of the tail's Lehmer digits odd, the last two left out?
    pub(super) tails_with_odd_sum: u64,
}

impl RowLayout {
    pub(super) fn new(places: usize) -> Self {
        Self::with_parities_before(places, 0)
    }

    /// A layout that knows the parities of those words alone whose places before `place` have the digit 0.
    pub(super) fn with_parities_before(places: usize, place: usize) -> Self {
        let tail = places.min(TAIL);
        let words_per_row = to_usize(Self::words_in_a_row(places));
        let bits_per_word = Self::bits_in_a_word(places);
        let tails_with_odd_sum = (0..bits_per_word as u64).fold(0, |tails, bit| {
            let mut elements = vec![0; tail];
            unrank(2 * bit % factorial(tail), tail, &mut elements);
            tails | u64::from(is_odd(&elements)) << bit
        });
        let prefix_is_odd = odd_prefixes(tail, places - place);
        Self {
            places,
            tail,
            bits_per_word,
            words_per_row,
            prefix_is_odd,
            parities_before: place,
            tails_with_odd_sum,
        }
    }

    /// A layout that knows the parity of no word but the first: to tell where words lie.
    pub(super) fn without_parities(places: usize) -> Self {
        Self::with_parities_before(places, places.saturating_sub(TAIL))
    }

    /// How many words a row takes, whether or not this machine can address them.
    pub(super) const fn words_in_a_row(places: usize) -> u64 {
        let tail = if places < TAIL { places } else { TAIL };
        factorial(places) / factorial(tail)
    }

    /// How many arrangements a word has.
    pub(super) fn bits_in_a_word(places: usize) -> usize {
        to_usize(factorial(places.min(TAIL)) / 2).max(1)
    }

    /// By word, for so many words from `start` on: is the sum of the prefix's digits odd? What is known of the first words holds
    /// for others that have the same digits behind; with the second answer all of it is the other way round.
    #[inline]
    pub(super) fn parities(&self, start: usize, words: usize) -> (&[bool], bool) {
        let known = self.prefix_is_odd.len();
        if start < known {
            return (&self.prefix_is_odd[start..start + words], false);
        }
        let (mut leading, within) = (start / known, start % known);
        let mut radix = self.places - self.parities_before;
        let mut is_odd = false;
        while leading > 0 {
            radix += 1;
            is_odd ^= leading % radix % 2 == 1;
            leading /= radix;
        }
        (&self.prefix_is_odd[within..within + words], is_odd)
    }

    /// A number for each rotation, below the square of the places.
    pub(super) fn pull_of(&self, rotation: Rotation) -> usize {
        usize::from(rotation.from) * self.places + usize::from(rotation.to)
    }

    /// A word of which all bits that are used are set.
    pub(super) const fn full_word(&self) -> u64 {
        u64::MAX >> (u64::BITS as usize - self.bits_per_word)
    }

    /// The first place of the tail.
    pub(super) const fn tail_start(&self) -> usize {
        self.places - self.tail
    }

    /// How many words share the places before `place`, which is not within the tail.
    pub(super) const fn words_behind(&self, place: usize) -> usize {
        to_usize(factorial(self.places - place) / factorial(self.tail))
    }

    /// The words in a chunk, so that a chunk is all words that share some leading places: the smallest that
    /// is large enough to be worth a task, and that holds the blocks of every window in `windows_start`. Among many ranks it may be
    /// smaller, so that each has as many as others, if it can be.
    pub(super) fn chunk_in_words(&self, windows_start: impl Iterator<Item = usize>, ranks: usize) -> usize {
        let widest_block = windows_start.map(|start| self.words_behind(start)).max().unwrap_or(1);
        let worth_a_task = match ranks {
            1 => LEAST_CHUNK_IN_WORDS,
            _ => LEAST_CHUNK_IN_WORDS.min(self.words_per_row / (CHUNKS_OF_A_RANK * ranks)),
        };
        let least = widest_block.max(worth_a_task);
        let fits = |words: &usize| *words >= least;
        (0..=self.tail_start())
            .rev()
            .map(|place| self.words_behind(place))
            .find(fits)
            .unwrap_or(self.words_per_row)
    }
}

/// By word: is the sum of the prefix's digits odd? One place after the other is put before those that there are: its
/// digit is the most significant, and each of its values has all of them behind it.
fn odd_prefixes(tail: usize, places: usize) -> Vec<bool> {
    (tail + 1..=places).fold(vec![false], |behind, radix| {
        let mut all = Vec::with_capacity(radix * behind.len());
        for digit_is_odd in [false, true].into_iter().cycle().take(radix) {
            all.extend(behind.iter().map(|is_odd| is_odd ^ digit_is_odd));
        }
        all
    })
}

/// A count that is known to fit in memory, and so in a `usize`.
pub(super) const fn to_usize(count: u64) -> usize {
    assert!(usize::BITS >= 64 || count <= u32::MAX as u64, "more than this machine can address");
    #[expect(clippy::cast_possible_truncation, reason = "checked by the line above")]
    {
        count as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_hold_all_arrangements_of_a_row() {
        for places in 3..=9 {
            let layout = RowLayout::new(places);
            let bits = layout.words_per_row * layout.bits_per_word;
            assert_eq!(bits as u64, factorial(places) / 2);
            let is_odd_by_unranking = |word: usize| {
                let mut elements = vec![0; places];
                unrank(word as u64 * factorial(layout.tail), places, &mut elements);
                is_odd(&elements)
            };
            let expected: Vec<bool> = (0..layout.words_per_row).map(is_odd_by_unranking).collect();
            assert_eq!(layout.prefix_is_odd, expected);
        }
        for place in 0..=4 {
            let (all, some) = (RowLayout::new(9), RowLayout::with_parities_before(9, place));
            let known = some.prefix_is_odd.len();
            for start in (0..all.words_per_row).step_by(known) {
                let (parities, is_flipped) = some.parities(start, known);
                let expected = &all.prefix_is_odd[start..start + known];
                assert!(
                    parities.iter().zip(expected).all(|(is_odd, expected)| is_odd ^ is_flipped == *expected)
                );
            }
        }
        let eight_puzzle = RowLayout::new(8);
        assert_eq!((eight_puzzle.words_per_row, eight_puzzle.bits_per_word), (336, 60));
    }

    #[test]
    fn chunks_are_cut_at_digits_and_hold_the_blocks() {
        let layout = RowLayout::new(11);
        assert_eq!(layout.words_per_row, 332_640);
        assert_eq!(layout.chunk_in_words([3].into_iter(), 1), 3024);
        assert_eq!(layout.chunk_in_words([1].into_iter(), 1), 30_240);
        assert_eq!(RowLayout::new(8).chunk_in_words([1].into_iter(), 1), 336);
        assert_eq!(layout.chunk_in_words([3].into_iter(), 64), 336);
        assert_eq!(RowLayout::new(8).chunk_in_words([1].into_iter(), 7), 42);
    }
}
