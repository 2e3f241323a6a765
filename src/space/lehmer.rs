//! Lehmer ranks: the numbers of arrangements in lexicographic order, from 0.
//!
//! An arrangement of `k` out of `n` elements is a sequence of `k` different numbers below `n`. The
//! Lehmer digit at a place is the number of smaller elements that have not been used before. The
//! digits have the radices `n, n-1, .. n-k+1`. Read as a mixed-radix number they give the *rank*,
//! from 0 to `n! / (n-k)! - 1`. Arrangements with a common prefix have consecutive ranks.
//!
//! Here `n` is at most [`MAX_ELEMENTS`]. So the counts for all elements fit into one 64-bit word,
//! four bits each, and a digit costs a shift and an addition instead of a loop.

/// Maximum number of elements that an arrangement can draw from.
pub(crate) const MAX_ELEMENTS: usize = 16;

/// Shifted left by four bits per element below `e`, this adds one to the counts of all elements
/// above `e`.
pub(super) const COUNT_ONE_BELOW: u64 = 0x1111_1111_1111_1110;

/// Returns `n!`.
///
/// # Panics
/// If `n` is above 20: `21!` does not fit in 64 bits.
pub(crate) const fn factorial(n: usize) -> u64 {
    assert!(n <= 20, "21! is not a 64-bit number");
    let mut product = 1;
    let mut factor = 2;
    while factor <= n as u64 {
        product *= factor;
        factor += 1;
    }
    product
}

/// The number of arrangements of `k` out of `n` elements: `n! / (n-k)!`.
///
/// # Panics
/// If `k` is above `n`. The caller ensures that the result fits in 64 bits.
pub(crate) const fn arrangements(k: usize, n: usize) -> u64 {
    assert!(k <= n, "there are no more than n elements");
    let mut product: u64 = 1;
    let mut factor = n - k + 1;
    while factor <= n {
        product *= factor as u64;
        factor += 1;
    }
    product
}

/// The rank of an arrangement of elements out of `n`.
///
/// # Panics
/// In debug builds, if an element is not below `n` or `n` is above [`MAX_ELEMENTS`]. The caller
/// ensures that the elements differ.
pub(crate) fn rank(elements: &[u8], n: usize) -> u64 {
    debug_assert!(n <= MAX_ELEMENTS && elements.iter().all(|e| usize::from(*e) < n));
    // Four bits for each element: the number of smaller elements used so far.
    let mut smaller_used = 0_u64;
    let mut rank = 0;
    for (&element, radix) in elements.iter().zip((1..=n as u64).rev()) {
        // `& 15` keeps the shift in range for any input.
        let shift = 4 * (u32::from(element) & 15);
        rank = rank * radix + u64::from(element) - (smaller_used >> shift & 15);
        smaller_used += COUNT_ONE_BELOW << shift;
    }
    rank
}

/// Writes the arrangement with this rank, of `elements.len()` out of `n` elements.
///
/// # Panics
/// In debug builds, if the rank is out of range.
pub(crate) fn unrank(rank: u64, n: usize, elements: &mut [u8]) {
    unrank_and_sum_digits(rank, n, elements);
}

/// Does the same as [`unrank`], and returns the sum of the Lehmer digits.
fn unrank_and_sum_digits(rank: u64, n: usize, elements: &mut [u8]) -> u64 {
    debug_assert!(n <= MAX_ELEMENTS && rank < arrangements(elements.len(), n));
    let mut digits = [0; MAX_ELEMENTS];
    let digits = &mut digits[..elements.len()];
    let mut rest = rank;
    // The last digit has the smallest radix.
    for (digit, radix) in digits.iter_mut().rev().zip(n - elements.len() + 1..) {
        let quotient = divide(rest, radix);
        *digit = rest - quotient * radix as u64;
        rest = quotient;
    }
    // The unused elements, smallest first, four bits each.
    let mut unused = 0xFEDC_BA98_7654_3210_u64;
    for (element, digit) in elements.iter_mut().zip(digits.iter()) {
        let shift = 4 * digit;
        *element = (unused >> shift & 15) as u8;
        let below = (1 << shift) - 1;
        unused = unused & below | unused >> 4 & !below;
    }
    digits.iter().sum()
}

