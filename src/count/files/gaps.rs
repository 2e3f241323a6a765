//! The code of a set of states: the gaps between them.
//!
//! A set contains a share *p* of *N* states. On average over all such sets, no code can take fewer
//! bits than *N* · (-*p* log *p* - (1 - *p*) log (1 - *p*)). The gaps between the states of such a
//! set have a geometric distribution. For this distribution, Golomb codes are the best ones with a
//! whole number of bits per gap. Rice codes are those Golomb codes that need shifts instead of
//! divisions: they store the lowest *k* bits of a gap as they are, and the rest in unary. They take
//! a few percent more than the bound. *k* is chosen for each code unit, so that dense and sparse
//! parts of a level are both coded well. This gains more than a better code would. Sets that do not
//! become smaller, with half of the states or more, are stored as plain bits.
//!
//! | bytes | contents |
//! |---|---|
//! | 1 | *k*, or 32 for plain bits |
//! | 4 | the number of states |
//! | | the bits, lowest of each byte first, padded with zeros |
//!
//! A gap is stored as `gap >> k` zeros, a one, and its lowest *k* bits. If it would have 24 or more
//! zeros, it is stored as 24 zeros and all 32 bits of the gap. So a symbol has at most 56 bits, and
//! a read of eight bytes always contains the next one whole. The empty set has no bytes.
//!
//! The decoder reads memory only after it has used up its bits, at least 57 per read.
//! `docs/notes/counting.md` compares the size with the entropy, and counts in files with counts in
//! memory.

/// Value of *k* that marks plain bits.
const PLAIN: u8 = 32;
/// Number of bytes before the bits.
const HEAD: usize = 5;
/// Number of zeros that marks a gap stored in 32 bits.
const ZEROS: u32 = 24;
const ESCAPED_BITS: u32 = 32;

/// The size of a set's words.
#[derive(Clone, Copy, Debug)]
pub(in crate::count) struct WordSize {
    bits: u32,
    /// 2^[`SHIFT`](Self::SHIFT) divided by `bits`, rounded up.
    inverse: u64,
}

impl WordSize {
    const SHIFT: u32 = 40;

    /// Creates the size of words with this many used bits, from 1 to 63.
    pub(in crate::count) const fn new(bits: usize) -> Self {
        assert!(0 < bits && bits < 64);
        #[expect(clippy::cast_possible_truncation, reason = "checked by the line above")]
        let bits = bits as u32;
        Self { bits, inverse: (1_u64 << Self::SHIFT).div_ceil(bits as u64) }
    }

    /// Returns the word and bit of a position below 2^24.
    ///
    /// Multiplies by the inverse instead of dividing. The inverse is too large by less than 1, so
    /// the product by less than the position, and the quotient by less than 2^24 / 2^40. This is
    /// less than 1/64, but a quotient that is not an integer is at least 1/63 below the next one.
    #[inline]
    fn word_and_bit_of(self, position: u64) -> (usize, u64) {
        let word = (position * self.inverse) >> Self::SHIFT;
        let word_as_index = usize::try_from(word).unwrap_or(usize::MAX);
        (word_as_index, position - word * u64::from(self.bits))
    }
}

/// Appends the code of some words with at most 2^24 bits in total, and returns their number of
/// states.
pub(in crate::count) fn encode(words: &[u64], size: WordSize, code: &mut Vec<u8>) -> u32 {
    let states: u32 = words.iter().map(|word| word.count_ones()).sum();
    if states == 0 {
        return 0;
    }
    let bits_in_all = words.len() as u64 * u64::from(size.bits);
    // The optimum for a geometric distribution is log2(0.96 * mean).
    let k = (bits_in_all / u64::from(states)).ilog2();
    let start = code.len();
    let mut out = head(code, u8::try_from(k).unwrap_or(PLAIN), states);
    let plain_bytes = bits_in_all.div_ceil(8);
    let mut next = 0;
    for (first, word) in (0..).step_by(size.bits as usize).zip(words) {
        let mut rest = *word;
        while rest != 0 {
            let position = first + u64::from(rest.trailing_zeros());
            out.put_gap(position - next, k);
            next = position + 1;
            rest &= rest - 1;
        }
    }
    out.finish();
    if (code.len() - start - HEAD) as u64 > plain_bytes {
        code.truncate(start);
        let mut out = head(code, PLAIN, states);
        for word in words {
            let lower = size.bits / 2;
            out.put(word & ((1 << lower) - 1), lower);
            out.put(word >> lower, size.bits - lower);
        }
        out.finish();
    }
    states
}

/// Starts a code with its head.
fn head(code: &mut Vec<u8>, coding: u8, states: u32) -> BitWriter<'_> {
    code.push(coding);
    code.extend(states.to_le_bytes());
    BitWriter { bytes: code, bits: 0, len: 0 }
}

