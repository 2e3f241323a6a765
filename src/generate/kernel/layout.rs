//! The layout of a row's bits in words.
//!
//! The last five places of an arrangement are the *tail*, the places before it the *prefix*. A word
//! holds the arrangements that share a prefix and have the row's parity: 5!/2 = 60 bits. The prefix
//! numbers the words. So word boundaries are digit boundaries, and moving elements within the
//! prefix moves whole words. The four unused bits per word cost 6 % more memory; in return, no bit
//! is ever shifted across words. With fewer than five places, a row is one short word.

use crate::space::StateIndex;
use crate::space::lehmer::{factorial, is_odd, unrank};

/// Number of places within one word.
pub(crate) const TAIL: usize = 5;

/// Bits of a fifth of a full word. Its arrangements share the first element of the tail,
/// so these are half of the arrangements of the four places after it.
pub(crate) const FIFTH_BITS: u32 = 12;

/// Mask of the first fifth.
pub(crate) const FIFTH: u64 = (1 << FIFTH_BITS) - 1;

/// Minimum size of a row segment, the unit of work, in words.
const MIN_SEGMENT_WORDS: usize = 1024;

/// Number of row segments per process to aim at: a process with one more than others has 1/16 more
/// work.
const SEGMENTS_PER_PROCESS: usize = 16;

/// The layout of rows of arrangements of `places` elements.
#[derive(Debug)]
pub(crate) struct RowLayout {
    /// Number of elements in an arrangement.
    pub(crate) places: usize,
    /// Number of places in the tail, at most [`TAIL`].
    pub(crate) tail: usize,
    /// Number of used bits in a word.
    pub(crate) bits_per_word: usize,
    /// Number of words in a row.
    pub(crate) words_per_row: usize,
    /// Parity of the prefix's digit sum, for the first words of a row: those whose digits are 0 in
    /// all places before `parities_before`. The parities of later words follow from these; see
    /// [`parities`](Self::parities).
    pub(crate) prefix_is_odd: Vec<bool>,
    /// The words covered by `prefix_is_odd` have digit 0 in all places before this one.
    parities_before: usize,
    /// Mask of the bits whose tails have an odd sum of Lehmer digits, not counting the last two.
    pub(crate) tails_with_odd_sum: u64,
}

impl RowLayout {
    pub(crate) fn new(places: usize) -> Self {
        Self::with_parities_before(places, 0)
    }