/// Returns `number / radix` for a number of at most 48 bits and a radix of at most 16. It
/// multiplies by the reciprocal, rounded up. The error this adds to the product is below
/// `2^48 * 16`, too small to reach the bits that are kept.
const fn divide(number: u64, radix: usize) -> u64 {
    const RECIPROCALS: [u64; MAX_ELEMENTS + 1] = {
        let mut reciprocals = [0; MAX_ELEMENTS + 1];
        let mut radix = 2;
        while radix <= MAX_ELEMENTS {
            reciprocals[radix] = u64::MAX / radix as u64 + 1;
            radix += 1;
        }
        reciprocals
    };
    debug_assert!(number < 1 << 48);
    if radix == 1 { number } else { ((number as u128 * RECIPROCALS[radix] as u128) >> 64) as u64 }
}

/// Whether a complete arrangement (all `n` elements) is odd: the number of its inversions, which is
/// the sum of its Lehmer digits, is odd.
pub(crate) fn is_odd(elements: &[u8]) -> bool {
    let inversions: usize = elements
        .iter()
        .enumerate()
        .map(|(place, element)| elements[place..].iter().filter(|later| *later < element).count())
        .sum();
    inversions % 2 == 1
}

/// Writes the complete arrangement of rank `2 * half` or `2 * half + 1`, whichever has the
/// requested parity.
///
/// # Panics
/// In debug builds, if the rank is out of range, or if `odd` is set for fewer than two elements.
pub(crate) fn unrank_half(half: u64, odd: bool, elements: &mut [u8]) {
    let inversions = unrank_and_sum_digits(2 * half, elements.len(), elements);
    if (inversions % 2 == 1) != odd {
        let places = elements.len();
        debug_assert!(places >= 2, "one element has no odd arrangement");
        // Ranks `2 * half` and `2 * half + 1` differ by an exchange of the last two elements.
        elements.swap(places - 2, places - 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The definition, implemented literally.
    fn slow_rank(elements: &[u8], n: usize) -> u64 {
        let mut rank = 0;
        for (place, element) in elements.iter().enumerate() {
            let unused_smaller = (0..*element).filter(|e| !elements[..place].contains(e)).count();
            rank = rank * (n - place) as u64 + unused_smaller as u64;
        }
        rank
    }

    #[test]
    fn known_ranks() {
        assert_eq!((factorial(0), factorial(5), factorial(20)), (1, 120, 2_432_902_008_176_640_000));
        assert_eq!((arrangements(2, 5), arrangements(0, 5), arrangements(5, 5)), (20, 1, 120));
        assert_eq!(rank(&[5, 2, 7, 4, 3, 0, 6, 1], 8), 27_325);
        assert_eq!(rank(&[3, 1], 5), 3 * 4 + 1);
        let mut elements = [0; 8];
        unrank(27_325, 8, &mut elements);
        assert_eq!(elements, [5, 2, 7, 4, 3, 0, 6, 1]);
        let mut elements = [0; 4];
        unrank_half(3, true, &mut elements);
        assert_eq!(elements, [1, 0, 2, 3]);
        assert!(!is_odd(&[0, 1, 2]) && is_odd(&[0, 2, 1]));
    }

    #[test]
    fn ranks_number_all_arrangements_in_lexicographic_order() {
        for n in 1..=7 {
            for k in 1..=n {
                let mut before: Option<Vec<u8>> = None;
                for number in 0..arrangements(k, n) {
                    let mut elements = vec![0; k];
                    unrank(number, n, &mut elements);
                    assert_eq!(rank(&elements, n), number);
                    assert_eq!(slow_rank(&elements, n), number);
                    assert!(before.as_ref() < Some(&elements));
                    before = Some(elements);
                }
            }
        }
    }

    #[test]
    fn halves_and_parities_number_all_arrangements() {
        for n in 2..=7 {
            for half in 0..factorial(n) / 2 {
                for odd in [false, true] {
                    let mut elements = vec![0; n];
                    unrank_half(half, odd, &mut elements);
                    assert_eq!((rank(&elements, n) / 2, is_odd(&elements)), (half, odd));
                }
            }
        }
    }

    proptest! {
        #[test]
        fn long_arrangements_round_trip(number in 0..factorial(16)) {
            let mut elements = [0; 16];
            unrank(number, 16, &mut elements);
            prop_assert_eq!(rank(&elements, 16), number);
            prop_assert_eq!(slow_rank(&elements, 16), number);
        }
    }
}