/// Visits the states of a coded set in ascending order, as a word's number and some of its bits.
///
/// Returns the number of states, or `None` if this is not the code of `words` words. Some states
/// may have been visited in that case.
#[inline]
pub(in crate::count) fn decode(
    code: &[u8],
    words: usize,
    size: WordSize,
    visit: impl FnMut(usize, u64),
) -> Option<u32> {
    let Some((head, bits)) = code.split_first_chunk::<HEAD>() else { return code.is_empty().then_some(0) };
    let [coding, states @ ..] = *head;
    let (states, input) = (u32::from_le_bytes(states), BitReader { bytes: bits, position: 0 });
    match coding {
        PLAIN => decode_plain(input, states, words, size, visit),
        k => decode_gaps(input, u32::from(k), states, words, size, visit),
    }
}

#[inline]
fn decode_gaps(
    mut input: BitReader<'_>,
    k: u32,
    states: u32,
    words: usize,
    size: WordSize,
    mut visit: impl FnMut(usize, u64),
) -> Option<u32> {
    if k >= ESCAPED_BITS {
        return None;
    }
    let mut next = 0;
    let end = words as u64 * u64::from(size.bits);
    // The bits read last, without those used up, and how many of them belong to the input. One read
    // often holds several short gaps.
    let (mut look, mut looked_at) = (0_u64, 0);
    for _ in 0..states {
        let mut zeros = look.trailing_zeros();
        let mut gap = u64::from(zeros);
        let mut len = zeros + 1 + k;
        if len > looked_at || zeros >= ZEROS {
            (look, looked_at) = input.look();
            zeros = look.trailing_zeros();
            (gap, len) = (u64::from(zeros), zeros + 1 + k);
        }
        if zeros < ZEROS {
            gap = gap << k | (look >> (zeros + 1)) & ((1 << k) - 1);
        } else {
            len = ZEROS + ESCAPED_BITS;
            gap = look >> ZEROS & u64::from(u32::MAX);
        }
        look >>= len;
        looked_at -= len;
        input.position += u64::from(len);
        let position = next + gap;
        if position >= end {
            return None;
        }
        let (word, bit) = size.word_and_bit_of(position);
        visit(word, 1 << bit);
        next = position + 1;
    }
    input.is_at_the_end().then_some(states)
}

fn decode_plain(
    mut input: BitReader<'_>,
    states: u32,
    words: usize,
    size: WordSize,
    mut visit: impl FnMut(usize, u64),
) -> Option<u32> {
    let lower = size.bits / 2;
    let mut found = 0;
    for word in 0..words {
        let bits = input.take(lower) | input.take(size.bits - lower) << lower;
        found += bits.count_ones();
        visit(word, bits);
    }
    (input.is_at_the_end() && found == states).then_some(states)
}

/// Packs bits into bytes.
struct BitWriter<'a> {
    bytes: &'a mut Vec<u8>,
    /// Bits that do not fill four bytes yet.
    bits: u64,
    /// Number of these bits, below 32.
    len: u32,
}

impl BitWriter<'_> {
    /// Appends the lowest `len` bits, at most 32, of a number without higher bits.
    #[inline]
    fn put(&mut self, bits: u64, len: u32) {
        self.bits |= bits << self.len;
        self.len += len;
        if self.len >= u32::BITS {
            let [a, b, c, d, ..] = self.bits.to_le_bytes();
            self.bytes.extend([a, b, c, d]);
            self.bits >>= u32::BITS;
            self.len -= u32::BITS;
        }
    }

    #[inline]
    fn put_gap(&mut self, gap: u64, k: u32) {
        let zeros = gap >> k;
        if zeros >= u64::from(ZEROS) {
            self.put(0, ZEROS);
            return self.put(gap, ESCAPED_BITS);
        }
        let low = gap & ((1 << k) - 1);
        #[expect(clippy::cast_possible_truncation, reason = "fewer than 24")]
        let zeros = zeros as u32;
        if zeros + 1 + k <= u32::BITS {
            self.put((low << 1 | 1) << zeros, zeros + 1 + k);
        } else {
            self.put(1 << zeros, zeros + 1);
            self.put(low, k);
        }
    }

    fn finish(self) {
        let bytes = self.bits.to_le_bytes();
        self.bytes.extend(&bytes[..self.len.div_ceil(8) as usize]);
    }
}

/// Unpacks bits from bytes; zeros follow after the end.
struct BitReader<'a> {
    bytes: &'a [u8],
    /// Position of the next bit.
    position: u64,
}