    /// Creates a layout that knows the parities only of words with digit 0 in all places before
    /// `place`.
    pub(crate) fn with_parities_before(places: usize, place: usize) -> Self {
        let tail = places.min(TAIL);
        let words_per_row = to_usize(Self::words_in_a_row(places));
        let bits_per_word = Self::bits_in_a_word(places);
        // Bit b stands for the ranks 2b and 2b + 1, which only differ in the last free digit.
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

    /// Creates a layout that knows only the first word's parity. It suffices to locate words.
    pub(crate) fn without_parities(places: usize) -> Self {
        Self::with_parities_before(places, places.saturating_sub(TAIL))
    }

    /// Returns the number of words in a row, even if this machine cannot address them.
    pub(crate) const fn words_in_a_row(places: usize) -> u64 {
        Self::words_behind_place(places, 0)
    }

    /// Returns how many words of a row share the places before `place`, which is not within the
    /// tail, even if this machine cannot address them.
    pub(crate) const fn words_behind_place(places: usize, place: usize) -> u64 {
        let tail = if places < TAIL { places } else { TAIL };
        factorial(places - place) / factorial(tail)
    }

    /// Returns the number of arrangements in a word.
    pub(crate) fn bits_in_a_word(places: usize) -> usize {
        to_usize(factorial(places.min(TAIL)) / 2).max(1)
    }

    /// Returns whether the prefix's digit sum is odd, for `words` words from `start` on.
    ///
    /// The known parities repeat for words with the same trailing digits. If the second value is
    /// true, all of them are inverted.
    #[inline]
    pub(crate) fn parities(&self, start: usize, words: usize) -> (&[bool], bool) {
        let known = self.prefix_is_odd.len();
        if start < known {
            return (&self.prefix_is_odd[start..start + words], false);
        }
        let (leading, within) = (start / known, start % known);
        let is_odd = is_digit_sum_odd(leading as u64, self.places - self.parities_before + 1);
        (&self.prefix_is_odd[within..within + words], is_odd)
    }

    /// Iterates over the states of a word, which has this number among the words of all rows of a
    /// full board.
    ///
    /// The indices are computed in `u64`: a set that fits in a 32-bit machine's memory may have
    /// more bits than `usize` can count.
    pub(crate) fn states_of(&self, word: u64, states: u64) -> impl Iterator<Item = StateIndex> + use<> {
        let bits_per_word = self.bits_per_word as u64;
        let bits = (0..bits_per_word).filter(move |bit| states >> bit & 1 == 1);
        bits.map(move |bit| StateIndex::new(word * bits_per_word + bit))
    }

    /// Returns a word with all used bits set.
    pub(crate) const fn full_word(&self) -> u64 {
        u64::MAX >> (u64::BITS as usize - self.bits_per_word)
    }

    /// Returns the first place of the tail.
    pub(crate) const fn tail_start(&self) -> usize {
        self.places - self.tail
    }

    /// Returns how many words share the places before `place`, which is not within the tail.
    pub(crate) const fn words_behind(&self, place: usize) -> usize {
        to_usize(Self::words_behind_place(self.places, place))
    }

    /// Returns the words in a row segment: all words that share some leading places.
    ///
    /// It is the smallest such size that is worth a task and contains the periods of every window
    /// in `windows_start`. With many processes it may be smaller, so that their parts are about
    /// equal.
    pub(crate) fn words_per_segment(
        &self,
        windows_start: impl Iterator<Item = usize>,
        processes: usize,
    ) -> usize {
        let longest_period = windows_start.map(|start| self.words_behind(start)).max().unwrap_or(1);
        let worth_a_task = match processes {
            1 => MIN_SEGMENT_WORDS,
            _ => MIN_SEGMENT_WORDS.min(self.words_per_row / (SEGMENTS_PER_PROCESS * processes)),
        };
        let least = longest_period.max(worth_a_task);
        let fits = |words: &usize| *words >= least;
        (0..=self.tail_start())
            .rev()
            .map(|place| self.words_behind(place))
            .find(fits)
            .unwrap_or(self.words_per_row)
    }
}

/// Whether the sum of the leading Lehmer digits is odd. The least significant digit of the number
/// has this radix, and the radices of those before it grow by one.
pub(crate) const fn is_digit_sum_odd(leading_digits: u64, radix: usize) -> bool {
    let (mut rest, mut radix) = (leading_digits, radix as u64);
    let mut is_odd = false;
    while rest > 0 {
        is_odd ^= rest % radix % 2 == 1;
        rest /= radix;
        radix += 1;
    }
    is_odd
}

/// Computes, for each word, whether the sum of the prefix's digits is odd.
///
/// Places are added from the last to the first. The digit of an added place is the most significant
/// one, so each of its values is followed by all words so far.
fn odd_prefixes(tail: usize, places: usize) -> Vec<bool> {
    (tail + 1..=places).fold(vec![false], |behind, radix| {
        let mut all = Vec::with_capacity(radix * behind.len());
        for digit_is_odd in [false, true].into_iter().cycle().take(radix) {
            all.extend(behind.iter().map(|is_odd| is_odd ^ digit_is_odd));
        }
        all
    })
}

/// Converts a count that is known to fit in memory, and so in a `usize`.
pub(crate) const fn to_usize(count: u64) -> usize {
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
    fn row_segments_end_at_digits_and_contain_periods() {
        let layout = RowLayout::new(11);
        assert_eq!(layout.words_per_row, 332_640);
        assert_eq!(layout.words_per_segment([3].into_iter(), 1), 3024);
        assert_eq!(layout.words_per_segment([1].into_iter(), 1), 30_240);
        assert_eq!(RowLayout::new(8).words_per_segment([1].into_iter(), 1), 336);
        assert_eq!(layout.words_per_segment([3].into_iter(), 64), 336);
        assert_eq!(RowLayout::new(8).words_per_segment([1].into_iter(), 7), 42);
    }
}