impl BitReader<'_> {
    /// Returns the next bits, at least 57, and their number.
    #[inline]
    fn look(&self) -> (u64, u32) {
        let rest =
            usize::try_from(self.position / 8).ok().and_then(|byte| self.bytes.get(byte..)).unwrap_or(&[]);
        let bytes = rest.first_chunk::<8>().copied().unwrap_or_else(|| {
            let mut bytes = [0; 8];
            bytes[..rest.len()].copy_from_slice(rest);
            bytes
        });
        let used = (self.position % 8) as u32;
        (u64::from_le_bytes(bytes) >> used, u64::BITS - used)
    }

    fn take(&mut self, len: u32) -> u64 {
        let bits = self.look().0 & ((1 << len) - 1);
        self.position += u64::from(len);
        bits
    }

    /// Whether only the padding of the last byte is left.
    fn is_at_the_end(&self) -> bool {
        self.position.div_ceil(8) == self.bytes.len() as u64
            && (self.position.is_multiple_of(8)
                || self.bytes.last().is_some_and(|last| last >> (self.position % 8) == 0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn decoded(code: &[u8], words: usize, bits: usize) -> Option<Vec<u64>> {
        let mut set = vec![0; words];
        let mut next = 0;
        let visit = |word: usize, bits: u64| {
            assert!(word >= next, "words come in order");
            assert_eq!(set[word] & bits, 0, "a state comes once");
            set[word] |= bits;
            next = word;
        };
        let states = decode(code, words, WordSize::new(bits), visit)?;
        assert_eq!(states, set.iter().map(|word| word.count_ones()).sum::<u32>());
        Some(set)
    }

    fn coded(words: &[u64], bits: usize) -> Vec<u8> {
        let mut code = vec![7; 3];
        encode(words, WordSize::new(bits), &mut code);
        code.split_off(3)
    }

    proptest! {
        /// Covers densities from one state in 2^17 to all of them, and clusters.
        #[test]
        fn decoding_inverts_encoding(
            words in 1_usize..400,
            bits in prop::sample::select(vec![1_usize, 3, 12, 60]),
            density in 0.0_f64..17.0,
            clusters in 1_usize..50,
            seed: u64,
        ) {
            let mut random = fastrand::Rng::with_seed(seed);
            let share = 2.0_f64.powf(-density);
            let mut set = vec![0_u64; words];
            for cluster in set.chunks_mut(words.div_ceil(clusters)) {
                let share = if random.bool() { share } else { share / 50.0 };
                for word in cluster {
                    *word = (0..bits).filter(|_| random.f64() <= share).fold(0, |word, bit| word | 1 << bit);
                }
            }
            let code = coded(&set, bits);
            prop_assert!(code.len() <= HEAD + (words * bits).div_ceil(8));
            prop_assert_eq!(decoded(&code, words, bits), Some(set));
        }

        /// No input panics or visits words out of range.
        #[test]
        fn decoding_accepts_or_rejects_any_bytes(
            code in prop::collection::vec(any::<u8>(), 0..200),
            coding in 0_u8..40,
        ) {
            let code: Vec<u8> = std::iter::once(coding).chain(code.into_iter().skip(1)).collect();
            let _any = decode(&code, 5, WordSize::new(60), |word, bits| {
                assert!(word < 5 && bits >> 60 == 0);
            });
        }
    }

    #[test]
    fn sparse_full_and_empty_sets_are_coded() {
        let full = (1 << 60) - 1;
        for set in [vec![0; 9], vec![full; 9], vec![1; 400], vec![1 << 59; 400]] {
            assert_eq!(decoded(&coded(&set, 60), set.len(), 60), Some(set));
        }
        // One state far after many others: a gap too long for its *k*.
        let mut set = vec![0x1111_0101_1111; 40];
        set.resize(200_000, 0);
        set.push(1);
        assert_eq!(decoded(&coded(&set, 60), set.len(), 60), Some(set));
        assert_eq!(coded(&[0; 9], 60), []);
    }

    /// The number of states is off by one, or the code by a byte.
    #[test]
    fn invalid_codes_are_rejected() {
        for set in [vec![0x0101_0000_1000; 50], vec![(1 << 60) - 1; 50]] {
            let code = coded(&set, 60);
            let with = |place: usize, byte: u8| {
                let mut code = code.clone();
                code[place] = byte;
                code
            };
            let longer: Vec<u8> = code.iter().copied().chain([0]).collect();
            for broken in
                [with(1, code[1] + 1), with(1, code[1] - 1), longer, code[..code.len() - 1].to_vec()]
            {
                assert_eq!(decode(&broken, 50, WordSize::new(60), |_, _| {}), None);
            }
            assert_eq!(decode(&code, 49, WordSize::new(60), |_, _| {}), None);
        }
        assert_eq!(decode(&[1, 0], 50, WordSize::new(60), |_, _| {}), None);
    }

    /// Random sets, from one state in 30,000 to one in six, take at most 4 % more than their
    /// entropy.
    #[test]
    fn random_sets_take_little_more_than_their_entropy() {
        let mut random = fastrand::Rng::with_seed(3);
        for one_in in [6_u32, 8, 10, 13, 20, 50, 200, 1000, 30_000] {
            let share = 1.0 / f64::from(one_in);
            let mut word =
                || (0..60).filter(|_| random.f64() < share).fold(0_u64, |word, bit| word | 1 << bit);
            let set: Vec<u64> = (0..100_000).map(|_| word()).collect();
            let entropy = -share * share.log2() - (1.0 - share) * (1.0 - share).log2();
            let least_bytes = entropy * 6e6 / 8.0;
            let most = least_bytes * 1.04 + 60.0;
            let code = coded(&set, 60);
            assert!((code.len() as f64) < most, "one in {one_in}: {} of {least_bytes}", code.len());
        }
    }
}
